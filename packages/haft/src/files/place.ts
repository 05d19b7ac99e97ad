// The place that a data folder is: what lies in it (workspaces, `/data`, large values) is nowhere else. Kept in a file of the
// folder and made once, so that it stays the same when the machine is started again, or has another name.

import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { CommandError } from "../session/command-error.ts";

const FILE = "place";
const PLACE = /^[\w.-]{1,80}$/;
/** Of a folder that is the new home of another place's files: the second line. */
const WAS = /^was ([\w.-]{1,80})$/;

/** The place of a data folder that has one already; undefined: nothing was made there yet that a run could need. */
export function knownPlace(data: string): string | undefined {
  return readPlace(data)?.place;
}

/** The place whose files a data folder has taken over last; undefined: none. */
export function formerPlace(data: string): string | undefined {
  return readPlace(data)?.was;
}

/**
 * Makes a data folder, which is a copy of that of the place `was`, a place of its own; where that was done already, it stays
 * as it is. Gives the new place.
 */
export function takeOverPlace(data: string, was: string): string {
  const known = readPlace(data);
  if (known !== undefined && known.was === was) return known.place;
  const place = newPlace();
  const draft = join(data, `.${FILE}-${randomUUID()}`);
  try {
    writeFileSync(draft, `${place}\nwas ${was}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, join(data, FILE));
  } catch (error) {
    rmSync(draft, { force: true });
    throw notWritable(data, error);
  }
  return place;
}

function readPlace(data: string): { readonly place: string; readonly was: string | undefined } | undefined {
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
  const [place = "", former = "", ...rest] = text.split("\n");
  const was = WAS.exec(former)?.[1];
  if (PLACE.test(place) && rest.length === 0 && (former === "" || was !== undefined)) return { place, was };
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
  try {
    mkdirSync(data, { recursive: true });
    writeFileSync(draft, `${newPlace()}\n`, { mode: 0o600, flag: "wx", flush: true });
    // There at once and whole, or not at all.
    linkSync(draft, join(data, FILE));
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw notWritable(data, error);
  } finally {
    rmSync(draft, { force: true });
  }
  const place = knownPlace(data);
  if (place === undefined) throw new Error(`${join(data, FILE)} was made and is gone`);
  return place;
}

function newPlace(): string {
  const machine =
    hostname()
      .replace(/[^\w.-]/g, "")
      .slice(0, 60) || "place";
  return `${machine}-${randomUUID().slice(0, 8)}`;
}

function notWritable(data: string, error: unknown): CommandError {
  const message = `the data folder ${data} cannot be written to (${codeOf(error)})`;
  return new CommandError("data_folder", message, { hint: "name another with --data DIR" });
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
