// A folder as one toolset: which files are sources, names that two share, what a digest covers.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { readFolder } from "../../src/folder/read-folder.ts";
import { createReader } from "../../src/read/create-reader.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

const python = (name: string, body = "return 1") =>
  `@tool\ndef ${name}() -> int:\n    """${name}. Use when ${name}."""\n    ${body}\n`;
const typescript = (name: string, before = "", body = "return 1;") =>
  `${before}/** ${name}. Use when ${name}. */\nexport function ${name}(): number {\n  ${body}\n}\n`;

describe("a folder", () => {
  it("has its sources in name order, and leaves helpers out", async () => {
    const { files, diagnostics } = await readFolder(reader, {
      files: {
        "z.py": python("z"),
        "a.tools.ts": typescript("a"),
        "_private.py": python("hidden"),
        ".hidden.py": python("hidden"),
        "plain.py": "LIMIT = 3\n",
        "plain.ts": "export function plain() {}\n",
        "notes.md": "# Notes\n",
      },
    });
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(
      files.map(({ file, language, result }) => [file, language, result.tools.map(({ name }) => name)]),
      [
        ["a.tools.ts", "typescript", ["a"]],
        ["z.py", "python", ["z"]],
      ],
    );
  });

  it("tells both places of a name that two files share, and registers neither file", async () => {
    const { files, diagnostics } = await readFolder(reader, {
      files: { "one.py": python("same"), "two.tools.ts": typescript("same"), "three.py": python("other") },
    });
    assert.deepEqual(
      diagnostics.map(({ code, file, line, tool, message }) => [code, file, line, tool, message]),
      [
        [
          "HAFT601",
          "one.py",
          2,
          "same",
          "two tools of this folder have the name `same`: the one here and the one at two.tools.ts:2",
        ],
        [
          "HAFT601",
          "two.tools.ts",
          2,
          "same",
          "two tools of this folder have the name `same`: the one here and the one at one.py:2",
        ],
      ],
    );
    assert.deepEqual(
      files.flatMap(({ result }) => result.tools.map(({ name }) => name)),
      ["other"],
    );
  });

  it("keeps one bad file one bad file", async () => {
    const { files } = await readFolder(reader, { files: { "bad.py": "def (", "good.py": python("good") } });
    assert.deepEqual(
      files.map(({ file, result }) => [file, result.tools.length, result.diagnostics.map(({ code }) => code)]),
      [
        ["bad.py", 0, ["HAFT101"]],
        ["good.py", 1, []],
      ],
    );
  });

  it("reads only what is asked for, with the others as siblings", async () => {
    const files = {
      "shared.py": "from typing import Literal\nLevel = Literal[1, 2]\n",
      "a.py": python("a"),
      "b.py": `from shared import Level\n\n@tool\ndef b(level: Level) -> int:\n    """B. Use when b.\n\n    Args:\n        level: L.\n    """\n    return 1\n`,
    };
    const folder = await readFolder(reader, { files, only: ["b.py"] });
    assert.deepEqual(
      folder.files.map(({ file, result }) => [file, result.tools.length, result.imports]),
      [["b.py", 1, ["shared.py"]]],
    );
  });

  it("gives a digest that changes with the source and with what it imports, and with nothing else", async () => {
    const source = typescript("a", 'import { one } from "./one.ts";\n', "return one;");
    const digestOf = async (files: Record<string, string>) => {
      const { files: read } = await readFolder(reader, { files, only: ["a.tools.ts"] });
      return read[0]?.digest;
    };
    const files = { "a.tools.ts": source, "one.ts": "export const one = 1;\n", "two.ts": "export const two = 2;\n" };
    const before = await digestOf(files);
    assert.match(before ?? "", /^[0-9a-f]{64}$/);
    assert.equal(await digestOf({ ...files, "two.ts": "" }), before);
    assert.notEqual(await digestOf({ ...files, "one.ts": "export const one = 2;\n" }), before);
    assert.notEqual(await digestOf({ ...files, "a.tools.ts": `${source}\n` }), before);
  });

  it("tells an import that does not resolve", async () => {
    const { diagnostics } = await readFolder(reader, {
      files: { "a.tools.ts": typescript("a", 'import { x } from "nowhere";\n', "return x;") },
    });
    assert.deepEqual(
      diagnostics.map(({ code, line }) => [code, line]),
      [["HAFT606", 1]],
    );
  });

  it("tells an import that does not resolve beside every other error, but not of a file that does not parse", async () => {
    const wrong =
      'import { x } from "nowhere";\n/** A. Use when a. */\nexport function a(n): number {\n  return x;\n}\n';
    const { diagnostics } = await readFolder(reader, { files: { "a.tools.ts": wrong, "b.tools.ts": `${wrong}(` } });
    assert.deepEqual(
      diagnostics.map(({ code, file, line }) => [code, file, line]),
      [
        ["HAFT204", "a.tools.ts", 3],
        ["HAFT301", "a.tools.ts", 3],
        ["HAFT606", "a.tools.ts", 1],
        ["HAFT101", "b.tools.ts", 6],
      ],
    );
  });
});
