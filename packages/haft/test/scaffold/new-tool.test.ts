import assert from "node:assert/strict";
import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createReader } from "../../../contract/src/read/create-reader.ts";
import { addTool, type NewTool } from "../../src/scaffold/new-tool.ts";
import { CommandError } from "../../src/session/command-error.ts";

for (const language of ["python", "typescript"] as const) {
  for (const waits of [false, true]) {
    test(`the scaffold of a ${waits ? "waiting " : ""}tool in ${language} reads without a word`, async () => {
      await using folder = await mkdtempDisposable(join(tmpdir(), "haft-new-"));
      const { file } = addTool(folder.path, { name: "send_letter", language, waits });
      assert.equal(file, language === "python" ? "tools/send_letter.py" : "tools/send_letter.tools.ts");
      await using reader = createReader();
      const { tools, diagnostics } = await reader.read({
        language,
        file,
        text: await readFile(join(folder.path, file), "utf8"),
      });
      assert.deepEqual(diagnostics, []);
      assert.deepEqual(
        tools.map(({ name, yields }) => ({ name, yields })),
        [{ name: "send_letter", yields: waits }],
      );
    });
  }
}

test("a tool is written in the language of those that are there, beside them", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-new-"));
  await writeFile(join(folder.path, "greet.py"), "");
  assert.deepEqual(addTool(folder.path, { name: "a", waits: false }), { file: "a.py" });
  await mkdir(join(folder.path, "tools"));
  await writeFile(join(folder.path, "tools", "b.tool.ts"), "");
  await writeFile(join(folder.path, "skill.toml"), "");
  assert.deepEqual(addTool(folder.path, { name: "c", waits: false }), {
    file: "tools/c.tools.ts",
    manifest: "skill.toml",
  });
});

const refused: readonly [title: string, asked: NewTool, type: string, says: RegExp][] = [
  [
    "a name that models do not take",
    { name: "send-letter", language: "python", waits: false },
    "bad_name",
    /haft new tool send_letter/,
  ],
  ["a word of the language", { name: "class", language: "python", waits: false }, "bad_name", /my_class/],
  ["a file that is there", { name: "old", language: "python", waits: false }, "exists", /tools\/old\.py/],
  ["no language and no tools", { name: "x", waits: false }, "usage", /--python or --typescript/],
];

for (const [title, asked, type, says] of refused) {
  test(`refused, and nothing written: ${title}`, async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), "haft-new-"));
    await mkdir(join(folder.path, "tools"));
    if (type === "exists") await writeFile(join(folder.path, "tools", "old.py"), "mine");
    const before = await readdir(folder.path, { recursive: true });
    assert.throws(
      () => addTool(folder.path, asked),
      (error) => error instanceof CommandError && error.type === type && says.test(`${error.message}\n${error.hint}`),
    );
    assert.deepEqual(await readdir(folder.path, { recursive: true }), before);
  });
}
