// What keeps a worker from moving runs: each thing is told when it begins, and not each time it is tried again.

import type { TellTrouble } from "../session/move-observer.ts";
import type { OutcomeError } from "../session/outcome.ts";
import { formatMoment } from "./moment.ts";
import { plainLine } from "./plain-text.ts";
import type { Printer } from "./printer.ts";

/** Tells of troubles on standard error. */
export interface Troubles {
  readonly tell: TellTrouble;
  /** Runs that could not be moved for a reason of their own, as opposed to one that is left to another worker. */
  readonly runs: ReadonlySet<string>;
}

/** Code of a run that somebody else is to move: nothing is wrong with it. */
const LEFT = "left_to_others";

/** What has been told is kept so that it is told once; a store that is back may be told of again. */
export function troublesOn({ message, err }: Printer, now: () => number): Troubles {
  const lastOf = new Map<string | null, string>();
  const runs = new Set<string>();
  const line = (lead: string, rest: string): void => {
    message(`${formatMoment(new Date(now()).toISOString())}  ${lead}  ${plainLine(rest)}\n`);
  };
  const told = (error: OutcomeError, runId: string | null): void => {
    const words = `${error.message}${error.hint === undefined ? "" : `; ${error.hint}`}`;
    if (runId !== null && error.type !== LEFT) runs.add(runId);
    if (lastOf.get(runId) === words) return;
    lastOf.set(runId, words);
    if (runId === null) line(err.error("store"), `${words}; it is tried again`);
    else line(runId, error.type === LEFT ? words : `cannot be moved, and is tried again later: ${words}`);
  };
  return {
    runs,
    tell: (error, runId) => {
      if (error !== null) told(error, runId);
      else if (lastOf.delete(null)) line(err.good("store"), "answers again");
    },
  };
}
