// Every row of the type table, as Python writes it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pythonReading } from "./reading.ts";

const reading = pythonReading();

/** A module with one tool whose one parameter has the given type. */
function toolWith(annotation: string, declarations = ""): string {
  return `${declarations}

@tool
def use(a: ${annotation}) -> None:
    """Use it.

    Use when used.

    Args:
        a: A.
    """
`;
}

const ALL = `import typing as ty
import datetime, uuid, decimal, pathlib, ipaddress, enum
import collections.abc as abc
from typing import *
from typing_extensions import Doc
`;

/** The schema of the parameter, without its description, and with the definitions that it needs. */
async function schemaOf(annotation: string, declarations = ALL, siblings = {}): Promise<unknown> {
  const { result } = await reading.read(toolWith(annotation, declarations), siblings);
  assert.deepEqual(
    result.diagnostics.filter((one) => one.severity === "error"),
    [],
  );
  const schema = result.tools[0]?.inputSchema ?? {};
  const properties: unknown = schema.properties;
  const { description, ...rest } = (properties as Record<string, Record<string, unknown>>).a ?? {};
  assert.equal(description, "A.");
  return schema.$defs === undefined ? rest : { ...rest, $defs: schema.$defs };
}

const text = { type: "string" };
const whole = { type: "integer" };
const number = { type: "number" };

/** Types that need no declarations but the usual imports. */
const PLAIN: Readonly<Record<string, unknown>> = {
  str: text,
  bool: { type: "boolean" },
  int: whole,
  float: number,
  None: { type: "null" },
  Text: text,
  LiteralString: text,
  "list[int]": { type: "array", items: whole },
  "List[int]": { type: "array", items: whole },
  "ty.List[int]": { type: "array", items: whole },
  list: { type: "array" },
  "list[Any]": { type: "array" },
  "Sequence[int]": { type: "array", items: whole },
  "abc.Sequence[int]": { type: "array", items: whole },
  "Iterable[int]": { type: "array", items: whole },
  "abc.Collection[int]": { type: "array", items: whole },
  "MutableSequence[int]": { type: "array", items: whole },
  "set[int]": { type: "array", items: whole, uniqueItems: true },
  "Set[int]": { type: "array", items: whole, uniqueItems: true },
  "abc.Set[int]": { type: "array", items: whole, uniqueItems: true },
  "frozenset[str]": { type: "array", items: text, uniqueItems: true },
  "FrozenSet[str]": { type: "array", items: text, uniqueItems: true },
  "tuple[str, int]": { type: "array", prefixItems: [text, whole], items: false, minItems: 2, maxItems: 2 },
  "Tuple[str, int]": { type: "array", prefixItems: [text, whole], items: false, minItems: 2, maxItems: 2 },
  "tuple[int, ...]": { type: "array", items: whole },
  "tuple[str, *tuple[int, ...]]": { type: "array", prefixItems: [text], items: whole, minItems: 1 },
  "tuple[str, Unpack[tuple[int, ...]]]": { type: "array", prefixItems: [text], items: whole, minItems: 1 },
  tuple: { type: "array" },
  dict: { type: "object" },
  Dict: { type: "object" },
  "dict[str, int]": { type: "object", additionalProperties: whole },
  "Mapping[str, int]": { type: "object", additionalProperties: whole },
  "abc.MutableMapping[str, int]": { type: "object", additionalProperties: whole },
  "dict[int, str]": { type: "object", additionalProperties: text, propertyNames: { pattern: "^-?[0-9]+$" } },
  'dict[Literal["a", "b"], int]': {
    type: "object",
    properties: { a: whole, b: whole },
    additionalProperties: false,
  },
  'Literal["a", "b"]': { type: "string", enum: ["a", "b"] },
  'Literal["a"]': { type: "string", const: "a" },
  "Literal[1, 2]": { type: "integer", enum: [1, 2] },
  "Literal[-1, 1]": { type: "integer", enum: [-1, 1] },
  'Literal["a", None]': { type: ["string", "null"], enum: ["a", null] },
  "Literal[True, False]": { type: "boolean" },
  'Literal["a", 1]': { type: ["string", "integer"], enum: ["a", 1] },
  'Literal[Literal["a"], "b"]': { type: "string", enum: ["a", "b"] },
  "int | str": { type: ["integer", "string"] },
  "int | None": { type: ["integer", "null"] },
  "Optional[int]": { type: ["integer", "null"] },
  "Union[int, str, None]": { type: ["integer", "string", "null"] },
  "ty.Union[int, list[int]]": { anyOf: [whole, { type: "array", items: whole }] },
  "'int | None'": { type: ["integer", "null"] },
  "Optional['int']": { type: ["integer", "null"] },
  "list['list[int]']": { type: "array", items: { type: "array", items: whole } },
  "datetime.datetime": { type: "string", format: "date-time" },
  "datetime.date": { type: "string", format: "date" },
  "datetime.time": { type: "string", format: "time" },
  "datetime.timedelta": { type: "string", format: "duration" },
  "datetime.date | None": { type: ["string", "null"], format: "date" },
  "uuid.UUID": { type: "string", format: "uuid" },
  "decimal.Decimal": { type: "string", pattern: "^-?[0-9]+(\\.[0-9]+)?$" },
  "pathlib.Path": text,
  bytes: { type: "string", contentEncoding: "base64" },
  "ipaddress.IPv4Address": { type: "string", format: "ipv4" },
  "ipaddress.IPv6Address": { type: "string", format: "ipv6" },
  "Annotated[int, 'How many']": whole,
  "Annotated[int, Doc('How many'), object()]": whole,
  "Final[int]": whole,
  Any: {},
  object: {},
};

describe("a Python type without declarations", () => {
  for (const [annotation, expected] of Object.entries(PLAIN))
    it(`${annotation} reads as ${JSON.stringify(expected)}`, async () => {
      assert.deepEqual(await schemaOf(annotation), expected);
    });
});

/** Types that a module declares, with the declaration. */
const DECLARED: readonly (readonly [title: string, declarations: string, annotation: string, expected: unknown])[] = [
  ["an alias", "Size = int", "Size", whole],
  ["an annotated alias", "Size: TypeAlias = 'int | None'", "Size", { type: ["integer", "null"] }],
  ["an alias of an alias in quotes", "A = list['B']\nB = int", "A", { type: "array", items: whole }],
  [
    "a generic alias",
    "T = TypeVar('T')\nPair = tuple[T, T]",
    "Pair[int]",
    {
      type: "array",
      prefixItems: [whole, whole],
      items: false,
      minItems: 2,
      maxItems: 2,
    },
  ],
  ["a generic alias without brackets", "T = TypeVar('T')\nMany = list[T]", "Many", { type: "array" }],
  ["a NewType", "UserId = NewType('UserId', int)", "UserId", whole],
  [
    "a NewType as key",
    "UserId = NewType('UserId', str)",
    "dict[UserId, int]",
    {
      type: "object",
      additionalProperties: whole,
    },
  ],
  ["a type variable", "T = TypeVar('T')", "list[T]", { type: "array" }],
  ["a bound type variable", "T = TypeVar('T', bound=int)", "T", whole],
  ["a constrained type variable", "T = TypeVar('T', int, str)", "T", { type: ["integer", "string"] }],
  [
    "a recursive alias",
    "Tree = dict[str, 'Tree']",
    "Tree",
    {
      $ref: "#/$defs/Tree",
      $defs: { Tree: { type: "object", additionalProperties: { $ref: "#/$defs/Tree" } } },
    },
  ],
  [
    "the first of two aliases under a condition",
    "import sys\nif sys.version_info > (3, 12):\n    A = list[int]\nelse:\n    A = List[int]",
    "A",
    {
      type: "array",
      items: whole,
    },
  ],
  [
    "an alias of a Literal",
    "Mode = Literal['a', 'b']\nMore = Literal[Mode, 'c']",
    "More",
    {
      type: "string",
      enum: ["a", "b", "c"],
    },
  ],
];

describe("a Python name for a type", () => {
  for (const [title, declarations, annotation, expected] of DECLARED)
    it(`${title} stands for what it names`, async () => {
      assert.deepEqual(await schemaOf(annotation, ALL + declarations), expected);
    });
});

/** Enums: the body of the class, and the values as Python computes them. */
const ENUMS: readonly (readonly [title: string, declaration: string, values: readonly unknown[]])[] = [
  ["plain texts", "class E(Enum):\n    A = 'a'\n    B = 'b'", ["a", "b"]],
  ["auto()", "class E(Enum):\n    A = auto()\n    B = auto()", [1, 2]],
  ["auto() after a number", "class E(Enum):\n    A = 5\n    B = auto()", [5, 6]],
  ["auto() of a StrEnum", "class E(StrEnum):\n    RED = auto()\n    BLUE = 'b'", ["red", "b"]],
  ["auto() mixed with str", "class E(str, Enum):\n    A = auto()\n    B = auto()", ["1", "2"]],
  ["str mixed in", "class E(str, Enum):\n    A = 1\n    B = 1.5", ["1", "1.5"]],
  ["int mixed in", "class E(int, Enum):\n    A = '3'\n    B = True", [3, 1]],
  ["an IntEnum", "class E(IntEnum):\n    A = 1 << 2\n    B = A + 1", [4, 5]],
  ["aliases", "class E(Enum):\n    A = 1\n    B = 1\n    C = A\n    D = True", [1]],
  ["two on a line", "class E(Enum):\n    A, B = 1, 2", [1, 2]],
  ["constants", "LOW = 'low'\nclass E(Enum):\n    A = LOW\n    B = LOW + 'er'", ["low", "lower"]],
  ["another enum's member", "class F(Enum):\n    X = 'x'\nclass E(Enum):\n    A = F.X.value", ["x"]],
  ["a base with methods", "class Base(str, Enum):\n    def f(self): ...\nclass E(Base):\n    A = 'a'", ["a"]],
  [
    "an annotation, a method, a private name",
    "class E(Enum):\n    _ignore_ = ['x']\n    A: str = 'a'\n    def f(self): return 1\n    @property\n    def g(self): return 2",
    ["a"],
  ],
  ["the call with names", "E = Enum('E', 'A B')", [1, 2]],
  ["the call with values", "E = Enum('E', {'A': 'a', 'B': 'b'})", ["a", "b"]],
  ["the call of StrEnum", "E = StrEnum('E', ['ONE', 'TWO'])", ["one", "two"]],
  [
    "a stand-in for an older Python",
    "try:\n    from enum import StrEnum\nexcept ImportError:\n    class StrEnum(str, Enum):\n        pass\nclass E(StrEnum):\n    ONE = auto()",
    ["one"],
  ],
  ["auto() after a lower number", "class E(Enum):\n    A = 7\n    B = 2\n    C = auto()", [7, 2, 8]],
  [
    "str mixed into floats",
    "class E(str, Enum):\n    A = 6 / 2\n    B = A + 1\n    C = 1e2\n    D = -1.5",
    ["3.0", "4.0", "100.0", "-1.5"],
  ],
  ["float mixed in", "class E(float, Enum):\n    A = '1.5'\n    B = 1\n    C = True", [1.5, 1]],
  ["truth that is counted", "class E(Enum):\n    A = True\n    B = A + 1", [true, 2]],
  ["nested in a class", "class Box:\n    class E(Enum):\n        A = 'a'\nE = Box.E", ["a"]],
];

describe("a Python enum", () => {
  for (const [title, declaration, values] of ENUMS)
    it(`with ${title} has the values ${JSON.stringify(values)}`, async () => {
      const schema = await schemaOf("E", `from enum import *\n${declaration}\n`);
      const found = schema as { enum?: unknown[]; const?: unknown };
      assert.deepEqual(found.enum ?? [found.const], values);
    });
});

/** Types that are refused, with what the message or hint must name. */
const REFUSED: readonly (readonly [annotation: string, code: string, names: RegExp])[] = [
  ["Callable[[int], str]", "HAFT302", /name of what to do/],
  ["Iterator[int]", "HAFT302", /list\[/],
  ["Generator[int, None, None]", "HAFT302", /list\[/],
  ["AsyncIterator[int]", "HAFT302", /list\[/],
  ["IO[str]", "HAFT302", /Path/],
  ["TextIO", "HAFT302", /Path/],
  ["complex", "HAFT302", /tuple\[float, float\]/],
  ["bytearray", "HAFT302", /bytes/],
  ["Type[int]", "HAFT302", /Literal/],
  ["Never", "HAFT302", /fits/],
  ["dict[float, int]", "HAFT302", /dict\[str/],
  ["dict[Any, int]", "HAFT302", /dict\[str/],
  ["[int]", "HAFT302", /list\[/],
  ["7", "HAFT302", /Literal\[7\]/],
  ["Literal[1.5 + x]", "HAFT302", /Literal/],
  ["list[int, str]", "HAFT302", /one type/],
  ["int[str]", "HAFT302", /no types in brackets/],
  ["Exception", "HAFT302", /data/],
  ["Color", "HAFT308", /declare `Color`/],
  ["strr", "HAFT308", /`str`/],
  ["ty.Optionall[int]", "HAFT308", /`Optional`/],
  ["Decimal", "HAFT308", /from decimal import Decimal/],
  ["'int |'", "HAFT308", /Literal/],
  ["ty", "HAFT308", /module/],
  ["list[Color]", "HAFT308", /Color/],
];

describe("a Python type that is not data", () => {
  for (const [annotation, code, names] of REFUSED)
    it(`${annotation} is ${code} and says what to use`, async () => {
      const { result } = await reading.read(toolWith(annotation, ALL));
      assert.deepEqual(
        result.diagnostics.map((one) => one.code),
        [code],
      );
      assert.match(`${result.diagnostics[0]?.message} ${result.diagnostics[0]?.hint}`, names);
      assert.equal(result.diagnostics[0]?.parameter, "a");
    });

  const CLASSES: readonly (readonly [
    title: string,
    declarations: string,
    annotation: string,
    code: string,
    names: RegExp,
  ])[] = [
    ["a class with annotated fields", "class Box:\n    x: int", "Box", "HAFT302", /@dataclass/],
    ["a class with a constructor", "class Box:\n    def __init__(self, x): ...", "Box", "HAFT302", /dataclass/],
    ["a class of a package", "import httpx", "httpx.Client", "HAFT308", /package `httpx`/],
    ["a name imported from a package", "from httpx import Client", "Client", "HAFT308", /package `httpx`/],
    ["a class of the standard library", "import threading", "threading.Lock", "HAFT302", /data/],
    [
      "a class with a base from a package",
      "from sqlmodel import SQLModel\nclass Box(SQLModel):\n    x: int",
      "Box",
      "HAFT308",
      /package `sqlmodel`/,
    ],
    ["a class with an exception as base", "class Box(ValueError):\n    x: int", "Box", "HAFT302", /dataclass/],
    [
      "a choice of too many",
      `from typing import Literal\nBox = Literal[${"1,".repeat(20_001)}]`,
      "Box",
      "HAFT102",
      /smaller or flatter/,
    ],
    ["a flag", "from enum import Flag\nclass F(Flag):\n    A = 1", "F", "HAFT302", /Flag/],
    [
      "an enum with computed values",
      "import os\nfrom enum import Enum\nclass E(Enum):\n    A = os.sep",
      "E",
      "HAFT302",
      /E\.A/,
    ],
    ["an enum with tuples", "from enum import Enum\nclass E(Enum):\n    A = (1, 2)", "E", "HAFT302", /E\.A/],
    ["an enum without members", "from enum import Enum\nclass E(Enum):\n    pass", "E", "HAFT302", /member/],
    ["a constant", "LIMIT = 10", "LIMIT", "HAFT308", /Literal/],
    ["a function", "def g(): ...", "g", "HAFT302", /function/],
    ["an alias of itself", "from typing import Union\nA = Union[int, 'A']", "A", "HAFT302", /itself/],
    ["a context under another name", "", "ToolContext", "HAFT302", /`ctx`/],
    ["an optional context under another name", "", "ToolContext | None", "HAFT302", /`ctx`/],
  ];
  for (const [title, declarations, annotation, code, names] of CLASSES)
    it(`${title} is ${code} and says what to use`, async () => {
      const { result } = await reading.read(toolWith(annotation, declarations));
      assert.deepEqual(
        result.diagnostics.map((one) => one.code),
        [code],
      );
      assert.match(`${result.diagnostics[0]?.message} ${result.diagnostics[0]?.hint}`, names);
    });
});

/** Declarations of T that lead back to themselves, and what comes of it: the schema, or the code of the fault. */
const CIRCLES: readonly (readonly [declarations: string, expected: unknown])[] = [
  ["T = TypeVar('T', bound='T')", {}],
  ["T = TypeVar('T', bound='U')\nU = TypeVar('U', bound='T')", {}],
  ["T = TypeVar('T', 'T', int)", {}],
  ["T = TypeVar('T', bound='list[T]')", { type: "array" }],
  ["T = TypeVar('T', bound='dict[str, list[T]]')", { type: "object", additionalProperties: { type: "array" } }],
  ["T: TypeAlias = 'T'", "HAFT302"],
  ["T = NewType('T', 'T')", "HAFT302"],
  ["T = TypeAliasType('T', 'T | int')", "HAFT302"],
  ["U = Union['T', int]\nT = Optional['U']", "HAFT302"],
  ["T = T", "HAFT302"],
  ["T = U\nU = T", "HAFT302"],
  ["T = Annotated['T', 'text']", "HAFT302"],
  ["T = dict['T', int]", "HAFT302"],
  ["T = tuple[*T]", "HAFT302"],
  ["class T(T): ...", "HAFT302"],
  ["T = Literal['a', T]", "HAFT302"],
];

describe("a Python type that leads back to itself", () => {
  for (const [declarations, expected] of CIRCLES)
    it(`is read: ${declarations.replace("\n", "; ")}`, async () => {
      const { result } = await reading.read(toolWith("T", `${ALL}${declarations}`));
      const [fault] = result.diagnostics.filter((one) => one.severity === "error");
      const properties = result.tools[0]?.inputSchema.properties as { a: object } | undefined;
      const { description: _, ...schema } = { description: "", ...properties?.a };
      assert.deepEqual(fault?.code ?? schema, expected, fault?.message);
    });

  it("is told apart from one that is nested too deep", async () => {
    const aliases = Array.from({ length: 20_000 }, (_, index) => `A${index + 1} = list[A${index}]`).join("\n");
    const { result } = await reading.read(toolWith("A20000", `A0 = int\n${aliases}`));
    assert.deepEqual(
      result.diagnostics.map(({ code, message }) => [code, message]),
      [["HAFT102", "the source parses, but its types and expressions are nested too deep to be read"]],
    );
  });
});
