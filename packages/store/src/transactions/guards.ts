// Part of transaction 4, and of those that carry first decisions: what a gated call was decided with is read again, in the
// transaction that asks for it or starts it (I5). Nobody changes it before that transaction has ended.

import type { Decision, GuardRefusal } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import { int } from "../database/row.ts";
import { sharing, type Transaction } from "../database/transaction.ts";
import { get, type Statement, type Work } from "../database/work.ts";

/** Plan: primary key. */
const REVISION = "select policy_revision from tenants where tenant = :tenant";
/** Plan: primary key (tenant, wait_id). Only who holds the run changes it. */
const USABLE = `
select 1 as usable from approvals
where tenant = :tenant and wait_id = :waitId and run_id = :runId and call_id = :callId and digest = :digest
  and status = 'granted' and usable_until > :now`;

/** What is held alone while a policy is saved, and shared by starts. */
export function policiesLock(tenant: string): string {
  return `policies ${JSON.stringify([tenant])}`;
}

/** Whether anything must still be true for a decision. */
export function isGuarded({ guards = [] }: Decision): boolean {
  return guards.length > 0;
}

/**
 * What is to be asked before the revision of the policies is read, so that it stays. Not a lock of the tenant's row: the many
 * that share it would let nobody through who wants to change it.
 */
export function sharingPolicies(transaction: Transaction, tenant: string): readonly Statement[] {
  return sharing(transaction, policiesLock(tenant));
}

/**
 * Which guard does not hold at this revision of the policies; null: all do, and every start names the approval that its guard
 * wants consumed.
 */
export function* guardRefusal(
  transaction: Transaction,
  { tenant, runId }: { readonly tenant: string; readonly runId: string },
  { decision, revision }: { readonly decision: Decision; readonly revision: number },
): Work<GuardRefusal | null> {
  const { guards = [] } = decision;
  if (guards.some((guard) => guard.policyRevision !== revision)) return "policy_moved";
  for (const { consume } of guards) {
    if (consume === null) continue;
    if (!names(decision, consume)) throw new Error(`no start of ${consume.callId} names the approval that it consumes`);
    // Asked for and granted by these very events: whoever edited arguments may have been all who must agree. The start that
    // uses it looks again (`rows/approvals.ts`).
    if (asksFor(decision, consume.waitId)) continue;
    if ((yield* get(USABLE, { tenant, runId, now: transaction.now, ...consume })) === undefined)
      return "approval_unusable";
  }
  return null;
}

/** Where nothing is to be kept of a transaction whose guards do not hold. */
export function* insistOnGuards(
  transaction: Transaction,
  run: { readonly tenant: string; readonly runId: string },
  decision: Decision,
): Work<void> {
  if (!isGuarded(decision)) return;
  const { tenant } = run;
  const row = yield* get(REVISION, { tenant }, sharingPolicies(transaction, tenant));
  const revision = row === undefined ? 0 : int(row, "policy_revision");
  const reason = yield* guardRefusal(transaction, run, { decision, revision });
  if (reason !== null) throw new Refusal({ ok: false, reason });
}

/** The row is changed by the event: `rows/approvals.ts`. */
function names(
  { events }: Decision,
  { callId, waitId, digest }: { readonly callId: string; readonly waitId: string; readonly digest: string },
): boolean {
  return events.some(
    ({ type, data }) =>
      (type === "tool.started" || type === "tool.resumed") &&
      data.callId === callId &&
      data.approval === waitId &&
      data.digest === digest,
  );
}

function asksFor({ events }: Decision, waitId: string): boolean {
  return events.some(({ type, data }) => type === "approval.requested" && data.waitId === waitId);
}
