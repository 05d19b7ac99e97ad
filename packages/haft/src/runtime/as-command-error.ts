// Refusals and failures of the parts, as the one kind of error that the command line prints.

import { EngineError } from "@haft/engine";
import { StoreError } from "@haft/store";
import { CommandError } from "../cli/session.ts";

/** An error that somebody can mend as a `CommandError`; anything else as it is. */
export function asCommandError(error: unknown): unknown {
  if (error instanceof EngineError || error instanceof StoreError) {
    const type = error.code.endsWith("_not_found") ? "not_found" : error.code;
    return new CommandError(type, error.message, error.hint === undefined ? {} : { hint: error.hint });
  }
  return error;
}

/** Runs something of the parts', and turns what they refuse into `CommandError`s. */
export async function mended<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asCommandError(error);
  }
}
