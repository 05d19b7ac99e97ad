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

/** A failure that the operator can mend. Nothing was written. */
export class StoreError extends Error {
  readonly code: StoreProblem;
  readonly hint: string | undefined;
  constructor(code: StoreProblem, message: string, hint?: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreError";
    this.code = code;
    this.hint = hint;
  }
}
