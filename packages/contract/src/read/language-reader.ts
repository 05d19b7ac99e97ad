// What the reader of one language gives to the stages that know no language.

import type { ModuleModel } from "../model/function.ts";
import type { ReadRequest } from "./reader.ts";

/** The declarations of a source, and the siblings that it imports, directly or through others. */
export interface ReadModel {
  readonly model: ModuleModel;
  readonly imports: readonly string[];
}

/**
 * Reads sources of one language into models. Lives in the reading thread, which is ended at the time limit, so that it
 * needs none of its own. Exported as `createPythonReader` by `python/index.ts`, as `createTypeScriptReader` by
 * `typescript/index.ts`.
 */
export interface LanguageReader extends AsyncDisposable {
  /** Starts what the first reading would have to wait for: the interpreter, the compiler with its libraries. */
  warm(): Promise<void>;
  /** A user's mistake is a fault of the model. What is thrown becomes HAFT102. */
  read(request: ReadRequest): Promise<ReadModel>;
}

/** Settings that a language's reader may need. */
export interface LanguageReaderOptions {
  /** The Python interpreter. */
  readonly python?: string;
  /** How long one reading may take, in milliseconds. */
  readonly limitMs: number;
}
