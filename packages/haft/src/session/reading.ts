// What the command line asks of reading: a port, implemented by `../toolsets`.

import type { Diagnostic, Language, ToolDescriptor } from "@haft/contract";
import type { IsolationLevel } from "@haft/sandbox";

/** Settings of reading for one command. */
export interface ReadingOptions {
  /** A provider whose strict mode HAFT802 checks. */
  readonly provider?: string;
  /** The Python interpreter; default as the reader's. */
  readonly python?: string;
  /** The least isolation accepted for evaluating `defineTool`; default: the best that the machine gives. */
  readonly isolation?: IsolationLevel;
}

/** One toolset as it was read. */
export interface ReadToolset {
  /** Its id, for example `weather`. */
  readonly name: string;
  /** Absent where files of both languages make one toolset. */
  readonly language?: Language;
  /** SHA-256 of the sources, in hex. */
  readonly digest: string;
  readonly tools: readonly ToolDescriptor[];
  /** Their `file` is relative to the working folder where it lies in it, else absolute. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What stands at one path. */
export interface Reading {
  /** The path as it was given. */
  readonly path: string;
  readonly kind: "file" | "folder" | "project" | "bundle";
  readonly toolsets: readonly ReadToolset[];
  /** Texts of the sources by the names that the diagnostics use, for marking lines. */
  readonly sources: Readonly<Record<string, string>>;
  /** Absolute paths of the files and folders whose change asks for reading again. */
  readonly watched: readonly string[];
}

/** Reads what stands at paths, with readers that stay warm until it is disposed of. Loads no store; a sandbox only for `*.tool.ts`. */
export interface ToolsetReading extends AsyncDisposable {
  /** Rejects with a `CommandError`: `not_found` (no such path; the nearest), `no_tools` (nothing that could hold one), `not_a_source`. */
  read(path: string): Promise<Reading>;
}

/** Exported by `../toolsets/index.ts` as `openToolsets`. */
export type OpenToolsets = (options: ReadingOptions) => ToolsetReading;
