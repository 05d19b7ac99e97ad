// What interpreters have said of themselves, kept in the state folder: to ask one takes longer than the call it is for.
//
// Kept under everything that the answer can depend on. A script that chooses an interpreter (pyenv's) depends on more, and
// is asked each time, as is whatever has moved its library since.

import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { digestOf } from "../state/placed.ts";
import { stateSubfolder } from "../state/state-folder.ts";

/** What an interpreter says of itself. */
export interface InterpreterAnswer {
  readonly version: string;
  /** Folders of the standard library. */
  readonly library: readonly string[];
  readonly prefix: string;
}

/** The answer of the interpreter `program` that was named so, asked for where it is not known. */
export async function knownAnswer(
  state: string,
  named: string,
  program: string,
  ask: () => Promise<InterpreterAnswer>,
): Promise<InterpreterAnswer> {
  if (!isProgram(program)) return ask();
  const file = join(stateSubfolder(state, "built"), `${digestOf("python", named, surroundings(named, program))}.json`);
  const before = read(file);
  if (before?.library.every((folder) => existsSync(folder))) return before;
  const answer = await ask();
  keep(file, answer);
  return answer;
}

function keep(file: string, answer: InterpreterAnswer): void {
  try {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(answer));
    renameSync(unfinished, file);
  } catch {
    // It is asked again.
  }
}

const ELF = Buffer.from("\x7fELF", "latin1");

/** Whether it is a program of its own, and no script that starts one. */
function isProgram(path: string): boolean {
  const descriptor = openSync(path, "r");
  try {
    const start = Buffer.alloc(ELF.length);
    return readSync(descriptor, start) === ELF.length && start.equals(ELF);
  } finally {
    closeSync(descriptor);
  }
}

/** The program as it is on the disk, and the virtual environment that it was named in. */
function surroundings(named: string, program: string): string {
  const { dev, ino, size, mtimeMs, ctimeMs } = statSync(program);
  const settings = join(dirname(dirname(named)), "pyvenv.cfg");
  return JSON.stringify([
    program,
    ...[dev, ino, size, mtimeMs, ctimeMs],
    existsSync(settings) ? readFileSync(settings, "utf8") : "",
  ]);
}

function read(file: string): InterpreterAnswer | undefined {
  try {
    const said: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isAnswer(said) ? said : undefined;
  } catch {
    return undefined; // nobody has asked yet, or a disk was full
  }
}

/** Narrows what an interpreter printed. */
export function isAnswer(said: unknown): said is InterpreterAnswer {
  if (typeof said !== "object" || said === null) return false;
  const { version, prefix, library } = said as Record<string, unknown>;
  return (
    typeof version === "string" &&
    typeof prefix === "string" &&
    Array.isArray(library) &&
    library.every((path) => typeof path === "string")
  );
}
