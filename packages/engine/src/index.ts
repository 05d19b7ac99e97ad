// What the rest of Haft takes from the engine.

export type { AgentDefinition, AgentTools, Skill } from "./agents/agent-definition.ts";
export { type ToolSurroundings, toolTraits } from "./agents/tool-traits.ts";
export { type Grants, settingsDigest } from "./approvals/settings-digest.ts";
export { createEngine, type Engine, type StartedCall } from "./calls/engine.ts";
export { EngineError, type EngineProblem } from "./calls/engine-error.ts";
export type { MoveOptions } from "./calls/move-until.ts";
export type { LogLine, Outcome } from "./calls/outcome.ts";
export type { CallRequest } from "./calls/start-call.ts";
export type { EventDraft, EventOf, RunEvent } from "./events/event.ts";
export { UnreadableEvent } from "./events/parse.ts";
export type { CallError, EventPayloads, EventType, ToolTraits, WaitEnd, WaitKind } from "./events/payloads.ts";
export { createIds } from "./host/random-ids.ts";
export { createClock } from "./host/system-clock.ts";
export type { Json, JsonObject } from "./json/json.ts";
export type {
  Blobs,
  BoundTool,
  Clock,
  CurrentSource,
  DiscoveredTools,
  FinishReason,
  Ids,
  Machine,
  ModelCall,
  ModelMessage,
  ModelObserver,
  ModelProvider,
  ModelReply,
  ModelRequest,
  ModelRole,
  ModelSettings,
  Models,
  ModelUsage,
  OfferedTool,
  PhaseInput,
  PhaseObserver,
  PhaseOutcome,
  Preparation,
  Prepared,
  RunFilter,
  Runner,
  RunnerCall,
  RunRow,
  RunStatus,
  SaveToolset,
  Secrets,
  SecretValue,
  Sources,
  Store,
  Toolbox,
  ToolsetVersion,
  ToolsQuery,
  WaitFilter,
} from "./ports/index.ts";
export type { Person } from "./waits/may-answer.ts";
export type { WaitView } from "./waits/wait-view.ts";
export type { MoveObserver } from "./worker/observe-phase.ts";
export type { Ports } from "./worker/services.ts";
export { DEFAULT_SETTINGS, type WorkerSettings } from "./worker/settings.ts";
