// What the rest of Haft takes from the sandbox part.

export type { CallObserver, PhaseOutcome, Sandboxes, SandboxOptions, Seat, SeatCall } from "./calls/seat.ts";
export { SeatUnavailable } from "./calls/seat.ts";
export type { PackageEnvironment, ToolsetImage } from "./calls/toolset-image.ts";
export { type MachineFact, machineFacts } from "./doctor/facts.ts";
export type { Isolation, IsolationLevel, IsolationLine } from "./levels/level.ts";
export { LEVELS } from "./levels/level.ts";
export { createDefinitionEvaluator, type SandboxedEvaluator } from "./pool/definition-evaluator.ts";
export { createSandboxes, type PooledSandboxes } from "./pool/sandboxes.ts";
export { type WritableFolderRequest, writableFolder } from "./state/writable-folder.ts";
