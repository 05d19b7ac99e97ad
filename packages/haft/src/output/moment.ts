// Points in time as people read them.

import { formatDuration } from "./duration.ts";

/** A stored time on the clock of the machine, for example `2026-03-01 14:05:09`. */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime())) return iso;
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":")}`;
}

/** How far away a time is: `in 6 d 2 h`, `3 min ago`, `now`. */
export function fromNow(iso: string, now: number): string {
  const distance = new Date(iso).getTime() - now;
  if (Math.abs(distance) < 1000) return "now";
  return distance > 0 ? `in ${formatDuration(distance)}` : `${formatDuration(-distance)} ago`;
}
