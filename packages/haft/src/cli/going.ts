// How a run goes on, and what it comes to: a call to its Outcome, an agent run to its result. Asking people is the same for both.

import { RunView } from "../output/run-view.ts";
import type { MoveObserver } from "../session/move-observer.ts";
import type { Outcome } from "../session/outcome.ts";
import type { RunResult } from "../session/run.ts";
import type { Session } from "../session/session.ts";
import type { Wait } from "../session/wait.ts";
import { moving, observe } from "./finish.ts";
import type { Invocation } from "./invocation.ts";

/** What moves on when a wait of a run ends. */
export type Act = (observer: MoveObserver, signal: AbortSignal) => Promise<Outcome>;

/** A run that goes on. */
export interface Going<Result> {
  readonly runId: string;
  /** Goes on with what a person has decided. */
  after(act: Act): Promise<Result>;
  /** Goes on with whatever has happened. */
  on(): Promise<Result>;
  /** Its open waits, oldest first. */
  waitsOf(result: Result): readonly Wait[];
}

/** A run of kind `call`. */
export function goingCall(runId: string, session: Session, invocation: Invocation): Going<Outcome> {
  const { signal } = invocation;
  return {
    runId,
    after: (act) => moving(invocation, "going on", () => act(observe(invocation), signal)),
    on: () => moving(invocation, "going on", () => session.move(runId, observe(invocation), signal)),
    waitsOf: ({ wait }) => (wait === undefined ? [] : [wait]),
  };
}

/** A run of kind `agent`. */
export function goingRun(
  runId: string,
  { view, shown }: Viewing,
  session: Session,
  signal: AbortSignal,
): Going<RunResult> {
  const on = async () => {
    const result = await session.moveRun(runId, view, signal);
    shown?.rest();
    return result;
  };
  return {
    runId,
    after: async (act) => {
      // Its Outcome is of the one call; what the run came to is asked for after it.
      const { ok, error } = await act(view, signal);
      // What was said has taken effect, and others go on with the run.
      if (ok === null && error !== undefined) return { ...(await session.result(runId)), error };
      return on();
    },
    on,
    waitsOf: ({ waits }) => waits,
  };
}

/** How an agent run is shown: its observer, and the view behind it where there is one. */
export interface Viewing {
  readonly view: MoveObserver;
  readonly shown?: RunView;
}

/** How a run is shown while it moves: for people; with `--json` it is not. */
export function viewOf({ printer }: Invocation): Viewing {
  if (printer.json) return { view: {} };
  const shown = new RunView(printer);
  return { view: shown.observer, shown };
}
