// The agreement between a sandbox and what runs it: types, the limits that both sides keep, and the choice of Python.

export { globMatcher } from "./glob.ts";
export type { Json, JsonObject } from "./json.ts";
export type {
  CallMessage,
  CancelMessage,
  DefinitionMessage,
  DefinitionSchema,
  EndedMessage,
  ErrorMessage,
  FromCall,
  FromSandbox,
  InsideReport,
  LoadedMessage,
  LoadFailedMessage,
  LoadMessage,
  LogMessage,
  ProgressMessage,
  ReadyMessage,
  ReplyMessage,
  RequestMessage,
  RequestOperation,
  ResultMessage,
  ToCall,
  ToSandbox,
  WaitingMessage,
  WireError,
  YieldKind,
  YieldMessage,
} from "./messages.ts";
export { MAX_FRAME_BYTES, MAX_RESULT_BYTES } from "./messages.ts";
export type { ArgumentPlan, ContextData, ParameterPlan, ResumePlan, ToolPlan } from "./plan.ts";
export { type PythonChoice, pythonChoices } from "./python-choice.ts";
export type { ArtifactListed, ArtifactPart, ArtifactRead, ArtifactWrite, ArtifactWritten } from "./requests.ts";
export type { ClassName, FieldShape, RecordClass, Shape, TextClass } from "./shape.ts";
export { matchesStars } from "./star-pattern.ts";
export { MAX_META_BYTES, MAX_WAIT_SECONDS } from "./wait-limits.ts";
