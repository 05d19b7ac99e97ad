// Which checks are played: those of a bundle, or one file; and what is said where there are none.

import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { runEvals } from "../../src/evals/run-evals.ts";
import type { EvalResult } from "../../src/session/checks.ts";

const OPTIONS = { environments: {}, secrets: {}, network: false, wait: false };

function evals(path: string) {
  const open = () => Promise.reject(new Error("nothing is to be played"));
  return runEvals(path, OPTIONS, open, {}, new AbortController().signal);
}

test("a path that is not there is told as one, and a bundle without checks with how to write one", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-evals-"));
  const missing = join(folder.path, "desk");
  await assert.rejects(evals(missing), {
    type: "not_found",
    message: `there is no file or folder ${missing}`,
    usage: true,
  });
  await assert.rejects(evals(join(missing, "evals/a.script.json")), { type: "not_found" });
  await assert.rejects(evals(folder.path), {
    type: "no_evals",
    usage: true,
    hint: /^write one: evals\/first\.script\.json/,
  });
});

test("a check that cannot be read fails by itself, and says where", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-evals-"));
  const file = join(folder.path, "broken.script.json");
  await writeFile(file, '[{"type": "tool.call",}]');
  const [result] = await evals(file);
  assert.equal(result?.ok, false);
  assert.match(result?.problems[0] ?? "", /line 1, column 23/);
});

test("a check that is broken off is not reported, and those after it are not begun", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-evals-"));
  await mkdir(join(folder.path, "evals"));
  for (const name of ["a", "b"]) await writeFile(join(folder.path, "evals", `${name}.script.json`), "[]");
  const stop = new AbortController();
  let opened = 0;
  const open = () => {
    opened += 1;
    stop.abort();
    return Promise.reject(new Error("aborted"));
  };
  const reported: EvalResult[] = [];
  const checked = (result: EvalResult) => void reported.push(result);
  await assert.rejects(runEvals(folder.path, OPTIONS, open, { checked }, stop.signal), {
    type: "interrupted",
    message: "interrupted: 0 of 2 scripts were played",
  });
  assert.deepEqual([opened, reported], [1, []]);
});
