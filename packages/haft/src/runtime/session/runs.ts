// Runs of agents: started, moved on, run again, and everything that can move.

import { CommandError, type Session, type TellTrouble } from "../../cli/session.ts";
import { systemFailure } from "../../cli/system-failure.ts";
import type { OpenEvalSession } from "../../evals/run-evals.ts";
import { asCommandError, mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import { outcomeOfAny, shownResult } from "./outcomes.ts";
import { engineObserver, type SessionContext } from "./session-context.ts";

type Runs = Pick<Session, "run" | "moveRun" | "rerun" | "replay" | "evals" | "work" | "workOnce">;

/** What keeps a worker from moving something, as everything else that the command line tells. */
function told(trouble: TellTrouble): (error: unknown, runId: string | null) => void {
  return (error, runId) => {
    const known = asCommandError(error);
    const { type, message, hint } = known instanceof CommandError ? known : systemFailure(known);
    trouble({ type, message, ...(hint === undefined ? {} : { hint }) }, runId);
  };
}

/** The chapter. */
export function sessionRuns(context: SessionContext, openSession: OpenEvalSession): Runs {
  const { parts, options, person } = context;
  const { engine } = parts;
  const result = async (runId: string) => shownResult(await engine.runResult(LOCAL, runId));
  return {
    run: (request, observer, signal) =>
      mended(async () => {
        // With what reads agents and skills: a command that calls a tool goes without.
        const { startAgent } = await import("../start-agent.ts");
        const { runId } = await startAgent(parts, options, request, observer);
        observer.started?.(runId);
        await context.move(runId, observer, signal);
        await context.alsoDue();
        return result(runId);
      }),
    moveRun: (runId, observer, signal) =>
      mended(async () => {
        await context.move(runId, observer, signal);
        return result(runId);
      }),
    rerun: (runId, { from, original }, observer, signal) =>
      mended(async () => {
        const again = await engine.rerun(LOCAL, runId, from, person, { original });
        observer.started?.(again.runId);
        await context.move(again.runId, observer, signal);
        return result(again.runId);
      }),
    replay: (runId) =>
      mended(async () => {
        const { ok, events, difference } = await engine.replay(LOCAL, runId);
        return { ok, events, ...(difference === undefined ? {} : { difference }) };
      }),
    evals: (path, observer, signal) =>
      mended(async () => {
        const { runEvals } = await import("../../evals/run-evals.ts");
        return runEvals(path, options, openSession, observer, signal);
      }),
    work: ({ concurrency, drainMs, trouble }, observer, signal) =>
      mended(async () => {
        await parts.readyToMove();
        await using _watching = parts.watchFiles();
        await engine.work({
          concurrency,
          drainMs,
          signal,
          observer: (runId: string) => engineObserver(observer(runId)),
          ...(trouble === undefined ? {} : { trouble: told(trouble), over: () => trouble(null, null) }),
        });
      }),
    workOnce: (observer, signal, trouble) =>
      mended(async () => {
        await parts.readyToMove();
        await parts.lookAtFiles();
        const observed = (runId: string) => engineObserver(observer(runId));
        const runs = await engine.once(observed, signal, trouble === undefined ? undefined : told(trouble));
        return Promise.all(runs.map(({ tenant, runId }) => outcomeOfAny(engine, tenant, runId)));
      }),
  };
}
