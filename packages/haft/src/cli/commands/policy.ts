// `haft policy`: rules about which calls run, which are asked for, and which do not run.

import type { Json } from "@haft/sdk/wire";
import type { Command } from "commander";
import { shown } from "../../output/events/read-data.ts";
import { formatMatches } from "../../output/policy-matches.ts";
import { CommandError } from "../../session/command-error.ts";
import type { Session } from "../../session/session.ts";
import { declareCommand, declareSubcommand, type Start } from "../command.ts";
import { isDocument, type Kind, listDefinitions, removeDefinition, saveDocuments } from "../definitions.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Invocation } from "../invocation.ts";
import { readJson } from "../json-input.ts";
import { asLimit } from "../limit.ts";
import { openStoreThatIs, type StoreFlags, withStoreFlags } from "../session-flags.ts";

const EXAMPLE = `haft policy set '{"id": "ask", "match": "*/publish", "effect": "require", "enabled": true}'`;

const POLICY: Kind = {
  kind: "policy",
  plural: "policies",
  headings: ["effect", "match", "when", ""],
  cells: ({ effect, match, when, enabled }) => [
    shown(effect),
    shown(match),
    shown(when),
    enabled === false ? "off" : "",
  ],
  example: EXAMPLE,
};

/** Declares `haft policy` with its commands. */
export function policyCommand(start: Start): Command {
  const list = declareSubcommand("list", "List the policies.", [["haft policy list --json", "in full"]]);
  const set = declareSubcommand("set", "Save a policy, or several: they hold for the next start of a call.", [
    [EXAMPLE, "whoever wants to publish needs a person"],
    ["haft policy set @policies/starter.json", "one, or a list of them, from a file; - reads standard input"],
  ]).argument("<json>", "JSON, @FILE, or -");
  const tested = declareSubcommand("test", "Try a policy, or only a condition, against the calls of the last time.", [
    [`haft policy test "arguments.amount > 100"`, "a condition: CEL over tool, arguments, agent, context …"],
    ["haft policy test ask", "a policy that is saved"],
    ["haft policy test @policy.json --last 50", "one from a file"],
  ])
    .argument("<policy>", "an id, a condition, JSON, @FILE, or -")
    .option("--last <number>", "how many calls, up to 1000", "20");
  const remove = declareSubcommand("remove", "Take a policy away.", [["haft policy remove ask", "by its id"]]).argument(
    "<id>",
    "its id",
  );
  return declareCommand("policy", [
    [EXAMPLE, "save one"],
    ["haft policy list", "what holds"],
  ])
    .addCommand(
      withStoreFlags(list).action((flags: StoreFlags, self: Command) =>
        start(self, (invocation) => listDefinitions(POLICY, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(set).action((json: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => save(json, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(tested).action((policy: string, flags: TestFlags, self: Command) =>
        start(self, (invocation) => testPolicy(policy, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(remove).action((id: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => removeDefinition(POLICY, id, flags, invocation)),
      ),
    );
}

async function save(json: string, flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  if (isDocument(json)) return saveDocuments(POLICY, json, flags, invocation);
  throw new CommandError("usage", `a policy is given as JSON, and got ${JSON.stringify(json)}`, {
    usage: true,
    hint: `write ${EXAMPLE}, or @FILE`,
  });
}

interface TestFlags extends StoreFlags {
  readonly last: string;
}

async function testPolicy(typed: string, flags: TestFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  const last = asLimit(flags.last, "--last");
  const given = isDocument(typed) ? await readDocument(typed, invocation) : undefined;
  await using session = await openStoreThatIs(flags, invocation);
  const calls = await session.testPolicy(given ?? (await savedOr(typed, session)), last);
  if (printer.json) printer.document({ ok: true, calls });
  else if (calls.length === 0) printer.message("there are no calls to try it against yet\n");
  else printer.result(formatMatches(calls, printer.out, printer.width));
  return EXIT.done;
}

/** Text that is no document is the id of a policy that is saved, else a condition. */
async function savedOr(typed: string, session: Session): Promise<Json> {
  return (await session.list("policy")).find(({ id }) => id === typed)?.definition ?? typed;
}

async function readDocument(typed: string, { surroundings }: Invocation): Promise<Json> {
  const given = await readJson(typed, { name: "the policy", example: EXAMPLE }, surroundings);
  if (!Array.isArray(given)) return given;
  const [only, ...more] = given;
  if (only !== undefined && more.length === 0) return only;
  throw new CommandError("usage", `one policy is tried at a time, and the list has ${given.length}`, {
    usage: true,
    hint: "save them and try one by its id: haft policy test ID",
  });
}
