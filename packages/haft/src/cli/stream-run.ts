// A command that starts an agent run: shown as it goes, asked on a terminal, and printed in the end.

import type { MoveObserver } from "../session/move-observer.ts";
import type { RunResult } from "../session/run.ts";
import type { Session } from "../session/session.ts";
import { converse } from "./converse.ts";
import { EventStream } from "./event-stream.ts";
import type { ExitCode } from "./exit-code.ts";
import { finishRun } from "./finish.ts";
import { goingRun, viewOf } from "./going.ts";
import type { Invocation } from "./invocation.ts";

/** Starts a run and moves it for the first time. */
export type StartRun = (observer: MoveObserver, signal: AbortSignal) => Promise<RunResult>;

/** With `--json` its events are lines as they are written, and what it came to is the last. */
export async function streamRun(
  start: StartRun,
  asks: boolean,
  session: Session,
  invocation: Invocation,
): Promise<ExitCode> {
  const { printer, signal } = invocation;
  invocation.endsItself();
  if (printer.json) {
    const stream = new EventStream(session, printer);
    const result = await start(stream.observer, signal);
    await stream.finish(result.runId);
    return await finishRun(result, session, invocation);
  }
  const viewing = viewOf(invocation);
  const { shown } = viewing;
  const first = await start(viewing.view, signal);
  shown?.rest();
  const going = goingRun(first.runId, viewing, session, signal);
  const last = asks ? await converse(first, going, session, invocation) : first;
  return await finishRun(last, session, invocation, (output) => shown?.hasSaid(output) === true);
}
