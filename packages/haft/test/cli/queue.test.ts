// A thread runs one message at a time: what comes while one waits is queued, told so at once, and moved in its turn.

import assert from "node:assert/strict";
import { cp, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runHaft } from "./run-haft.ts";

const PRIMER = fileURLToPath(new URL("../../../../examples/seeds/primer", import.meta.url));
const call = (toolName: string, given: object) => ({ type: "tool.call", toolName, arguments: given });

test("a message behind a run that waits is queued, and moved by a worker once that has ended", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-queue-"));
  await cp(join(PRIMER, "tools"), join(folder.path, "tools"), { recursive: true });
  await writeFile(join(folder.path, "ask.json"), JSON.stringify([call("ask_the_operator", { question: "Ship it?" })]));
  await writeFile(join(folder.path, "greet.json"), JSON.stringify([call("greet", { name: "Bob" })]));
  const haft = (...words: string[]) => runHaft(words, { folder: folder.path });
  const statuses = async () =>
    JSON.parse((await haft("runs", "--json")).out).runs.map(({ status }: { status: string }) => status);

  assert.equal((await haft("run", "--dry", "--script", "ask.json")).exitCode, 3);
  const behind = await haft("run", "Hello.", "--dry", "--script", "greet.json", "--thread", "thr_");
  assert.equal(behind.exitCode, 3);
  assert.match(behind.err, /queued behind another run of its thread/);
  assert.deepEqual(await statuses(), ["queued", "waiting"]);
  assert.equal((await haft("thread", "remove", "thr_")).exitCode, 1);

  const answered = await haft("answer", "wait_", "yes");
  assert.equal(answered.exitCode, 0, answered.err);
  const worked = await haft("worker", "--once");
  assert.match(worked.out, /completed +"hello Bob"/, worked.err);
  assert.deepEqual(await statuses(), ["completed", "completed"]);
  assert.match((await haft("thread", "show", "thr_")).out, /user · [^\n]*\nHello\.\n/);
  assert.match((await haft("thread", "remove", "thr_")).out, /removed, with 2 runs/);
  assert.deepEqual(await statuses(), []);
});
