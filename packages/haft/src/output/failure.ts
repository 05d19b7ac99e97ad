// A command that could not do what it was asked: one message with its remedy, or one JSON document.

import type { Paint } from "./paint.ts";
import { plainText } from "./plain-text.ts";

/** What is told of a failure, on every surface of the command line. */
export interface Failure {
  readonly type: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** For people; ends in a line feed. */
export function formatFailure(failure: Failure, paint: Paint): string {
  const hint = failure.hint === undefined ? "" : `${paint.strong("hint:")} ${plainText(failure.hint)}\n`;
  return `${paint.error("error:")} ${plainText(failure.message)}\n${hint}`;
}

/** The document of `--json`. */
export function failureDocument(failure: Failure): { readonly ok: false; readonly error: Failure } {
  const { type, message, hint } = failure;
  return { ok: false, error: hint === undefined ? { type, message } : { type, message, hint } };
}
