// PEP 695 (`type X = …`, `class A[T]`, `def f[T]`), which only newer interpreters parse: read from their outlines, so
// that it is tested with any interpreter.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeModule } from "../../src/checks/describe-module.ts";
import { moduleModel } from "../../src/python/functions/module-model.ts";
import { moduleScope } from "../../src/python/names/module-scope.ts";
import { StatementMemory } from "../../src/python/syntax/module-node.ts";
import { SourceText } from "../../src/python/syntax/source-text.ts";

type Outline = readonly unknown[];

const PLACE = [1, 0, 1, 1];
const name = (id: string): Outline => ["Name", ...PLACE, id];
const text = (value: string): Outline => ["Constant", ...PLACE, "str", value];
const subscript = (value: Outline, ...items: Outline[]): Outline => [
  "Subscript",
  ...PLACE,
  value,
  items.length === 1 ? items[0] : ["Tuple", ...PLACE, items],
];

/** The schema of the one parameter `a` of a tool that is declared after the given statements. */
function schemaOf(
  annotation: Outline,
  statements: readonly Outline[],
  typeParameters: readonly Outline[] = [],
): unknown {
  const doc = "F.\n\nUse when f.\n\nArgs:\n    a: A.";
  const tool: Outline = [
    "FunctionDef",
    ...PLACE,
    "f",
    [name("tool")],
    [["any", "a", ...PLACE, annotation, null]],
    null,
    text(doc),
    [false, [], [], [], [], []],
    typeParameters,
  ];
  const node = new StatementMemory().moduleNode(
    ["module", 1, [...statements, tool].map((one, id) => [id, one])],
    new SourceText("x"),
  );
  const siblings = { get: () => undefined, names: [] };
  const model = moduleModel(moduleScope(node, { name: undefined, file: "source.py", siblings }));
  const { tools, diagnostics } = describeModule(model, { language: "python", file: "source.py" });
  assert.deepEqual(
    diagnostics.filter((one) => one.severity === "error"),
    [],
  );
  const properties = tools[0]?.inputSchema.properties as Record<string, Record<string, unknown>>;
  const { description, ...schema } = properties.a ?? {};
  assert.equal(description, "A.");
  return schema;
}

const alias = (id: string, value: Outline, parameters: readonly Outline[] = []): Outline => [
  "TypeAlias",
  ...PLACE,
  id,
  value,
  parameters,
];
const variable = (id: string, bound: Outline | null = null): Outline => ["TypeVar", id, bound];
const whole = { type: "integer" };

describe("newer syntax", () => {
  it("`type X = list[int]` is what it stands for", () => {
    const declared = alias("X", subscript(name("list"), name("int")));
    assert.deepEqual(schemaOf(name("X"), [declared]), { type: "array", items: whole });
  });

  it("`type X[T] = list[T]` takes its argument, its bound, or anything", () => {
    const declared = (bound: Outline | null) => alias("X", subscript(name("list"), name("T")), [variable("T", bound)]);
    assert.deepEqual(schemaOf(subscript(name("X"), name("int")), [declared(null)]), { type: "array", items: whole });
    assert.deepEqual(schemaOf(name("X"), [declared(name("int"))]), { type: "array", items: whole });
    assert.deepEqual(schemaOf(name("X"), [declared(null)]), { type: "array" });
  });

  it("`type X = dict[str, X]` is recursive", () => {
    const declared = alias("X", subscript(name("dict"), name("str"), name("X")));
    assert.deepEqual(schemaOf(name("X"), [declared]), { $ref: "#/$defs/X" });
  });

  it("`class X[T](TypedDict)` takes its argument", () => {
    const field: Outline = ["AnnAssign", ...PLACE, name("x"), name("T"), null];
    const declared: readonly Outline[] = [
      ["ImportFrom", ...PLACE, "typing", 0, [["TypedDict", null]]],
      ["ClassDef", ...PLACE, "X", [name("TypedDict")], [], [], [field], [variable("T")]],
    ];
    assert.deepEqual(schemaOf(subscript(name("X"), name("int")), declared), {
      type: "object",
      properties: { x: whole },
      required: ["x"],
      additionalProperties: false,
    });
  });

  it("`def f[T: int](a: T)` is the bound", () => {
    assert.deepEqual(schemaOf(name("T"), [], [variable("T", name("int"))]), whole);
  });
});
