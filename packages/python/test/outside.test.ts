// `haft` and `plnt` outside of a sandbox, as a tool's author has them in a unit test.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { pythonPath } from "../index.js";

test("the packages do what a unit test of a tool needs", () => {
  const file = fileURLToPath(new URL("./outside/test_haft.py", import.meta.url));
  const env = { PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" };
  const { status, stderr } = spawnSync("/usr/bin/python3", [file], { env, encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Ran \d+ tests/);
});

test("importing them costs no module that a tool does not ask for", () => {
  const code =
    "import sys; before = set(sys.modules); import haft, plnt; print(sorted(m for m in set(sys.modules) - before if not m.startswith(('haft', 'plnt'))))";
  const env = { PYTHONPATH: pythonPath, PYTHONDONTWRITEBYTECODE: "1", LANG: "C.UTF-8" };
  const { stdout } = spawnSync("/usr/bin/python3", ["-S", "-c", code], { env, encoding: "utf8" });
  assert.equal(stdout, "['__future__']\n");
});
