// Transaction 13: a new version of a toolset. Versions are numbered from 1, never changed and never removed.

import type { SaveToolset, SaveToolsetReply } from "@haft/engine/ports";
import { int } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { readToolset } from "../reads/toolsets.ts";
import { audit } from "./audit.ts";

/** Plan: one insert in the primary key (tenant, toolset, version). */
const VERSION = `
insert into toolset_versions (tenant, toolset, version, digest, language, source, built, saved_by, saved_at)
values (:tenant, :toolset, :version, :digest, :language, :source, :built, :by, :now)`;
/** Plan: primary key (tenant, toolset); the version that was read is a condition. */
const CURRENT = `
insert into toolsets (tenant, toolset, current, created_at) values (:tenant, :toolset, :version, :now)
on conflict (tenant, toolset) do update set current = excluded.current where current = :before`;
/** Plan: the last entry of (tenant, toolset) in the primary key. */
const LAST = `
select coalesce(max(version), 0) as last from toolset_versions where tenant = :tenant and toolset = :toolset`;
const TENANT = "insert or ignore into tenants (tenant, created_at) values (:tenant, :now)";

/** Saves a version, unless the current one is not the one that the save is based on. */
export function saveToolset(transaction: Transaction, request: SaveToolset): SaveToolsetReply {
  const { database, now } = transaction;
  const { tenant, toolset, digest, language, source, built, by } = request;
  const current = readToolset(database, tenant, toolset);
  if (request.ifMatch !== undefined && request.ifMatch !== (current?.version ?? null)) return { ok: false, current };
  if (current?.digest === digest && current.built === built) return { ok: true, saved: false, version: current };
  const version = int(database.get(LAST, { tenant, toolset }) ?? { last: 0 }, "last") + 1;
  database.run(TENANT, { tenant, now });
  database.run(VERSION, { tenant, toolset, version, digest, language, source, built, by, now });
  const before = current === null ? 0 : Number(current.version);
  if (database.run(CURRENT, { tenant, toolset, version, before, now }) !== 1) return { ok: false, current };
  audit(transaction, tenant, { by, action: "toolset.saved", subject: toolset, detail: { version: String(version) } });
  const row = { toolset, version: String(version), digest, language, source, built, savedBy: by, savedAt: now };
  return { ok: true, saved: true, version: row };
}
