// Which module brought in which, so that a fault inside a package is told at the author's own import.

import { posix } from "node:path";

/** An import as written: the file it stands in (the author's name for it) and the specifier. */
export interface OwnImport {
  readonly file: string;
  readonly specifier: string;
}

/** The author's modules and the way from them into packages, as far as one bundling went. */
export class ModuleTrail {
  readonly file: string;
  readonly #texts: ReadonlyMap<string, string>;
  /** Path of a package's module -> who imported it first. */
  readonly #importers = new Map<string, OwnImport | string>();

  constructor(request: {
    readonly file: string;
    readonly text: string;
    readonly siblings?: Readonly<Record<string, string>>;
  }) {
    this.file = request.file;
    this.#texts = new Map([...Object.entries(request.siblings ?? {}), [request.file, request.text]]);
  }

  /** The text of the author's module of this name. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** The names of the other modules. */
  siblings(): readonly string[] {
    return [...this.#texts.keys()].filter((name) => this.isSibling(name));
  }

  /** The module at a path relative to the folder, in which siblings have names and `file` may be written with its folder. */
  at(path: string): string | undefined {
    if (path === posix.basename(this.file)) return this.file;
    return this.#texts.has(path) ? path : undefined;
  }

  /** The folder of a module, relative to the folder of all. */
  folderOf(name: string): string {
    return name === this.file ? "." : posix.dirname(name);
  }

  isSibling(name: string): boolean {
    return name !== this.file && this.#texts.has(name);
  }

  /** Remembers that `path`, a module of a package, was imported: by the author's own code, or by another module's path. */
  enter(path: string, from: OwnImport | string): void {
    if (!this.#importers.has(path) && path !== from) this.#importers.set(path, from);
  }

  /** The author's import that led to the module whose path ends so (messages show paths relative to some folder). */
  causeEndingWith(end: string): OwnImport | undefined {
    const tail = end.replace(/^(\.\.\/)+/, "/");
    const path = [...this.#importers.keys()].find((candidate) => candidate === end || candidate.endsWith(tail));
    return path === undefined ? undefined : this.#cause(path);
  }

  #cause(path: string): OwnImport | undefined {
    const visited = new Set<string>();
    let at: string = path;
    while (!visited.has(at)) {
      visited.add(at);
      const from = this.#importers.get(at);
      if (from === undefined) return undefined;
      if (typeof from !== "string") return from;
      at = from;
    }
    return undefined;
  }
}
