// Parameters: how they are passed, what their defaults and constraints are, where they stand.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ParameterModel } from "../../src/model/function.ts";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

const IMPORTS = `import os, re, math
from datetime import date
from enum import Enum
from typing import Annotated, Any
from typing_extensions import Doc
from annotated_types import Ge, Gt, Interval, Le, Len, Lt, MaxLen, MinLen, MultipleOf
from pydantic import Field, StringConstraints, PositiveInt, NonNegativeFloat, EmailStr, HttpUrl, conint, conlist, constr
import annotated_types as at
ONE = 1
TWICE = 1
TWICE = 2
TEXT = "text"
NAMES = ["a", "b"]
ALSO = ONE
COUNT = 0
COUNT += 1
def change():
    global CHANGED
    CHANGED = 2
CHANGED = 1
class Level(str, Enum):
    LOW = "low"
class Box:
    SIZE = 3
`;
const LINES = IMPORTS.split("\n").length - 1;

async function parametersOf(signature: string): Promise<readonly ParameterModel[]> {
  const { model } = await reading.read(`${IMPORTS}@tool\ndef f(${signature}): ...\n`);
  assert.deepEqual(model.faults, []);
  return model.tools[0]?.parameters ?? [];
}

/** Defaults with their value; undefined for those that are computed. */
const DEFAULTS: readonly (readonly [source: string, value: unknown])[] = [
  ["1", 1],
  ["-1", -1],
  ["+1.5", 1.5],
  ["-0", 0],
  ["1_000", 1000],
  ["0x10", 16],
  ["9007199254740992", 9007199254740992],
  ["9007199254740993", undefined],
  ["-9007199254740993", undefined],
  ["True", true],
  ["None", null],
  ["'a' 'b'", "ab"],
  ["'a' + 'b'", "ab"],
  ["'a' + TEXT", "atext"],
  ["('a'\n   'b')", "ab"],
  ["'ü🎈'", "ü🎈"],
  ["[1, [2]]", [1, [2]]],
  ["(1, 2)", [1, 2]],
  ["()", []],
  ["{3, 1, 3}", [3, 1]],
  ["{'a': 1, 'b': [None]}", { a: 1, b: [null] }],
  ["{'__proto__': 1}", JSON.parse('{"__proto__": 1}')],
  ["{}", {}],
  ["{1: 2}", undefined],
  ["{**NAMES}", undefined],
  ["[*NAMES]", undefined],
  ["ONE", 1],
  ["ALSO", 1],
  ["-ONE", undefined],
  ["NAMES", ["a", "b"]],
  ["TWICE", undefined],
  ["COUNT", undefined],
  ["CHANGED", undefined],
  ["Level.LOW", "low"],
  ["Level.LOW.value", "low"],
  ["[Level.LOW]", ["low"]],
  ["Level.HIGH", undefined],
  ["Box.SIZE", undefined],
  ["1 + 2", undefined],
  ["not True", undefined],
  ["os.sep", undefined],
  ["math.inf", undefined],
  ["b'x'", undefined],
  ["1j", undefined],
  ["...", undefined],
  ["f'x'", undefined],
  ["lambda: 1", undefined],
  ["date(2024, 1, 1)", undefined],
  ["undefined", undefined],
];

describe("a default", () => {
  for (const [source, value] of DEFAULTS)
    it(`${source.replaceAll("\n", " ")} is ${value === undefined ? "computed" : JSON.stringify(value)}`, async () => {
      const [parameter] = await parametersOf(`a: Any = ${source}`);
      assert.equal(parameter?.passDefault, false);
      if (value === undefined) assert.equal(parameter?.default?.kind, "computed");
      else assert.deepEqual(parameter?.default?.kind === "literal" ? parameter.default.value : "computed", value);
    });

  it("of a Field is passed explicitly", async () => {
    const found = await parametersOf(
      "*, a: int = Field(1), b: int = Field(...), c: int = Field(ge=1), d: list = Field(default_factory=list), e: int = Field(default=ONE), f: Annotated[int, Field(2)], g: int = Field(default_factory=os.getpid)",
    );
    assert.deepEqual(
      found.map(({ name, default: value, passDefault }) => [
        name,
        value?.kind === "literal" ? value.value : value?.kind,
        passDefault,
      ]),
      [
        ["a", 1, true],
        ["b", undefined, false],
        ["c", undefined, false],
        ["d", [], true],
        ["e", 1, true],
        ["f", 2, true],
        ["g", "computed", true],
      ],
    );
  });
});

/** Annotations with the schema they come to, beside the description. */
const CONSTRAINED: readonly (readonly [annotation: string, schema: unknown])[] = [
  ["Annotated[int, Field(ge=1, le=5)]", { type: "integer", minimum: 1, maximum: 5 }],
  [
    "Annotated[float, Field(gt=0, lt=1.5, multiple_of=0.5)]",
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1.5, multipleOf: 0.5 },
  ],
  [
    "Annotated[str, Field(min_length=1, max_length=ONE, pattern=r'^\\d+$')]",
    { type: "string", minLength: 1, maxLength: 1, pattern: "^\\d+$" },
  ],
  ["Annotated[str, Field(pattern=re.compile('^a'))]", { type: "string", pattern: "^a" }],
  ["Annotated[str, StringConstraints(min_length=2, strip_whitespace=True)]", { type: "string", minLength: 2 }],
  ["Annotated[list[int], Field(min_length=1)]", { type: "array", items: { type: "integer" }, minItems: 1 }],
  [
    "Annotated[dict[str, int], Field(max_length=2)]",
    { type: "object", additionalProperties: { type: "integer" }, maxProperties: 2 },
  ],
  ["Annotated[int, Ge(1), Lt(5)]", { type: "integer", minimum: 1, exclusiveMaximum: 5 }],
  [
    "Annotated[int, Interval(gt=0, le=9), MultipleOf(3)]",
    { type: "integer", exclusiveMinimum: 0, maximum: 9, multipleOf: 3 },
  ],
  ["Annotated[str, Len(1, 3)]", { type: "string", minLength: 1, maxLength: 3 }],
  ["Annotated[str, MinLen(1), at.MaxLen(3)]", { type: "string", minLength: 1, maxLength: 3 }],
  ["Annotated[int, Field(ge=None)]", { type: "integer" }],
  ["Annotated[Annotated[int, Ge(1)], Le(2)]", { type: "integer", minimum: 1, maximum: 2 }],
  ["Annotated[int, Ge(1)] | None", { type: ["integer", "null"], minimum: 1 }],
  ["'Annotated[int, Ge(1)]'", { type: "integer", minimum: 1 }],
  ["conint(ge=1, lt=3)", { type: "integer", minimum: 1, exclusiveMaximum: 3 }],
  ["constr(regex='^a', max_length=3)", { type: "string", pattern: "^a", maxLength: 3 }],
  ["conlist(int, min_items=1, max_length=3)", { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 }],
  ["conlist(item_type=int)", { type: "array", items: { type: "integer" } }],
  ["PositiveInt", { type: "integer", exclusiveMinimum: 0 }],
  ["NonNegativeFloat", { type: "number", minimum: 0 }],
  ["list[PositiveInt]", { type: "array", items: { type: "integer", exclusiveMinimum: 0 } }],
  ["EmailStr", { type: "string", format: "email" }],
  ["HttpUrl | None", { type: ["string", "null"], format: "uri" }],
  ["Annotated[date, Field(description='x')]", { type: "string", format: "date" }],
];

describe("a constraint", () => {
  for (const [annotation, schema] of CONSTRAINED)
    it(`of ${annotation} is ${JSON.stringify(schema)}`, async () => {
      const { result } = await reading.read(
        `${IMPORTS}@tool\ndef f(a: ${annotation}) -> None:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`,
      );
      assert.deepEqual(result.diagnostics, []);
      const properties = result.tools[0]?.inputSchema.properties as Record<string, Record<string, unknown>>;
      const { description, ...found } = properties.a ?? {};
      assert.equal(description, "A.");
      assert.deepEqual(found, schema);
    });

  for (const annotation of [
    "Annotated[int, Field(ge='x')]",
    "Annotated[int, Field(ge=os.getpid())]",
    "Annotated[str, Field(min_length=-1)]",
    "Annotated[str, Field(min_length=1.5)]",
    "Annotated[str, Field(ge=1)]",
    "Annotated[int, Field(min_length=1)]",
    "Annotated[date, Field(ge=date(2024, 1, 1))]",
  ])
    it(`of ${annotation} is malformed or fits nothing`, async () => {
      const { codes } = await reading.read(
        `${IMPORTS}@tool\ndef f(\n    a: ${annotation},\n) -> None:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`,
      );
      assert.deepEqual(codes, [`HAFT310:${LINES + 3}:a`]);
    });
});

describe("a parameter", () => {
  it("is passed by place only before a slash, and else by name", async () => {
    const found = await parametersOf("a: int, /, b: int, *, c: int");
    assert.deepEqual(
      found.map(({ name, passing }) => [name, passing]),
      [
        ["a", "positional"],
        ["b", "keyword"],
        ["c", "keyword"],
      ],
    );
  });

  const CONTEXTS: readonly (readonly [signature: string, context: unknown])[] = [
    ["a: int, ctx", { passing: "keyword", index: 1 }],
    ["ctx, /, a: int", { passing: "positional", index: 0 }],
    ["a: int, *, ctx: 'ToolContext' = None", { passing: "keyword", index: 1 }],
    ["a: int", undefined],
  ];
  for (const [signature, context] of CONTEXTS)
    it(`named ctx is the context in (${signature})`, async () => {
      const { model } = await reading.read(`@tool\ndef f(${signature}): ...\n`);
      assert.deepEqual(model.tools[0]?.context, context);
      assert.deepEqual(
        model.tools[0]?.parameters.map(({ name }) => name),
        ["a"],
      );
    });

  it("with stars is variadic, also when it is called ctx", async () => {
    const found = await parametersOf("*args: int, **kwargs: int");
    assert.deepEqual(
      found.map(({ name, variadic }) => [name, variadic]),
      [
        ["args", true],
        ["kwargs", true],
      ],
    );
    assert.deepEqual((await parametersOf("*ctx")).length, 1);
  });

  const TEXTS: readonly (readonly [parameter: string, text: string | undefined])[] = [
    ["a: Annotated[int, 'How many.']", "How many."],
    ["a: Annotated[int, Doc('How many.')]", "How many."],
    ["a: Annotated[int, Doc(TEXT)]", "text"],
    ["a: Annotated[int, Field(description='How many.')]", "How many."],
    ["a: int = Field(1, description='How\\n   many.')", "How many."],
    ["a: 'Annotated[int, \"How many.\"]'", "How many."],
    ["a: Annotated[int, '']", ""],
    ["a: int", undefined],
  ];
  for (const [parameter, text] of TEXTS)
    it(`${parameter} says ${text}`, async () => {
      const [found] = await parametersOf(parameter);
      assert.equal(found?.description, text);
    });

  it("stands where its name does, in UTF-16 columns", async () => {
    const { model } = await reading.read(`@tool\ndef föö(a: str = "🎈ü", *, bé: int,\n   𝒸: int = 1, **kw): ...\n`);
    const tool = model.tools[0];
    assert.deepEqual(tool?.span, { line: 2, column: 1, endLine: 2, endColumn: 8 });
    assert.deepEqual(
      tool?.parameters.map(({ name, span }) => [name, span.line, span.column, span.endColumn]),
      [
        ["a", 2, 9, 10],
        ["bé", 2, 28, 30],
        ["c", 3, 4, 5],
        ["kw", 3, 19, 21],
      ],
    );
    assert.deepEqual(tool?.parameters[0]?.default?.span, { line: 2, column: 18, endLine: 2, endColumn: 23 });
    assert.equal(tool?.parameters[0]?.default?.text, '"🎈ü"');
  });
});

describe("an option", () => {
  it("has its name, its value and its place", async () => {
    const { model } = await reading.read(
      `X = 1\n@tool("a", *X, timeout_seconds=2.5,\n  approval={"required": True}, capabilities=["x"], name=X, **{"y": 1})\ndef f(): ...\n`,
    );
    assert.deepEqual(
      model.tools[0]?.options.map(({ name, value, span }) => [
        name,
        value.literal ? value.value : value.text,
        span.line,
        span.column,
      ]),
      [
        ["*", "a", 2, 7],
        ["*", "*X", 2, 12],
        ["timeout_seconds", 2.5, 2, 16],
        ["approval", { required: true }, 3, 3],
        ["capabilities", ["x"], 3, 32],
        ["name", "X", 3, 52],
        ["**", { y: 1 }, 3, 60],
      ],
    );
    assert.equal(model.tools[0]?.options[5]?.value.literal, false);
  });
});

describe("a return type", () => {
  const RETURNS: readonly (readonly [annotation: string, schema: unknown])[] = [
    ["int", { type: "integer" }],
    ["'list[int]'", { type: "array", items: { type: "integer" } }],
    ["abc.Awaitable[int]", { type: "integer" }],
    ["abc.Coroutine[None, None, int]", { type: "integer" }],
    ["None", undefined],
    ["Any", undefined],
    ["abc.Iterator[int]", undefined],
    ["Unknown", undefined],
    ["NoReturn", undefined],
    ["haft.Wait", undefined],
    ["int | haft.Wait", { type: "integer" }],
    ["'haft.Wait | list[int]'", { type: "array", items: { type: "integer" } }],
  ];
  for (const [annotation, schema] of RETURNS)
    it(`${annotation} is ${JSON.stringify(schema)}`, async () => {
      const { result } = await reading.read(
        `import haft\nimport collections.abc as abc\nfrom typing import Any, NoReturn\n@tool\ndef f() -> ${annotation}:\n    """F.\n\n    Use when f.\n    """\n`,
      );
      assert.deepEqual(result.diagnostics, []);
      assert.deepEqual(result.tools[0]?.outputSchema, schema);
    });
});
