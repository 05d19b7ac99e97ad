// What one run of a command works with: its streams, its settings and the parts it may load.

import type { Printer } from "../output/printer.ts";
import type { Examine } from "../session/checks.ts";
import type { OpenToolsets } from "../session/reading.ts";
import type { OpenSession } from "../session/session.ts";

/** The process around a command, replaced in tests. */
export interface Surroundings {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly environment: NodeJS.ProcessEnv;
  /** Absolute path of the working folder. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Loads the heavy parts when a command first needs them, so that `haft --help` and `haft explain` load none. */
export interface Parts {
  openToolsets(): Promise<OpenToolsets>;
  openSession(): Promise<OpenSession>;
  examine(): Promise<Examine>;
}

/** One run of a command. */
export interface Invocation {
  readonly surroundings: Surroundings;
  readonly parts: Parts;
  readonly printer: Printer;
  /** Aborted when the user interrupts. A command that has nothing to cancel is ended without being asked. */
  readonly signal: AbortSignal;
  /** From now on an interruption only aborts `signal`: the command ends what it began and returns by itself. */
  endsItself(): void;
  /** The same for a command that is meant to be ended so: being interrupted is then no failure. */
  stopsCleanly(): void;
}

/** Whether a person can be asked: questions go to standard error, answers come from standard input. */
export function canAsk(invocation: Invocation): boolean {
  const { stdin, stderr } = invocation.surroundings;
  return !invocation.printer.json && stdin.isTTY === true && stderr.isTTY === true;
}
