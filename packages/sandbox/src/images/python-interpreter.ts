// A Python interpreter: which one, and what of the machine it needs to run.

import { execFile } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pythonChoices } from "@haft/sdk/wire";
import { type InterpreterAnswer, isAnswer, knownAnswer } from "./interpreter-answers.ts";

const run = promisify(execFile);

/** What is known of an interpreter. */
export interface PythonInterpreter extends InterpreterAnswer {
  /** As it was named: in messages. */
  readonly named: string;
  /** The program itself, links resolved. */
  readonly program: string;
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

/**
 * An interpreter and what it says of itself. Asked once in a process; with a state folder also other processes know the
 * answer until the interpreter changes. Rejects with `NoInterpreter`.
 */
export function pythonInterpreter(named: string, state?: string): Promise<PythonInterpreter> {
  // The doctor, who has no state folder, hears it from the interpreter itself.
  const key = `${state ?? ""}\0${named}`;
  let answer = known.get(key);
  if (!answer) {
    answer = find(named, state);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
  }
  return answer;
}

async function find(named: string, state: string | undefined): Promise<PythonInterpreter> {
  if (!existsSync(named))
    throw new NoInterpreter(
      `there is no Python interpreter ${named}; install one (apt-get install python3) or name it: HAFT_PYTHON=/path/to/python3`,
    );
  try {
    const program = realpathSync(named);
    const said = state === undefined ? ask(named) : knownAnswer(state, named, program, () => ask(named));
    return { named, program, ...(await said) };
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message.split("\n")[0] : String(fault);
    throw new NoInterpreter(
      `${named} does not run as a Python interpreter (${reason}); name another: HAFT_PYTHON=/path/to/python3`,
    );
  }
}

async function ask(named: string): Promise<InterpreterAnswer> {
  const { stdout } = await run(named, ["-I", "-S", "-c", QUESTION], { env: {}, timeout: 10_000, cwd: "/" });
  const said: unknown = JSON.parse(stdout);
  if (!isAnswer(said)) throw new Error("its answer is not as expected");
  return said;
}
