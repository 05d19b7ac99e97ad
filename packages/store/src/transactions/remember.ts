// Part of the transactions of inputs: the key under which one was asked for is kept with what it did, in the same transaction.

import type { Idempotency, LeftWait, Remembered, WaitRow } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import type { Transaction } from "../database/transaction.ts";
import { run, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, key). Of two at once the second waits here for what comes of the first. */
const REMEMBER = `
insert into idempotency (tenant, key, digest, run_id, created_at, reply, forget_at)
values (:tenant, :key, :digest, :runId, :now, :reply, :forgetAt) on conflict do nothing`;

/** What is kept of an input. */
export interface Kept {
  readonly tenant: string;
  /** Empty: it is no run's. */
  readonly runId: string;
  readonly reply: Remembered["reply"];
  /** Absent: with its run. */
  readonly forgetAt?: number;
}

/** Keeps the key, last of all: where somebody else has it, all that was written is undone, and the reply is `key_taken`. */
export function* remember(transaction: Transaction, idempotency: Idempotency | undefined, kept: Kept): Work<void> {
  if (idempotency === undefined) return;
  if (!(yield* keepKey(transaction, idempotency, kept))) throw new Refusal({ ok: false, reason: "key_taken" });
}

/** Keeps the key; false: it is kept already. */
export function* keepKey(
  { now }: Transaction,
  { key, digest }: Idempotency,
  { tenant, runId, reply, forgetAt }: Kept,
): Work<boolean> {
  const text = reply === null ? null : JSON.stringify(reply);
  return (yield* run(REMEMBER, { tenant, key, digest, runId, now, reply: text, forgetAt: forgetAt ?? null })) === 1;
}

/** What is replied of a wait, as far as it may change later. */
export function leftAs({ waitId, status, endedAt, endedBy, approval }: WaitRow): { readonly wait: LeftWait } {
  return { wait: { waitId, status, endedAt, endedBy, have: approval?.have ?? null } };
}
