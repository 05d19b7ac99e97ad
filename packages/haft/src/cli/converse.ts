// On a terminal, what a tool asks and what needs approval is asked at once: until the run has settled or waits for something else.

import { formatFailure } from "../output/failure.ts";
import type { Answer } from "../prompt/ask.ts";
import type { Decision } from "../prompt/ask-approval.ts";
import { CommandError } from "../session/command-error.ts";
import type { Session } from "../session/session.ts";
import type { Wait } from "../session/wait.ts";
import { approvalFacts } from "./approval-facts.ts";
import type { Act, Going } from "./going.ts";
import { canAsk, type Invocation } from "./invocation.ts";

/** What one prompt came to. `later`: nobody wants to decide now; `again`: what was typed does not fit, and the reason has been said. */
export type Asked<Result> = { readonly result: Result } | "later" | "again";

/** Settings of asking. */
export interface AskOptions {
  /** Whether the source that parked goes on, though it has changed. */
  readonly resumeOriginal?: boolean;
  /** The run was there before this command: who is interrupted before deciding leaves it as it is. */
  readonly leaves?: boolean;
}

/** Asks while the run waits for a person; resolves with what it came to when there is nothing left to ask. */
export async function converse<Result>(
  first: Result,
  going: Going<Result>,
  session: Session,
  invocation: Invocation,
): Promise<Result> {
  let result = first;
  const asked = new Set<string>();
  while (canAsk(invocation)) {
    const wait = going.waitsOf(result).find((each) => asksAPerson(each) && !asked.has(each.id));
    if (wait === undefined) return result;
    const next = await askOnce(wait, going, session, invocation);
    // A vote may leave its wait open: the others who are asked decide elsewhere.
    if (next !== "again") asked.add(wait.id);
    if (typeof next === "object") result = next.result;
  }
  return result;
}

function asksAPerson({ kind, status }: Wait): boolean {
  return status === "open" && (kind === "answer" || kind === "approval");
}

/** One question or approval. Whoever decides first, here or elsewhere, moves the run on. */
export async function askOnce<Result>(
  wait: Wait,
  going: Going<Result>,
  session: Session,
  invocation: Invocation,
  options: AskOptions = {},
): Promise<Asked<Result>> {
  const { signal, printer } = invocation;
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
    const act = await ask(wait, session, invocation, AbortSignal.any([signal, asking.signal]), options);
    if (act !== undefined) return { result: await going.after(act) };
    if (signal.aborted) {
      if (options.leaves === true) return "later";
      await session.cancel(wait.runId, "interrupted");
      return { result: await going.on() };
    }
    if (!elsewhere) return "later";
    const what = wait.kind === "approval" ? "decided" : "answered";
    printer.message(`${printer.err.quiet(`it has been ${what} elsewhere`)}\n`);
    return { result: await going.on() };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    printer.message(formatFailure(error, printer.err));
    if (error.type === "invalid_answer" || error.type === "invalid_arguments") return "again";
    // It is for somebody else, who decides it another time.
    if (error.type === "not_allowed" || error.type === "requester_may_not") return "later";
    if (error.type === "wait_settled") return { result: await going.on() };
    throw error;
  } finally {
    asking.abort();
    await watching;
  }
}

/** What a person says, as what it does; undefined: nothing now. */
async function ask(
  wait: Wait,
  session: Session,
  invocation: Invocation,
  signal: AbortSignal,
  options: AskOptions,
): Promise<Act | undefined> {
  const { surroundings, printer } = invocation;
  if (wait.kind === "approval") {
    const { askApproval } = await import("../prompt/ask-approval.ts");
    const facts = await approvalFacts(session, wait);
    const decision = await askApproval(wait, facts, surroundings, printer.err, signal, surroundings.now());
    return decided(decision, wait, session, options);
  }
  const prompt = await import("../prompt/ask.ts");
  return answered(await prompt.ask(wait, surroundings, printer.err, signal), wait, session, options);
}

function answered(answer: Answer, wait: Wait, session: Session, options: AskOptions): Act | undefined {
  if (answer.kind === "later") return undefined;
  const resumeOriginal = options.resumeOriginal === true;
  return (observer, signal) => session.answer(wait.id, answer.value, { resumeOriginal }, observer, signal);
}

function decided(decision: Decision, wait: Wait, session: Session, options: AskOptions): Act | undefined {
  switch (decision.kind) {
    case "later":
      return undefined;
    case "deny":
      return (observer, signal) => session.deny(wait.id, decision.reason, observer, signal);
    case "approve": {
      const edited = decision.arguments === undefined ? {} : { arguments: decision.arguments };
      const resumed = options.resumeOriginal === undefined ? {} : { resumeOriginal: options.resumeOriginal };
      return (observer, signal) => session.approve(wait.id, { ...edited, ...resumed }, observer, signal);
    }
  }
}
