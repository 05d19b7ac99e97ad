// Refusals and failures of the parts, as the one kind of error that the command line prints.

import { EngineError, UnreadableEvent } from "@haft/engine";
import { StoreError } from "@haft/store";
import { formatMoment } from "../output/moment.ts";
import { CommandError } from "../session/command-error.ts";

/** Their messages are of ids and times only; others may quote what somebody wrote, which stays as it is. */
const OF_IDS_AND_TIMES: ReadonlySet<string> = new Set(["wait_settled", "run_ended"]);

/** An id says what it is of, and times are on the clock of the machine, as everywhere on the command line. */
function shown(code: string, message: string): string {
  if (!OF_IDS_AND_TIMES.has(code)) return message;
  return message
    .replace(/\b(wait|run) (?=\1_)/g, "")
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (iso) => formatMoment(iso));
}

/** An error that somebody can mend as a `CommandError`; anything else as it is. */
export function asCommandError(error: unknown): unknown {
  if (error instanceof EngineError || error instanceof StoreError) {
    const type = error.code.endsWith("_not_found") ? "not_found" : error.code;
    const message = shown(error.code, error.message);
    return new CommandError(type, message, error.hint === undefined ? {} : { hint: error.hint });
  }
  if (error instanceof UnreadableEvent) {
    const hint = `the store was changed or damaged: put back a copy of it, or end the run: haft cancel ${error.runId}; other runs are not touched by this`;
    return new CommandError("unreadable_event", error.message.replace(/\brun (?=run_)/, ""), { hint });
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
