// Haft's Python part, compiled for one interpreter: a sandbox cannot write what it compiles, and would do so at every start.

import { execFile } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pythonPath } from "@haft/python";
import { digestOf, openToRead } from "../state/placed.ts";
import { stateSubfolder } from "../state/state-folder.ts";
import type { PythonInterpreter } from "./python-interpreter.ts";

const run = promisify(execFile);

const made = new Map<string, Promise<string>>();

/** The folder with the sources and what was compiled of them; made once for each version of both. */
export function compiledLibrary(state: string, python: PythonInterpreter): Promise<string> {
  const key = `${state}\0${python.program}`;
  let folder = made.get(key);
  if (!folder) {
    folder = make(state, python);
    made.set(key, folder);
    folder.catch(() => made.delete(key));
  }
  return folder;
}

async function make(state: string, python: PythonInterpreter): Promise<string> {
  const sources = readdirSync(pythonPath, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".py"))
    .sort();
  const digest = digestOf(
    python.version,
    python.program,
    ...sources.flatMap((name) => [name, readFileSync(join(pythonPath, name))]),
  );
  const target = join(stateSubfolder(state, "folders"), digest);
  if (existsSync(target)) return target;
  const unfinished = `${target}.${process.pid}`;
  try {
    cpSync(pythonPath, unfinished, { recursive: true, filter: (path) => !path.includes("__pycache__") });
    // By the sources' content, not by their times: those of a copy are new.
    const line = ["-I", "-S", "-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", unfinished];
    await run(python.program, line, { env: {}, cwd: "/" });
    openToRead(unfinished);
    renameSync(unfinished, target);
  } catch (fault) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another server may have been first.
    if (!existsSync(target)) throw fault;
  }
  return target;
}
