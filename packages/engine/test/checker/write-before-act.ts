// I1: whatever happened in the world has its beginning in the log, before it.

import { type LogEvent, lastBefore, phaseOf, type Rule, timeOf } from "./log.ts";

/** What a tool did, or came to, was begun. */
export const toolsWereStarted: Rule = ({ calls }, ledger) => {
  const faults: string[] = [];
  for (const { callId, phase, at } of ledger) {
    const begun = (calls.get(callId)?.begun ?? []).filter((event) => phaseOf(event) === phase);
    if (begun.length === 0) faults.push(`I1: ${callId} ran (${phase}) and its log has no start of it`);
    else if (at !== undefined && begun.every((event) => timeOf(event) > at)) {
      faults.push(`I1: ${callId} ran (${phase}) before its start was in the log`);
    }
  }
  for (const { callId, begun, parked, results } of calls.values()) {
    for (const event of [...parked, ...results.filter(({ data }) => data.ok === true)]) {
      if (lastBefore(begun, event.seq) === null)
        faults.push(`I1: ${callId} has a ${event.type} at ${event.seq} and no start`);
    }
    for (const event of parked) {
      const last = lastBefore(
        [...begun, ...parked].sort((a, b) => a.seq - b.seq),
        event.seq,
      );
      if (last?.type === "tool.parked") faults.push(`I1: ${callId} parks at ${event.seq} and was not gone on with`);
    }
  }
  return faults;
};

/** What a model said was asked for, and nothing that it asked for begins before its response is in the log. */
export const modelsWereAsked: Rule = ({ events, calls }) => {
  const faults: string[] = [];
  const open = new Set<string>();
  const responded = new Map<number, LogEvent>();
  for (const event of events) {
    const { type, data, seq } = event;
    const request = `${data.step}:${data.attempt}`;
    if (type === "model.requested") open.add(request);
    if (type === "model.responded" || type === "model.failed") {
      if (!open.delete(request))
        faults.push(`I1: step ${data.step}, attempt ${data.attempt} has a ${type} at ${seq} and was not asked`);
    }
    if (type === "model.responded") responded.set(data.step, event);
    if (type === "tool.called" && data.step !== undefined && !responded.has(data.step)) {
      faults.push(`I1: ${data.callId} is called at ${seq}, before the response of step ${data.step}`);
    }
  }
  for (const { callId, called, begun } of calls.values()) {
    const first = begun[0];
    const response = called === null ? undefined : responded.get(called.data.step);
    if (first === undefined || response === undefined) continue;
    if (!["stop", "tool-calls"].includes(response.data.finishReason)) {
      faults.push(`I1: ${callId} is begun at ${first.seq} although its response was cut short`);
    }
  }
  return faults;
};
