// What a worker removed because it ended long ago, or because nothing names it any more: one line each time, on standard error.

import type { TellUpkeep } from "../session/move-observer.ts";
import { count } from "./count.ts";
import { formatMoment } from "./moment.ts";
import { plainLine } from "./plain-text.ts";
import type { Printer } from "./printer.ts";

/** Tells of it. A failure is told when it begins, and not each time it is tried again. */
export function upkeepOn({ message, err }: Printer, now: () => number): TellUpkeep {
  let last: string | undefined;
  const line = (lead: string, rest: string): void => {
    message(`${formatMoment(new Date(now()).toISOString())}  ${lead}  ${plainLine(rest)}\n`);
  };
  return (done) => {
    if ("runs" in done) {
      last = undefined;
      const removed = [count(done.runs, "run"), count(done.blobs, "blob")];
      line("retention", `removed ${removed.filter((each) => !each.startsWith("0 ")).join(" and ")}`);
      return;
    }
    const words = `${done.message}${done.hint === undefined ? "" : `; ${done.hint}`}`;
    if (words !== last) line(err.error("retention"), `${words}; it is tried again`);
    last = words;
  };
}
