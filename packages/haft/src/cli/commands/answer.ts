// `haft answer`: answers what a parked call asks, and moves its run.

import type { Json } from "@haft/sdk/wire";
import type { Command } from "commander";
import { formatMoment } from "../../output/moment.ts";
import { asText, howToGoOn, waitsFor } from "../../output/wait.ts";
import { declareCommand, type Start } from "../command.ts";
import { askOnce, converse } from "../converse.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { finish, moving, observe, tellOfNetwork } from "../finish.ts";
import { resolveId } from "../identifiers.ts";
import { readStandardInput } from "../input-text.ts";
import { canAsk, type Invocation } from "../invocation.ts";
import { CommandError, type Outcome, type Session, type Wait } from "../session.ts";
import { type MoveFlags, openStoreThatIs, withMoveFlags } from "../session-flags.ts";
import { hasPassed } from "../standing.ts";

interface AnswerFlags extends MoveFlags {
  readonly resumeOriginal?: boolean;
}

/** Declares `haft answer`. */
export function answerCommand(start: Start): Command {
  const command = declareCommand("answer", "Answer what a parked call asks, and print what it comes to.", [
    ["haft answer wait_01k yes", "the beginning of an id is enough"],
    ["haft answer wait_01k", "asks, with the choices"],
    ["haft answer wait_01k - < answer.json", "the answer from standard input"],
    ["haft answer wait_01k yes --as ada:support", "as somebody else, with roles"],
    ["haft answer wait_01k yes --resume-original", "with the source that asked, though it has changed"],
  ])
    .argument("<wait>", "the id of a wait, or its beginning")
    .argument("[value]", "the answer, read as the wait's schema says; - reads standard input")
    .option("--resume-original", "go on with the source that asked, though it has changed since")
    .option("--wait", "stay until waits for a time, files or a signal have ended, too");
  return withMoveFlags(command).action((wait: string, value: string | undefined, flags: AnswerFlags, self: Command) =>
    start(self, (invocation) => answer(wait, value, flags, invocation)),
  );
}

async function answer(
  id: string,
  value: string | undefined,
  flags: AnswerFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  await using session = await openStoreThatIs(flags, invocation);
  const wait = await session.wait(await resolveId(session, ["wait"], id));
  refuseUnanswerable(wait, invocation.surroundings.now());
  if ((await session.facts(wait.runId)).sharesNetwork) tellOfNetwork(invocation);
  const original = flags.resumeOriginal === true;
  const outcome =
    value === undefined
      ? await askForAnswer(wait, session, invocation, original)
      : await giveAnswer(wait, value, session, invocation, original);
  if (outcome === "later") {
    invocation.printer.message(`it still waits; answer it later: haft answer ${wait.id} VALUE\n`);
    return EXIT.waiting;
  }
  return finish(await converse(outcome, session, invocation), session, invocation);
}

/** Told before anything is asked. Whoever ends the wait after this is told of by the engine. */
function refuseUnanswerable(wait: Wait, now: number): void {
  if (wait.status !== "open") throw hasEnded(wait);
  if (wait.kind !== "time" && hasPassed(wait, now)) {
    const at = wait.expiresAt === undefined ? "" : ` at ${formatMoment(wait.expiresAt)}`;
    throw new CommandError("wait_settled", `${wait.id} expired${at}`, { hint: howToGoOn(wait, now) });
  }
  if (wait.kind === "answer") return;
  throw new CommandError("not_a_question", `${wait.id} asks nothing: it waits ${waitsFor(wait, now)}`, {
    usage: true,
    hint: howToGoOn(wait, now),
  });
}

function hasEnded(wait: Wait): CommandError {
  const resolved = wait.kind === "answer" ? "was answered" : "is over";
  const how = { open: "is open", resolved, expired: "expired", cancelled: "was cancelled" }[wait.status];
  const by = wait.endedBy === undefined || wait.status === "expired" ? "" : ` by ${wait.endedBy}`;
  const at = wait.endedAt === undefined ? "" : ` at ${formatMoment(wait.endedAt)}`;
  return new CommandError("wait_settled", `${wait.id} ${how}${by}${at}`, {
    hint: `see what came of it: haft events ${wait.runId}`,
  });
}

async function giveAnswer(
  wait: Wait,
  typed: string,
  session: Session,
  invocation: Invocation,
  resumeOriginal: boolean,
): Promise<Outcome> {
  const text = typed === "-" ? (await readStandardInput(invocation.surroundings)).replace(/\r?\n$/, "") : typed;
  const value = await answerValue(text, wait);
  invocation.endsItself();
  return moving(invocation, "going on", () =>
    session.answer(wait.id, value, { resumeOriginal }, observe(invocation), invocation.signal),
  );
}

/** Text by the choices or the schema; without either, as it is. */
async function answerValue(text: string, wait: Wait): Promise<Json> {
  const { TextMisfit, textValue } = await import("../text-value.ts");
  const schema = wait.choices ? { enum: wait.choices } : (wait.schema ?? { type: "string" });
  try {
    return textValue(text, schema, schema);
  } catch (error) {
    if (!(error instanceof TextMisfit)) throw error;
    const example = wait.choices?.[0];
    throw new CommandError("invalid_answer", `the answer to ${wait.id} ${error.message}; it stays open`, {
      usage: true,
      hint: `write haft answer ${wait.id} ${example === undefined ? "VALUE" : JSON.stringify(asText(example))}`,
    });
  }
}

async function askForAnswer(
  wait: Wait,
  session: Session,
  invocation: Invocation,
  resumeOriginal: boolean,
): Promise<Outcome | "later"> {
  if (!canAsk(invocation)) {
    const choices = wait.choices ? ` (one of ${wait.choices.map(asText).join(", ")})` : "";
    throw new CommandError("usage", "the answer is missing, and there is no terminal to ask on", {
      usage: true,
      hint: `write haft answer ${wait.id} VALUE${choices}, or - to read it from standard input`,
    });
  }
  invocation.endsItself();
  for (;;) {
    const outcome = await askOnce(wait, session, invocation, resumeOriginal);
    if (outcome !== "again") return outcome;
  }
}
