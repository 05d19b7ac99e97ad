// Which Python interpreter parses, and what is said when there is none (HAFT107).

import { type PythonChoice, pythonChoices } from "@haft/sdk/wire";
import type { Fault } from "../../model/function.ts";
import { type OutlineProcess, startOutlineProcess } from "./outline-process.ts";

/** The oldest Python that runs tools. */
const OLDEST = [3, 10] as const;

/** Which interpreter is wanted. */
export interface WantedPython {
  /** Named by whoever made the reader. */
  readonly named?: string | undefined;
  /** The interpreter of the toolset's package environment. */
  readonly ofPackages?: string | undefined;
}

/** A started interpreter, or the fault that says which were looked for. */
export type Started = { readonly process: OutlineProcess; readonly version: string } | { readonly fault: Fault };

/** Starts the first interpreter of the choice that works. */
export async function startInterpreter(wanted: WantedPython): Promise<Started> {
  const tried: string[] = [];
  for (const choice of pythonChoices({ ...wanted, environment: process.env })) {
    try {
      const started = await startOutlineProcess(choice.command);
      const [major, minor] = await started.started;
      if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
        return { process: started, version: `${major}.${minor}` };
      }
      started.end();
      tried.push(`${shown(choice)}: it is Python ${major}.${minor}`);
    } catch (error) {
      tried.push(`${shown(choice)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { fault: noInterpreter(tried) };
}

function shown(choice: PythonChoice): string {
  return choice.namedBy === undefined ? choice.command : `${choice.namedBy}=${choice.command}`;
}

function noInterpreter(tried: readonly string[]): Fault {
  return {
    code: "HAFT107",
    span: { line: 1, column: 1, endLine: 1, endColumn: 1 },
    message: `no Python interpreter (${OLDEST.join(".")} or newer) was found; looked for ${tried.join("; ")}`,
    hint: "install Python (Debian, Ubuntu: `apt-get install python3`), or name an interpreter: `HAFT_PYTHON=/path/to/python3`",
  };
}
