// Runs of agents: started, moved on, run again, and everything that can move.

import type { Upkept } from "@haft/engine";
import type { OpenEvalSession } from "../../evals/run-evals.ts";
import { CommandError } from "../../session/command-error.ts";
import type { TellTrouble, TellUpkeep } from "../../session/move-observer.ts";
import type { OutcomeError } from "../../session/outcome.ts";
import type { Session } from "../../session/session.ts";
import { systemFailure } from "../../session/system-failure.ts";
import { asCommandError, mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import { outcomeOfAny, shownResult } from "./outcomes.ts";
import { engineObserver, type SessionContext, shownEvent } from "./session-context.ts";

type Runs = Pick<Session, "run" | "moveRun" | "result" | "rerun" | "replay" | "evals" | "work" | "workOnce">;

/** What keeps a worker from moving something, as everything else that the command line tells. */
function told(trouble: TellTrouble): (error: unknown, runId: string | null) => void {
  return (error, runId) => trouble(toldError(error), runId);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function toldError(error: unknown): OutcomeError {
  const known = asCommandError(error);
  const { type, message, hint } = known instanceof CommandError ? known : systemFailure(known);
  return { type, message, ...(hint === undefined ? {} : { hint }) };
}

/** What looking after the store came to; nothing is said of a turn that removed nothing. */
function toldUpkeep(tell: TellUpkeep): (done: Upkept | Error) => void {
  return (done) => {
    if (done instanceof Error) tell(toldError(done));
    else if (done.runs > 0 || done.blobs > 0) tell(done);
  };
}

/** The chapter. */
export function sessionRuns(context: SessionContext, openSession: OpenEvalSession): Runs {
  const { parts, options, person } = context;
  const { engine } = parts;
  const keepAsSaid = async (): Promise<void> => {
    if (options.retentionDays !== undefined) await engine.setRetention(LOCAL, options.retentionDays, person.name);
  };
  const result = async (runId: string) => shownResult(await engine.runResult(LOCAL, runId));
  return {
    run: (request, observer, signal) =>
      mended(async () => {
        // With what reads agents and skills: a command that calls a tool goes without.
        const { startAgent } = await import("../start-agent.ts");
        const { runId } = await startAgent(parts, options, request, observer);
        const { started, ...moving } = observer;
        started?.(runId);
        await context.move(runId, moving, signal);
        await context.alsoDue();
        return result(runId);
      }),
    moveRun: (runId, observer, signal) =>
      mended(async () => {
        await context.move(runId, observer, signal);
        return result(runId);
      }),
    result: (runId) => mended(() => result(runId)),
    rerun: (runId, { from, original }, observer, signal) =>
      mended(async () => {
        const { started, shared, ...moving } = observer;
        const again = await engine.rerun(LOCAL, runId, from, person, { original });
        started?.(again.runId);
        if (shared !== undefined)
          for (const event of await engine.events(LOCAL, again.runId)) shared(shownEvent(event));
        await context.move(again.runId, moving, signal);
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
    work: ({ concurrency, drainMs, trouble, upkeep }, observer, signal) =>
      mended(async () => {
        await using _presence = await parts.arrive();
        await keepAsSaid();
        await parts.readyToMove();
        await using _watching = parts.watchFiles();
        await engine.work({
          concurrency,
          drainMs,
          signal,
          observer: (runId: string) => engineObserver(observer(runId)),
          ...(trouble === undefined ? {} : { trouble: told(trouble), over: () => trouble(null, null) }),
          ...(upkeep === undefined ? {} : { upkeep: toldUpkeep(upkeep) }),
        });
      }),
    workOnce: (observer, signal, trouble, upkeep = () => undefined) =>
      mended(async () => {
        await using _presence = await parts.arrive();
        await keepAsSaid();
        await parts.readyToMove();
        await parts.lookAtFiles();
        const observed = (runId: string) => engineObserver(observer(runId));
        const runs = await engine.once(observed, signal, trouble === undefined ? undefined : told(trouble));
        const outcomes = await Promise.all(runs.map(({ tenant, runId }) => outcomeOfAny(engine, tenant, runId)));
        const done = await engine.upkeep().catch(asError);
        if (done !== null) toldUpkeep(upkeep)(done);
        return outcomes;
      }),
  };
}
