// What goes between the store's thread and the rest of the process.

import type { Store } from "@haft/engine/ports";
import type { StoreProblem } from "../database/store-error.ts";

/** Settings of the thread, given when it is started. */
export interface ThreadSettings {
  readonly file: string;
}

/** To the thread. */
export type ToThread =
  | { readonly type: "do"; readonly id: number; readonly name: keyof Store; readonly parameters: readonly unknown[] }
  | { readonly type: "watch"; readonly on: boolean }
  | { readonly type: "close" };

/** An error as it crosses the thread's border. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  readonly code?: StoreProblem;
  readonly hint?: string;
}

/** From the thread. */
export type FromThread =
  | { readonly type: "opened" }
  | { readonly type: "refused"; readonly error: SentError }
  | { readonly type: "done"; readonly id: number; readonly value: unknown }
  | { readonly type: "failed"; readonly id: number; readonly error: SentError }
  | { readonly type: "changed" }
  | { readonly type: "closed" };
