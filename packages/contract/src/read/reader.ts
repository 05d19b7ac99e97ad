// What reading takes and gives: the interface of the contract part.

import type { DefinitionMessage, LoadFailedMessage, ToolPlan } from "@haft/sdk/wire";
import type { Language, ToolDescriptor } from "../descriptor/tool-descriptor.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** One source to read. */
export interface ReadRequest {
  readonly language: Language;
  /** The file's name as messages show it; its ending says what form of tool it is (`*.tool.ts`, `*.tools.ts`, `*.py`). */
  readonly file: string;
  readonly text: string;
  /** Whether missing documentation and types are errors. Default true. */
  readonly strict?: boolean;
  /** The toolset's default time-out in seconds. Default 30. */
  readonly timeoutSeconds?: number;
  /** Other modules of the same folder, by file name. */
  readonly siblings?: Readonly<Record<string, string>>;
  /** TypeScript: the folder from which packages are resolved (`node_modules` in it or above it). Default: none. */
  readonly packagesFrom?: string;
  /** Python: the interpreter of the toolset's package environment, where it has one. Default: none. */
  readonly python?: string;
  /** A provider whose strict mode HAFT802 checks. Default: none. */
  readonly provider?: string;
}

/** What reading found. Never thrown: a user's mistake is a diagnostic. */
export interface ReadResult {
  /** Empty if any diagnostic is an error. */
  readonly tools: readonly ToolDescriptor[];
  readonly diagnostics: readonly Diagnostic[];
  /** How each tool is called, for the sandbox; in the order of `tools`. */
  readonly plans: readonly ToolPlan[];
  /** The siblings that the source imports, directly or through others: with the source itself, what a version's digest covers. */
  readonly imports: readonly string[];
}

/** Evaluates a bundled `defineTool` module inside a sandbox. Implemented outside this part. */
export interface DefinitionEvaluator {
  /** `code` is one self-contained ES module. Rejects only when there is no sandbox to be had; its message says why and what to do. */
  evaluate(code: string, file: string): Promise<DefinitionMessage | LoadFailedMessage>;
}

/** Settings of a reader. */
export interface ReaderOptions {
  /** The Python interpreter; default `HAFT_PYTHON`, then the request's, then `/usr/bin/python3`, then `python3`. */
  readonly python?: string;
  /** Without one, a `.tool.ts` is HAFT605. */
  readonly evaluator?: DefinitionEvaluator;
  /** How long a warm reader may take, in milliseconds (HAFT102). Default 2,000. */
  readonly limitMs?: number;
  /** Told of an error inside the reader that became HAFT102, for whoever maintains it. Default: nobody. */
  readonly onTrouble?: (stack: string) => void;
}

/** Reads sources, one after another in the order they came, in warm readers that are ended at the limit. */
export interface Reader extends AsyncDisposable {
  read(request: ReadRequest): Promise<ReadResult>;
}
