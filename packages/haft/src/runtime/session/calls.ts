// Calls of tools: started, answered, approved, signalled, cancelled.

import { EngineError, type WaitView } from "@haft/engine";
import type { MoveObserver, Outcome, Session } from "../../cli/session.ts";
import { mended } from "../as-command-error.ts";
import { LOCAL } from "../local-tenant.ts";
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

  /** A wait was ended: its run goes on, and what its call came to is told. */
  async function goneOn(wait: WaitView, observer: MoveObserver, signal: AbortSignal): Promise<Outcome> {
    await context.move(wait.runId, observer, signal);
    const outcome = shownOutcome(await engine.outcome(LOCAL, wait.callId));
    await context.alsoDue();
    return outcome;
  }

  /** What came too late has written that the wait expired: the run goes on from there. */
  async function settleLate(waitId: string, error: unknown): Promise<never> {
    if (error instanceof EngineError && error.code === "wait_settled") {
      const { status, runId } = await engine.wait(LOCAL, waitId);
      if (status === "expired" && (await parts.hasSecretsOf(LOCAL, runId))) {
        await context.move(runId, {});
      }
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
        return goneOn(await answered.catch((error) => settleLate(waitId, error)), observer, signal);
      }),
    approve: (waitId, given, observer, signal) =>
      mended(async () => {
        const approved = engine.approve(LOCAL, waitId, person, given);
        return goneOn(await approved.catch((error) => settleLate(waitId, error)), observer, signal);
      }),
    deny: (waitId, reason, observer, signal) =>
      mended(async () => {
        const denied = engine.deny(LOCAL, waitId, person, reason);
        return goneOn(await denied.catch((error) => settleLate(waitId, error)), observer, signal);
      }),
    signal: (key, payload, id, signal) =>
      mended(async () => {
        const { waits, repeated } = await engine.signal(LOCAL, key, payload, by, id);
        const ended = await Promise.all(waits.map((waitId) => engine.wait(LOCAL, waitId)));
        const outcomes: Outcome[] = [];
        for (const wait of ended) outcomes.push(await goneOn(wait, {}, signal));
        return { waits, repeated, outcomes };
      }),
    cancel: (id, reason) =>
      mended(async () => {
        if (!id.startsWith("wait_")) return summary(await engine.cancelRun(LOCAL, id, by, reason));
        const wait = await engine.cancelWait(LOCAL, id, person, reason);
        await context.move(wait.runId, {});
        return summary(await engine.run(LOCAL, wait.runId));
      }),
    move: (runId, observer, signal) => mended(() => moved(runId, observer, signal)),
    ended: (waitId, signal) => mended(async () => void (await engine.waitEnded(LOCAL, waitId, signal))),
  };
}
