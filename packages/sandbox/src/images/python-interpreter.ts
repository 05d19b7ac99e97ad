// A Python interpreter: which one, and what of the machine it needs to run.

import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pythonChoices } from "@haft/sdk/wire";

const run = promisify(execFile);

/** What is known of an interpreter. */
export interface PythonInterpreter {
  /** As it was named: in messages. */
  readonly named: string;
  /** The program itself, links resolved. */
  readonly program: string;
  readonly version: string;
  /** Folders of the standard library. */
  readonly library: readonly string[];
  /** Where it was installed; its own shared library is below. */
  readonly prefix: string;
}

/** No interpreter can be used. */
export class NoInterpreter extends Error {}

const QUESTION = `
import json, sys, sysconfig
paths = sysconfig.get_paths()
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "prefix": sys.base_exec_prefix,
  "library": sorted({paths["stdlib"], paths["platstdlib"]})}))
`;

/** The interpreter to use: the one that reads the toolset too, as an absolute path where there is such a program. */
export function pythonName(
  named: string | undefined,
  ofPackages?: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const commands = pythonChoices({ named, ofPackages, environment }).map(({ command }) => command);
  const paths = commands.map((command) =>
    command.includes("/") ? command : (onPath(command, environment) ?? command),
  );
  return paths.find((path) => existsSync(path)) ?? paths.at(-1) ?? "python3";
}

function onPath(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  return (environment.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

const known = new Map<string, Promise<PythonInterpreter>>();

/** Asks an interpreter about itself; once for each name in a process. Rejects with `NoInterpreter`. */
export function pythonInterpreter(named: string): Promise<PythonInterpreter> {
  let answer = known.get(named);
  if (!answer) {
    answer = ask(named);
    known.set(named, answer);
    answer.catch(() => known.delete(named));
  }
  return answer;
}

async function ask(named: string): Promise<PythonInterpreter> {
  if (!existsSync(named))
    throw new NoInterpreter(
      `there is no Python interpreter ${named}; install one (apt-get install python3) or name it: HAFT_PYTHON=/path/to/python3`,
    );
  try {
    const { stdout } = await run(named, ["-I", "-S", "-c", QUESTION], { env: {}, timeout: 10_000, cwd: "/" });
    const said: unknown = JSON.parse(stdout);
    if (!isAnswer(said)) throw new Error("its answer is not as expected");
    return { named, program: realpathSync(named), ...said };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message.split("\n")[0] : String(fault);
    throw new NoInterpreter(
      `${named} does not run as a Python interpreter (${reason}); name another: HAFT_PYTHON=/path/to/python3`,
    );
  }
}

function isAnswer(said: unknown): said is { version: string; prefix: string; library: string[] } {
  if (typeof said !== "object" || said === null) return false;
  const { version, prefix, library } = said as Record<string, unknown>;
  return (
    typeof version === "string" &&
    typeof prefix === "string" &&
    Array.isArray(library) &&
    library.every((path) => typeof path === "string")
  );
}
