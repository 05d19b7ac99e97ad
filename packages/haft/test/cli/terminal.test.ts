// The real command on a terminal: questions, choices, Ctrl-D and Ctrl-C.

import assert from "node:assert/strict";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { onTerminal } from "./on-terminal.ts";
import { runHaft } from "./run-haft.ts";

const EXAMPLES = fileURLToPath(new URL("../../../../examples", import.meta.url));

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

test("Ctrl-C at a question that another command left leaves it as it is", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-terminal-"));
  await runHaft(PICKUP, { folder: folder.path });
  const { exitCode, text } = await onTerminal(["answer", "wait_"], [["1) ", "\u0003"]], folder.path);
  assert.equal(exitCode, 130, text);
  const { runs } = JSON.parse((await runHaft(["runs", "--json"], { folder: folder.path })).out);
  assert.equal(runs[0].status, "waiting");
  const answered = await runHaft(["answer", "wait_", "yes"], { folder: folder.path });
  assert.equal(answered.exitCode, 0, answered.err);
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
