// Why a store cannot be used: one kind of error with a code, a message and a remedy.

/** What is wrong with the store, or with what it stands on. */
export type StoreProblem =
  | "store_read_only"
  | "store_too_new"
  | "store_unreadable"
  | "store_busy"
  | "store_on_network"
  | "store_unreachable"
  | "store_denied"
  | "store_closed"
  | "disk_full";

/** What may be over in a moment: the same again may work. */
const PASSING: ReadonlySet<StoreProblem> = new Set(["store_busy", "store_unreachable"]);

/** A failure that the operator can mend. Nothing was written. */
export class StoreError extends Error {
  readonly code: StoreProblem;
  readonly hint: string | undefined;
  /** Whether the same again may work. */
  readonly retryable: boolean;
  constructor(code: StoreProblem, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
    this.retryable = PASSING.has(code);
    this.hint = hint;
  }
}
