// A command with `list`, `show`, `set` and `remove` for one kind of definition, whose fields can be given as flags.

import type { Json, JsonObject } from "@haft/sdk/wire";
import type { Command, Option } from "commander";
import { CommandError } from "../session/command-error.ts";
import type { StoredDefinition } from "../session/definitions.ts";
import { declareSubcommand, type Example, type Start } from "./command.ts";
import {
  isDocument,
  type Kind,
  listDefinitions,
  removeDefinition,
  saveAll,
  saveDocuments,
  showDefinition,
} from "./definitions.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Invocation, Surroundings } from "./invocation.ts";
import { openSessionFor, type StoreFlags, withStoreFlags } from "./session-flags.ts";

/** A field of a definition that has a flag. */
export interface Field {
  readonly flag: Option;
  /** As commander names the flag's value. */
  readonly name: string;
  /** As the definition names it. */
  readonly key: string;
  readonly number?: boolean;
  /** Every definition has it. */
  readonly required?: boolean;
  /** A value that could be typed. */
  readonly example?: string;
  /** What the flag's value becomes; default: itself. */
  readonly read?: (value: unknown, surroundings: Surroundings) => Promise<Json>;
}

type Given = StoreFlags & Readonly<Record<string, unknown>>;

/** Adds the four commands to `parent`. */
export function definitionCommand(
  parent: Command,
  kind: Kind,
  fields: readonly Field[],
  start: Start,
  examples: readonly Example[],
): Command {
  const name = kind.kind;
  const one = `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
  const list = declareSubcommand("list", `List the ${kind.plural}.`, [[`haft ${name} list --json`, "in full"]]);
  const show = declareSubcommand("show", `Print ${one} as it is saved.`, [
    [`haft ${name} show default > ${name}.json`, "can be changed and saved again"],
  ]).argument("<id>", "its id");
  const remove = declareSubcommand("remove", `Take ${one} away.`, [
    [`haft ${name} remove default`, "runs that have begun keep it"],
  ]).argument("<id>", "its id");
  const set = declareSubcommand("set", `Save ${one}, or change some of its fields.`, examples).argument(
    "<id-or-json>",
    "an id, with flags; or all of it as JSON, @FILE or -",
  );
  for (const { flag } of fields) set.addOption(flag);
  return parent
    .addCommand(
      withStoreFlags(list).action((flags: StoreFlags, self: Command) =>
        start(self, (invocation) => listDefinitions(kind, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(show).action((id: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => showDefinition(kind, id, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(set).action((what: string, flags: Given, self: Command) =>
        start(self, (invocation) => save(kind, fields, what, flags, invocation)),
      ),
    )
    .addCommand(
      withStoreFlags(remove).action((id: string, flags: StoreFlags, self: Command) =>
        start(self, (invocation) => removeDefinition(kind, id, flags, invocation)),
      ),
    );
}

async function save(
  kind: Kind,
  fields: readonly Field[],
  what: string,
  flags: Given,
  invocation: Invocation,
): Promise<ExitCode> {
  const given = fields.filter(({ name }) => flags[name] !== undefined);
  if (isDocument(what)) {
    const [flag] = given;
    if (flag === undefined) return saveDocuments(kind, what, flags, invocation);
    throw new CommandError("usage", `${flag.flag.long} goes with an id, not with all of it as JSON`, {
      usage: true,
      hint: `write ${kind.example}, or put the field into the JSON`,
    });
  }
  if (given.length === 0) {
    throw new CommandError("usage", `nothing is said about the ${kind.kind} ${what}`, {
      usage: true,
      hint: `write ${kind.example}`,
    });
  }
  const changes: Record<string, Json> = {};
  for (const field of given) changes[field.key] = await fieldValue(field, flags[field.name], invocation.surroundings);
  await using session = await openSessionFor(flags, invocation);
  const all = await session.list(kind.kind);
  const before = all.find(({ id }) => id === what)?.definition;
  if (before === undefined) await requireWhole(kind, fields, what, flags, all);
  const definition: JsonObject = { ...before, id: what, ...changes };
  return await saveAll(kind, [definition], session, invocation);
}

/** What is not there yet needs every field that one has: told with the flags, and with the id that may have been meant. */
async function requireWhole(
  { kind }: Kind,
  fields: readonly Field[],
  id: string,
  flags: Given,
  all: readonly StoredDefinition[],
): Promise<void> {
  const missing = fields.filter(({ required, name }) => required === true && flags[name] === undefined);
  if (missing.length === 0) return;
  const { nearest } = await import("@haft/contract");
  const near = nearest(
    id,
    all.map((each) => each.id),
  );
  const lacking = missing.map(({ flag }) => flag.long).join(" and ");
  const more = missing.map(({ flag, example }) => `${flag.long} ${example ?? "…"}`).join(" ");
  throw new CommandError("usage", `there is no ${kind} ${id} yet, and a new one needs ${lacking}, too`, {
    usage: true,
    hint: near === undefined ? `write haft ${kind} set ${id} … ${more}` : `did you mean ${near}? Else add ${more}`,
  });
}

async function fieldValue(field: Field, value: unknown, surroundings: Surroundings): Promise<Json> {
  if (field.read !== undefined) return field.read(value, surroundings);
  if (field.number !== true) return value === true ? true : String(value);
  const number = Number(value);
  if (typeof value === "string" && value.trim() !== "" && Number.isFinite(number)) return number;
  throw new CommandError("usage", `${field.flag.long} takes a number, and got ${JSON.stringify(value)}`, {
    usage: true,
    hint: `write ${field.flag.long} ${field.example ?? "100"}`,
  });
}
