// Policies, agents and models on the command line: how they are listed, shown, saved and removed is the same for all three.

import type { Json, JsonObject } from "@haft/sdk/wire";
import { count } from "../output/count.ts";
import { jsonText } from "../output/json-text.ts";
import { plainLine, plainText } from "../output/plain-text.ts";
import { formatTable } from "../output/table.ts";
import { absentStore } from "../session/absent-store.ts";
import { CommandError } from "../session/command-error.ts";
import type { StoredDefinition, StoredKind } from "../session/definitions.ts";
import type { Session } from "../session/session.ts";
import { EXIT, type ExitCode } from "./exit-code.ts";
import type { Invocation } from "./invocation.ts";
import { asObject, type JsonPlace, readJson } from "./json-input.ts";
import { openSessionFor, openStoreThatIs, type StoreFlags } from "./session-flags.ts";

/** What the command line knows of a kind. */
export interface Kind {
  readonly kind: StoredKind;
  readonly plural: string;
  /** Headings of the list after `id`, and the cells under them. */
  readonly headings: readonly string[];
  readonly cells: (definition: JsonObject) => readonly string[];
  /** What could be typed to save one. */
  readonly example: string;
}

/** Prints all of a kind. */
export async function listDefinitions(kind: Kind, flags: StoreFlags, invocation: Invocation): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const all = await session.list(kind.kind);
  if (printer.json) printer.document({ ok: true, [kind.plural]: all });
  else if (all.length === 0) printer.message(`no ${kind.plural} yet; save one: ${kind.example}\n`);
  else {
    const rows = all.map(({ id, definition }) => [id, ...kind.cells(definition)]);
    printer.result(formatTable([kind.kind, ...kind.headings], rows, printer.out, printer.width));
  }
  return EXIT.done;
}

/** Prints one as it was saved: it can be changed and saved again. */
export async function showDefinition(
  kind: Kind,
  id: string,
  flags: StoreFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  const found = await definitionOf(kind, id, session);
  if (printer.json) printer.document({ ok: true, ...found });
  else printer.result(`${plainText(jsonText(found.definition, 2))}\n`);
  return EXIT.done;
}

/** Takes one away. */
export async function removeDefinition(
  kind: Kind,
  id: string,
  flags: StoreFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  const { printer } = invocation;
  await using session = await openStoreThatIs(flags, invocation);
  await definitionOf(kind, id, session);
  const removed = await session.remove(kind.kind, id);
  if (printer.json) printer.document({ ok: true, id, removed });
  else printer.result(`${kind.kind} ${id} ${removed ? "removed" : "was removed by somebody else"}\n`);
  return EXIT.done;
}

/** Whether what was typed is a document, and not an id that flags go with. */
export function isDocument(typed: string): boolean {
  return typed === "-" || typed.startsWith("@") || /^\s*[[{]/.test(typed);
}

/** Saves one, or several in a list, in their order. */
export async function saveDocuments(
  kind: Kind,
  typed: string,
  flags: StoreFlags,
  invocation: Invocation,
): Promise<ExitCode> {
  const place: JsonPlace = { name: `the ${kind.kind}`, example: kind.example };
  const given = await readJson(typed, place, invocation.surroundings);
  const list: readonly Json[] = Array.isArray(given) ? given : [given];
  await using session = await openSessionFor(flags, invocation);
  return await saveAll(
    kind,
    list.map((value, index) =>
      asObject(value, { ...place, name: Array.isArray(given) ? `number ${index + 1}` : place.name }),
    ),
    session,
    invocation,
  );
}

/** Saves definitions; what was saved before one that is refused stays, and is told. */
export async function saveAll(
  kind: Kind,
  definitions: readonly JsonObject[],
  session: Session,
  { printer }: Invocation,
): Promise<ExitCode> {
  const saved: Awaited<ReturnType<Session["set"]>>[] = [];
  for (const definition of definitions) {
    try {
      saved.push(await session.set(kind.kind, definition));
    } catch (error) {
      throw definitions.length > 1 && error instanceof CommandError ? ofSeveral(kind, error, saved, definition) : error;
    }
  }
  if (printer.json) printer.document({ ok: true, saved });
  else {
    for (const { id, created, warnings = [] } of saved) {
      printer.result(`${kind.kind} ${id} ${created ? "saved" : "changed"}\n`);
      for (const line of warnings) printer.message(`${printer.err.warning("warning:")} ${plainLine(line)}\n`);
    }
  }
  return EXIT.done;
}

function ofSeveral(
  { kind }: Kind,
  error: CommandError,
  saved: readonly { readonly id: string }[],
  definition: JsonObject,
): CommandError {
  const named = typeof definition.id === "string" && error.message.startsWith(`${kind} ${definition.id}:`);
  const which = named ? "" : `number ${saved.length + 1}: `;
  const before = saved.length === 0 ? "nothing was saved" : `${count(saved.length, "one")} before it saved`;
  return new CommandError(error.type, `${which}${error.message} (${before.replace(/^(\d+) ones?/, "$1")})`, {
    usage: error.usage,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  });
}

/** One by its id; an unknown one names the nearest. */
export async function definitionOf(kind: Kind, id: string, session: Session): Promise<StoredDefinition> {
  if (session.absentStore !== undefined) throw absentStore(session.absentStore);
  const all = await session.list(kind.kind);
  const found = all.find((each) => each.id === id);
  if (found !== undefined) return found;
  const { nearest } = await import("@haft/contract");
  const near = nearest(
    id,
    all.map((each) => each.id),
  );
  throw new CommandError("not_found", `there is no ${kind.kind} ${id}`, {
    usage: true,
    hint: near === undefined ? `see them: haft ${kind.kind} list` : `did you mean ${near}?`,
  });
}
