// The rows of approvals and votes. Plan of every statement: one search of the primary key (tenant, wait_id …), but for
// those that go by run, which use the index approvals_granted.

import { type EventPayloads, isObject, usableUntil } from "@haft/engine/ports";
import { run, send, type Work } from "../database/work.ts";
import type { EventPlace } from "./project.ts";
import { jsonOrNull } from "./waits.ts";

/** What is asked for now takes the place of what was granted before. */
const REPLACE = `
update approvals set status = 'cancelled'
where tenant = :tenant and run_id = :runId and call_id = :callId and status = 'granted'`;
const ASK = `
insert into approvals (tenant, wait_id, run_id, call_id, status, reason, digest, arguments, rules, version, have, need, usable_ms)
values (:tenant, :waitId, :runId, :callId, 'asked', :reason, :digest, :arguments, :rules, :version, 0, :need, :usableMs)`;

/** People are asked for an approval. */
export function* askApproval({ tenant, runId }: EventPlace, data: EventPayloads["approval.requested"]): Work<void> {
  const { callId, waitId, digest, rules, version } = data;
  yield* send(REPLACE, { tenant, runId, callId });
  yield* send(ASK, {
    ...{ tenant, runId, callId, waitId, digest, version, reason: data.reason ?? null },
    // Null where they were too large for the event as well: they are a blob, which its reader brings along.
    arguments: jsonOrNull(data.arguments),
    rules: JSON.stringify(rules),
    need: rules.reduce((sum, rule) => sum + rule.quorum, 0),
    usableMs: rules.length === 0 ? 0 : Math.round(usableUntil(rules, 0)),
  });
}

const VOTE = `
insert into votes (tenant, wait_id, digest, by, decision, roles, reason, seq, at)
values (:tenant, :waitId, :digest, :by, :decision, :roles, :reason, :seq, :at)`;
/** Who has approved takes it back, or says that the source does not matter. A denial is the last word. */
const VOTE_AGAIN = `
update votes set decision = :decision, roles = :roles, reason = :reason, seq = :seq, at = :at
where tenant = :tenant and wait_id = :waitId and digest = :digest and by = :by and decision = 'approved'`;
const COUNT = `
update approvals set have = :have, need = :need
where tenant = :tenant and wait_id = :waitId and digest = :digest and status = 'asked'`;

/** Somebody has voted: each person counts once on a wait and digest, which the primary key keeps. */
export function* countVote({ tenant, seq, at }: EventPlace, data: EventPayloads["approval.decided"]): Work<void> {
  const { waitId, digest, by, decision, counts } = data;
  const roles = JSON.stringify(data.roles);
  const vote = { tenant, waitId, digest, by, decision, roles, reason: data.reason ?? null, seq, at };
  const mayBeAgain = decision === "denied" || data.resumeOriginal === true;
  const again = mayBeAgain && (yield* run(VOTE_AGAIN, vote)) === 1;
  if (!again) yield* send(VOTE, vote);
  // An approval that is given again counts no more than before.
  if (again && decision === "approved") return;
  yield* send(COUNT, { tenant, waitId, digest, have: counts.have, need: counts.need });
}

/** I5: granted only where enough have approved what is asked for and nobody has denied it, whatever the event says. */
const SETTLE = `
update approvals set usable_until = :at + usable_ms, status = case
  when :said <> 'granted' then :said
  when have >= need and need > 0 and not exists (
    select 1 from votes where votes.tenant = approvals.tenant and votes.wait_id = approvals.wait_id
      and votes.digest = approvals.digest and votes.decision = 'denied') then 'granted'
  else 'denied' end
where tenant = :tenant and wait_id = :waitId and status = 'asked'`;
/** What the end of a wait says of its approval. Whatever cannot be read denies. */
const SAID: Readonly<Record<string, string>> = { approved: "granted", edited: "edited" };

/** The wait of an approval has ended. */
export function* settleApproval(
  { tenant, at }: EventPlace,
  status: "resolved" | "expired" | "cancelled",
  { waitId, payload }: EventPayloads["wait.resolved" | "wait.expired" | "wait.cancelled"],
): Work<void> {
  const decision = isObject(payload) && typeof payload.decision === "string" ? payload.decision : "";
  const said = status === "resolved" ? (SAID[decision] ?? "denied") : status;
  yield* send(SETTLE, { tenant, waitId, at, said });
}

const USE = `
update approvals set status = 'used', used_seq = :seq
where tenant = :tenant and wait_id = :waitId and call_id = :callId and digest = :digest
  and status = 'granted' and usable_until > :at`;

/** A start named an approval that is not to be had. */
export class ApprovalUnusable extends Error {
  constructor(waitId: string) {
    super(`the approval ${waitId} is not granted, or it was used, is out of date or is of another call`);
    this.name = "ApprovalUnusable";
  }
}

/** I5: a start consumes its approval, once; every condition is in the statement. */
export function* useApproval(
  { tenant, seq, at }: EventPlace,
  { callId, approval, digest }: EventPayloads["tool.started" | "tool.resumed"],
): Work<void> {
  if (approval === undefined) return;
  const changed = yield* run(USE, { tenant, callId, waitId: approval, digest: digest ?? "", seq, at });
  if (changed !== 1) throw new ApprovalUnusable(approval);
}
