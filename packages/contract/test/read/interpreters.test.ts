// Which Python reads a source: the one that will run it.

import assert from "node:assert/strict";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { readFolder } from "../../src/folder/read-folder.ts";
import { createReader } from "../../src/read/create-reader.ts";

const folder = mkdtempSync(join(tmpdir(), "haft-interpreters-"));
after(() => rmSync(folder, { recursive: true }));

const PYTHON = "/usr/bin/python3";

/** An interpreter that notes when it is started. */
function noting(name: string): { readonly command: string; starts(): number } {
  const command = join(folder, name);
  const notes = `${command}.notes`;
  writeFileSync(command, `#!/bin/sh\necho started >> '${notes}'\nexec ${PYTHON} "$@"\n`);
  chmodSync(command, 0o755);
  appendFileSync(notes, "");
  return { command, starts: () => readFileSync(notes, "utf8").split("\n").length - 1 };
}

const source = (name: string) => ({
  language: "python" as const,
  file: "a.py",
  text: `@tool\ndef ${name}() -> int:\n    """${name}. Use when ${name}."""\n    return 1\n`,
});
const name = (index: number) => `tool_${index}`;

async function withVariable(value: string | undefined, act: () => Promise<void>): Promise<void> {
  const before = process.env.HAFT_PYTHON;
  if (value === undefined) delete process.env.HAFT_PYTHON;
  else process.env.HAFT_PYTHON = value;
  try {
    await act();
  } finally {
    if (before === undefined) delete process.env.HAFT_PYTHON;
    else process.env.HAFT_PYTHON = before;
  }
}

describe("the interpreter that reads", () => {
  it("is the package environment's, one warm process for each", () =>
    withVariable(undefined, async () => {
      const [one, two] = [noting("one"), noting("two")];
      await using reader = createReader();
      for (const [index, python] of [one, two, undefined, one, two].entries()) {
        const interpreter = python === undefined ? {} : { python: python.command };
        const { tools, diagnostics } = await reader.read({ ...source(name(index)), ...interpreter });
        assert.deepEqual(diagnostics, []);
        assert.equal(tools[0]?.name, name(index));
      }
      assert.deepEqual([one.starts(), two.starts()], [1, 1]);
    }));

  it("of an environment that has not been asked for long is ended, and started again when it is", () =>
    withVariable(undefined, async () => {
      const interpreters = ["a", "b", "c", "d", "e"].map(noting);
      await using reader = createReader();
      for (const python of [...interpreters, interpreters[0]]) {
        const { tools } = await reader.read({ ...source("again"), ...(python ? { python: python.command } : {}) });
        assert.equal(tools.length, 1);
      }
      assert.deepEqual(
        interpreters.map((each) => each.starts()),
        [2, 1, 1, 1, 1],
      );
    }));

  it("of a folder is the one of its packages", () =>
    withVariable(undefined, async () => {
      const python = join(folder, "venv", "bin", "python3");
      await using reader = createReader();
      const { diagnostics } = await readFolder(reader, { files: { "a.py": source("a").text }, python });
      assert.equal(diagnostics[0]?.code, "HAFT107");
      assert.ok(diagnostics[0]?.message.includes(python), diagnostics[0]?.message);
    }));

  it("is HAFT_PYTHON rather than the environment's, and the reader's own rather than both", async () => {
    const [named, variable, ofPackages] = [noting("named"), noting("variable"), noting("packages")];
    await withVariable(variable.command, async () => {
      for (const options of [{}, { python: named.command }]) {
        await using reader = createReader(options);
        assert.equal((await reader.read({ ...source("a"), python: ofPackages.command })).tools.length, 1);
      }
    });
    assert.deepEqual([named.starts(), variable.starts(), ofPackages.starts()], [1, 1, 0]);
  });

  it("is named by its version where a source does not parse", async () => {
    await using reader = createReader({ python: PYTHON });
    const { diagnostics } = await reader.read({ language: "python", file: "a.py", text: "def a(:\n" });
    assert.match(diagnostics[0]?.message ?? "", /^the source does not parse: .* \(Python 3\.\d+\)$/);
  });
});
