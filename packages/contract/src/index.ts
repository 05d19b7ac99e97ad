// What the rest of Haft takes from the contract part.

export type {
  Annotations,
  ApprovalDemand,
  JsonSchema,
  Language,
  ToolDescriptor,
  ToolLocation,
} from "./descriptor/tool-descriptor.ts";
export type { Diagnostic, Severity } from "./diagnostics/diagnostic.ts";
export { nearest } from "./diagnostics/nearest.ts";
