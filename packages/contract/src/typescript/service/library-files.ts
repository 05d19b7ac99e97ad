// The language's own declarations, parsed once for the life of the thread and shared by every program.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import ts from "typescript";
import { compilerOptions } from "./compiler-options.ts";
import { haftModule } from "./haft-module.ts";
import { toolGlobals } from "./tool-globals.ts";

/** Where the compiler keeps its `lib.*.d.ts`. */
export const libraryFolder = dirname(ts.getDefaultLibFilePath(compilerOptions));
/** The made-up file that declares the globals a tool has. */
export const globalsFile = "/haft/globals.d.ts";
/** The made-up file that declares the module `haft`. */
export const haftFile = "/haft/index.d.ts";

/** Gives the source text of a library file; `undefined` for any other. */
export function libraryText(file: string): string | undefined {
  if (file === globalsFile) return toolGlobals;
  if (file === haftFile) return haftModule;
  if (!isLibraryFile(file)) return undefined;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Whether a file declares the language or a tool's globals: its classes are known by name. */
export function isLibraryFile(file: string): boolean {
  return file === globalsFile || (file.startsWith(`${libraryFolder}/lib.`) && file.endsWith(".d.ts"));
}
