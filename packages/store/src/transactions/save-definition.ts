// An agent or a model is saved under its id, or removed. Of saves that are based on one version the first wins.

import type { SaveDefinition, SaveDefinitionReply } from "@haft/engine/ports";
import { holdKey, type Transaction } from "../database/transaction.ts";
import { run, send, type Work } from "../database/work.ts";
import { readDefinition } from "../reads/definitions.ts";
import { audit } from "./audit.ts";

const TENANT = "insert into tenants (tenant, created_at) values (:tenant, :now) on conflict do nothing";
/** Plan: primary key (tenant, kind, definition_id). */
const REMOVE = "delete from definitions where tenant = :tenant and kind = :kind and definition_id = :id";
const SAVE = `
insert into definitions (tenant, kind, definition_id, definition, version, saved_by, saved_at)
values (:tenant, :kind, :id, :definition, :version, :by, :now)
on conflict (tenant, kind, definition_id) do update set definition = excluded.definition,
  version = excluded.version, saved_by = excluded.saved_by, saved_at = excluded.saved_at`;

/** Saves or removes the definition, unless the current one is not the one that this is based on; 0 stands for none. */
export function* saveDefinition(transaction: Transaction, request: SaveDefinition): Work<SaveDefinitionReply> {
  const { now } = transaction;
  const { tenant, kind, id, definition, by, ifMatch } = request;
  yield* holdKey(transaction, `definition ${JSON.stringify([tenant, kind, id])}`);
  const current = yield* readDefinition(tenant, kind, id);
  const before = current?.version ?? 0;
  if (ifMatch !== undefined && ifMatch !== before) return { ok: false, current };
  if (definition === null && current === null) return { ok: true, found: false, version: 0 };
  yield* run(TENANT, { tenant, now });
  const version = definition === null ? before : before + 1;
  if (definition === null) yield* send(REMOVE, { tenant, kind, id });
  else yield* send(SAVE, { tenant, kind, id, definition: JSON.stringify(definition), version, by, now });
  const action = `${kind}.${definition === null ? "removed" : "saved"}`;
  yield* audit(transaction, tenant, { by, action, subject: id, detail: { version: String(version) } });
  return { ok: true, found: current !== null, version };
}
