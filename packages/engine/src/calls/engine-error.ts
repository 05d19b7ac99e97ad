// What the engine refuses, as data: a stable code, a message, and the next thing to do.

/** Why something that was asked of the engine was not done. */
export type EngineProblem =
  | "run_not_found"
  | "wait_not_found"
  | "call_not_found"
  | "wait_settled"
  | "invalid_answer"
  | "not_allowed"
  | "not_an_answer_wait"
  | "run_ended"
  | "queue_full"
  | "key_reused";

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
