// On a terminal, what a tool asks is asked at once: until the run has settled or waits for something else.

import { formatFailure } from "../output/failure.ts";
import { observe } from "./finish.ts";
import { canAsk, type Invocation } from "./invocation.ts";
import { CommandError, type Outcome, type Session, type Wait } from "./session.ts";

/** Asks and answers while the run waits for an answer; resolves with the Outcome at which there is nothing to ask. */
export async function converse(first: Outcome, session: Session, invocation: Invocation): Promise<Outcome> {
  let outcome = first;
  while (outcome.status === "waiting" && outcome.wait?.kind === "answer" && canAsk(invocation)) {
    const next = await askOnce(outcome.wait, session, invocation, false);
    if (next === "later") return outcome;
    if (next !== "again") outcome = next;
  }
  return outcome;
}

/**
 * One question. Whoever answers first, here or elsewhere, moves the run on. `later`: nobody wants to answer now;
 * `again`: what was typed does not fit, and the reason has been said.
 */
export async function askOnce(
  wait: Wait,
  session: Session,
  invocation: Invocation,
  resumeOriginal: boolean,
): Promise<Outcome | "later" | "again"> {
  const { ask } = await import("../prompt/ask.ts");
  const { surroundings, signal, printer } = invocation;
  const asking = new AbortController();
  let elsewhere = false;
  const watching = session.ended(wait.id, asking.signal).then(
    () => {
      elsewhere = true;
      asking.abort();
    },
    // Whatever keeps it from watching only means that the prompt stays.
    () => {},
  );
  try {
    const answer = await ask(wait, surroundings, printer.err, AbortSignal.any([signal, asking.signal]));
    if (answer.kind === "given") {
      return await session.answer(wait.id, answer.value, { resumeOriginal }, observe(invocation), signal);
    }
    if (signal.aborted) {
      await session.cancel(wait.runId, "interrupted");
      return await session.move(wait.runId, observe(invocation), signal);
    }
    if (!elsewhere) return "later";
    printer.message(`${printer.err.quiet("it has been answered elsewhere")}\n`);
    return await session.move(wait.runId, observe(invocation), signal);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printer.message(formatFailure(error, printer.err));
    if (error.type === "invalid_answer") return "again";
    // The question is for somebody else, who answers it another time.
    if (error.type === "not_allowed") return "later";
    if (error.type === "wait_settled") return session.move(wait.runId, observe(invocation), signal);
    throw error;
  } finally {
    asking.abort();
    await watching;
  }
}
