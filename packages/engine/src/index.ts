// What the rest of Haft takes from the engine.

export type { AgentDefinition, AgentTools, Skill } from "./agents/agent-definition.ts";
export { type ToolSurroundings, toolTraits } from "./agents/tool-traits.ts";
export type { ApproveOptions } from "./approvals/approval-desk.ts";
export { type Grants, settingsDigest } from "./approvals/settings-digest.ts";
export type { StartedRun, StartRun } from "./calls/create-run.ts";
export { createEngine, type Engine } from "./calls/engine.ts";
export type { StartedCall } from "./calls/looks.ts";
export type { MoveOptions } from "./calls/move-until.ts";
export type { LogLine, Outcome } from "./calls/outcome.ts";
export type { RunResult } from "./calls/run-result.ts";
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
  OpenRun,
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
export { EngineError, type EngineProblem } from "./refusals/engine-error.ts";
export type { ReplayReport } from "./replay/replay.ts";
export type { Rerun } from "./replay/rerun.ts";
export type { ThreadView } from "./threads/thread-desk.ts";
export type { ThreadMessage } from "./threads/thread-messages.ts";
export type { FileChange } from "./waits/file-desk.ts";
export type { Person } from "./waits/may-answer.ts";
export type { WaitView } from "./waits/wait-view.ts";
export type { MoveObserver } from "./worker/observe-phase.ts";
export type { Ports } from "./worker/services.ts";
export { DEFAULT_SETTINGS, type WorkerSettings } from "./worker/settings.ts";
export { storeId } from "./worker/store-id.ts";
export type { Upkept } from "./worker/upkeep.ts";
