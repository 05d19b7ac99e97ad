// TypeScript source to model, in a compiler that stays warm. Synchronous and without a limit of its own: who calls it
// runs it in a thread that can be ended.

import type { ModuleModel } from "../model/function.ts";
import { readModule } from "./read-module.ts";
import type { ModuleRequest } from "./service/module-files.ts";
import { createWarmProgram } from "./service/warm-program.ts";
import { openSource } from "./source.ts";

/** A module as a model, with the siblings it imports. */
export interface TypeScriptModule extends ModuleModel {
  /** The siblings that the source imports, directly or through others, by file name. */
  readonly imports: readonly string[];
}

/** Reads TypeScript sources, each into a model. Never runs them. */
export interface TypeScriptReader {
  /** Throws what the compiler throws (a stack that overflows); a user's mistake is a fault of the model. */
  read(request: ModuleRequest): TypeScriptModule;
}

/** Makes a reader. The first reading parses the language's declarations; later ones only what changed. */
export function createTypeScriptReader(): TypeScriptReader {
  const program = createWarmProgram();
  return {
    read(request) {
      try {
        const module = program.load(request);
        return { ...readModule(openSource(module)), imports: module.imports };
      } catch (error) {
        program.forget();
        throw error;
      }
    },
  };
}
