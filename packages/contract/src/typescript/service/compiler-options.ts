// How TypeScript sources are read: strict, ES2024, no DOM, nothing emitted.

import ts from "typescript";

/** The compiler's settings; the same for every source, so that parsed files can be shared between programs. */
export const compilerOptions: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2024,
  lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  // A file without imports and exports is a module too: its names must not meet the globals'.
  moduleDetection: ts.ModuleDetectionKind.Force,
  resolveJsonModule: true,
  allowImportingTsExtensions: true,
  types: [],
  noEmit: true,
  skipLibCheck: true,
};
