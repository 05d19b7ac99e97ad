// Who hears what happens while runs move.

import type { OutcomeError } from "./outcome.ts";
import type { RunEvent } from "./run.ts";

/** A line that a tool wrote. */
export interface LogLine {
  readonly stream: "stdout" | "stderr" | "info" | "warning";
  readonly text: string;
}

/** Hears what happens while a run moves. */
export interface MoveObserver {
  /** Streamed text of a model; it may be lost, and `model.responded` has the whole. */
  delta?(text: string): void;
  /** Each event as it is written. */
  event?(event: RunEvent): void;
  /** The run is in the log: from now on it can be cancelled. */
  started?(runId: string): void;
  /** Each event of the history that a run shares with the one that it runs again, before it moves. */
  shared?(event: RunEvent): void;
  log?(line: LogLine): void;
  progress?(fraction: number | undefined, message: string | undefined): void;
}

/**
 * Hears of a run that a worker could not move, and (with null) of a store that could not be asked. It is tried again. With
 * null for the error: the store answers again.
 */
export type TellTrouble = (error: OutcomeError | null, runId: string | null) => void;

/** Hears what was removed: runs that ended long ago, and blobs that nothing names; or why that could not be done. */
export type TellUpkeep = (done: { readonly runs: number; readonly blobs: number } | OutcomeError) => void;
