// Commands that look at what there is, in a folder where nothing was ever called: they say so, and make nothing.

import assert from "node:assert/strict";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runHaft } from "./run-haft.ts";

const CASES: readonly (readonly [words: readonly string[], exitCode: number, out: string, json: RegExp])[] = [
  [["runs"], 0, "", /^\{\s*"ok": true,\s*"runs": \[\]\s*\}\s*$/],
  [["waits"], 0, "", /^\{\s*"ok": true,\s*"waits": \[\]\s*\}\s*$/],
  [["worker", "--once"], 0, "", /^$/],
  [["events", "run_1"], 2, "", /"not_found"/],
  [["answer", "wait_1", "yes"], 2, "", /"not_found"/],
  [["cancel", "run_1"], 2, "", /"not_found"/],
  [["approve", "wait_1"], 2, "", /"not_found"/],
  [["replay", "run_1"], 2, "", /"not_found"/],
  [["thread", "show", "thr_1"], 2, "", /"not_found"/],
  [["model", "remove", "x"], 2, "", /"not_found"/],
  [["policy", "list"], 0, "", /^\{\s*"ok": true,\s*"policies": \[\]\s*\}\s*$/],
  [["thread", "list"], 0, "", /^\{\s*"ok": true,\s*"threads": \[\]\s*\}\s*$/],
];

for (const [words, exitCode, out, json] of CASES) {
  test(`haft ${words.join(" ")} says that there is no store, and makes none`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-none-"));
    const told = await runHaft(words, { folder: folder.path });
    assert.deepEqual({ exitCode: told.exitCode, out: told.out }, { exitCode, out });
    assert.match(
      told.err,
      exitCode === 0
        ? /^there is no store at .*\.haft\/haft\.db; the first call makes one\n/
        : /^error: there is no store at .*\.haft\/haft\.db\nhint: run the command where the call was made/,
    );
    assert.equal(told.err.split("there is no store").length, 2, "one message a mistake");
    const program = await runHaft([...words, "--json"], { folder: folder.path });
    assert.equal(program.exitCode, exitCode);
    assert.match(program.out, json);
    assert.deepEqual(await readdir(folder.path), []);
  });
}
