// How the three docstring styles mark a section: `Args:`, an underlined `Parameters`, `:param x:`.

import type { DocstringLine } from "./docstring-lines.ts";

/** What a section is for. `ignored`: said to people, not to models (`Returns`, `Raises`). */
export type SectionKind = "parameters" | "attributes" | "examples" | "when" | "ignored";

const KINDS: ReadonlyMap<string, SectionKind> = new Map([
  ...kind("parameters", "args", "arguments", "parameters", "params", "other parameters", "other params"),
  ...kind("parameters", "keyword args", "keyword arguments", "kwargs"),
  ...kind("attributes", "attributes", "attrs", "fields"),
  ...kind("examples", "example", "examples"),
  ...kind("when", "when"),
  ...kind("ignored", "returns", "return", "yields", "yield", "receives", "raises", "raise", "except", "exceptions"),
  ...kind("ignored", "warns", "see also", "references"),
]);

function kind(of: SectionKind, ...names: string[]): [string, SectionKind][] {
  return names.map((name) => [name, of]);
}

/** A section that begins at a line. `inline`: what stands behind a Google heading on its own line. */
export interface Heading {
  readonly kind: SectionKind;
  readonly inline: string;
}

/** `Args:` on a line of its own, or `Returns: text` and `When: text` at the start of a paragraph. */
export function googleHeading(lines: readonly DocstringLine[], at: number): Heading | undefined {
  const line = lines[at];
  const match = /^([A-Za-z][A-Za-z ]*):(?:\s+(.*))?$/.exec(line?.text ?? "");
  const kind = KINDS.get((match?.[1] ?? "").toLowerCase().replaceAll(/\s+/g, " "));
  if (line === undefined || match === null || kind === undefined) return undefined;
  const inline = match[2] ?? "";
  if (inline === "") return line.indent === 0 || nextIndent(lines, at) > line.indent ? { kind, inline } : undefined;
  const startsParagraph = at === 0 || lines[at - 1]?.text === "";
  if (!startsParagraph || line.indent > 0) return undefined;
  if (kind === "when" || kind === "ignored") return { kind, inline };
  return kind === "examples" && inline.startsWith("{") ? { kind, inline } : undefined;
}

function nextIndent(lines: readonly DocstringLine[], at: number): number {
  return lines.find((line, index) => index > at && line.text !== "")?.indent ?? 0;
}

/** A line that the next one underlines. `kind` is absent for a heading that is prose. */
export function numpyHeading(
  lines: readonly DocstringLine[],
  at: number,
): { readonly kind: SectionKind | undefined } | undefined {
  const line = lines[at];
  const under = lines[at + 1];
  if (line === undefined || under === undefined || line.text === "" || line.indent !== under.indent) return undefined;
  if (!/^(-{3,}|={3,})$/.test(under.text)) return undefined;
  return { kind: KINDS.get(line.text.toLowerCase().replaceAll(/\s+/g, " ")) };
}

const FIELDS: ReadonlyMap<string, SectionKind> = new Map([
  ...kind("parameters", "param", "parameter", "arg", "argument", "key", "keyword", "kwarg"),
  ...kind("attributes", "ivar", "var", "cvar"),
  ...kind("ignored", "type", "rtype", "vartype", "return", "returns", "yield", "yields", "raise", "raises"),
  ...kind("ignored", "except", "exception", "meta"),
]);

/** A Sphinx field. */
export interface SphinxField {
  readonly kind: SectionKind;
  readonly name: string;
  readonly text: string;
}

/** `:param x: text`, `:param type x: text`, `:returns: text`. A role such as `:class:` is none. */
export function sphinxField(line: DocstringLine): SphinxField | undefined {
  const match = /^:([a-z]+)(?:\s+([^:]*?))?\s*:(?:\s+(.*))?$/i.exec(line.text);
  const kind = FIELDS.get((match?.[1] ?? "").toLowerCase());
  if (match === null || kind === undefined) return undefined;
  const name = (match[2] ?? "").trim().split(/\s+/).at(-1) ?? "";
  return { kind, name: withoutStars(name), text: match[3] ?? "" };
}

/** `*args` and `\*args` are documented as `args`. */
export function withoutStars(name: string): string {
  return name.replace(/^(?:\\?\*)+/, "");
}

/** A paragraph that says when the tool is used: it ends any section. */
export function saysWhen(lines: readonly DocstringLine[], at: number): boolean {
  if (at > 0 && lines[at - 1]?.text !== "") return false;
  return /^use (this when|it when|this tool when|only when|when)\b/i.test(lines[at]?.text ?? "");
}
