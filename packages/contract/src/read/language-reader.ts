// What the reader of one language gives to the stages that know no language.

import type { ModuleModel } from "../model/function.ts";
import type { ReadRequest } from "./reader.ts";

/** The declarations of a source, and the siblings that it imports, directly or through others. */
interface ReadModel {
  readonly model: ModuleModel;
  readonly imports: readonly string[];
}

/**
 * Reads sources of one language into models. Lives in the reading thread, which is ended at the time limit, so that it
 * needs none of its own.
 */
export interface LanguageReader {
  /** Starts what reading a source would have to wait for: its interpreter, the compiler with its libraries. */
  warm(request: ReadRequest): Promise<void>;
  /** A user's mistake is a fault of the model. What is thrown becomes HAFT102. */
  read(request: ReadRequest): Promise<ReadModel>;
}
