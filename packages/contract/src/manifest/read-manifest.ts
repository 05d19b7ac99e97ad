// A manifest's text to its values and every fault in it, each with its place.

import { parse, TomlError } from "smol-toml";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/nearest.ts";
import { KNOWN_KEYS, UNUSED_KEYS, type ValueKind } from "./known-keys.ts";
import type { DeclaredSecret, Manifest } from "./manifest.ts";
import { networkEntryFault } from "./network-entry.ts";
import { TomlPlaces } from "./toml-places.ts";

/** What reading a manifest gives. Values that are at fault have their defaults. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly diagnostics: readonly Diagnostic[];
}

type Table = Readonly<Record<string, unknown>>;
type Report = (
  code: string,
  path: readonly string[],
  message: string,
  hint?: string,
  severity?: "error" | "warning",
) => void;

const SLUG = /^[a-z][a-z0-9-]{1,62}$/;
const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const SECRET = /^[A-Z][A-Z0-9_]{0,63}$/;
const KIND_NAMES: Record<ValueKind, string> = {
  text: "text",
  texts: "a list of texts",
  whole: "a whole number",
  truth: "true or false",
};

/** Reads a manifest. `file` is its name in messages. */
export function readManifest(text: string, file: string): ReadManifest {
  const diagnostics: Diagnostic[] = [];
  const places = new TomlPlaces(text);
  const report: Report = (code, path, message, hint, severity = "error") => {
    diagnostics.push({ code, severity, message, ...(hint === undefined ? {} : { hint }), file, ...places.of(...path) });
  };
  const root = parseToml(text, file, diagnostics);
  if (root !== undefined) checkKeys(root, report);
  return { manifest: manifestOf(root ?? {}, report, root !== undefined), diagnostics };
}

function parseToml(text: string, file: string, diagnostics: Diagnostic[]): Table | undefined {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "it does not parse";
    diagnostics.push({
      code: "HAFT701",
      severity: "error",
      message: `${file} is not TOML: ${what}`,
      hint: "mend the marked line; every value is written as key = value, texts in quotes",
      file,
      line: error.line,
      column: error.column,
      endLine: error.line,
      endColumn: error.column + 1,
    });
    return undefined;
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function fits(value: unknown, kind: ValueKind): boolean {
  if (kind === "text") return typeof value === "string";
  if (kind === "truth") return typeof value === "boolean";
  if (kind === "whole") return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function checkKeys(root: Table, report: Report): void {
  for (const [name, table] of Object.entries(root)) {
    const known = KNOWN_KEYS[name];
    if (known === undefined || !isTable(table)) unknownKey([name], Object.keys(KNOWN_KEYS), report);
    else for (const [key, value] of Object.entries(table)) checkKey(name, known, key, value, report);
  }
}

function checkKey(
  table: string,
  known: Readonly<Record<string, ValueKind>>,
  key: string,
  value: unknown,
  report: Report,
): void {
  const kind = known[key];
  if (table === "secrets" && isTable(value)) {
    checkSecretTable(key, value, report);
  } else if (kind === undefined) {
    unknownKey([table, key], Object.keys(known), report);
  } else if (!fits(value, kind)) {
    report(
      "HAFT702",
      [table, key],
      `${table}.${key} must be ${KIND_NAMES[kind]}`,
      `write ${key} as ${KIND_NAMES[kind]}`,
    );
  }
}

function checkSecretTable(name: string, table: Table, report: Report): void {
  for (const [key, value] of Object.entries(table)) {
    if (key === "inject" && value !== "egress") {
      report(
        "HAFT702",
        ["secrets", name, key],
        `secrets.${name}.inject is ${JSON.stringify(value)}`,
        'the one way is inject = "egress"',
      );
    } else if (key === "hosts" && !fits(value, "texts")) {
      report(
        "HAFT702",
        ["secrets", name, key],
        `secrets.${name}.hosts must be a list of texts`,
        'write hosts = ["api.example.com"]',
      );
    } else if (key !== "inject" && key !== "hosts") unknownKey(["secrets", name, key], ["inject", "hosts"], report);
  }
}

function unknownKey(path: readonly string[], known: readonly string[], report: Report): void {
  const dotted = path.join(".");
  const unused = UNUSED_KEYS.find((name) => dotted === name || dotted.startsWith(`${name}.`));
  if (unused !== undefined) {
    report("HAFT702", path, `${dotted} has no meaning for Haft and is left alone`, undefined, "warning");
    return;
  }
  const meant = nearest(path.at(-1) ?? "", known);
  const hint = meant === undefined ? `known here: ${known.join(", ")}` : `did you mean ${meant}?`;
  report("HAFT702", path, `${dotted} is not a key of the manifest`, hint);
}

function table(root: Table, name: string): Table {
  const value = root[name];
  return isTable(value) ? value : {};
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

function whole(
  value: unknown,
  path: readonly [string, string],
  least: number,
  most: number,
  report: Report,
): number | undefined {
  if (!fits(value, "whole")) return undefined;
  const found = Number(value);
  if (found >= least && found <= most) return found;
  report("HAFT702", path, `${path.join(".")} is ${found}`, `write a whole number from ${least} to ${most}`);
  return undefined;
}

function manifestOf(root: Table, report: Report, parsed: boolean): Manifest {
  const meta = table(root, "meta");
  const runtime = table(root, "runtime");
  const budget = table(root, "budget");
  const hint = text(runtime.model_hint);
  const tokens = whole(budget.tokens, ["budget", "tokens"], 1, Number.MAX_SAFE_INTEGER, report);
  const wallSeconds = whole(budget.wall_seconds, ["budget", "wall_seconds"], 1, 31_622_400, report);
  const requireTool = text(runtime.require_tool);
  const environment = text(runtime.environment);
  if (parsed) checkIdentity(meta, report);
  if (hint !== undefined && !["small", "deep", "auto"].includes(hint)) {
    report("HAFT702", ["runtime", "model_hint"], `runtime.model_hint is "${hint}"`, 'write "small", "deep" or "auto"');
  }
  return Object.freeze({
    name: text(meta.name) ?? "",
    version: text(meta.version) ?? "0.0.0",
    description: text(meta.description) ?? "",
    tags: texts(meta.tags),
    tools: texts(runtime.tools),
    maxSteps: whole(runtime.max_steps, ["runtime", "max_steps"], 1, 50, report) ?? 20,
    ...(requireTool === undefined ? {} : { requireTool }),
    modelHint: hint === "small" || hint === "deep" ? hint : "auto",
    timeoutSeconds: whole(runtime.timeout_seconds, ["runtime", "timeout_seconds"], 1, 300, report) ?? 30,
    network: networkOf(runtime, report),
    subprocess: runtime.subprocess === true,
    ...(environment === undefined ? {} : { environment }),
    budget: { ...(tokens === undefined ? {} : { tokens }), ...(wallSeconds === undefined ? {} : { wallSeconds }) },
    secrets: secretsOf(table(root, "secrets"), report),
  });
}

function checkIdentity(meta: Table, report: Report): void {
  const name = text(meta.name);
  const version = text(meta.version);
  if (name === undefined)
    report("HAFT707", ["meta", "name"], "the bundle has no name", 'write name = "my-bundle" under [meta]');
  else if (!SLUG.test(name)) {
    const meant = name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^[^a-z]+|-+$/g, "");
    const better = SLUG.test(meant)
      ? `write name = "${meant}"`
      : "begin with a small letter, then letters, digits and -";
    report("HAFT707", ["meta", "name"], `meta.name "${name}" is not a slug ([a-z][a-z0-9-]{1,62})`, better);
  } else if (name === "builtin")
    report("HAFT707", ["meta", "name"], `meta.name "builtin" is the name of Haft's own tools`, "give it another name");
  if (version === undefined)
    report("HAFT707", ["meta", "version"], "the bundle has no version", 'write version = "1.0.0" under [meta]');
  else if (!SEMVER.test(version)) {
    report(
      "HAFT707",
      ["meta", "version"],
      `meta.version "${version}" is not a semantic version`,
      'write three numbers: "1.0.0"',
    );
  }
}

function networkOf(runtime: Table, report: Report): readonly string[] {
  const entries = texts(runtime.network);
  for (const entry of entries) {
    const fault = networkEntryFault(entry);
    if (fault !== undefined) report("HAFT713", ["runtime", "network"], `network entry "${entry}" ${fault}`);
  }
  return entries;
}

function secretsOf(secrets: Table, report: Report): readonly DeclaredSecret[] {
  const required = texts(secrets.required);
  const optional = texts(secrets.optional).filter((name) => !required.includes(name));
  const tables = Object.keys(secrets).filter((name) => isTable(secrets[name]));
  for (const [list, names] of [
    ["required", required],
    ["optional", optional],
  ] as const) {
    for (const name of names) if (!SECRET.test(name)) badSecret(name, ["secrets", list], report);
  }
  for (const name of tables) if (!SECRET.test(name)) badSecret(name, ["secrets", name], report);
  return [...new Set([...required, ...optional, ...tables])].map((name) => {
    const details = table(secrets, name);
    const inject = details.inject === "egress" ? { inject: "egress" as const } : {};
    return { name, required: required.includes(name), ...inject, hosts: texts(details.hosts) };
  });
}

function badSecret(name: string, path: readonly string[], report: Report): void {
  const meant = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[^A-Z]+/, "");
  const hint = SECRET.test(meant) ? `name it ${meant}` : "begin with a capital letter, then capitals, digits and _";
  report("HAFT708", path, `"${name}" is no name for a secret`, hint);
}
