// A log and a ledger as any program reads them, and the log again by call: what the rules look at.

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
  /** When, in milliseconds by the store's clock, where the tool could tell. */
  readonly at?: number;
}

/** What a rule finds wrong, each a sentence. */
export type Rule = (log: Log, ledger: readonly LedgerLine[]) => string[];

/** What the log says of one call. */
export interface CallLog {
  readonly callId: string;
  /** Null where the log names a call that it does not have. */
  readonly called: LogEvent | null;
  readonly gates: readonly LogEvent[];
  /** `tool.started` and `tool.resumed`. */
  readonly begun: readonly LogEvent[];
  readonly parked: readonly LogEvent[];
  readonly results: readonly LogEvent[];
}

/** A log, and the same by call. */
export interface Log {
  readonly events: readonly LogEvent[];
  readonly created: LogEvent | null;
  readonly calls: ReadonlyMap<string, CallLog>;
  readonly end: LogEvent | null;
}

/** The kinds that end a run. */
export const ENDS: readonly string[] = ["run.completed", "run.failed", "run.cancelled"];
/** The kinds that end a wait. */
export const WAIT_ENDS: readonly string[] = ["wait.resolved", "wait.expired", "wait.cancelled"];

/** Reads a log. */
export function readLog(events: readonly LogEvent[]): Log {
  const byCall = Map.groupBy(
    events.filter(({ data }) => typeof data.callId === "string"),
    ({ data }): string => data.callId,
  );
  const calls = new Map([...byCall].map(([callId, own]) => [callId, callLog(callId, own)]));
  const created = events.find(({ type }) => type === "run.created") ?? null;
  return { events, created, calls, end: events.find(({ type }) => ENDS.includes(type)) ?? null };
}

function callLog(callId: string, own: readonly LogEvent[]): CallLog {
  const of = (...types: readonly string[]): LogEvent[] => own.filter(({ type }) => types.includes(type));
  return {
    callId,
    called: of("tool.called")[0] ?? null,
    gates: of("call.gated"),
    begun: of("tool.started", "tool.resumed"),
    parked: of("tool.parked"),
    results: of("tool.result"),
  };
}

/** The phase that an event begins: `call`, or the wait that it goes on with. */
export function phaseOf({ type, data }: LogEvent): string {
  return type === "tool.started" ? "call" : String(data.waitId);
}

/** The event of a call in force at a sequence: the last one before it. */
export function lastBefore(events: readonly LogEvent[], seq: number): LogEvent | null {
  return events.findLast((event) => event.seq < seq) ?? null;
}

/** The sequence up to which a log is that of another run, which was held against the rules there; 0: it is all its own. */
export function sharedUpTo({ created }: Log): number {
  return created?.data.rerunOf?.shared?.at(-1) ?? 0;
}

/** When something happened, in milliseconds. */
export function timeOf({ at }: LogEvent): number {
  return Date.parse(at);
}

/** By how much scripts had moved the clock between two sequences, in milliseconds. */
export function advanced({ events }: Log, from: number, to: number): number {
  return events
    .filter(({ type, seq }) => type === "clock.advanced" && seq > from && seq < to)
    .reduce((sum, { data }) => sum + Math.max(0, data.seconds) * 1000, 0);
}
