// Errors on their way out of the store's thread.

import { StoreError } from "../database/store-error.ts";
import type { SentError } from "./messages.ts";

/** As plain data. */
export function sendError(error: unknown): SentError {
  if (error instanceof StoreError) {
    const { name, message, code, hint } = error;
    return hint === undefined ? { name, message, code } : { name, message, code, hint };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: "Error", message: String(error) };
}

/** As an error again. */
export function receiveError(error: SentError): Error {
  if (error.code !== undefined) return new StoreError(error.code, error.message, error.hint);
  const received = new Error(error.message);
  received.name = error.name;
  return received;
}
