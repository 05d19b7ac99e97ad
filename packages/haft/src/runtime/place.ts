// The place that a data folder is: what lies in it (workspaces, `/data`, large values) is nowhere else. Kept in a file of the
// folder and made once, so that it stays the same when the machine is started again, or has another name.

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { CommandError } from "../cli/session.ts";

const FILE = "place";
const PLACE = /^[\w.-]{1,80}$/;

/** The place of a data folder that has one already; undefined: nothing was made there yet that a run could need. */
export function knownPlace(data: string): string | undefined {
  const file = join(data, FILE);
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new CommandError("data_folder", `${file} cannot be read (${codeOf(error)})`, {
      hint: "let this user read it",
    });
  }
  if (PLACE.test(text)) return text;
  throw new CommandError("data_folder", `${file} names no place: it was changed`, {
    hint: "put it back as it was: haft runs --json shows the place of each run",
  });
}

/** The place of a data folder, which has one afterwards. Of two processes that make it at once both have the same. */
export function placeOf(data: string): string {
  return knownPlace(data) ?? madePlace(data);
}

function madePlace(data: string): string {
  const draft = join(data, `.${FILE}-${randomUUID()}`);
  const machine =
    hostname()
      .replace(/[^\w.-]/g, "")
      .slice(0, 60) || "place";
  try {
    mkdirSync(data, { recursive: true });
    writeFileSync(draft, `${machine}-${randomUUID().slice(0, 8)}\n`, { mode: 0o600, flag: "wx", flush: true });
    // There at once and whole, or not at all.
    linkSync(draft, join(data, FILE));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      const message = `the data folder ${data} cannot be written to (${codeOf(error)})`;
      throw new CommandError("data_folder", message, { hint: "name another with --data DIR" });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const place = knownPlace(data);
  if (place === undefined) throw new Error(`${join(data, FILE)} was made and is gone`);
  return place;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
