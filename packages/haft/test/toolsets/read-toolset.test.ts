// A toolset is read by the Python of its package environment.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createReader } from "@haft/contract";
import { locate } from "../../src/toolsets/locate.ts";
import { readToolset } from "../../src/toolsets/read-toolset.ts";

const SOURCE = '@tool\ndef a() -> int:\n    """A. Use when a."""\n    return 1\n';

/** A project whose virtual environment has an interpreter that does not start, and which that is. */
function projectIn(folder: string): { readonly project: string; readonly interpreter: string } {
  const [project, elsewhere] = [join(folder, "project"), join(folder, "elsewhere")];
  mkdirSync(join(project, ".venv", "bin"), { recursive: true });
  mkdirSync(join(project, "tools"));
  mkdirSync(elsewhere);
  const interpreter = join(elsewhere, "python3");
  writeFileSync(interpreter, "#!/bin/sh\nexit 3\n");
  chmodSync(interpreter, 0o755);
  symlinkSync(interpreter, join(project, ".venv", "bin", "python3"));
  writeFileSync(join(project, ".venv", "pyvenv.cfg"), "home = elsewhere\n");
  writeFileSync(join(project, "tools", "a.py"), SOURCE);
  return { project, interpreter };
}

test("the interpreter of the environment reads, unless another is named", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-read-toolset-"));
  const { project, interpreter } = projectIn(folder.path);
  const read = async (python?: string) => {
    await using reader = createReader(python === undefined ? {} : { python });
    const { files, diagnostics } = await readToolset(reader, locate(project, project), {});
    return { tools: files.flatMap(({ result }) => result.tools.map(({ name }) => name)), diagnostics };
  };
  const { HAFT_PYTHON: before } = process.env;
  delete process.env.HAFT_PYTHON;
  try {
    const { diagnostics, tools } = await read();
    assert.deepEqual([diagnostics.map(({ code }) => code), tools], [["HAFT107"], []]);
    assert.ok(diagnostics[0]?.message.includes(interpreter), diagnostics[0]?.message);
    assert.deepEqual((await read("/usr/bin/python3")).tools, ["a"]);
  } finally {
    if (before !== undefined) process.env.HAFT_PYTHON = before;
  }
});

test("neither a folder nor a bundle takes the id of the built-in tools, which no project is looked at for", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-read-toolset-"));
  await using reader = createReader({});
  const root = join(folder.path, "builtin");
  mkdirSync(join(root, "tools"), { recursive: true });
  writeFileSync(join(root, "tools", "a.py"), SOURCE);
  assert.equal((await readToolset(reader, locate(root, root), {})).id, "builtin-tools");
  writeFileSync(join(root, "haft.toml"), '[meta]\nname = "builtin"\nversion = "1.0.0"\n');
  const bundle = await readToolset(reader, locate(root, root), {});
  assert.equal(bundle.id, "builtin-tools");
  assert.ok(bundle.diagnostics.some(({ code }) => code === "HAFT707"));
});
