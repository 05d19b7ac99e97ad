// What the engine refuses, as data: a stable code, a message, and the next thing to do.

/** Why something that was asked of the engine was not done. */
export type EngineProblem =
  | "run_not_found"
  | "wait_not_found"
  | "call_not_found"
  | "agent_not_found"
  | "thread_not_found"
  | "wait_settled"
  | "not_an_answer_wait"
  | "not_an_approval"
  | "invalid_answer"
  | "invalid_arguments"
  | "denied_by_policy"
  | "not_allowed"
  | "requester_may_not"
  | "already_voted"
  | "invalid_signal"
  | "invalid_reason"
  | "invalid_policy"
  | "invalid_agent"
  | "invalid_model"
  | "invalid_script"
  | "no_model"
  | "run_ended"
  | "run_in_flight"
  | "newer_engine"
  | "files_elsewhere"
  | "seq_unknown"
  | "left_to_others"
  | "thread_busy"
  | "queue_full"
  | "key_reused"
  | "invalid_key";

/** A refusal. Nothing was changed. */
export class EngineError extends Error {
  readonly code: EngineProblem;
  readonly hint: string | undefined;
  constructor(code: EngineProblem, message: string, hint?: string) {
    super(message);
    this.name = "EngineError";
    this.code = code;
    this.hint = hint;
  }
}
