// Transaction 13: a new version of a toolset. Versions are numbered from 1, never changed and never removed.

import type { SaveToolset, SaveToolsetReply } from "@haft/engine/ports";
import { Refusal } from "../database/refusal.ts";
import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { get, run, type Work } from "../database/work.ts";
import { readToolset } from "../reads/toolsets.ts";
import { audit } from "./audit.ts";

const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
/** Plan: primary key (tenant, toolset). Two first saves at once both find the row of the first. */
const TOOLSET = `
insert into toolsets (tenant, toolset, current, created_at) values (:tenant, :toolset, 0, :now) on conflict do nothing`;
/** Plan: primary key (tenant, toolset). */
const HOLD = "select current from toolsets where tenant = :tenant and toolset = :toolset {lock row}";
/** Plan: one insert in the primary key (tenant, toolset, version). */
const VERSION = `
insert into toolset_versions (tenant, toolset, version, digest, language, source, built, saved_by, saved_at)
values (:tenant, :toolset, :version, :digest, :language, :source, :built, :by, :now)`;
/** Plan: primary key (tenant, toolset). */
const CURRENT = "update toolsets set current = :version where tenant = :tenant and toolset = :toolset";
/** Plan: the last entry of (tenant, toolset) in the primary key. */
const LAST = `
select coalesce(max(version), 0) as last from toolset_versions where tenant = :tenant and toolset = :toolset`;

/** Saves a version, unless the current one is not the one that the save is based on. */
export function* saveToolset(transaction: Transaction, request: SaveToolset): Work<SaveToolsetReply> {
  const { now } = transaction;
  const { tenant, toolset, digest, language, source, built, by, ifMatch } = request;
  yield* run(TENANT, { tenant, now });
  yield* run(TOOLSET, { tenant, toolset, now });
  yield* get(HOLD, { tenant, toolset });
  const current = yield* readToolset(tenant, toolset);
  // A refusal undoes what was written so far: a toolset without a version.
  if (ifMatch !== undefined && ifMatch !== (current?.version ?? null)) throw new Refusal(conflict(current));
  if (current?.digest === digest && current.built === built) return { ok: true, saved: false, version: current };
  const version = int((yield* get(LAST, { tenant, toolset })) ?? { last: 0 }, "last") + 1;
  yield* run(VERSION, { tenant, toolset, version, digest, language, source, built, by, now });
  yield* run(CURRENT, { tenant, toolset, version });
  const detail = { version: String(version) };
  yield* audit(transaction, tenant, { by, action: "toolset.saved", subject: toolset, detail });
  const row = { toolset, version: String(version), digest, language, source, built, savedBy: by, savedAt: now };
  return { ok: true, saved: true, version: row };
}

function conflict(current: Extract<SaveToolsetReply, { ok: false }>["current"]): SaveToolsetReply & { ok: false } {
  return { ok: false, current };
}
