// The log checker: reads the events of one run and the lines that its tools left in a ledger, and says which of the
// invariants they break. It shares no code with what wrote them, on purpose.

/** An event as any program reads it. */
export interface LogEvent {
  readonly runId: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are taken as they are; the rules look at what they need.
  readonly data: any;
}

/** A line that a tool wrote when it ran: which call, which phase (`call`, or the wait it was resumed with). */
export interface LedgerLine {
  readonly callId: string;
  readonly phase: string;
}

type Rule = (events: readonly LogEvent[], ledger: readonly LedgerLine[]) => string[];

const ENDS = ["run.completed", "run.failed", "run.cancelled"];
const WAIT_ENDS = ["wait.resolved", "wait.expired", "wait.cancelled"];

/** Everything that is wrong with a run's log; nothing, if it is right. */
export function checkLog(events: readonly LogEvent[], ledger: readonly LedgerLine[]): string[] {
  return Object.values(RULES).flatMap((rule) => rule(events, ledger));
}

function of(events: readonly LogEvent[], ...types: readonly string[]): LogEvent[] {
  return events.filter((event) => types.includes(event.type));
}

/** The rules by the invariant they state. */
export const RULES: Readonly<Record<string, Rule>> = {
  /** I1: whatever a tool did has its start in the log. */
  writeBeforeAct(events, ledger) {
    return ledger.flatMap(({ callId, phase }) => {
      const begun = of(events, "tool.started", "tool.resumed").some(
        ({ data, type }) => data.callId === callId && (type === "tool.started" ? "call" : data.waitId) === phase,
      );
      return begun ? [] : [`I1: ${callId} ran (${phase}) and its log has no start of it`];
    });
  },

  /** I2: sequences have no gaps, time does not go back, and fences only grow. */
  oneDecider(events) {
    const faults: string[] = [];
    let fence = 0;
    events.forEach((event, index) => {
      if (event.seq !== index + 1) faults.push(`I2: event ${index + 1} has the sequence ${event.seq}`);
      const before = events[index - 1];
      if (before !== undefined && event.at < before.at) faults.push(`I2: time goes back at ${event.seq}`);
      const named = ["run.recovered", "tool.started", "tool.resumed"].includes(event.type) ? event.data.fence : fence;
      if (named < fence) faults.push(`I2: event ${event.seq} has the fence ${named} after ${fence}`);
      fence = Math.max(fence, named);
    });
    return faults;
  },

  /** I3: a phase is begun once, and again only under a greater fence, at most three times. */
  atMostOnce(events, ledger) {
    const faults: string[] = [];
    const starts = new Map<string, LogEvent[]>();
    for (const event of of(events, "tool.started", "tool.resumed")) {
      const key = `${event.data.callId} ${event.data.waitId ?? "call"}`;
      const before = starts.get(key) ?? [];
      if (before.length >= 3) faults.push(`I3: ${key} is begun more than three times`);
      const last = before.at(-1);
      if (last !== undefined) {
        if (event.data.fence <= last.data.fence) faults.push(`I3: ${key} is begun twice under one fence`);
        const traits = of(events, "tool.called").find(({ data }) => data.callId === event.data.callId)?.data.traits;
        const again = event.data.waitId === undefined ? traits?.idempotent : traits?.resume?.idempotent;
        if (again !== true) faults.push(`I3: ${key} is begun again and is not idempotent`);
      }
      starts.set(key, [...before, event]);
    }
    for (const [key, begun] of starts) {
      const lines = ledger.filter(({ callId, phase }) => `${callId} ${phase}` === key).length;
      if (lines > begun.length) faults.push(`I3: ${key} ran ${lines} times and was begun ${begun.length} times`);
    }
    return faults;
  },

  /** I4: a wait has one end, and nothing goes on with one that has none. */
  oneAnswer(events) {
    const faults: string[] = [];
    const open = new Set<string>();
    const ended = new Set<string>();
    for (const { type, data, seq } of events) {
      if (type === "tool.parked") open.add(data.waitId);
      if (WAIT_ENDS.includes(type)) {
        if (!open.delete(data.waitId)) faults.push(`I4: ${data.waitId} is ended at ${seq} and was not open`);
        ended.add(data.waitId);
      }
      if (type === "tool.resumed" && !ended.has(data.waitId))
        faults.push(`I4: ${data.waitId} is gone on with at ${seq}, open`);
    }
    const over = of(events, ...ENDS).length > 0;
    return over ? [...faults, ...[...open].map((waitId) => `I4: ${waitId} is open after the end of its run`)] : faults;
  },

  /** I5: what runs was let through by its gate. */
  gated(events) {
    return of(events, "tool.started").flatMap(({ data, seq }) => {
      const gate = of(events, "call.gated").find((event) => event.data.callId === data.callId && event.seq < seq);
      return gate?.data.verdict === "run"
        ? []
        : [`I5: ${data.callId} is started at ${seq} without having been let through`];
    });
  },

  /** I6: what goes on is the version that was called. */
  sameCode(events) {
    return of(events, "tool.resumed").flatMap(({ data }) => {
      const called = of(events, "tool.called").find((event) => event.data.callId === data.callId);
      return called?.data.version === data.version ? [] : [`I6: ${data.callId} goes on with version ${data.version}`];
    });
  },

  /** A run has one end, which is its last event but for notes; by then every call has exactly one result. */
  oneEnd(events) {
    const ends = of(events, ...ENDS);
    if (ends.length > 1) return [`the run has ${ends.length} ends`];
    const results = of(events, "tool.result").map(({ data }) => data.callId);
    const faults = new Set(results).size === results.length ? [] : ["a call has two results"];
    const end = ends[0];
    if (end === undefined) return faults;
    const after = events.filter(({ seq, type }) => seq > end.seq && type !== "tool.late_result");
    const open = of(events, "tool.called").filter(({ data }) => !results.includes(data.callId));
    return [
      ...faults,
      ...after.map(({ type }) => `${type} comes after the end of the run`),
      ...open.map(({ data }) => `${data.callId} has no result at the end of its run`),
    ];
  },
};
