// The real command on a terminal: questions, choices, Ctrl-D and Ctrl-C.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { HAFT, runHaft } from "./run-haft.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));

// Starts a command on a terminal of its own; types each text once what it waits for has been printed.
const TERMINAL = `
import json, os, pty, select, sys, time
command, steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execv(command[0], command)
printed, until = b"", time.monotonic() + 80
while time.monotonic() < until:
    if select.select([terminal], [], [], 0.1)[0]:
        try:
            part = os.read(terminal, 65536)
        except OSError:
            break
        if not part:
            break
        printed += part
    if steps and steps[0][0].encode() in printed:
        os.write(terminal, steps.pop(0)[1].encode())
else:
    os.kill(pid, 9)
sys.stdout.buffer.write(printed)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) % 256)
`;

async function onTerminal(words: readonly string[], steps: readonly (readonly [string, string])[], folder: string) {
  const argument = JSON.stringify([[process.execPath, HAFT, ...words], steps]);
  const child = spawn("python3", ["-c", TERMINAL, argument], {
    cwd: folder,
    env: { ...process.env, TERM: "xterm", NO_COLOR: "1" },
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

const PICKUP = [
  "call",
  join(EXAMPLES, "parcel-desk"),
  "confirm_pickup",
  "--arg",
  "address=Storgata 1",
  "--arg",
  "day=2030-01-31",
];

test("what a tool asks is asked at once, and asked again until it fits", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-terminal-"));
  const typed = [
    ["1) ", "perhaps\r"],
    ["does not fit", "1\r"],
  ] as const;
  const { exitCode, text } = await onTerminal(PICKUP, typed, folder.path);
  assert.equal(exitCode, 0, text);
  assert.match(text, /Storgata 1[\s\S]*1\) [\s\S]*completed in/);
});

test("Ctrl-D leaves the question open for later", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-terminal-"));
  const { exitCode, text } = await onTerminal(PICKUP, [["1) ", "\u0004"]], folder.path);
  assert.equal(exitCode, 3, text);
  const { waits } = JSON.parse((await runHaft(["waits", "--json"], { folder: folder.path })).out);
  assert.equal(waits.length, 1);
  const asked = await onTerminal(["answer", waits[0].id], [["1) ", "1\r"]], folder.path);
  assert.equal(asked.exitCode, 0, asked.text);
});

test("Ctrl-C at the question cancels the run", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-terminal-"));
  const { exitCode, text } = await onTerminal(PICKUP, [["1) ", "\u0003"]], folder.path);
  assert.equal(exitCode, 130, text);
  assert.match(text, /cancelled after/);
  const { runs } = JSON.parse((await runHaft(["runs", "--json"], { folder: folder.path })).out);
  assert.deepEqual(
    runs.map((run: { status: string }) => run.status),
    ["cancelled"],
  );
});
