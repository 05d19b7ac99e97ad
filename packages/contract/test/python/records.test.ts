// Records in every form that Python has for them.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

const IMPORTS = `from __future__ import annotations
from collections import namedtuple
from dataclasses import KW_ONLY, InitVar, dataclass, field
from datetime import date
from enum import Enum
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, NotRequired, Optional, Required, Self, TypedDict, TypeVar
from pydantic import BaseModel, Field
import pydantic
`;

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The schema of a parameter of the type R. */
async function recordSchema(declarations: string, annotation = "R"): Promise<Schema> {
  const { result } = await reading.read(`${IMPORTS}${declarations}

@tool
def use(a: ${annotation}) -> None:
    """Use it.

    Use when used.

    Args:
        a: A.
    """
`);
  assert.deepEqual(
    result.diagnostics.filter((one) => one.severity === "error"),
    [],
  );
  const schema = result.tools[0]?.inputSchema as { properties: { a: Schema } };
  return schema.properties.a;
}

const text = { type: "string" };
const whole = { type: "integer" };

/** The properties and the required ones that come of a declaration of R. */
const RECORDS: readonly (readonly [
  title: string,
  declarations: string,
  properties: unknown,
  required: readonly string[],
])[] = [
  ["a TypedDict", "class R(TypedDict):\n    x: int\n    y: NotRequired[str]", { x: whole, y: text }, ["x"]],
  [
    "a TypedDict that is not total",
    "class R(TypedDict, total=False):\n    x: Required[int]\n    y: str",
    { x: whole, y: text },
    ["x"],
  ],
  [
    "a TypedDict with a base of another totality",
    "class B(TypedDict, total=False):\n    x: int\nclass R(B):\n    y: str",
    { x: whole, y: text },
    ["y"],
  ],
  [
    "a TypedDict call",
    "R = TypedDict('R', {'row-id': int, 'y': 'NotRequired[str]'})",
    { "row-id": whole, y: text },
    ["row-id"],
  ],
  [
    "a TypedDict call that is not total",
    "R = TypedDict('R', {'x': Required[int], 'y': str}, total=False)",
    { x: whole, y: text },
    ["x"],
  ],
  [
    "a NamedTuple",
    "class R(NamedTuple):\n    x: int\n    y: str = 'a'",
    { x: whole, y: { ...text, default: "a" } },
    ["x"],
  ],
  ["a NamedTuple call", "R = NamedTuple('R', [('x', int), ('y', str)])", { x: whole, y: text }, ["x", "y"]],
  ["a namedtuple", "R = namedtuple('R', 'x y', defaults=[1])", { x: {}, y: { default: 1 } }, ["x"]],
  [
    "a dataclass",
    "@dataclass\nclass R:\n    x: int\n    y: str = 'a'",
    { x: whole, y: { ...text, default: "a" } },
    ["x"],
  ],
  ["a dataclass with options", "@dataclass(frozen=True, slots=True)\nclass R:\n    x: int", { x: whole }, ["x"]],
  [
    "a dataclass of pydantic",
    "@pydantic.dataclasses.dataclass\nclass R:\n    x: int = Field(ge=1)",
    { x: { ...whole, minimum: 1 } },
    ["x"],
  ],
  [
    "a dataclass with factories",
    "def make(): ...\n@dataclass\nclass R:\n    x: list[int] = field(default_factory=list)\n    y: dict = field(default_factory=dict)\n    z: set[int] = field(default_factory=set)\n    w: int = field(default_factory=make)\n    v: int = field(default=3)",
    {
      x: { type: "array", items: whole, default: [] },
      y: { type: "object", default: {} },
      z: { type: "array", items: whole, uniqueItems: true, default: [] },
      w: whole,
      v: { ...whole, default: 3 },
    },
    [],
  ],
  [
    "a dataclass with class variables, KW_ONLY, InitVar and hidden fields",
    "@dataclass\nclass R:\n    C: ClassVar[int] = 1\n    D: 'ClassVar' = 1\n    x: int\n    _: KW_ONLY\n    y: InitVar[int] = 2\n    z: int = field(init=False)",
    { x: whole, y: { ...whole, default: 2 } },
    ["x"],
  ],
  [
    "a dataclass that hides an inherited field",
    "@dataclass\nclass B:\n    x: int\n    y: int\n@dataclass\nclass R(B):\n    y: int = field(init=False, default=1)",
    { x: whole },
    ["x"],
  ],
  [
    "a dataclass that takes a default from its base's attribute",
    "@dataclass\nclass B:\n    x: int = 1\n    y: list[int] = field(default_factory=list)\n    z: int = field(default=3)\n@dataclass\nclass R(B):\n    x: int\n    y: list[int]\n    z: int",
    {
      x: { ...whole, default: 1 },
      y: { type: "array", items: whole },
      z: { ...whole, default: 3 },
    },
    ["y"],
  ],
  [
    "a dataclass that makes a class variable of an inherited field",
    "@dataclass\nclass B:\n    x: int\n    y: int\n@dataclass\nclass R(B):\n    x: ClassVar[int] = 1",
    { y: whole },
    ["y"],
  ],
  [
    "a class derived from a dataclass",
    "@dataclass\nclass B:\n    x: int\nclass R(B):\n    y: int",
    { x: whole },
    ["x"],
  ],
  [
    "a dataclass with a default that is an enum's member",
    "class E(Enum):\n    A = 'a'\n@dataclass\nclass R:\n    x: E = E.A",
    { x: { type: "string", const: "a", default: "a" } },
    [],
  ],
  [
    "a field named as its type",
    "@dataclass\nclass R:\n    date: Optional[date] = None",
    { date: { type: ["string", "null"], format: "date", default: null } },
    [],
  ],
  [
    "a generic dataclass",
    "T = TypeVar('T')\n@dataclass\nclass Box(Generic[T]):\n    x: T\n    y: list[T]\nR = Box[int]",
    { x: whole, y: { type: "array", items: whole } },
    ["x", "y"],
  ],
  [
    "a generic dataclass without brackets",
    "T = TypeVar('T', bound=int)\n@dataclass\nclass R(Generic[T]):\n    x: T",
    { x: whole },
    ["x"],
  ],
  [
    "a class derived from a generic one",
    "T = TypeVar('T')\n@dataclass\nclass Box(Generic[T]):\n    x: T\n@dataclass\nclass R(Box[int]):\n    y: str",
    { x: whole, y: text },
    ["x", "y"],
  ],
  [
    "a generic TypedDict",
    "T = TypeVar('T')\nclass Box(TypedDict, Generic[T]):\n    x: T\nR = Box[str]",
    { x: text },
    ["x"],
  ],
  [
    "a pydantic model",
    "class R(BaseModel):\n    x: int\n    y: str = 'a'\n    z: int | None = None",
    { x: whole, y: { ...text, default: "a" }, z: { type: ["integer", "null"], default: null } },
    ["x"],
  ],
  [
    "a pydantic model with fields",
    "class R(BaseModel):\n    model_config = {}\n    model_config: Any = {}\n    _p: int = 1\n    C: ClassVar[int] = 1\n    a: int = Field(ge=1, description='A.')\n    b: int = Field(..., lt=9)\n    c: int = Field(3)\n    d: list[int] = Field(default_factory=list, max_length=3)\n    e: Annotated[int, Field(gt=0)] = 4\n    f: str = Field(alias='eff', pattern='^x')\n    class Config:\n        extra = 'forbid'\n    @pydantic.field_validator('a')\n    def v(cls, x): ...",
    {
      a: { ...whole, minimum: 1, description: "A." },
      b: { ...whole, exclusiveMaximum: 9 },
      c: { ...whole, default: 3 },
      d: { type: "array", items: whole, maxItems: 3, default: [] },
      e: { ...whole, exclusiveMinimum: 0, default: 4 },
      eff: { ...text, pattern: "^x" },
    },
    ["a", "b", "eff"],
  ],
  [
    "a pydantic model with bases",
    "class B(BaseModel):\n    x: int\n    y: int\nclass R(B):\n    z: str\n    x: str",
    { x: text, y: whole, z: text },
    ["x", "y", "z"],
  ],
  [
    "an Optional of pydantic 2",
    "class R(BaseModel):\n    x: Optional[int]",
    { x: { type: ["integer", "null"] } },
    ["x"],
  ],
  [
    "an Optional of pydantic 1",
    "from pydantic.v1 import BaseModel as B\nclass R(B):\n    x: Optional[int]\n    y: Optional[int] = ...",
    { x: { type: ["integer", "null"], default: null }, y: { type: ["integer", "null"] } },
    ["y"],
  ],
  [
    "the words of pydantic 1",
    "class R(BaseModel):\n    x: str = Field(regex='^a')\n    y: list[int] = Field(min_items=1, max_items=3)",
    { x: { ...text, pattern: "^a" }, y: { type: "array", items: whole, minItems: 1, maxItems: 3 } },
    ["x", "y"],
  ],
  [
    "a generic pydantic model",
    "T = TypeVar('T')\nclass Page(BaseModel, Generic[T]):\n    rows: list[T]\nR = Page[int]",
    { rows: { type: "array", items: whole } },
    ["rows"],
  ],
  [
    "fields under a condition",
    "import sys\n@dataclass\nclass R:\n    x: int\n    if sys.platform:\n        y: int = 1",
    { x: whole, y: { ...whole, default: 1 } },
    ["x"],
  ],
  [
    "texts of fields",
    "@dataclass\nclass R:\n    '''\n    Attributes:\n        a: From the docstring.\n    '''\n    a: int\n    'From below.'\n    b: Annotated[int, 'From the type.']\n    '''From\n    below.'''\n    c: Annotated[int, 'From the type.']",
    {
      a: { ...whole, description: "From the docstring." },
      b: { ...whole, description: "From below." },
      c: { ...whole, description: "From the type." },
    },
    ["a", "b", "c"],
  ],
];

describe("a Python record", () => {
  for (const [title, declarations, properties, required] of RECORDS)
    it(`that is ${title} has its fields`, async () => {
      const schema = await recordSchema(declarations);
      assert.equal(schema.type, "object");
      assert.equal(schema.additionalProperties, false);
      assert.deepEqual(schema.properties, properties);
      assert.deepEqual(schema.required ?? [], required);
    });

  it("that is recursive is referred to by its name", async () => {
    const schema = await recordSchema(
      "@dataclass\nclass R:\n    name: str\n    next: R | None = None\n    also: Optional[Self] = None",
    );
    assert.equal(schema.$ref, "#/$defs/R");
  });

  it("that is generic and recursive is referred to by its name", async () => {
    const schema = await recordSchema(
      "T = TypeVar('T')\n@dataclass\nclass Node(Generic[T]):\n    value: T\n    next: Optional[Node[T]] = None",
      "Node[int]",
    );
    assert.equal(schema.$ref, "#/$defs/Node");
  });

  it("that is generic is written in place", async () => {
    const schema = await recordSchema(
      "T = TypeVar('T')\n@dataclass\nclass Box(Generic[T]):\n    value: T",
      "tuple[Box[int], Box[int], Box[str]]",
    );
    assert.deepEqual(
      (schema.prefixItems as Schema[]).map((one) => one.properties),
      [{ value: whole }, { value: whole }, { value: text }],
    );
  });

  it("says what its docstring says first", async () => {
    const schema = await recordSchema(
      "@dataclass\nclass R:\n    '''A thing\n    of theirs.\n\n    More.'''\n    x: int",
      "list[R]",
    );
    assert.equal((schema.items as Schema).description, "A thing of theirs.");
  });

  it("with a base from a package cannot be read", async () => {
    const { codes, result } = await reading.read(
      `from sqlmodel import Base\nfrom dataclasses import dataclass\n@dataclass\nclass R(Base):\n    x: int\n@tool\ndef f(a: R) -> None:\n    """F.\n\n    Use when f.\n\n    Args:\n        a: A.\n    """\n`,
    );
    assert.deepEqual(codes, ["HAFT308:7:a"]);
    assert.match(result.diagnostics[0]?.hint ?? "", /`sqlmodel`/);
  });
});

describe("a call plan for a Python record", () => {
  const CLASSES: readonly (readonly [title: string, declarations: string, as: string, found: unknown])[] = [
    ["TypedDict", "class R(TypedDict):\n    x: int", "object", undefined],
    ["dataclass", "@dataclass\nclass R:\n    x: int", "dataclass", { name: "R" }],
    [
      "nested class",
      "class Outer:\n    @dataclass\n    class R:\n        x: int\nR = Outer.R",
      "dataclass",
      { name: "Outer.R" },
    ],
    ["NamedTuple", "class R(NamedTuple):\n    x: int", "namedtuple", { name: "R" }],
    ["pydantic model", "class R(BaseModel):\n    x: int", "pydantic", { name: "R" }],
  ];
  for (const [title, declarations, as, found] of CLASSES)
    it(`names the class of a ${title}`, async () => {
      const { result } = await reading.read(
        `${IMPORTS}${declarations}\n@tool\ndef use(a: R) -> None:\n    """U.\n\n    Use when u.\n\n    Args:\n        a: A.\n    """\n`,
      );
      const plan = result.plans[0];
      const parameter = plan?.parameters[0];
      assert.equal(parameter?.passing, "keyword");
      const shape = parameter?.passing === "keyword" ? parameter.shape : undefined;
      const record = shape?.kind === "ref" ? plan?.definitions[shape.name] : shape;
      assert.equal(record?.kind === "record" && record.as, as);
      assert.deepEqual(record?.kind === "record" ? record.class : "none", found);
    });
});

describe("a dataclass with InitVar", () => {
  it("has it among its arguments and not in its result, also where both are one class", async () => {
    const { result } = await reading.read(`${IMPORTS}@dataclass
class R:
    x: int
    inner: R | None = None
    seed: InitVar[int] = 0

@tool
def use(a: R) -> list[R]:
    """Use it.

    Use when used.

    Args:
        a: A.
    """
`);
    assert.deepEqual(result.diagnostics, []);
    const [tool] = result.tools;
    const propertiesIn = (schema: unknown) =>
      Object.keys((schema as { $defs: { R: Schema } }).$defs.R.properties ?? {});
    assert.deepEqual(propertiesIn(tool?.inputSchema), ["x", "inner", "seed"]);
    assert.deepEqual(propertiesIn(tool?.outputSchema), ["x", "inner"]);
    const definition = result.plans[0]?.definitions.R;
    assert.ok(definition?.kind === "record");
    assert.deepEqual(
      definition.fields.map(({ name, argumentOnly }) => [name, argumentOnly]),
      [
        ["x", undefined],
        ["inner", undefined],
        ["seed", true],
      ],
    );
  });
});
