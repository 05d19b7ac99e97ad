// The end of a run: one, last, with everything settled; and nothing that begins once it has been decided.

import { type CallLog, ENDS, type Log, type LogEvent, lastBefore, type Rule } from "./log.ts";

const BEGINS: readonly string[] = [
  "tool.started",
  "tool.resumed",
  "model.requested",
  "tool.called",
  "approval.requested",
];
const NO_FAILURES: readonly string[] = [
  "approval_denied",
  "outcome_unknown",
  "source_changed",
  "cancelled",
  "cut_short",
];

/** A run has one end, which is its last event but for late results; by then every call has exactly one result. */
export const oneEnd: Rule = ({ events, calls, end }) => {
  const ends = events.filter(({ type }) => ENDS.includes(type));
  if (ends.length > 1) return [`the run has ${ends.length} ends`];
  const faults = [...calls.values()].flatMap(({ callId, results, called }) => {
    if (results.length > 1) return [`${callId} has two results`];
    if (called === null) return [`${callId} is in the log and was not called`];
    return end !== null && results.length === 0 ? [`${callId} has no result at the end of its run`] : [];
  });
  if (end === null) return faults;
  const after = events.filter(({ seq, type }) => seq > end.seq && type !== "tool.late_result");
  return [...faults, ...after.map(({ type }) => `${type} comes after the end of the run`)];
};

/** A run that failed says why, one that did not has no error. */
export const errorOfRun: Rule = ({ events, end }) => {
  const errors = events.filter(({ type }) => type === "run.error");
  const exceeded = events.filter(({ type }) => type === "budget.exceeded");
  if (errors.length > 1) return [`the run has ${errors.length} errors`];
  if (exceeded.length > 1) return ["two limits are exceeded"];
  const error = errors[0];
  if (end?.type === "run.failed") {
    if (error === undefined) return ["the run failed without an error"];
    if (JSON.stringify(error.data.error) !== JSON.stringify(end.data.error))
      return ["the run failed with another error than it has"];
    const limit = exceeded.length > 0 && error.data.error.type !== "budget.exceeded";
    return limit ? ["a limit was exceeded, and the run failed with something else"] : [];
  }
  return end !== null && error !== undefined ? [`a run with an error ended with ${end.type}`] : [];
};

/** After a cancellation nothing begins. */
export const nothingAfterCancelling: Rule = ({ events, end }) => {
  const cancelling = events.find(({ type }) => type === "run.cancelling");
  if (cancelling === undefined) return [];
  const begun = events.filter(({ seq, type }) => seq > cancelling.seq && BEGINS.includes(type));
  const faults = begun.map(({ type, seq }) => `${type} at ${seq} comes after the run was cancelled`);
  // A direct call that came to its end all the same ends its run as cancelled, too.
  if (end !== null && end.type === "run.completed") faults.push("a cancelled run is completed");
  return faults;
};

/** After the failure that was one too many, or a denial that ends the run, nothing begins, and the run fails with it. */
export const nothingAfterFatal: Rule = (log) => {
  const fatal = fatalResult(log);
  if (fatal === null) return [];
  const faults = log.events
    // The calls of a response are written together, also behind one that is settled at once.
    .filter(({ seq, type }) => seq > fatal.seq && type !== "tool.called" && BEGINS.includes(type))
    .map(({ type, seq }) => `${type} at ${seq} comes after the failure at ${fatal.seq}, which ends the run`);
  const { end } = log;
  if (end?.type === "run.completed") faults.push(`the run is completed although the failure at ${fatal.seq} ends it`);
  if (
    end?.type === "run.failed" &&
    !log.events.some(({ type }) => type === "run.cancelling" || type === "budget.exceeded")
  ) {
    const [was, is] = [fatal.data.error, end.data.error];
    // Whoever gives a run up that lost one worker after another settles first what the last of them had begun.
    const givenUp = was?.type === "outcome_unknown" && is.type === "worker_lost";
    if (!givenUp && (was?.type !== is.type || was?.message !== is.message))
      faults.push(`the run failed with ${is.type}, not with the failure at ${fatal.seq}`);
  }
  return faults;
};

/** The first result with which an agent's run cannot go on. */
function fatalResult({ events, created, calls }: Log): LogEvent | null {
  if (created === null || created.data.kind !== "agent") return null;
  const scripted = created.data.script !== undefined;
  const tolerated = scripted ? 0 : (created.data.limits.toolFailures ?? 2);
  let failures = 0;
  for (const event of events) {
    if (event.type === "run.error") return null;
    if (event.type !== "tool.result" || event.data.ok) continue;
    const error = event.data.error?.type;
    if (!NO_FAILURES.includes(error)) failures += 1;
    if (failures > tolerated) return event;
    // A script was written for what it expects: whatever else comes ends it, also what is no failure of a tool.
    if (scripted && error !== "cancelled") return event;
    if (error === "approval_denied" && (scripted || endsWithDenial(calls.get(event.data.callId), event.seq)))
      return event;
  }
  return null;
}

/** As the tool's author says, else the policy that its gate goes by. */
function endsWithDenial(call: CallLog | undefined, seq: number): boolean {
  const said = call?.called?.data.traits.onDenied;
  if (call === undefined || said !== undefined) return said === "fail";
  const gate = lastBefore(call.gates, seq)?.data;
  const policies: unknown[] = [
    gate?.onDenied,
    ...(gate?.rules ?? []).map((rule: { onDenied: unknown }) => rule.onDenied),
  ];
  return policies.find((policy) => policy !== undefined && policy !== null) === "fail";
}
