// What a toolset's source is now, to compare with the source that a call belongs to (I6).

import type { RunnerCall } from "./runner.ts";

/** The current source of a toolset. */
export interface CurrentSource {
  readonly version: string;
  readonly digest: string;
}

/** Tells the current source of a toolset; null: it is gone. */
export interface Sources {
  /** Of the module that defines the call's tool, with what it imports of its own; `settings` say where the host finds it. */
  current(call: RunnerCall): Promise<CurrentSource | null>;
}
