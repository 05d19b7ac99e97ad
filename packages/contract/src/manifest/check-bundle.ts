// What a manifest says against what its bundle holds: tools, prompt, config schema, secrets.

import { Ajv2020 } from "ajv/dist/2020.js";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Manifest } from "./manifest.ts";
import { configKeyOf } from "./network-entry.ts";
import { TomlPlaces } from "./toml-places.ts";

/** A text file of a bundle. */
export interface BundleText {
  readonly file: string;
  readonly text: string;
}

/** A bundle's parts, as far as a manifest speaks of them. */
export interface BundleParts {
  readonly manifest: Manifest;
  readonly source: BundleText;
  /** The tools that its files define. */
  readonly tools: readonly string[];
  /** `prompt.md` or `agent.md`. */
  readonly prompt?: BundleText;
  /** `config_schema.json` */
  readonly configSchema?: BundleText;
  /** Texts of the tools' sources, for secrets that are read by a literal name. */
  readonly sources: readonly BundleText[];
}

const start = { line: 1, column: 1, endLine: 1, endColumn: 2 };

/** Every fault between a manifest and its bundle. */
export function checkBundle(parts: BundleParts): Diagnostic[] {
  const schema = readConfigSchema(parts.configSchema);
  return [...toolFaults(parts), ...schema.diagnostics, ...promptFaults(parts, schema.keys), ...secretFaults(parts)];
}

function toolFaults({ manifest, source, tools }: BundleParts): Diagnostic[] {
  const places = new TomlPlaces(source.text);
  const at = { file: source.file, ...places.of("runtime", "tools") };
  const builtIn = ["list_files", "read_file", "write_file", "edit_file", "search", "execute", "load_skill", "ask_user"];
  const found: Diagnostic[] = [];
  for (const name of manifest.tools) {
    if (tools.includes(name) || builtIn.includes(name)) continue;
    const meant = nearest(name, [...tools, ...builtIn]);
    const hint = meant === undefined ? `tools of this bundle: ${tools.join(", ") || "none"}` : `did you mean ${meant}?`;
    found.push({
      code: "HAFT703",
      severity: "error",
      message: `runtime.tools lists ${name}, which nothing defines`,
      hint,
      ...at,
      tool: name,
    });
  }
  for (const name of tools) {
    if (manifest.tools.includes(name)) continue;
    const message = `${name} is defined and not listed under [runtime] tools, so no model sees it`;
    const hint = `add "${name}" to tools`;
    found.push({ code: "HAFT712", severity: "warning", message, hint, ...at, tool: name });
  }
  const { requireTool } = manifest;
  if (requireTool !== undefined && !manifest.tools.includes(requireTool)) {
    const message = `require_tool is ${requireTool}, which is not listed under [runtime] tools`;
    const place = places.of("runtime", "require_tool");
    found.push({
      code: "HAFT706",
      severity: "error",
      message,
      hint: `add "${requireTool}" to tools`,
      file: source.file,
      ...place,
    });
  }
  return found;
}

/** The keys of the config, or undefined where it is open. */
function readConfigSchema(configSchema: BundleText | undefined): {
  keys?: readonly string[];
  diagnostics: Diagnostic[];
} {
  if (configSchema === undefined) return { diagnostics: [] };
  const { file, text } = configSchema;
  const fault = (message: string, hint: string): { diagnostics: Diagnostic[] } => ({
    diagnostics: [{ code: "HAFT705", severity: "error", message: `${file} ${message}`, hint, file, ...start }],
  });
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return fault(
      `is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      "mend it, or remove the file to leave the config open",
    );
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    return fault("is not a JSON Schema object", 'write {"type": "object", "properties": {…}}');
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  if (ajv.validateSchema(schema) !== true)
    return fault(`is not a JSON Schema: ${ajv.errorsText(ajv.errors)}`, "mend the named place");
  const properties = "properties" in schema ? schema.properties : undefined;
  const keys = typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
  return { keys, diagnostics: [] };
}

function promptFaults(parts: BundleParts, keys: readonly string[] | undefined): Diagnostic[] {
  if (keys === undefined) return [];
  const found: Diagnostic[] = [];
  const undeclared = (
    key: string,
    where: string,
    at: Diagnostic | Omit<Diagnostic, "code" | "severity" | "message">,
  ): void => {
    if (keys.includes(key)) return;
    const meant = nearest(key, keys);
    const hint =
      meant === undefined
        ? `declare ${key} in config_schema.json`
        : `did you mean ${meant}? Else declare ${key} in config_schema.json`;
    found.push({
      ...at,
      code: "HAFT704",
      severity: "error",
      message: `${where} uses {{config.${key}}}, which the config schema does not declare`,
      hint,
    });
  };
  for (const [index, line] of (parts.prompt?.text ?? "").split("\n").entries()) {
    for (const match of line.matchAll(/\{\{\s*config\.([A-Za-z0-9_]+)\s*\}\}/g)) {
      const column = match.index + 1;
      const place = { line: index + 1, column, endLine: index + 1, endColumn: column + match[0].length };
      undeclared(match[1] ?? "", "the prompt", { file: parts.prompt?.file ?? "", ...place });
    }
  }
  const places = new TomlPlaces(parts.source.text);
  for (const entry of parts.manifest.network) {
    const key = configKeyOf(entry);
    if (key !== undefined)
      undeclared(key, "runtime.network", { file: parts.source.file, ...places.of("runtime", "network") });
  }
  return found;
}

function secretFaults({ manifest, sources }: BundleParts): Diagnostic[] {
  const declared = manifest.secrets.map((secret) => secret.name);
  const found: Diagnostic[] = [];
  for (const { file, text } of sources) {
    for (const [index, line] of text.split("\n").entries()) {
      for (const match of line.matchAll(/\bctx\.secret\(\s*(["'])([^"']+)\1/g)) {
        const name = match[2] ?? "";
        if (declared.includes(name)) continue;
        const column = match.index + 1;
        const message = `the secret ${name} is read here and not declared, so ctx.secret refuses it`;
        const hint = `add "${name}" to required or optional under [secrets]`;
        const place = { line: index + 1, column, endLine: index + 1, endColumn: column + match[0].length };
        found.push({ code: "HAFT711", severity: "warning", message, hint, file, ...place });
      }
    }
  }
  return found;
}
