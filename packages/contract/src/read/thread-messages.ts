// What the reader and its thread say to each other.

import type { DefinitionMessage, LoadFailedMessage } from "@haft/sdk/wire";
import type { Bundle, BundleRequest } from "../bundling/bundle.ts";
import type { Reply } from "../python/process/outline-process.ts";
import type { Ready } from "../python/process/outliner.ts";
import type { ReadRequest, ReadResult } from "./reader.ts";

/** What the thread is started with. */
export interface ThreadSettings {
  readonly python?: string;
  readonly limitMs: number;
  /** Whether definitions can be evaluated. */
  readonly hasEvaluator: boolean;
}

/** What came of evaluating a definition; `rejected`: there was no sandbox. */
export type Evaluated =
  | { readonly kind: "answered"; readonly answer: DefinitionMessage | LoadFailedMessage }
  | { readonly kind: "rejected"; readonly message: string };

/** What the thread asks of the Python process, which is kept outside it: a process that has lost its thread is not reaped. */
export type OutlineQuestion =
  | { readonly ask: "start" }
  | { readonly ask: "outline"; readonly text: string; readonly limitMs: number }
  | { readonly ask: "end" };

/** A question, and whom it is for: the process of one interpreter. */
export interface AddressedQuestion {
  /** The interpreter of the toolset's package environment, where it has one. */
  readonly ofPackages: string | undefined;
  readonly question: OutlineQuestion;
}

/** The answer to a question: `Ready` to `start`, a `Reply` to `outline`. */
export type OutlineAnswer = Ready | Reply | null;

/** To the thread. */
export type ToThread =
  | { readonly kind: "read"; readonly request: ReadRequest }
  | { readonly kind: "bundled"; readonly bundle: Bundle }
  | { readonly kind: "evaluated"; readonly evaluated: Evaluated }
  | { readonly kind: "outlined"; readonly answer: OutlineAnswer };

/**
 * From the thread. Its clock runs from `started` on, and stands still between a question (`bundle`, `evaluate`) and its
 * answer. Bundling is done outside: the bundler's process could not be reaped once its thread is ended. Its clock runs on
 * while it waits for an `outline`, which is part of reading.
 */
export type FromThread =
  | { readonly kind: "started" }
  | { readonly kind: "bundle"; readonly request: BundleRequest }
  | ({ readonly kind: "outline" } & AddressedQuestion)
  | { readonly kind: "evaluate"; readonly code: string; readonly file: string }
  | { readonly kind: "read"; readonly result: ReadResult }
  | { readonly kind: "gave-up"; readonly depth: boolean; readonly stack: string };
