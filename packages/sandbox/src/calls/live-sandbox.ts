// A loaded sandbox as the pool sees it, whatever it runs.

import type { Seat } from "./seat.ts";

/** Hears what a sandbox can do next. */
export interface SandboxListener {
  /** It can take a call again. */
  freed(sandbox: LiveSandbox): void;
  /** It will take no call any more; called once. */
  closed(sandbox: LiveSandbox): void;
}

/** One sandbox. */
export interface LiveSandbox {
  /** How many calls it could take now. */
  readonly free: number;
  /** Whether no call is taken or running. */
  readonly idle: boolean;
  /** A seat, or undefined if none is free. */
  take(): Seat | undefined;
  /** Ends it; a call in it ends as `killed`. */
  close(): void;
  /** Resolves when nothing of it is left. */
  readonly over: Promise<void>;
}
