// Python source text to the model of its declarations, never running it.

import type { Fault, ModuleModel } from "../model/function.ts";
import { moduleModel } from "./functions/module-model.ts";
import { importedModules } from "./names/imported-siblings.ts";
import { type ModuleScope, moduleScope, type Siblings } from "./names/module-scope.ts";
import { tooDeep, tooSlow } from "./process/parse-faults.ts";
import type { Parsed, PythonParser } from "./process/python-parser.ts";

/** The declarations of a module, and the files of the siblings that it imports, directly or through others. */
export interface PythonModule {
  readonly model: ModuleModel;
  readonly imports: readonly string[];
}

/** One Python module to read. */
export interface PythonSource {
  /** The file's name, as messages show it. */
  readonly file: string;
  readonly text: string;
  /** Other modules of the same folder, by file name. Only those that are imported are looked at. */
  readonly siblings?: Readonly<Record<string, string>>;
}

/** Reads a module. A source that cannot be parsed is a model with that fault and nothing else. */
export async function readPython(source: PythonSource, parser: PythonParser): Promise<PythonModule> {
  const clock = stopwatch(parser.limitMs);
  const main = await parser.parse(source.text);
  if ("fault" in main) return failed(main.fault);
  const folder = new Folder(source.siblings ?? {});
  // From module to module, as they import each other.
  let wanted = [...importedModules(main.module)];
  const imports: string[] = [];
  while (wanted.length > 0) {
    const found = wanted.flatMap((name) => folder.take(name));
    wanted = [];
    for (const { name, file, text } of found) {
      imports.push(file);
      const left = clock.left();
      if (left <= 0) return failed(tooSlow());
      const parsed = await parser.parse(text, left);
      folder.add(name, file, parsed);
      if ("module" in parsed) wanted.push(...importedModules(parsed.module));
    }
  }
  try {
    const model = moduleModel(moduleScope(main.module, { name: undefined, file: source.file, siblings: folder }));
    return Object.freeze({ model, imports: Object.freeze(imports.toSorted()) });
  } catch (error) {
    // The stack of the machine is the last limit to nesting.
    if (error instanceof RangeError) return failed(tooDeep());
    throw error;
  }
}

function failed(fault: Fault): PythonModule {
  const model = Object.freeze({ tools: [], resumes: [], strayOptions: [], faults: Object.freeze([fault]), names: [] });
  return Object.freeze({ model, imports: Object.freeze([]) });
}

/** What is left of the time for all the modules of a reading, counted from the first. */
function stopwatch(limitMs: number): { left(): number } {
  const end = performance.now() + limitMs;
  return { left: () => end - performance.now() };
}

/** The siblings that have been met, by the name under which they are imported. */
class Folder implements Siblings {
  readonly #texts: ReadonlyMap<string, { readonly name: string; readonly file: string; readonly text: string }>;
  readonly #taken = new Set<string>();
  readonly #modules = new Map<string, { readonly file: string; readonly scope: ModuleScope | undefined }>();

  constructor(siblings: Readonly<Record<string, string>>) {
    const python = Object.entries(siblings).filter(([file]) => /^[^/\\]+\.py$/.test(file));
    this.#texts = new Map(
      python.map(([file, text]) => {
        const name = file.slice(0, -".py".length);
        return [name, { name, file, text }];
      }),
    );
  }

  get names(): readonly string[] {
    return [...this.#texts.keys()];
  }

  get(name: string) {
    return this.#modules.get(name);
  }

  /** A sibling that has not been taken before. */
  take(name: string): { readonly name: string; readonly file: string; readonly text: string }[] {
    const sibling = this.#texts.get(name);
    if (sibling === undefined || this.#taken.has(name)) return [];
    this.#taken.add(name);
    return [sibling];
  }

  add(name: string, file: string, parsed: Parsed): void {
    const scope = "module" in parsed ? moduleScope(parsed.module, { name, file, siblings: this }) : undefined;
    this.#modules.set(name, { file, scope });
  }
}
