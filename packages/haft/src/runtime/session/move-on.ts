// Moving a run after what somebody said about it has taken effect: that it counts is told first, whatever keeps the run from
// being moved from here.

import { EngineError } from "@haft/engine";
import { CommandError } from "../../session/command-error.ts";
import type { MoveObserver } from "../../session/move-observer.ts";
import type { OutcomeError } from "../../session/outcome.ts";
import { systemFailure } from "../../session/system-failure.ts";
import { asCommandError } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import { whatIsMissing } from "../run-settings.ts";
import type { SessionContext } from "./session-context.ts";

/** Why a run was not moved from here; the message begins with what has taken effect. */
export interface NotMoved {
  readonly error: OutcomeError;
  /** Whether something is to be mended here; else somebody else moves the run, and nothing is wrong. */
  readonly failed: boolean;
}

/** What others have that this process has not: they go on with the run. */
const LEFT_TO_OTHERS: ReadonlySet<string> = new Set(["files_elsewhere", "newer_engine", "left_to_others"]);

/** What is moved, and what has taken effect before: for example `wait_1 is answered`. */
export interface MoveOn {
  readonly runId: string;
  readonly done: string;
  readonly observer: MoveObserver;
  readonly signal?: AbortSignal;
}

/** Moves the run as far as this session goes; null: it was moved. Never rejects. */
export async function moveOn(
  context: SessionContext,
  { runId, done, observer, signal }: MoveOn,
): Promise<NotMoved | null> {
  try {
    const missing = whatIsMissing((await context.parts.missingSecretsOf(LOCAL, runId)) ?? []);
    if (missing !== null) {
      const message = `${done}; ${runId} goes on with a command that has ${missing}`;
      return { error: { type: "left_to_others", message }, failed: false };
    }
    await context.move(runId, observer, signal);
    return null;
  } catch (error) {
    const known = asCommandError(error);
    const { type, message, hint } = known instanceof CommandError ? known : systemFailure(known);
    const others = error instanceof EngineError && LEFT_TO_OTHERS.has(error.code);
    const why = others ? message : `its run ${runId} could not be moved from here: ${message}`;
    const told = { type, message: `${done}; ${why}`, ...(hint === undefined ? {} : { hint }) };
    return { error: told, failed: !others };
  }
}

/** What is said of a run that is not even tried, because its files are at another place. */
export function elsewhere(done: string, runId: string, place: string | null): NotMoved {
  const message = `${done}; run ${runId} goes on where its files are, on ${place}`;
  return { error: { type: "files_elsewhere", message, hint: "there, haft worker moves it" }, failed: false };
}
