// The ports of the engine: what it needs from the outside, and what implements them may import.

export { ENGINE_VERSION, type EventDraft } from "../events/event.ts";
export { EVENT_KINDS, type StoredEvent } from "../events/parse.ts";
export type { CallError, EventPayloads, FileState, WaitKind } from "../events/payloads.ts";
export { canonicalJson } from "../json/canonical-json.ts";
export { isObject, type Json, type JsonObject } from "../json/json.ts";
export type { ApprovalRule, Policy, PolicyBook } from "../policies/policy.ts";
export { expiredPayload } from "../state/decide-call.ts";
export { usableUntil } from "../state/evolve-approval.ts";
export type { RunState } from "../state/run-state.ts";
export type { Standing } from "../state/standing.ts";
export type { Blobs, BlobUpkeep, SeenBlob } from "./blobs.ts";
export type { Clock } from "./clock.ts";
export type { IdKind, Ids } from "./ids.ts";
export type { Machine, WorkerIdentity } from "./machine.ts";
export type {
  FinishReason,
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
} from "./models.ts";
export type { PhaseInput, PhaseObserver, PhaseOutcome, Preparation, Prepared, Runner, RunnerCall } from "./runner.ts";
export type { Secrets, SecretValue } from "./secrets.ts";
export type { CurrentSource, Sources } from "./sources.ts";
export type {
  Append,
  AppendReply,
  Change,
  Decision,
  Guard,
  GuardRefusal,
  Held,
  Leases,
  LoadedRun,
  Store,
  Wakeups,
} from "./store.ts";
export type {
  Claim,
  Claimed,
  ClaimNext,
  ClaimReply,
  CreateReply,
  CreateRun,
  Hold,
  NewRun,
} from "./store-claims.ts";
export type {
  CancelReply,
  CancelRun,
  EndWait,
  EndWaitReply,
  Idempotency,
  LeftWait,
  Remembered,
  RemoveThreadReply,
  SaveDefinition,
  SaveDefinitionReply,
  SavePolicy,
  SavePolicyReply,
  SaveThread,
  SaveToolset,
  SaveToolsetReply,
  Signal,
  SignalReply,
  VoteOnCall,
  VoteReply,
} from "./store-inputs.ts";
export type {
  ArtifactRow,
  CallRow,
  DefinitionKind,
  DefinitionRow,
  FileWaitPlace,
  FileWaitRow,
  RunFilter,
  RunRow,
  RunStatus,
  StoredPolicies,
  StoredPolicy,
  ThreadRow,
  ToolsetVersion,
  WaitFilter,
  WaitRow,
} from "./store-rows.ts";
export type {
  Fact,
  ForgetBlob,
  MarkBlobs,
  MovePlace,
  MovePlaceReply,
  OpenRun,
  PlaceRow,
  PrunedRuns,
  PruneRuns,
  SaveFact,
  SaveFactReply,
  SaveTenant,
  SaveTenantReply,
  StoreUpkeep,
  TenantRow,
  UnnamedBlob,
} from "./store-upkeep.ts";
export type { BoundTool, DiscoveredTools, Toolbox, ToolsQuery } from "./toolbox.ts";
