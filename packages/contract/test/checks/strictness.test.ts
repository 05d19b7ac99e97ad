// Toolsets that are not strict, and modules that import from plnt: what is asked of them.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { createReader } from "../../src/read/create-reader.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

const LOOSE = `@tool
def weigh(size, unit: str = "kg", *rest: int) -> int:
    """Weigh it.

    A longer story.

    Args:
        unit:
        sise: How big.

    Examples:
        >>> weigh(3)
        {"unit": 3}
    """
    return 1


@tool
def bare():
    return 1
`;

async function read(text: string, strict: boolean) {
  const { tools, diagnostics } = await reader.read({ language: "python", file: "weigh.py", text, strict });
  return { tools, codes: diagnostics.map(({ code, severity }) => `${code} ${severity}`).sort() };
}

describe("a toolset that is not strict", () => {
  it("has warnings where a strict one has errors, and no HAFT211", async () => {
    assert.deepEqual((await read(LOOSE.replace(", *rest: int", ""), false)).codes, [
      "HAFT201 warning",
      "HAFT203 warning",
      "HAFT204 warning",
      "HAFT205 warning",
      "HAFT206 warning",
      "HAFT212 warning",
      "HAFT301 warning",
    ]);
  });

  it("keeps the errors that have nothing to do with documentation", async () => {
    const { codes, tools } = await read(LOOSE, false);
    assert.ok(codes.includes("HAFT303 error"));
    assert.deepEqual(tools, []);
  });

  it("registers its tools, with the empty schema for what has no type, and the rest of the prose", async () => {
    const { tools } = await read(LOOSE.replace(", *rest: int", ""), false);
    assert.deepEqual(
      tools.map(({ name, description, examples }) => [name, description, examples]),
      [
        ["weigh", "Weigh it.\n\nA longer story.", []],
        ["bare", "", []],
      ],
    );
    assert.deepEqual(tools[0]?.inputSchema, {
      type: "object",
      properties: { size: {}, unit: { type: "string", default: "kg" } },
      required: ["size"],
      additionalProperties: false,
    });
  });

  it("is told everything as errors when it is strict", async () => {
    const { codes } = await read(LOOSE.replace(", *rest: int", ""), true);
    assert.deepEqual(codes, [
      "HAFT201 error",
      "HAFT203 error",
      "HAFT204 error",
      "HAFT205 warning",
      "HAFT206 error",
      "HAFT211 error",
      "HAFT301 error",
    ]);
  });
});

describe("a module that imports from plnt", () => {
  it("is asked for no documentation and no types", async () => {
    const { codes, tools } = await read(`from plnt import tool\n\n${LOOSE.replace(", *rest: int", "")}`, true);
    assert.deepEqual(codes, ["HAFT201 warning"]);
    assert.deepEqual(
      tools.map(({ name, description }) => [name, description]),
      [
        ["weigh", "Weigh it."],
        ["bare", ""],
      ],
    );
  });

  it("is asked for nothing where `description` says it", async () => {
    const text =
      'from plnt import tool\n\n@tool(name="weigh-it", description="Weighs.")\ndef weigh(size):\n    return 1\n';
    const { codes, tools } = await read(text, true);
    assert.deepEqual(codes, []);
    assert.deepEqual([tools[0]?.name, tools[0]?.description], ["weigh-it", "Weighs."]);
  });
});

describe("the option `description`", () => {
  it("replaces the doc comment, and parameters are still asked for", async () => {
    const text = '@tool(description="Weighs.")\ndef weigh(size: int) -> int:\n    return 1\n';
    assert.deepEqual((await read(text, true)).codes, ["HAFT204 error"]);
  });
});

describe("settings of a toolset", () => {
  it("give the time-out where a tool has none", async () => {
    const text =
      '@tool\ndef a() -> int:\n    """A. Use when a."""\n    return 1\n\n\n@tool(timeout_seconds=2)\ndef b() -> int:\n    """B. Use when b."""\n    return 1\n';
    const { tools } = await reader.read({ language: "python", file: "a.py", text, timeoutSeconds: 7 });
    assert.deepEqual(
      tools.map(({ timeoutSeconds }) => timeoutSeconds),
      [7, 2],
    );
  });
});
