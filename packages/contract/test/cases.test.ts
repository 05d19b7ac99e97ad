// Every case of `cases/` through the reader: the sources, and the tools and diagnostics that must come out.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";
import { createReader } from "../src/read/create-reader.ts";
import { ChildEvaluator } from "./definitions/child-evaluator.ts";
import { normalised } from "./normalised-schema.ts";

const cases = join(import.meta.dirname, "cases");
const repository = dirname(dirname(dirname(import.meta.dirname)));
const original = join(dirname(repository), "shared", "cases");

interface Expected {
  readonly language: "python" | "typescript";
  readonly file: string;
  readonly tools: readonly Record<string, unknown>[];
  readonly diagnostics: readonly { code: string; line: number; tool?: string; parameter?: string }[];
}

function foldersOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/** Asserts that a schema has at least what is expected of it. */
function assertContains(found: unknown, expected: unknown, place: string): void {
  if (typeof expected !== "object" || expected === null || Array.isArray(expected)) {
    assert.deepEqual(found, expected, place);
    return;
  }
  for (const [key, value] of Object.entries(expected)) {
    const inner: unknown = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
    assertContains(inner, value, `${place}.${key}`);
  }
}

const evaluator = new ChildEvaluator();
const reader = createReader({ evaluator });
after(async () => {
  await reader[Symbol.asyncDispose]();
  evaluator[Symbol.dispose]();
});

describe("the contract cases", () => {
  for (const name of foldersOf(cases)) {
    it(`${name} reads as expected`, async () => {
      const folder = join(cases, name);
      const expected: Expected = JSON.parse(readFileSync(join(folder, "expect.json"), "utf8"));
      const result = await reader.read({
        language: expected.language,
        file: expected.file,
        text: readFileSync(join(folder, expected.file), "utf8"),
        packagesFrom: repository,
      });
      const reported = result.diagnostics.map(({ code, line, tool, parameter, message }) => ({
        code,
        line,
        tool,
        parameter,
        message,
      }));
      const left = [...reported];
      for (const one of expected.diagnostics) {
        const index = left.findIndex(
          (found) =>
            found.code === one.code &&
            found.line === one.line &&
            (one.tool === undefined || found.tool === one.tool) &&
            (one.parameter === undefined || found.parameter === one.parameter),
        );
        assert.ok(index >= 0, `${JSON.stringify(one)} is not among ${JSON.stringify(reported, null, 1)}`);
        left.splice(index, 1);
      }
      assert.deepEqual(left, [], "no other diagnostics");
      assert.deepEqual(
        result.tools.map((tool) => tool.name),
        expected.tools.map((tool) => tool.name),
      );
      expected.tools.forEach((tool, index) => {
        const found = result.tools[index];
        for (const [field, value] of Object.entries(tool)) {
          const place = `${tool.name}.${field}`;
          if (field === "inputSchemaContains") assertContains(found?.inputSchema, value, place);
          else if (field === "outputSchema" && value === null) assert.equal(found?.outputSchema, undefined, place);
          else if (field === "inputSchema" || field === "outputSchema")
            assert.deepEqual(normalised(found?.[field]), normalised(value), place);
          else assert.deepEqual(found === undefined ? undefined : Reflect.get(found, field), value, place);
        }
      });
    });
  }

  it("are the ones beside the repository, where those exist", () => {
    if (!existsSync(original)) return;
    assert.equal(readFileSync(join(cases, "README.md"), "utf8"), readFileSync(join(original, "README.md"), "utf8"));
    assert.deepEqual(foldersOf(cases), foldersOf(join(original, "contract")));
    for (const name of foldersOf(cases))
      for (const file of readdirSync(join(cases, name)))
        assert.equal(
          readFileSync(join(cases, name, file), "utf8"),
          readFileSync(join(original, "contract", name, file), "utf8"),
          `${name}/${file}`,
        );
  });
});
