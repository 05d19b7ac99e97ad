// Ids of runs, waits and threads as people type them: whole, or the beginning of one that is unique.

import { CommandError } from "../session/command-error.ts";
import type { Session } from "../session/session.ts";

type Kind = "run" | "wait" | "thr";

/** Where each kind is listed. */
const LISTS: Readonly<Record<Kind, string>> = { run: "haft runs", wait: "haft waits", thr: "haft thread list" };
const PREFIXES: Readonly<Record<Kind, string>> = { run: "run_", wait: "wait_", thr: "thr_" };
const NAMES: Readonly<Record<Kind, string>> = { run: "run", wait: "wait", thr: "thread" };

/** The one id of these kinds that `text` is, or begins; the part after `run_` or `wait_` is enough. */
export async function resolveId(session: Session, kinds: readonly Kind[], text: string): Promise<string> {
  const asked = kinds.filter((kind) => fits(kind, text, kinds));
  const found = (await Promise.all(asked.map((kind) => session.ids(kind, completed(kind, text))))).flat();
  const exact = found.find((id) => id === text);
  if (exact !== undefined) return exact;
  const [only, ...more] = await narrowed(session, found);
  if (only !== undefined && more.length === 0) return only;
  const things = kinds.map((kind) => `a ${NAMES[kind]}`).join(" or ");
  if (only !== undefined) {
    throw new CommandError(
      "ambiguous",
      `${text} begins ${found.length === 10 ? "ten or more" : found.length} ids: ${found.join(", ")}`,
      {
        usage: true,
        hint: "type more of it",
      },
    );
  }
  const other = otherKind(text, kinds);
  throw new CommandError(
    "not_found",
    `there is no ${kinds.map((kind) => NAMES[kind]).join(" or ")} ${text}${other ? `; it is the id of a ${other}, and ${things} is asked for` : ""}`,
    {
      usage: true,
      hint: `see the ids: ${kinds.map((kind) => LISTS[kind]).join(", ")}`,
    },
  );
}

/** Of several waits the one that is still open is meant, if there is just one: the others can no longer be answered or cancelled. */
async function narrowed(session: Session, found: readonly string[]): Promise<readonly string[]> {
  if (found.length < 2 || found.some((id) => !id.startsWith(PREFIXES.wait))) return found;
  const waits = await Promise.all(found.map((id) => session.wait(id)));
  const open = waits.filter((wait) => wait.status === "open");
  return open.length === 1 ? open.map((wait) => wait.id) : found;
}

/** An id that names its kind is looked for in that kind only. */
function fits(kind: Kind, text: string, kinds: readonly Kind[]): boolean {
  const named = kinds.find((candidate) => text.startsWith(PREFIXES[candidate]));
  return named === undefined || named === kind;
}

function completed(kind: Kind, text: string): string {
  return text.startsWith(PREFIXES[kind]) || PREFIXES[kind].startsWith(text) ? text : PREFIXES[kind] + text;
}

function otherKind(text: string, kinds: readonly Kind[]): string | undefined {
  const kind = /^(run|wait|call|thr)_/.exec(text)?.[1];
  if (kind === undefined || kinds.some((candidate) => candidate === kind)) return undefined;
  return kind === "thr" ? "thread" : kind;
}
