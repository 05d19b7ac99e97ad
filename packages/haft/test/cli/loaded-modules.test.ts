// What a cold command loads: a call without policies needs no agents' parts, no models, no conditions and no server's
// database. Every module more is time before the first word, each time somebody types a command.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const HAFT = fileURLToPath(new URL("../../bin/haft.js", import.meta.url));
const TOOL =
  'def add(a: int, b: int) -> int:\n    """Add two numbers.\n\n    Use when a sum is wanted.\n    """\n    return a + b\n';
const HOOK = `
import { registerHooks } from "node:module";
import { isMainThread } from "node:worker_threads";
const loaded = [];
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
if (isMainThread) process.on("exit", () => process._rawDebug(loaded.join("\\n")));
`;

/** Modules that the command loads, in its own thread. */
function loadedBy(...words: readonly string[]): readonly string[] {
  const { HAFT_STORE: _store, HAFT_DATA: _data, HAFT_ISOLATION: _isolation, ...env } = process.env;
  const folder = mkdtempSync(join(tmpdir(), "haft-loaded-"));
  try {
    writeFileSync(join(folder, "sums.py"), `from plnt import tool\n\n\n@tool\n${TOOL}`);
    writeFileSync(join(folder, "hook.mjs"), HOOK);
    const { stderr, status } = spawnSync(process.execPath, ["--import", join(folder, "hook.mjs"), HAFT, ...words], {
      cwd: folder,
      encoding: "utf8",
      env,
    });
    assert.equal(status, 0, stderr);
    return stderr.split("\n").filter((line) => /^(?:file|node):/.test(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Packages, and own folders, that only other commands need. */
const NOT_FOR_A_CALL =
  /node_modules\/(?:yaml|pg|kysely|@bufbuild|ai|@ai-sdk|typescript)\/|engine\/src\/(?:replay\/(?!replay-desk)|policies\/cel)|haft\/src\/models\/(?:ask-model|providers|prompt)|store\/src\/postgres/;

test("a call loads nothing of agents, models, conditions, replay or PostgreSQL", () => {
  const loaded = loadedBy("call", "add", "--args", '{"a": 1, "b": 2}');
  assert.ok(loaded.length > 100, `${loaded.length} modules were seen`);
  assert.deepEqual(
    loaded.filter((url) => NOT_FOR_A_CALL.test(url)),
    [],
  );
});
