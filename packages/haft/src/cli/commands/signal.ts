// `haft signal`: tells whatever waits for it that something has happened outside.

import type { Command } from "commander";
import { count } from "../../output/count.ts";
import { plainLine } from "../../output/plain-text.ts";
import { CommandError } from "../../session/command-error.ts";
import type { Session } from "../../session/session.ts";
import { declareCommand, type Start } from "../command.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { moving } from "../finish.ts";
import { withWait } from "../given.ts";
import { withGoOnFlags } from "../go-on-flags.ts";
import type { Invocation } from "../invocation.ts";
import { readJson } from "../json-input.ts";
import { type MoveFlags, openSessionFor } from "../session-flags.ts";

interface SignalFlags extends MoveFlags {
  readonly id?: string;
}

const PAYLOAD = { name: "the payload", example: `haft signal desk/paid '{"order": "A17"}'` };

/** Declares `haft signal`. */
export function signalCommand(start: Start): Command {
  const command = declareCommand("signal", [
    [`haft signal desk/paid '{"order": "A17"}'`, "the toolset, the key, and what comes with it"],
    ["haft signal desk/paid @payment.json", "the payload from a file; - reads standard input"],
    ["haft signal desk/paid --id payment-17", "the same id again is the same signal"],
  ])
    .argument("<key>", "toolset/key, as haft waits shows it")
    .argument("[json]", "the payload: JSON, @FILE, or - (default: null)")
    .option("--id <id>", "the sender's own id of it: a repeated one counts once");
  return withGoOnFlags(withWait(command)).action(
    (key: string, payload: string | undefined, flags: SignalFlags, self: Command) =>
      start(self, (invocation) => send(key, payload, flags, invocation)),
  );
}

async function send(
  key: string,
  given: string | undefined,
  flags: SignalFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  if (!/^[^/]+\/./.test(key)) {
    throw new CommandError("usage", `a signal is sent to toolset/key, and got ${JSON.stringify(key)}`, {
      usage: true,
      hint: `write the toolset before it, for example haft signal desk/${key}; haft waits shows the keys`,
    });
  }
  const payload = given === undefined ? null : await readJson(given, PAYLOAD, invocation.surroundings);
  await using session = await openSessionFor(flags, invocation);
  invocation.endsItself();
  const sent = await moving(invocation, "sending", () => session.signal(key, payload, flags.id, invocation.signal));
  const { printer } = invocation;
  if (printer.json) printer.document({ ok: true, ...sent });
  else printer.result(tell(key, sent));
  return EXIT.done;
}

function tell(key: string, { waits, repeated, outcomes }: Awaited<ReturnType<Session["signal"]>>): string {
  const name = plainLine(key);
  if (repeated) return `${name} was sent before, with this id\n`;
  if (waits.length === 0) return `nothing waits for ${name} yet; it is kept 24 h for the first that does\n`;
  const lines = outcomes.map(({ runId, status, error, wait }) => {
    const remark =
      error === undefined ? (wait === undefined ? "" : `: ${wait.id}`) : `: ${error.type}: ${error.message}`;
    return plainLine(`${runId} ${status}${remark}`);
  });
  return `${[`${count(waits.length, "wait")} heard ${name}`, ...lines].join("\n")}\n`;
}
