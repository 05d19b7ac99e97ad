// The commands that end one wait: which waits they refuse, and how the run goes on and is shown.

import { formatMoment } from "../output/moment.ts";
import { howToGoOn, waitsFor } from "../output/wait.ts";
import { CommandError } from "../session/command-error.ts";
import { hasPassed } from "../session/has-passed.ts";
import type { Session } from "../session/session.ts";
import type { Wait } from "../session/wait.ts";
import { type Asked, type AskOptions, askOnce, converse } from "./converse.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import { finish, finishRun, tellOfNetwork } from "./finish.ts";
import { type Act, type Going, goingCall, goingRun, viewOf } from "./going.ts";
import type { Invocation } from "./invocation.ts";

/** How a wait is ended: with what was typed, or by asking. */
export type Settling = { readonly act: Act } | { readonly ask: AskOptions };

/** Ends the wait, moves its run until nobody here can be asked anything more, and prints what it came to. */
export async function settle(
  wait: Wait,
  settling: Settling,
  session: Session,
  invocation: Invocation,
): Promise<ExitCode> {
  const facts = await session.facts(wait.runId);
  if (facts.sharesNetwork) tellOfNetwork(invocation);
  invocation.endsItself();
  if (facts.kind !== "agent") {
    const going = goingCall(wait.runId, session, invocation);
    const outcome = await first(wait, settling, going, session, invocation);
    if (outcome === "later") return tellOfLater(wait, invocation);
    return finish(await converse(outcome.result, going, session, invocation), session, invocation);
  }
  const viewing = viewOf(invocation);
  const { shown } = viewing;
  shown?.know(wait.callId, wait.tool);
  const going = goingRun(wait.runId, viewing, session, invocation.signal);
  const result = await first(wait, settling, going, session, invocation);
  if (result === "later") return tellOfLater(wait, invocation);
  const last = await converse(result.result, going, session, invocation);
  return finishRun(last, session, invocation, (output) => shown?.hasSaid(output) === true);
}

async function first<Result>(
  wait: Wait,
  settling: Settling,
  going: Going<Result>,
  session: Session,
  invocation: Invocation,
): Promise<Exclude<Asked<Result>, "again">> {
  if ("act" in settling) {
    return { result: await going.after(settling.act) };
  }
  for (;;) {
    const next = await askOnce(wait, going, session, invocation, { ...settling.ask, leaves: true });
    if (next !== "again") return next;
  }
}

function tellOfLater(wait: Wait, { printer, surroundings }: Invocation): ExitCode {
  printer.message(`it still waits; ${howToGoOn(wait, surroundings.now())}\n`);
  return EXIT.waiting;
}

/** Told before anything is asked. Whoever ends the wait after this is told of by the engine. */
export function refuseUnless(kind: "answer" | "approval", wait: Wait, now: number): void {
  if (wait.status !== "open") throw hasEnded(wait);
  if (wait.kind !== "time" && hasPassed(wait, now)) {
    const at = wait.expiresAt === undefined ? "" : ` at ${formatMoment(wait.expiresAt)}`;
    throw new CommandError("wait_settled", `${wait.id} expired${at}`, { hint: howToGoOn(wait, now) });
  }
  if (wait.kind === kind) return;
  const [type, says] =
    kind === "answer" ? ["not_a_question", "asks nothing"] : ["not_an_approval", "needs no approval"];
  const what = wait.kind === "answer" ? "for an answer" : waitsFor(wait, now);
  throw new CommandError(type, `${wait.id} ${says}: it waits ${what}`, { usage: true, hint: howToGoOn(wait, now) });
}

function hasEnded(wait: Wait): CommandError {
  const resolved = { answer: "was answered", approval: "was decided" }[wait.kind as string] ?? "is over";
  const how = { open: "is open", resolved, expired: "expired", cancelled: "was cancelled" }[wait.status];
  const by = wait.endedBy === undefined || wait.status === "expired" ? "" : ` by ${wait.endedBy}`;
  const at = wait.endedAt === undefined ? "" : ` at ${formatMoment(wait.endedAt)}`;
  return new CommandError("wait_settled", `${wait.id} ${how}${by}${at}`, {
    hint: `see what came of it: haft events ${wait.runId}`,
  });
}
