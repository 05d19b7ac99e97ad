// Runs the real command on a pseudo-terminal, and types when what is waited for has been printed.

import { spawn } from "node:child_process";
import { HAFT } from "./run-haft.ts";

// Starts a command on a terminal of its own; types each text once what it waits for has been printed after the last one.
const TERMINAL = `
import json, os, pty, select, sys, time
command, steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
printed, seen, until = b"", 0, time.monotonic() + 80
while time.monotonic() < until:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        printed += part
    if steps and steps[0][0].encode() in printed[seen:]:
        seen = len(printed)
        os.write(terminal, steps.pop(0)[1].encode())
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(printed)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

/** One thing to type: once the first text has been printed, the second is. */
export type Typed = readonly [printed: string, typed: string];

/** Resolves with the exit code and everything that the terminal showed. */
export async function onTerminal(
  words: readonly string[],
  steps: readonly Typed[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly exitCode: number; readonly text: string }> {
  const argument = JSON.stringify([[process.execPath, HAFT, ...words], steps]);
  const { HAFT_STORE: _store, HAFT_DATA: _data, ...inherited } = process.env;
  const child = spawn("python3", ["-c", TERMINAL, argument], {
    cwd: folder,
    env: { ...inherited, TERM: "xterm", NO_COLOR: "1", ...environment },
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      text += String(chunk);
    });
  }
  const exitCode = await new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  return { exitCode, text };
}
