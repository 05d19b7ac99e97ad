// I4: a wait is opened once and has one end, in its time; nothing goes on with one that has none.

import { advanced, type Log, type LogEvent, type Rule, timeOf, WAIT_ENDS } from "./log.ts";

const ENDED_AS: Readonly<Record<string, string>> = {
  "wait.resolved": "answer",
  "wait.expired": "timeout",
  "wait.cancelled": "cancel",
};

/** Opening, voting on, ending and going on with waits. */
export const oneEndPerWait: Rule = (log) => {
  const faults: string[] = [];
  const opened = new Map<string, LogEvent>();
  const ended = new Map<string, LogEvent>();
  for (const event of log.events) {
    const { type, data, seq } = event;
    const { waitId } = data;
    if (type === "tool.parked" || type === "approval.requested") {
      if (opened.has(waitId)) faults.push(`I4: ${waitId} is opened again at ${seq}`);
      opened.set(waitId, event);
    }
    if (type === "approval.decided" && (!opened.has(waitId) || ended.has(waitId))) {
      faults.push(`I4: ${waitId} is voted on at ${seq} and is not open`);
    }
    if (WAIT_ENDS.includes(type)) {
      const opening = opened.get(waitId);
      if (opening === undefined || ended.has(waitId)) faults.push(`I4: ${waitId} is ended at ${seq} and was not open`);
      else faults.push(...endedInTime(log, opening, event));
      ended.set(waitId, event);
    }
    if (type === "tool.resumed") {
      const end = ended.get(waitId);
      if (end === undefined) faults.push(`I4: ${waitId} is gone on with at ${seq}, open`);
      else if (ENDED_AS[end.type] !== data.end)
        faults.push(`I4: ${waitId} is gone on with at ${seq} as if by ${data.end}`);
    }
  }
  if (log.end !== null) {
    for (const waitId of opened.keys()) {
      if (!ended.has(waitId)) faults.push(`I4: ${waitId} is open after the end of its run`);
    }
  }
  return faults;
};

function endedInTime(log: Log, opening: LogEvent, end: LogEvent): string[] {
  const { waitId, kind } = end.data;
  const expected = opening.type === "tool.parked" ? opening.data.kind : "approval";
  const faults = kind === expected ? [] : [`I4: ${waitId} of kind ${expected} is ended at ${end.seq} as ${kind}`];
  if (opening.data.callId !== end.data.callId) faults.push(`I4: ${waitId} is ended at ${end.seq} for another call`);
  const now = timeOf(end) + advanced(log, opening.seq, end.seq);
  const expires = Date.parse(opening.data.expiresAt ?? "");
  const due = Date.parse(opening.data.time ?? "");
  if (end.type === "wait.expired" && !(now >= expires))
    faults.push(`I4: ${waitId} expires at ${end.seq}, before its time`);
  if (end.type !== "wait.resolved") return faults;
  if (kind === "time" ? now < due : now >= expires) {
    faults.push(
      `I4: ${waitId} is resolved at ${end.seq}, ${kind === "time" ? "before its time" : "after its deadline"}`,
    );
  }
  return faults;
}
