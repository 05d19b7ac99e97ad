// The end of a command that moved a run: what it came to, printed, and the exit code that it means.

import { formatLogLine, formatOutcome, formatProgress } from "../output/outcome.ts";
import { plainText } from "../output/plain-text.ts";
import { formatRunResult } from "../output/run-result.ts";
import type { MoveObserver } from "../session/move-observer.ts";
import type { Outcome, OutcomeError } from "../session/outcome.ts";
import type { RunResult } from "../session/run.ts";
import type { Session } from "../session/session.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import type { Invocation } from "./invocation.ts";
import { printWait } from "./print-wait.ts";

/** Prints an Outcome with what the log has beside it, and says what it means for the exit code. */
export async function finish(outcome: Outcome, session: Session, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  if (printer.json) printer.document(outcome);
  else {
    const facts = await session.facts(outcome.runId);
    const text = formatOutcome(outcome, facts, printer, printer.terminal);
    if (outcome.status === "waiting") tellWhyNot(outcome.error, invocation);
    printer.message(text.messages);
    printer.result(text.result);
    if (outcome.status === "waiting" && outcome.wait) await printWait(outcome.wait, session, invocation);
  }
  return exitCodeOf(outcome);
}

/** The same of an agent run; `hasSaid` tells whether its output stands on the screen already. */
export async function finishRun(
  result: RunResult,
  session: Session,
  invocation: Invocation,
  hasSaid: (output: unknown) => boolean = () => false,
): Promise<ExitCode> {
  const { printer } = invocation;
  if (printer.json) printer.document(result);
  else {
    const text = formatRunResult(result, printer, printer.terminal, hasSaid);
    printer.result(text.result);
    if (result.status === "waiting") tellWhyNot(result.error, invocation);
    printer.message(text.messages);
    for (const wait of result.waits) await printWait(wait, session, invocation);
    if (result.status === "queued") printer.message("see the others: haft runs; move them: haft worker --once\n");
  }
  if (result.status === "waiting" || result.status === "queued") return EXIT.waiting;
  return result.status === "completed" ? EXIT.done : EXIT.failed;
}

/** What was said counts, and why the run does not go on here: no failure. */
export function tellWhyNot(why: OutcomeError | undefined, { printer }: Pick<Invocation, "printer">): void {
  if (why === undefined) return;
  const hint = why.hint === undefined ? "" : `${printer.err.strong("hint:")} ${plainText(why.hint)}\n`;
  printer.message(`${plainText(why.message)}\n${hint}`);
}

/** What an Outcome means for the exit code. */
export function exitCodeOf(outcome: Outcome): ExitCode {
  if (outcome.status === "waiting") return EXIT.waiting;
  return outcome.ok === true ? EXIT.done : EXIT.failed;
}

/** Shows what a tool writes and how far it is, on standard error; with `--json` nothing, for the Outcome has the lines. */
export function observe(invocation: Invocation): MoveObserver {
  const { printer } = invocation;
  if (printer.json) return {};
  return {
    log: (line) => printer.message(formatLogLine(line, printer.err)),
    progress: (fraction, message) => printer.message(formatProgress(fraction, message, printer.err)),
  };
}

/** Told with `--json`, too: the Outcome says the level only, and this is no part of it. */
export function tellOfNetwork({ printer }: Invocation): void {
  printer.message(
    `${printer.err.warning("network:")} the call shares the machine's network: every address that this machine reaches\n`,
  );
}

/** Moves a run; on a terminal a line says so, once it takes longer than a second. */
export async function moving<Result>(
  invocation: Invocation,
  what: string,
  move: () => Promise<Result>,
): Promise<Result> {
  using _busy = invocation.printer.busy(what);
  return await move();
}
