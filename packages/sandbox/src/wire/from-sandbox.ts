// Messages of the sandbox itself, validated on arrival.

import type { DefinitionSchema, FromSandbox, InsideReport, Json, JsonObject } from "@haft/sdk/wire";
import { fault, integer, json, list, name, object, record, text, wireError } from "./fields.ts";
import { isObject } from "./frames.ts";

const MAX_COUNT = 2 ** 31;

/** The message, or a `WireFault`. */
export function sandboxMessage(message: JsonObject): FromSandbox {
  switch (message.type) {
    case "ready":
      return { type: "ready", report: report(message) };
    case "loaded":
      return { type: "loaded", threads: integer(message, "threads", 0, MAX_COUNT) };
    case "load-failed":
      return { type: "load-failed", error: wireError(message, "error") };
    case "waiting":
      return { type: "waiting", n: integer(message, "n", 0, MAX_COUNT) };
    case "ended":
      return { type: "ended", n: integer(message, "n", 0, MAX_COUNT), status: integer(message, "status", 0, 0xffff) };
    case "definition":
      return {
        type: "definition",
        fields: object(message, "fields"),
        functions: list(message, "functions", word),
        schemas: schemas(message),
        ...(message.others === undefined ? {} : { others: record(message, "others", word) }),
      };
    default:
      throw fault(message, "type");
  }
}

function word(value: Json): string | undefined {
  return typeof value === "string" && value.length <= 4_096 ? value : undefined;
}

function number(value: Json): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function report(message: JsonObject): InsideReport {
  const given = object(message, "report");
  return {
    pid: integer(given, "pid", 1, MAX_COUNT),
    uid: integer(given, "uid", 0, 2 ** 32),
    status: record(given, "status", word),
    namespaces: record(given, "namespaces", word),
    root: list(given, "root", word),
    descriptors: list(given, "descriptors", number),
    refused: record(given, "refused", word),
    limits: record(given, "limits", number),
    interpreter: name(given, "interpreter"),
  };
}

function schemas(message: JsonObject): Record<string, DefinitionSchema> {
  return record(message, "schemas", (value) => {
    if (!isObject(value)) return undefined;
    const vendor = text(value, "vendor", 1_000);
    if (value.ok === true) return { ok: true, vendor, schema: json(value, "schema") };
    const others = value.others === undefined ? {} : { others: list(value, "others", place) };
    return { ok: false, vendor, path: text(value, "path"), message: text(value, "message"), ...others };
  });
}

/** A further place that JSON Schema cannot express. */
function place(value: Json): { readonly path: string; readonly message: string } | undefined {
  return isObject(value) ? { path: text(value, "path"), message: text(value, "message") } : undefined;
}
