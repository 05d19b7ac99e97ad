// Tools for people: name and arguments like a signature, the first sentence of the description, and what is special.

import type { JsonSchema, ToolDescriptor } from "@haft/contract";
import type { ReadToolset } from "../session/reading.ts";
import { jsonText } from "./json-text.ts";
import type { Paint } from "./paint.ts";
import { plainLine, plainText } from "./plain-text.ts";
import { schemaType } from "./schema-type.ts";

/** What a provider gets of a tool. */
export interface Offer {
  readonly provider: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** Whether the provider's strict mode is asked for. */
  readonly strict: boolean;
  /** Why it is not: each the end of "it refuses …", with where. */
  readonly refused: readonly string[];
  /** Keywords that it refuses; what they say is in the descriptions. */
  readonly dropped: readonly string[];
}

/** What is shown of each tool beyond its signature and summary. */
export interface ToolListOptions {
  readonly schemas: boolean;
  readonly offer?: (tool: ToolDescriptor) => Offer;
}

/** The tools of some toolsets. */
export function formatToolList(toolsets: readonly ReadToolset[], options: ToolListOptions, paint: Paint): string {
  const parts = toolsets.map((toolset) => {
    const heading = `${paint.strong(toolset.name)}${toolset.tools.length === 0 ? paint.quiet("  no tools") : ""}`;
    return [heading, ...toolset.tools.map((tool) => formatTool(tool, options, paint))].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

function formatTool(tool: ToolDescriptor, options: ToolListOptions, paint: Paint): string {
  const lines = [`  ${paint.name(tool.name)}${formatArguments(tool)}${formatResult(tool)}`];
  lines.push(`      ${plainLine(tool.description.split("\n\n")[0] ?? "")}`);
  const marks = formatMarks(tool);
  if (marks !== "") lines.push(`      ${paint.quiet(marks)}`);
  if (options.schemas) {
    lines.push(indented(`input ${jsonText(tool.inputSchema, 2)}`));
    if (tool.outputSchema) lines.push(indented(`output ${jsonText(tool.outputSchema, 2)}`));
  }
  if (options.offer) lines.push(indented(formatOffer(options.offer(tool), paint)));
  return lines.join("\n");
}

function formatOffer(offer: Offer, paint: Paint): string {
  const dropped = offer.dropped.length === 0 ? "" : `; said in words: ${offer.dropped.join(", ")}`;
  const why = offer.refused.length === 0 ? "" : `, for its strict mode refuses ${offer.refused.join("; ")}`;
  return [
    paint.quiet(plainLine(`for ${offer.provider}: ${offer.strict ? "strict" : `not strict${why}`}${dropped}`)),
    plainText(offer.description),
    jsonText(offer.schema, 2),
  ].join("\n");
}

function formatArguments(tool: ToolDescriptor): string {
  const properties = (tool.inputSchema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : []);
  const listed = Object.entries(properties).map(([name, schema]) => {
    const defaultValue = "default" in schema ? ` = ${jsonText(schema.default)}` : "";
    return plainLine(`${name}${required.has(name) ? "" : "?"}: ${schemaType(schema, tool.inputSchema)}${defaultValue}`);
  });
  return `(${listed.join(", ")})`;
}

function formatResult(tool: ToolDescriptor): string {
  return tool.outputSchema ? ` -> ${plainLine(schemaType(tool.outputSchema, tool.outputSchema))}` : "";
}

function formatMarks(tool: ToolDescriptor): string {
  const { annotations } = tool;
  const marks = [
    tool.yields ? "waits" : "",
    tool.approval.required ? "needs approval" : "",
    annotations.readOnly ? "read-only" : "",
    annotations.destructive ? "destructive" : "",
    annotations.idempotent ? "idempotent" : "",
    annotations.openWorld ? "open world" : "",
    ...tool.capabilities,
    `${tool.timeoutSeconds} s`,
    `${tool.location.file}:${tool.location.line}`,
  ];
  return plainLine(marks.filter((mark) => mark !== "").join(" · "));
}

function indented(text: string): string {
  return text.replace(/^/gm, "      ");
}
