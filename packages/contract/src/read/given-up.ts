// HAFT102: what is said of a source that cannot be read within the limits.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ReadRequest, ReadResult } from "./reader.ts";

/** The longest source that is read, in bytes. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

/** The most memory that reading may use, in MiB. */
export const MAX_MEMORY_MIB = 512;

/** Why a source was given up. */
export type Reason = "time" | "memory" | "size" | "depth" | "compiler";

const WORDS: Readonly<Record<Reason, { readonly message: (limitMs: number) => string; readonly hint: string }>> = {
  time: {
    message: (limitMs) => `reading took longer than ${limitMs / 1000} s and was ended`,
    hint: "simplify the types that are computed from other types, or write the arguments' types out",
  },
  memory: {
    message: () => `reading took more than ${MAX_MEMORY_MIB} MiB of memory and was ended`,
    hint: "simplify the types that are computed from other types, or move data out of the source",
  },
  size: {
    message: () => "the source is larger than 1 MiB",
    hint: "move data into a file that the tool reads, and code into modules that it imports",
  },
  depth: {
    message: () => "the source is nested too deep to be read",
    hint: "break the longest expression or type into named parts",
  },
  compiler: {
    message: () => "the compiler gave this source up: it cannot make out a type or an expression in it",
    hint: "simplify the type or expression that was changed last, or write the arguments' types out",
  },
};

/** The result for a source that was given up. */
export function givenUp(request: ReadRequest, reason: Reason, limitMs: number): ReadResult {
  const words = WORDS[reason];
  const diagnostic: Diagnostic = {
    code: "HAFT102",
    severity: "error",
    message: words.message(limitMs),
    hint: words.hint,
    file: request.file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  };
  return { tools: [], diagnostics: [diagnostic], plans: [], imports: [] };
}
