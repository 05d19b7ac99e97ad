// Calls of tools: started, answered, approved, signalled, cancelled.

import { EngineError, type WaitView } from "@haft/engine";
import { CommandError } from "../../session/command-error.ts";
import type { MoveObserver } from "../../session/move-observer.ts";
import type { Outcome } from "../../session/outcome.ts";
import type { Session } from "../../session/session.ts";
import { mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
import { elsewhere, moveOn, type NotMoved } from "./move-on.ts";
import { outcomeOfAny, shownOutcome, summary } from "./outcomes.ts";
import { engineObserver, type SessionContext } from "./session-context.ts";

type Calls = Pick<Session, "call" | "answer" | "approve" | "deny" | "signal" | "cancel" | "move" | "ended">;

/** The chapter. */
export function sessionCalls(context: SessionContext): Calls {
  const { parts, options, person } = context;
  const { engine } = parts;
  const by = person.name;

  async function moved(runId: string, observer: MoveObserver, signal: AbortSignal): Promise<Outcome> {
    await context.move(runId, observer, signal);
    return outcomeOfAny(engine, LOCAL, runId);
  }

  /** Something was said about a wait: its run goes on, and what its call came to is told. */
  async function goneOn(wait: WaitView, done: string, observer: MoveObserver, signal: AbortSignal): Promise<Outcome> {
    const not = await moveOn(context, { runId: wait.runId, done, observer, signal });
    if (not?.failed) throw notMoved(not);
    const outcome = await outcomeAfter(wait, not);
    await context.alsoDue();
    return outcome;
  }

  /** Where others move the run, that is told with the Outcome, unless somebody has moved it by now. */
  async function outcomeAfter(wait: WaitView, not: NotMoved | null): Promise<Outcome> {
    const outcome = shownOutcome(await engine.outcome(LOCAL, wait.callId));
    // A vote that leaves its wait open moves nothing on.
    return not === null || outcome.ok !== null || wait.status === "open" ? outcome : { ...outcome, error: not.error };
  }

  /** The same for one of several runs: one that cannot be moved hides none of the others. */
  async function heard(wait: WaitView, key: string, signal: AbortSignal): Promise<Outcome> {
    const { runId, threadId, place } = await engine.run(LOCAL, wait.runId);
    const done = `${wait.id} heard ${key}`;
    // One signal may end the waits of many runs that are elsewhere: nobody waits for each of them to be begun with there.
    const not = parts.isHere(place)
      ? await moveOn(context, { runId, done, observer: {}, signal })
      : elsewhere(done, runId, place);
    return outcomeAfter(wait, not).catch((error) => {
      if (not === null) throw error;
      const nothing = { durationMs: 0, isolation: null, logs: [] };
      return { ok: null, status: "waiting", error: not.error, ...idsOf(wait, threadId), ...nothing };
    });
  }

  /** What came too late has written that the wait expired: the run goes on from there. */
  async function settleLate(waitId: string, error: unknown): Promise<never> {
    if (error instanceof EngineError && error.code === "wait_settled") {
      const { status, runId } = await engine.wait(LOCAL, waitId);
      if (status === "expired") await moveOn(context, { runId, done: "", observer: {} });
    }
    throw error;
  }

  return {
    call: (request, observer, signal) =>
      mended(async () => {
        // With what reads toolsets: a command that answers or cancels goes without.
        const { callTool } = await import("../call-tool.ts");
        const outcome = await callTool(parts, options, request, engineObserver(observer), signal);
        const shown =
          outcome.status === "waiting" ? await moved(outcome.runId, observer, signal) : shownOutcome(outcome);
        await context.alsoDue();
        return shown;
      }),
    answer: (waitId, response, { resumeOriginal }, observer, signal) =>
      mended(async () => {
        const answered = engine.answer(LOCAL, waitId, response, person, { resumeOriginal });
        const wait = await answered.catch((error) => settleLate(waitId, error));
        return goneOn(wait, `${waitId} is answered`, observer, signal);
      }),
    approve: (waitId, given, observer, signal) =>
      mended(async () => {
        const approved = engine.approve(LOCAL, waitId, person, given);
        const wait = await approved.catch((error) => settleLate(waitId, error));
        const edited = given.arguments === undefined ? "" : " with other arguments";
        return goneOn(wait, `${waitId} is approved${edited}`, observer, signal);
      }),
    deny: (waitId, reason, observer, signal) =>
      mended(async () => {
        const denied = engine.deny(LOCAL, waitId, person, reason);
        const wait = await denied.catch((error) => settleLate(waitId, error));
        return goneOn(wait, `${waitId} is denied`, observer, signal);
      }),
    signal: (key, payload, id, signal) =>
      mended(async () => {
        const { waits, repeated } = await engine.signal(LOCAL, key, payload, by, id);
        const ended = await Promise.all(waits.map((waitId) => engine.wait(LOCAL, waitId)));
        const outcomes: Outcome[] = [];
        for (const wait of ended) outcomes.push(await heard(wait, key, signal));
        await context.alsoDue();
        return { waits, repeated, outcomes };
      }),
    cancel: (id, reason, tell) =>
      mended(async () => {
        if (!id.startsWith("wait_")) return summary(await engine.cancelRun(LOCAL, id, by, reason));
        const wait = await engine.cancelWait(LOCAL, id, person, reason);
        const not = await moveOn(context, { runId: wait.runId, done: `${id} is cancelled`, observer: {} });
        if (not !== null) tell?.(not.error);
        return summary(await engine.run(LOCAL, wait.runId));
      }),
    move: (runId, observer, signal) => mended(() => moved(runId, observer, signal)),
    ended: (waitId, signal) => mended(async () => void (await engine.waitEnded(LOCAL, waitId, signal))),
  };
}

function notMoved({ error: { type, message, hint } }: NotMoved): CommandError {
  return new CommandError(type, message, hint === undefined ? {} : { hint });
}

function idsOf({ runId, callId }: WaitView, threadId: string) {
  return { runId, callId, threadId };
}
