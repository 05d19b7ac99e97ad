// An agent's steps: one after another, each with all that the model asked for in the one before it.

import type { CallLog, Log, LogEvent, Rule } from "./log.ts";

/** Requests come in their order: the first of a step when the step before is done, others after what went wrong. */
export const stepsInOrder: Rule = (log) => {
  const faults: string[] = [];
  let step = 0;
  let attempt = 0;
  for (const { type, data, seq } of log.events) {
    if (type === "model.requested") {
      const next = data.step === step + 1 && data.attempt === 1;
      const again = data.step === step && data.attempt === attempt + 1;
      if (!next && !again)
        faults.push(`step ${data.step}, attempt ${data.attempt} is asked at ${seq}, after ${step}, ${attempt}`);
      if (next)
        faults.push(
          ...unsettled(log, seq).map((callId) => `step ${data.step} is asked at ${seq}, before ${callId} has settled`),
        );
      ({ step, attempt } = data);
    }
    if (type === "model.responded" && (data.step !== step || data.attempt !== attempt)) {
      faults.push(`step ${data.step}, attempt ${data.attempt} responds at ${seq}, after ${step}, ${attempt}`);
    }
  }
  const responses = log.events.filter(({ type }) => type === "model.responded").map(({ data }) => data.step);
  if (new Set(responses).size < responses.length) faults.push("a step has two responses");
  const first = log.events.find(({ type }) => type === "model.requested");
  const composed = log.events.find(({ type }) => type === "instructions.composed");
  if (first !== undefined && !(composed !== undefined && composed.seq < first.seq)) {
    faults.push(`the model is asked at ${first.seq} without instructions`);
  }
  return faults;
};

function unsettled({ calls }: Log, seq: number): string[] {
  return [...calls.values()]
    .filter(({ called, results }) => called !== null && called.seq < seq && !results.some((result) => result.seq < seq))
    .map(({ callId }) => callId);
}

/** Every call that a response asks for is written, in its order, and no other. */
export const callsOfResponses: Rule = ({ events, calls, created, end }) => {
  if (created?.data.kind !== "agent") return [];
  const written = Map.groupBy(
    [...calls.values()].flatMap(({ called }: CallLog) => (called === null ? [] : [called])),
    ({ data }): number => data.step,
  );
  const responses = new Map(
    events.filter(({ type }) => type === "model.responded").map((event) => [event.data.step, event]),
  );
  const faults: string[] = [];
  for (const [step, response] of responses) {
    const asked = response.data.calls.map(({ id }: { id: string }) => id);
    const found = [...(written.get(step) ?? [])].sort(byOrdinal).map(({ data }) => data.providerCallId);
    // The run may have ended, or not gone on yet, before they were written; then there are none of them.
    const went = events.some(({ type, data }) => type === "model.requested" && data.step === step + 1);
    const missing = found.length === 0 && !went && (end === null || end.type !== "run.completed");
    if (!missing && asked.join(" ") !== found.join(" "))
      faults.push(`step ${step} asked for [${asked}] and [${found}] were called`);
  }
  for (const [step, events] of written) {
    if (!responses.has(step)) faults.push(`${events[0]?.data.callId} belongs to step ${step}, which has no response`);
  }
  return faults;
};

function byOrdinal(a: LogEvent, b: LogEvent): number {
  return a.data.ordinal - b.data.ordinal;
}
