// A check of `haft doctor` that came to an error, with the remedy that the error brings.

import { StoreError } from "@haft/store";
import type { DoctorCheck } from "../session/checks.ts";
import { CommandError } from "../session/command-error.ts";

/** `remedy` is for errors that bring none. */
export function failedCheck(name: string, error: unknown, remedy?: string): DoctorCheck {
  const detail = error instanceof Error ? error.message : String(error);
  const hint = error instanceof CommandError || error instanceof StoreError ? error.hint : undefined;
  const next = hint ?? remedy;
  return { name, ok: false, detail, ...(next === undefined ? {} : { remedy: next }) };
}
