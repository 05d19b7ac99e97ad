// `haft answer`: answers what a parked call asks, and moves its run.

import type { Json } from "@haft/sdk/wire";
import type { Command } from "commander";
import { asText } from "../../output/wait.ts";
import { CommandError } from "../../session/command-error.ts";
import type { Wait } from "../../session/wait.ts";
import { declareCommand, type Start } from "../command.ts";
import type { ExitCode } from "../exit-code.ts";
import { withWait } from "../given.ts";
import { refuseOtherSecrets, withGoOnFlags } from "../go-on-flags.ts";
import { resolveId } from "../identifiers.ts";
import { readStandardInput } from "../input-text.ts";
import { canAsk, type Invocation } from "../invocation.ts";
import { type MoveFlags, openStoreThatIs } from "../session-flags.ts";
import { refuseUnless, type Settling, settle } from "../settle.ts";

interface AnswerFlags extends MoveFlags {
  readonly resumeOriginal?: boolean;
}

/** Declares `haft answer`. */
export function answerCommand(start: Start): Command {
  const command = declareCommand("answer", [
    ["haft answer wait_01k yes", "the beginning of an id is enough"],
    ["haft answer wait_01k", "asks, with the choices"],
    ["haft answer wait_01k - < answer.json", "the answer from standard input"],
    ["haft answer wait_01k yes --as ada:support", "as somebody else, with roles"],
    ["haft answer wait_01k yes --resume-original", "with the source that asked, though it has changed"],
  ])
    .argument("<wait>", "the id of a wait, or its beginning")
    .argument("[value]", "the answer, read as the wait's schema says; - reads standard input")
    .option("--resume-original", "go on with the source that asked, though it has changed since");
  return withGoOnFlags(withWait(command)).action(
    (wait: string, value: string | undefined, flags: AnswerFlags, self: Command) =>
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
  refuseUnless("answer", wait, invocation.surroundings.now());
  await refuseOtherSecrets(session, wait.runId, flags);
  const resumeOriginal = flags.resumeOriginal === true;
  if (value === undefined) {
    refuseUnlessAsked(wait, invocation);
    return await settle(wait, { ask: { resumeOriginal } }, session, invocation);
  }
  const response = await answerValue(value, wait, invocation);
  const settling: Settling = {
    act: (observer, signal) => session.answer(wait.id, response, { resumeOriginal }, observer, signal),
  };
  return await settle(wait, settling, session, invocation);
}

function refuseUnlessAsked(wait: Wait, invocation: Invocation): void {
  if (canAsk(invocation)) return;
  const choices = wait.choices ? ` (one of ${wait.choices.map(asText).join(", ")})` : "";
  throw new CommandError("usage", "the answer is missing, and there is no terminal to ask on", {
    usage: true,
    hint: `write haft answer ${wait.id} VALUE${choices}, or - to read it from standard input`,
  });
}

/** Text by the choices or the schema; without either, as it is. */
async function answerValue(typed: string, wait: Wait, { surroundings }: Invocation): Promise<Json> {
  const text = typed === "-" ? (await readStandardInput(surroundings)).replace(/\r?\n$/, "") : typed;
  const { TextMisfit, textValue } = await import("../../prompt/text-value.ts");
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
