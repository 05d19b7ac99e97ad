// What a cold command loads: nothing that only other commands need. Every module more is time before the first word, each
// time somebody types a command.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
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

const folder = mkdtempSync(join(tmpdir(), "haft-loaded-"));
before(() => {
  writeFileSync(join(folder, "sums.py"), `from plnt import tool\n\n\n@tool\n${TOOL}`);
  writeFileSync(join(folder, "hook.mjs"), HOOK);
});
after(() => rmSync(folder, { recursive: true }));

/** Modules that the command loads, in its own thread. */
function loadedBy(...words: readonly string[]): readonly string[] {
  const { HAFT_STORE: _store, HAFT_DATA: _data, HAFT_ISOLATION: _isolation, ...env } = process.env;
  const { stderr, status } = spawnSync(process.execPath, ["--import", join(folder, "hook.mjs"), HAFT, ...words], {
    cwd: folder,
    encoding: "utf8",
    env,
  });
  assert.equal(status, 0, stderr);
  return stderr.split("\n").filter((line) => /^(?:file|node):/.test(line));
}

/** What no command needs that neither asks a model, nor holds a call against a condition, nor uses a database server. */
const SELDOM =
  /node_modules\/(?:yaml|pg|kysely|@bufbuild|ai|@ai-sdk|typescript|zod)\/|engine\/src\/(?:replay\/(?!replay-desk)|policies\/cel)|haft\/src\/models\/(?:ask-model|providers|prompt)|store\/src\/postgres/;
const VALIDATION = /node_modules\/ajv\//;
const BUNDLES = /node_modules\/(?:esbuild|smol-toml)\/|contract\/src\/(?:manifest|bundling\/(?!bundler-process))\//;
const SANDBOXES = /sandbox\/src\/(?!calls\/seat\.ts|levels\/level\.ts|state\/)/;
const STORE = /node:sqlite|(?:store|engine)\/src\//;
const READING = /contract\/src\//;

/** Commands, and what they must do without besides `SELDOM`. The call is the first: the others look at what it left. */
const COMMANDS: readonly (readonly [words: readonly string[], without: readonly RegExp[]])[] = [
  [["call", "add", "--args", '{"a": 1, "b": 2}'], [BUNDLES]],
  [["--help"], [VALIDATION, BUNDLES, SANDBOXES, STORE, READING]],
  [["python-path"], [VALIDATION, BUNDLES, SANDBOXES, STORE, READING]],
  [
    ["check", "sums.py"],
    [VALIDATION, BUNDLES, SANDBOXES, STORE],
  ],
  [["waits"], [VALIDATION, BUNDLES, SANDBOXES]],
  [["runs"], [VALIDATION, BUNDLES, SANDBOXES]],
];

for (const [words, without] of COMMANDS) {
  test(`haft ${words[0]} loads nothing that it does not need`, () => {
    const loaded = loadedBy(...words);
    assert.ok(
      loaded.some((url) => url.endsWith("/cli/main.ts")),
      `${loaded.length} modules were seen`,
    );
    for (const heavy of [SELDOM, ...without]) {
      assert.deepEqual(
        loaded.filter((url) => heavy.test(url)),
        [],
        String(heavy),
      );
    }
  });
}

test("a command loads no other command", () => {
  const loaded = loadedBy("explain", "HAFT204").filter((url) => url.includes("/cli/commands/"));
  assert.deepEqual(
    loaded.map((url) => basename(url)),
    ["explain.ts"],
  );
});
