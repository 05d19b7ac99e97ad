// Which Python interpreter parses, and what is said when there is none (HAFT107).

import type { Fault } from "../../model/function.ts";
import { type OutlineProcess, startOutlineProcess } from "./outline-process.ts";

/** The oldest Python that runs tools. */
const OLDEST = [3, 10] as const;

/** An interpreter to try, and what named it. */
interface Candidate {
  readonly command: string;
  readonly namedBy?: string;
}

/** A started interpreter, or the fault that says which were looked for. */
export type Started = { readonly process: OutlineProcess } | { readonly fault: Fault };

/** Starts the first interpreter that works: the one asked for, else `HAFT_PYTHON`, else the usual ones. */
export async function startInterpreter(asked: string | undefined): Promise<Started> {
  const tried: string[] = [];
  for (const candidate of candidates(asked, process.env.HAFT_PYTHON)) {
    try {
      const started = await startOutlineProcess(candidate.command);
      const [major, minor] = await started.started;
      if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return { process: started };
      started.end();
      tried.push(`${shown(candidate)}: it is Python ${major}.${minor}`);
    } catch (error) {
      tried.push(`${shown(candidate)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { fault: noInterpreter(tried) };
}

/** An interpreter that somebody named is the only one tried: another could be of another version. */
function candidates(asked: string | undefined, fromEnvironment: string | undefined): readonly Candidate[] {
  if (asked !== undefined && asked !== "") return [{ command: asked }];
  if (fromEnvironment !== undefined && fromEnvironment !== "")
    return [{ command: fromEnvironment, namedBy: "HAFT_PYTHON" }];
  return [{ command: "/usr/bin/python3" }, { command: "python3" }];
}

function shown(candidate: Candidate): string {
  return candidate.namedBy === undefined ? candidate.command : `${candidate.namedBy}=${candidate.command}`;
}

function noInterpreter(tried: readonly string[]): Fault {
  return {
    code: "HAFT107",
    span: { line: 1, column: 1, endLine: 1, endColumn: 1 },
    message: `no Python interpreter (${OLDEST.join(".")} or newer) was found; looked for ${tried.join("; ")}`,
    hint: "install Python (Debian, Ubuntu: `apt-get install python3`), or name an interpreter: `HAFT_PYTHON=/path/to/python3`",
  };
}
