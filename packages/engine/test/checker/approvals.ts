// I5: what runs was let through by its gate, or by one granted, unused, unexpired approval of that call, of what runs.

import { createHash } from "node:crypto";
import { advanced, type CallLog, type Log, type LogEvent, lastBefore, type Rule, sharedUpTo, timeOf } from "./log.ts";

/** Every first start. */
export const approved: Rule = (log) => {
  const used = new Map<string, number>();
  return [...log.calls.values()].flatMap((call) => {
    const starts = call.begun.filter(({ type }) => type === "tool.started");
    const first = starts[0];
    if (first === undefined || isShared(log, first)) return [];
    const again = starts.slice(1).filter(({ data }) => data.approval !== undefined);
    return [
      ...firstStart(log, call, first, used),
      ...again.map(({ seq }) => `I5: ${call.callId} consumes an approval at ${seq} for another attempt`),
    ];
  });
};

/** What waits where another run's history ends goes on when it is let through again, and nobody's approval carries over. */
export const inheritedIsLetThrough: Rule = (log) => {
  const used = new Map<string, number>();
  const shared = sharedUpTo(log);
  return [...log.calls.values()].flatMap((call) => {
    const next = call.begun.find(({ seq }) => seq > shared);
    const before = call.begun.filter(({ seq }) => seq <= shared);
    if (next === undefined || before.length === 0) return [];
    const gate = lastBefore(call.gates, next.seq);
    const goesOn = `I5: ${call.callId} goes on at ${next.seq}`;
    if (gate === null || gate.seq < shared || !["run", "ask"].includes(gate.data.verdict))
      return [`${goesOn} without having been let through in this run`];
    const wanted = gate.data.verdict === "ask" || before.some(({ data }) => data.approval !== undefined);
    const { approval } = next.data;
    if (approval === undefined) return wanted ? [`${goesOn} without an approval of this run`] : [];
    const asked = log.events.find(({ type, data }) => type === "approval.requested" && data.waitId === approval);
    if (asked !== undefined && asked.seq < shared) return [`${goesOn} with an approval of another run`];
    return [
      ...useOnce(approval, next, used),
      ...grantOf(log, call, next, gate).map((why) => `${goesOn} with an approval ${why}`),
    ];
  });
};

function isShared(log: Log, { seq }: LogEvent): boolean {
  return seq <= sharedUpTo(log);
}

/** A script votes as whoever asked for its run, and for nobody else; logs from before that was kept say nothing. */
export const scriptsVoteAsRequester: Rule = ({ events, created }) => {
  const { requestedBy, requestedByRoles, standsForAll } = created?.data ?? {};
  if (requestedByRoles === undefined || standsForAll === true) return [];
  return events.flatMap(({ type, data, seq }) => {
    if (type !== "approval.decided" || data.scriptStep === undefined) return [];
    const own = data.by === requestedBy && JSON.stringify(data.roles) === JSON.stringify(requestedByRoles);
    return own ? [] : [`I5: the script votes at ${seq} as ${data.by}, for ${requestedBy}`];
  });
};

/** What was approved is what runs: its digest, computed here from what the log says of the call. */
export const approvedIsWhatRuns: Rule = (log) => {
  const { events, created, calls } = log;
  return [...calls.values()].flatMap(({ callId, called, begun }) => {
    const start = begun.findLast(({ data }) => data.approval !== undefined);
    if (start === undefined || called === null || created === null || start.data.settingsDigest === undefined)
      return [];
    // The digest of what is shared is that of the run that it was approved in.
    if (isShared(log, start)) return [];
    const what = {
      tenant: created.data.tenant,
      run: start.runId,
      call: callId,
      tool: `${called.data.toolset}/${called.data.tool}`,
      source: called.data.digest,
      settings: start.data.settingsDigest,
      arguments: argumentsAt(events, called, start.seq),
    };
    const digest = createHash("sha256").update(canonical(what)).digest("hex");
    return digest === start.data.digest
      ? []
      : [`I5: ${callId} is started at ${start.seq} with a digest that is not that of what runs`];
  });
};

/** The arguments as they run: as called, repaired, and edited by people whose edits were taken. */
function argumentsAt(events: readonly LogEvent[], called: LogEvent, seq: number): unknown {
  let given: unknown = called.data.arguments ?? {};
  let edited: unknown;
  for (const { type, data } of events.filter((event) => event.seq < seq && event.data.callId === called.data.callId)) {
    if (type === "arguments.repaired" && data.arguments !== undefined) given = data.arguments;
    if (type === "approval.decided" && data.arguments !== undefined) edited = data.arguments;
    if (type === "wait.resolved" && data.payload?.decision === "edited") given = edited;
  }
  return given;
}

/** JSON with sorted keys and no white space (RFC 8785, for what the logs of tests hold). */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

/** Votes are on what was asked for. */
export const votesBind: Rule = ({ events }) => {
  const asked = new Map<string, LogEvent>();
  return events.flatMap(({ type, data, seq }) => {
    if (type === "approval.requested") asked.set(data.waitId, { runId: "", seq, at: "", type, data });
    if (type !== "approval.decided") return [];
    return asked.get(data.waitId)?.data.digest === data.digest
      ? []
      : [`I5: the vote at ${seq} is on another call than was asked for`];
  });
};

function firstStart(log: Log, call: CallLog, start: LogEvent, used: Map<string, number>): string[] {
  const { callId } = call;
  const gate = lastBefore(call.gates, start.seq);
  const { approval } = start.data;
  if (gate?.data.verdict !== "ask") {
    if (gate?.data.verdict !== "run")
      return [`I5: ${callId} is started at ${start.seq} without having been let through`];
    // An approval that was granted before the gate let everything through may still be consumed.
    return approval === undefined ? [] : useOnce(approval, start, used);
  }
  if (approval === undefined) return [`I5: ${callId} is started at ${start.seq} without its approval`];
  return [
    ...useOnce(approval, start, used),
    ...grantOf(log, call, start, gate).map((why) => `I5: ${callId} is started at ${start.seq} with an approval ${why}`),
  ];
}

function useOnce(approval: string, { data, seq }: LogEvent, used: Map<string, number>): string[] {
  const before = used.get(approval);
  used.set(approval, seq);
  return before === undefined ? [] : [`I5: ${data.callId} uses at ${seq} the approval that was used at ${before}`];
}

/** What is wrong with the approval that a start names. */
function grantOf(log: Log, call: CallLog, start: LogEvent, gate: LogEvent): string[] {
  const { approval, digest } = start.data;
  const asked = log.events.find((event) => event.type === "approval.requested" && event.data.waitId === approval);
  const end = log.events.find((event) => event.type === "wait.resolved" && event.data.waitId === approval);
  if (asked === undefined || asked.data.callId !== call.callId) return ["of another call"];
  if (end === undefined || end.seq > start.seq || end.data.payload?.decision !== "approved")
    return ["that was not granted"];
  const faults: string[] = [];
  if (digest === undefined || [asked, gate].some(({ data }) => data.digest !== digest))
    faults.push("of another digest");
  const votes = log.events.filter(({ type, data }) => type === "approval.decided" && data.waitId === approval);
  if (
    votes.some(({ data }) => data.decision !== "approved" || data.digest !== digest || data.arguments !== undefined)
  ) {
    faults.push("that not all votes were for");
  }
  const rules: readonly ApprovalRule[] = gate.data.rules ?? [];
  if (rules.length === 0) faults.push("whose gate says nothing of what it needs");
  const asking = requesters(log, call, asked);
  for (const rule of [...rules, ...asked.data.rules]) {
    if (met(rule, votes, asking) < rule.quorum)
      faults.push(`without the ${rule.quorum} votes that ${rule.policy ?? "its tool"} needs`);
  }
  const good = Math.min(...asked.data.rules.map((rule: ApprovalRule) => rule.expiresSeconds)) * 1000;
  if (timeOf(start) + advanced(log, end.seq, start.seq) >= timeOf(end) + good) faults.push("that had expired");
  return faults;
}

interface ApprovalRule {
  readonly policy: string | null;
  readonly approvers: readonly string[] | null;
  readonly notRequester: boolean;
  readonly quorum: number;
  readonly expiresSeconds: number;
}

/** Different people who may decide by a rule, and voted for it. */
function met(rule: ApprovalRule, votes: readonly LogEvent[], asking: readonly string[]): number {
  const people = votes.flatMap(({ data }) => {
    const named = rule.approvers === null || [data.by, ...data.roles].some((name) => rule.approvers?.includes(name));
    return named && !(rule.notRequester && asking.includes(data.by)) ? [data.by] : [];
  });
  return new Set(people).size;
}

/** Who asked for the call as it was asked for: the run's requester, and whoever edited it last. */
function requesters(log: Log, { callId }: CallLog, asked: LogEvent): readonly string[] {
  const edits = log.events.filter(
    ({ type, data, seq }) =>
      type === "approval.decided" && data.callId === callId && data.arguments !== undefined && seq < asked.seq,
  );
  return [log.created?.data.requestedBy, ...edits.slice(-1).map(({ data }) => data.by)];
}
