// From what a definition says of itself to the tool, or to everything that is wrong with it.

import type { DefinitionMessage, ToolPlan } from "@haft/sdk/wire";
import type { ToolDescriptor } from "../descriptor/tool-descriptor.ts";
import type { ReadRequest, ReadResult } from "../read/reader.ts";
import { readApproval } from "./approval.ts";
import { Faults } from "./faults.ts";
import {
  misspeltFields,
  readCapabilities,
  readDescription,
  readHandler,
  readName,
  readUnknownFields,
} from "./fields.ts";
import { readAnnotations, readTimeout } from "./options.ts";
import type { DefinitionOutline } from "./outline/outline.ts";
import { checkProvider } from "./providers.ts";
import { readSchema } from "./read-schema.ts";

/** Every field is looked at, whatever the others are. */
export function checkDefinition(
  message: DefinitionMessage,
  outline: DefinitionOutline,
  request: ReadRequest,
): Omit<ReadResult, "imports"> {
  const faults = new Faults(outline, nameIn(message), misspeltFields(message));
  const name = readName(message, faults);
  const description = readDescription(message, faults);
  const inputSchema = readSchema(message, "inputSchema", faults);
  const outputSchema = readSchema(message, "outputSchema", faults);
  const capabilities = readCapabilities(message, faults);
  const approval = readApproval(message, faults);
  readHandler(message, faults);
  const timeoutSeconds = readTimeout(message, faults) ?? request.timeoutSeconds ?? 30;
  const annotations = readAnnotations(message, faults);
  readUnknownFields(message, faults);
  if (inputSchema !== undefined) checkProvider(inputSchema, request.provider, faults);
  const diagnostics = faults.list();
  const complete = name !== undefined && description !== undefined && inputSchema !== undefined;
  if (faults.hasError || !complete || capabilities === undefined || approval === undefined) {
    return { tools: [], plans: [], diagnostics };
  }
  const takesContext = outline.handlerParameters === undefined || outline.handlerParameters > 1;
  const tool: ToolDescriptor = {
    name,
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    examples: [],
    yields: false,
    timeoutSeconds,
    capabilities,
    approval,
    annotations,
    language: "typescript",
    function: "handler",
    takesContext,
    location: { file: request.file, line: outline.line, endLine: outline.endLine },
  };
  return { tools: [tool], plans: [planOf(name, takesContext)], diagnostics };
}

/** What messages call the tool, also where its name is not a good one. */
function nameIn({ fields: { name } }: DefinitionMessage): string | undefined {
  return typeof name === "string" && name !== "" ? name.slice(0, 100) : undefined;
}

/** The arguments go through the definition's own schema, so that the plan says no more than whether `ctx` follows. */
function planOf(tool: string, takesContext: boolean): ToolPlan {
  return {
    tool,
    form: "definition",
    function: "handler",
    exportName: "default",
    isAsync: true,
    parameters: takesContext ? [{ passing: "context", positional: true }] : [],
    result: { kind: "any" },
    definitions: {},
  };
}
