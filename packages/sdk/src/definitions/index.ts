// `defineTool` definitions inside the sandbox. `describeDefinition` is only needed to read a definition, and heavier;
// `parseInput` only to call one: import them from their own files where start-up time matters.

export { type ApprovalOption, defineTool, type ToolDefinition } from "./define-tool.ts";
export { describeDefinition, NOT_A_DEFINITION } from "./describe-definition.ts";
export { type InputIssue, type ParsedInput, parseInput } from "./parse-input.ts";
