// What a command that calls a tool loads: nothing that only agents, policies with conditions, or databases on servers need.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { HAFT } from "./run-haft.ts";

const TOOL = `@tool
def greet(name: str) -> str:
    """Greet a person.

    Use when somebody arrives.

    Args:
        name: Whom to greet.
    """
    return f"Hello, {name}!"
`;

/** Names the packages that were loaded, on the last line of standard error. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(url)?.[1];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  process.on("exit", () => process.stderr.write("loaded " + [...loaded].sort().join(" ") + "\\n"));
`)}`;

/** Validation, the command line, and the ignored files of `list_files`. */
const EXPECTED = new Set([
  ...["ajv", "ajv-formats", "fast-deep-equal", "fast-uri", "json-schema-traverse"],
  ...["commander", "ignore"],
]);

test("a call without policies and agents loads nothing of models, conditions, skills or databases on servers", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-loaded-"));
  await writeFile(join(folder.path, "greet.py"), TOOL);
  const words = ["call", "greet.py", "--arg", "name=Ada"];
  const { stderr } = await promisify(execFile)(process.execPath, ["--import", HOOK, HAFT, ...words], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path, NO_COLOR: "1" },
  });
  const loaded = stderr
    .split("\n")
    .flatMap((line) => (line.startsWith("loaded ") ? line.trim().split(" ").slice(1) : []));
  assert.ok(loaded.includes("commander"), stderr);
  assert.deepEqual(
    loaded.filter((name) => !EXPECTED.has(name)),
    [],
  );
});
