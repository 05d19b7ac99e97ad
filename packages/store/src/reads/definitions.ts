// Reading agents and models.

import { type DefinitionKind, type DefinitionRow, isObject, type JsonObject } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, get, type Row, type Work } from "../database/work.ts";

/** Plan: primary key (tenant, kind, definition_id). */
const ONE = "select * from definitions where tenant = :tenant and kind = :kind and definition_id = :id";
/** Plan: the kind's range of the primary key, in its order. */
const ALL = "select * from definitions where tenant = :tenant and kind = :kind order by definition_id";

/** One definition; null if there is none. */
export function* readDefinition(tenant: string, kind: DefinitionKind, id: string): Work<DefinitionRow | null> {
  const row = yield* get(ONE, { tenant, kind, id });
  return row === undefined ? null : definitionRow(row);
}

/** All definitions of a kind, by their ids. */
export function* readDefinitions(tenant: string, kind: DefinitionKind): Work<readonly DefinitionRow[]> {
  return (yield* all(ALL, { tenant, kind })).map(definitionRow);
}

function definitionRow(row: Row): DefinitionRow {
  return {
    id: text(row, "definition_id"),
    definition: jsonObject(row, "definition"),
    version: int(row, "version"),
    savedBy: text(row, "saved_by"),
    savedAt: int(row, "saved_at"),
  };
}

/** A column that holds an object. */
export function jsonObject(row: Row, name: string): JsonObject {
  const value: unknown = JSON.parse(text(row, name));
  if (!isObject(value)) throw new TypeError(`column ${name} holds no object`);
  // Written by this store from a value of JSON.
  return value as JsonObject;
}
