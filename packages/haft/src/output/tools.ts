// Tools for people: name and arguments like a signature, the first sentence of the description, and what is special.

import type { JsonSchema, ToolDescriptor } from "@haft/contract";
import type { ReadToolset } from "../cli/session.ts";
import type { Paint } from "./paint.ts";
import { plainLine } from "./plain-text.ts";
import { schemaType } from "./schema-type.ts";

/** The tools of some toolsets; `schemas`: with their schemas as JSON. */
export function formatToolList(toolsets: readonly ReadToolset[], schemas: boolean, paint: Paint): string {
  const parts = toolsets.map((toolset) => {
    const heading = `${paint.strong(toolset.name)}${toolset.tools.length === 0 ? paint.quiet("  no tools") : ""}`;
    return [heading, ...toolset.tools.map((tool) => formatTool(tool, schemas, paint))].join("\n");
  });
  return `${parts.join("\n\n")}\n`;
}

function formatTool(tool: ToolDescriptor, schemas: boolean, paint: Paint): string {
  const lines = [`  ${paint.name(tool.name)}${formatArguments(tool)}${formatResult(tool)}`];
  lines.push(`      ${plainLine(tool.description.split("\n\n")[0] ?? "")}`);
  const marks = formatMarks(tool);
  if (marks !== "") lines.push(`      ${paint.quiet(marks)}`);
  if (schemas) {
    lines.push(indented(`input ${JSON.stringify(tool.inputSchema, null, 2)}`));
    if (tool.outputSchema) lines.push(indented(`output ${JSON.stringify(tool.outputSchema, null, 2)}`));
  }
  return lines.join("\n");
}

function formatArguments(tool: ToolDescriptor): string {
  const properties = (tool.inputSchema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = new Set(Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : []);
  const listed = Object.entries(properties).map(([name, schema]) => {
    const defaultValue = "default" in schema ? ` = ${JSON.stringify(schema.default)}` : "";
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
