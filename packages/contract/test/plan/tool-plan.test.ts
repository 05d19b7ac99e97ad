// How a tool is called: its parameters in order, the conversions of what the reader found, its companion.

import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { ToolPlan } from "@haft/sdk/wire";
import type { TypeNode } from "../../src/model/type.ts";
import { Shapes } from "../../src/plan/shapes.ts";
import { createReader } from "../../src/read/create-reader.ts";
import {
  constrained,
  constraint,
  field,
  integer,
  list,
  literal,
  named,
  none,
  number,
  record,
  text,
  union,
} from "../schema/type-builders.ts";

const reader = createReader();
after(() => reader[Symbol.asyncDispose]());

async function planOf(language: "python" | "typescript", source: string): Promise<ToolPlan | undefined> {
  const file = language === "python" ? "a.py" : "a.tools.ts";
  const { plans, diagnostics } = await reader.read({ language, file, text: source, strict: false });
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity === "error"),
    [],
  );
  return plans[0];
}

const tree: TypeNode = named("Tree", () => union(text, list(tree)));

const SHAPES: Readonly<Record<string, readonly [TypeNode, object]>> = {
  "a constraint says nothing": [constrained(integer, constraint("minimum", 1)), { kind: "integer" }],
  "anything and any object stay as they are": [{ kind: "any-object" }, { kind: "any" }],
  "plain text with a format is text": [{ kind: "shaped-text", format: "email" }, { kind: "text" }],
  "text of a class is that class": [
    { kind: "shaped-text", format: "date", as: "date" },
    { kind: "text-class", as: "date" },
  ],
  "values in place are literals": [literal("a", null), { kind: "literal", values: ["a", null] }],
  "an enum with a class is its members": [
    { kind: "enum", name: "Level", values: [1, 2], class: { name: "Level" } },
    { kind: "enum", class: { name: "Level" }, values: [1, 2] },
  ],
  "an enum without one is its values": [
    { kind: "enum", name: "Level", values: [1] },
    { kind: "literal", values: [1] },
  ],
  "members of a union keep their order": [
    union(number, none),
    { kind: "union", members: [{ kind: "number" }, { kind: "null" }] },
  ],
  "a wait is no member": [union({ kind: "wait" }, text), { kind: "union", members: [{ kind: "text" }] }],
  "a field whose default is null takes null": [
    record(
      field("a", text, {
        required: false,
        default: { kind: "literal", value: null, text: "None", span: { line: 1, column: 1, endLine: 1, endColumn: 1 } },
      }),
    ),
    {
      kind: "record",
      as: "object",
      fields: [{ name: "a", required: false, shape: { kind: "union", members: [{ kind: "text" }, { kind: "null" }] } }],
    },
  ],
  "a field has its attribute": [
    record(field("row-id", text, { attribute: "row_id" })),
    {
      kind: "record",
      as: "object",
      fields: [{ name: "row-id", attribute: "row_id", required: true, shape: { kind: "text" } }],
    },
  ],
};

describe("shapes", () => {
  for (const [name, [type, shape]] of Object.entries(SHAPES))
    it(name, () => assert.deepEqual(new Shapes().of(type), shape));

  it("name what leads back to itself, once", () => {
    const shapes = new Shapes();
    assert.deepEqual(shapes.of(list(tree)), { kind: "list", items: { kind: "ref", name: "Tree" } });
    assert.deepEqual(shapes.of(tree), { kind: "ref", name: "Tree" });
    assert.deepEqual(shapes.definitions, {
      Tree: { kind: "union", members: [{ kind: "text" }, { kind: "list", items: { kind: "ref", name: "Tree" } }] },
    });
  });

  it("tell two declarations of one name apart", () => {
    const shapes = new Shapes();
    shapes.of(named("A", () => text, "one#A"));
    assert.deepEqual(shapes.of(named("A", () => integer, "two#A")), { kind: "ref", name: "A2" });
    assert.deepEqual(shapes.definitions, { A: { kind: "text" }, A2: { kind: "integer" } });
  });
});

describe("plans", () => {
  it("pass Python's parameters by place where they must be, and the context as it is taken", async () => {
    const plan = await planOf(
      "python",
      "@tool\ndef a(x: int, /, y: str, ctx, *, z: bool = True) -> str:\n    return ''\n",
    );
    assert.deepEqual(plan?.parameters, [
      { passing: "positional", name: "x", shape: { kind: "integer" } },
      { passing: "keyword", name: "y", shape: { kind: "text" } },
      { passing: "keyword", name: "z", shape: { kind: "boolean" } },
      { passing: "context", positional: false },
    ]);
    assert.deepEqual(plan?.result, { kind: "text" });
  });

  it("put a positional context at its place", async () => {
    const plan = await planOf("python", "@tool\ndef a(x: int, ctx, y: int, /) -> str:\n    return ''\n");
    assert.deepEqual(
      plan?.parameters.map((parameter) =>
        parameter.passing === "context" ? "ctx" : "name" in parameter && parameter.name,
      ),
      ["x", "ctx", "y"],
    );
  });

  it("pass a default that the language would not supply", async () => {
    const plan = await planOf(
      "python",
      "from pydantic import Field\n\n@tool\ndef a(x: int = Field(10), y: int = 3):\n    pass\n",
    );
    assert.deepEqual(plan?.parameters, [
      { passing: "keyword", name: "x", shape: { kind: "integer" }, default: 10 },
      { passing: "keyword", name: "y", shape: { kind: "integer" } },
    ]);
  });

  it("collect a destructured object's properties, and put TypeScript's context where it stands", async () => {
    const source =
      'import type { ToolContext } from "haft";\nexport const a = async (c: ToolContext, { x, y = 1 }: { x: Date; y?: number }) => x;\n';
    const plan = await planOf("typescript", source);
    assert.deepEqual(plan?.parameters, [
      { passing: "context", positional: true },
      {
        passing: "object",
        fields: [
          { name: "x", shape: { kind: "text-class", as: "Date" } },
          { name: "y", shape: { kind: "number" } },
        ],
      },
    ]);
    assert.deepEqual([plan?.isAsync, plan?.exportName, plan?.function], [true, "a", "a"]);
  });

  it("name the companion, what it wants to be called for, and what it gives", async () => {
    const source =
      '@tool\ndef a() -> str:\n    return ask_user("?")\n\n\n@resumes(a, on=["answer", "timeout"], idempotent=True)\nasync def b(payload, meta, ctx) -> int:\n    return 1\n';
    const plan = await planOf("python", source);
    assert.deepEqual(plan?.resume, {
      function: "b",
      takesContext: true,
      on: ["answer", "timeout"],
      idempotent: true,
      result: { kind: "integer" },
    });
  });

  it("go by the name that an option gives, and by the export's", async () => {
    const source =
      'import { tool } from "haft";\nfunction inner(): string { return ""; }\nexport { inner as outer };\ntool(inner, { name: "given" });\n';
    const plan = await planOf("typescript", source);
    assert.deepEqual([plan?.tool, plan?.exportName, plan?.function], ["given", "outer", "inner"]);
  });
});
