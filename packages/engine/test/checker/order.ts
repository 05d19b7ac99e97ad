// The order of the calls of one model message, and how many of a run are under way at once.

import type { CallLog, Log, LogEvent, Rule } from "./log.ts";

const AT_ONCE = 8;

/** A call starts when the earlier ones that it may depend on have settled. */
export const inOrder: Rule = ({ calls }) =>
  [...calls.values()].flatMap((call) => {
    const { called } = call;
    const start = call.begun[0];
    if (called === null || start === undefined || called.data.traits.parallel === true) return [];
    return [...calls.values()]
      .filter((other) => comesBefore(other, called) && !settledBefore(other, start.seq))
      .map((other) => `${call.callId} is started at ${start.seq}, before ${other.callId} has settled`);
  });

function comesBefore({ called: other }: CallLog, called: LogEvent): boolean {
  if (other === null || other.data.step !== called.data.step || other.data.ordinal >= called.data.ordinal) return false;
  const { readOnly, parallel } = other.data.traits;
  return parallel !== true && !(readOnly && called.data.traits.readOnly);
}

function settledBefore({ results }: CallLog, seq: number): boolean {
  return results.some((result) => result.seq < seq);
}

/** Starts take no more than eight places; what goes on after a wait is not held back. */
export const notTooMany: Rule = ({ events }: Log) => {
  const faults: string[] = [];
  const running = new Set<string>();
  for (const { type, data, seq } of events) {
    if (type === "tool.started" && !running.has(data.callId) && running.size >= AT_ONCE) {
      faults.push(`${data.callId} is started at ${seq}, with ${running.size} under way`);
    }
    if (type === "tool.started" || type === "tool.resumed") running.add(data.callId);
    if (type === "tool.parked" || type === "tool.result") running.delete(data.callId);
  }
  return faults;
};
