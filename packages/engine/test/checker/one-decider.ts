// I2: events are numbered without gaps, time does not go back, fences only grow, and a fence that is over appends nothing.

import { type LogEvent, lastBefore, type Rule, timeOf } from "./log.ts";

const FENCED: readonly string[] = ["run.recovered", "tool.started", "tool.resumed", "model.requested"];

/** The order of the log itself. */
export const ordered: Rule = ({ events }) => {
  const faults: string[] = [];
  let fence = 0;
  events.forEach((event, index) => {
    if (event.seq !== index + 1) faults.push(`I2: event ${index + 1} has the sequence ${event.seq}`);
    const before = events[index - 1];
    if (before !== undefined && event.at < before.at) faults.push(`I2: time goes back at ${event.seq}`);
    const named = fenceOf(event) ?? fence;
    if (named < fence) faults.push(`I2: event ${event.seq} has the fence ${named} after ${fence}`);
    fence = Math.max(fence, named);
  });
  return faults;
};

/** What was begun under a fence comes to nothing more once there is a greater one: its worker is lost. */
export const fenced: Rule = ({ events, calls }, ledger) => {
  const faults: string[] = [];
  const rises = risesOf(events);
  const fenceAt = (seq: number): number => rises.findLast((rise) => rise.seq < seq)?.fence ?? 0;
  for (const { callId, begun, parked, results } of calls.values()) {
    for (const event of [...parked, ...results]) {
      const begin = lastBefore(begun, event.seq);
      if (begin === null || event.data.error?.type === "outcome_unknown") continue;
      if (lastBefore(parked, event.seq) !== null && (lastBefore(parked, event.seq)?.seq ?? 0) > begin.seq) continue;
      if (begin.data.fence < fenceAt(event.seq)) {
        faults.push(
          `I2: ${callId} has a ${event.type} at ${event.seq} of the fence ${begin.data.fence}, which is over`,
        );
      }
    }
  }
  for (const { type, data, seq } of events) {
    if (type !== "model.responded" && type !== "model.failed") continue;
    const request = events.findLast(
      (event) =>
        event.seq < seq &&
        event.type === "model.requested" &&
        event.data.step === data.step &&
        event.data.attempt === data.attempt,
    );
    if (request !== undefined && request.data.fence < fenceAt(seq)) {
      faults.push(`I2: step ${data.step} has a ${type} at ${seq} of the fence ${request.data.fence}, which is over`);
    }
  }
  for (const { callId, phase, at } of ledger) {
    if (at === undefined) continue;
    const own = calls.get(callId)?.begun.filter((event) => (event.data.waitId ?? "call") === phase) ?? [];
    const last = own.findLast((event) => timeOf(event) <= at);
    const over = last === undefined ? undefined : rises.find((rise) => rise.fence > last.data.fence);
    if (over !== undefined && at > over.at)
      faults.push(`I2: ${callId} ran (${phase}) after the fence ${over.fence} had come`);
  }
  return faults;
};

function fenceOf({ type, data }: LogEvent): number | undefined {
  return FENCED.includes(type) ? data.fence : undefined;
}

/** Where a greater fence was first seen. */
function risesOf(
  events: readonly LogEvent[],
): readonly { readonly seq: number; readonly at: number; readonly fence: number }[] {
  let fence = 0;
  return events.flatMap((event) => {
    const named = fenceOf(event);
    if (named === undefined || named <= fence) return [];
    fence = named;
    return [{ seq: event.seq, at: timeOf(event), fence }];
  });
}
