// What a TypeScript tool imports. Importable anywhere: outside a sandbox a wait is a plain value and marks do nothing, so
// that a unit test can call a tool like any function.

export type { ArtifactEntry, Artifacts, ArtifactVersion } from "./context/artifacts.ts";
export type { ToolContext } from "./context/tool-context.ts";

export { type ApprovalOption, defineTool, type ToolDefinition } from "./definitions/define-tool.ts";
export { type Companion, type ResumeOptions, resumes } from "./marks/resumes.ts";
export { type ToolOptions, tool } from "./marks/tool.ts";
export { type AskOptions, askUser, type TimedWaitOptions, type WaitOptions } from "./waits/ask-user.ts";
export { sleepFor, sleepUntil } from "./waits/sleep.ts";
export type { Wait } from "./waits/wait.ts";
export { waitForSignal } from "./waits/wait-for-signal.ts";
export { watchFiles } from "./waits/watch-files.ts";
