// What a tool receives: every row of the table of types, by its class and value inside.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { keyword, type Loaded, load, plan } from "./sandboxed-python.ts";

const SOURCE = `
from __future__ import annotations
import enum
from dataclasses import dataclass, field, InitVar
from typing import NamedTuple, TypedDict
from pydantic import BaseModel, Field

class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2

class Outer:
    class Inner(enum.Enum):
        A = "a"

@dataclass
class Point:
    x: int
    y: float = 1.5

@dataclass
class Line:
    start: Point
    ends: list[Point] = field(default_factory=list)
    scale: InitVar[int] = 1

@dataclass
class Span:
    first: int
    last: int
    def __post_init__(self):
        if self.last < self.first:
            raise ValueError("last is before first")

class Pair(NamedTuple):
    left: str
    right: int = 0

class Movie(TypedDict):
    title: str

class Person(BaseModel):
    given: str = Field(alias="firstName")
    age: int = 3

class Node:
    pass

@dataclass
class Tree:
    name: str
    children: list[Tree] = field(default_factory=list)

def show(value):
    kind = type(value)
    return f"{kind.__module__ if kind.__module__ not in ('builtins', __name__) else ''} {kind.__qualname__} {value!r}".strip()
`;

const INTEGER = { kind: "integer" };
const TEXT = { kind: "text" };
const NUMBER = { kind: "number" };
const as = (name: string) => ({ kind: "text-class", as: name });
const field = (name: string, shape: object, required = true, attribute?: string) => ({
  name,
  shape,
  required,
  ...(attribute ? { attribute } : {}),
});
const POINT = {
  kind: "record",
  as: "dataclass",
  class: { name: "Point" },
  fields: [field("x", INTEGER), field("y", NUMBER, false)],
};
const LINE = {
  kind: "record",
  as: "dataclass",
  class: { name: "Line" },
  fields: [field("start", POINT), field("ends", { kind: "list", items: POINT }, false), field("scale", INTEGER, false)],
};
const PERSON = {
  kind: "record",
  as: "pydantic",
  class: { name: "Person" },
  fields: [field("firstName", TEXT, true, "given"), field("age", INTEGER, false)],
};
const COLOR = { kind: "enum", class: { name: "Color" }, values: ["red", "blue"] };

/** Title, shape, JSON value, what `show` says. */
const FITS: readonly [string, object, unknown, string][] = [
  ["text", TEXT, "a", "str 'a'"],
  ["truth", { kind: "boolean" }, true, "bool True"],
  ["whole number", INTEGER, 3, "int 3"],
  ["number that is whole", NUMBER, 3, "float 3.0"],
  ["null", { kind: "null" }, null, "NoneType None"],
  ["anything", { kind: "any" }, { a: [1] }, "dict {'a': [1]}"],
  ["list", { kind: "list", items: INTEGER }, [1, 2], "list [1, 2]"],
  ["set", { kind: "set", items: INTEGER, frozen: false }, [1, 2, 1], "set {1, 2}"],
  ["frozen set", { kind: "set", items: TEXT, frozen: true }, ["a"], "frozenset frozenset({'a'})"],
  ["tuple", { kind: "tuple", items: [INTEGER, TEXT], minItems: 2 }, [1, "a"], "tuple (1, 'a')"],
  ["tuple of any length", { kind: "tuple", items: [], rest: NUMBER, minItems: 0 }, [1, 2], "tuple (1.0, 2.0)"],
  [
    "map",
    { kind: "map", keys: "text", values: as("date") },
    { a: "2026-03-01" },
    "dict {'a': datetime.date(2026, 3, 1)}",
  ],
  ["map with whole keys", { kind: "map", keys: "integer", values: TEXT }, { "-7": "a" }, "dict {-7: 'a'}"],
  ["literal", { kind: "literal", values: ["a", 1] }, 1, "int 1"],
  ["enum", COLOR, "blue", "Color <Color.BLUE: 'blue'>"],
  ["whole enum", { kind: "enum", class: { name: "Level" }, values: [1, 2] }, 2, "Level <Level.HIGH: 2>"],
  ["nested enum", { kind: "enum", class: { name: "Outer.Inner" }, values: ["a"] }, "a", "Outer.Inner <Inner.A: 'a'>"],
  [
    "date and time with Z",
    as("datetime"),
    "2026-03-01T09:00:00Z",
    "datetime datetime datetime.datetime(2026, 3, 1, 9, 0, tzinfo=datetime.timezone.utc)",
  ],
  [
    "date and time, small letters, nine digits",
    as("datetime"),
    "2026-03-01t09:00:00.123456789z",
    "datetime datetime datetime.datetime(2026, 3, 1, 9, 0, 0, 123456, tzinfo=datetime.timezone.utc)",
  ],
  [
    "date and time without a zone",
    as("datetime"),
    "2026-03-01T09:00:00.5",
    "datetime datetime datetime.datetime(2026, 3, 1, 9, 0, 0, 500000)",
  ],
  ["date", as("date"), "2026-03-01", "datetime date datetime.date(2026, 3, 1)"],
  ["time", as("time"), "09:30:00Z", "datetime time datetime.time(9, 30, tzinfo=datetime.timezone.utc)"],
  [
    "duration",
    as("timedelta"),
    "P1DT2H3M4.5S",
    "datetime timedelta datetime.timedelta(days=1, seconds=7384, microseconds=500000)",
  ],
  ["weeks", as("timedelta"), "P2W", "datetime timedelta datetime.timedelta(days=14)"],
  [
    "uuid",
    as("uuid"),
    "12345678-1234-5678-1234-567812345678",
    "uuid UUID UUID('12345678-1234-5678-1234-567812345678')",
  ],
  ["decimal", as("decimal"), "1.10", "decimal Decimal Decimal('1.10')"],
  ["path", as("path"), "a/b", "pathlib PosixPath PosixPath('a/b')"],
  ["bytes", as("bytes"), "aGk=", "bytes b'hi'"],
  ["ipv4", as("ipv4"), "10.0.0.1", "ipaddress IPv4Address IPv4Address('10.0.0.1')"],
  ["ipv6", as("ipv6"), "::1", "ipaddress IPv6Address IPv6Address('::1')"],
  ["dataclass with its default", POINT, { x: 1 }, "Point Point(x=1, y=1.5)"],
  [
    "nested dataclasses",
    LINE,
    { start: { x: 1 }, ends: [{ x: 2, y: 2 }], scale: 2 },
    "Line Line(start=Point(x=1, y=1.5), ends=[Point(x=2, y=2.0)])",
  ],
  [
    "named tuple",
    {
      kind: "record",
      as: "namedtuple",
      class: { name: "Pair" },
      fields: [field("left", TEXT), field("right", INTEGER, false)],
    },
    { left: "a" },
    "Pair Pair(left='a', right=0)",
  ],
  [
    "typed dict",
    { kind: "record", as: "object", class: { name: "Movie" }, fields: [field("title", TEXT)] },
    { title: "M" },
    "dict {'title': 'M'}",
  ],
  ["pydantic model by its alias", PERSON, { firstName: "Ada" }, "Person Person(given='Ada', age=3)"],
  [
    "pydantic model whose class is not there",
    { ...PERSON, class: { name: "Absent" } },
    { firstName: "Ada" },
    "types SimpleNamespace namespace(given='Ada')",
  ],
  ["first fitting member of a union", { kind: "union", members: [as("date"), INTEGER, TEXT] }, "soon", "str 'soon'"],
  [
    "union of dates and text",
    { kind: "union", members: [as("date"), TEXT] },
    "2026-03-01",
    "datetime date datetime.date(2026, 3, 1)",
  ],
  [
    "union of records",
    { kind: "union", members: [POINT, PERSON] },
    { firstName: "A" },
    "Person Person(given='A', age=3)",
  ],
  [
    "union of lists by their items",
    {
      kind: "union",
      members: [
        { kind: "list", items: INTEGER },
        { kind: "list", items: as("date") },
      ],
    },
    ["2026-03-01"],
    "list [datetime.date(2026, 3, 1)]",
  ],
  ["nullable", { kind: "union", members: [COLOR, { kind: "null" }] }, null, "NoneType None"],
  [
    "recursive record",
    { kind: "ref", name: "Tree" },
    { name: "a", children: [{ name: "b" }] },
    "Tree Tree(name='a', children=[Tree(name='b', children=[])])",
  ],
];

const DEFINITIONS = {
  Tree: {
    kind: "record",
    as: "dataclass",
    class: { name: "Tree" },
    fields: [field("name", TEXT), field("children", { kind: "list", items: { kind: "ref", name: "Tree" } }, false)],
  },
};

/** Title, shape, value that does not fit, what the error says. */
const REFUSED: readonly [string, object, unknown, string][] = [
  ["true is no whole number", INTEGER, true, "value: a whole number is needed, not true or false"],
  ["1.5 is no whole number", INTEGER, 1.5, "value: a whole number is needed, not 1.5"],
  [
    "a place inside",
    { kind: "list", items: POINT },
    [{ x: 1 }, { x: "a" }],
    "value[1].x: a whole number is needed, not text",
  ],
  ["a missing property", POINT, {}, "value: the property 'x' is missing"],
  ["an unknown property", POINT, { x: 1, z: 1 }, "value: the property 'z' is not known"],
  [
    "the author's own check",
    {
      kind: "record",
      as: "dataclass",
      class: { name: "Span" },
      fields: [field("first", INTEGER), field("last", INTEGER)],
    },
    { first: 2, last: 1 },
    "value: last is before first",
  ],
  [
    "months have no length",
    as("timedelta"),
    "P1M",
    "value: 'P1M' has years or months, which have no fixed length; use weeks, days, hours, minutes, seconds",
  ],
  ["not base64", as("bytes"), "%%", "value: '%%' is not base64, for example 'aGFmdA=='"],
  [
    "none of a union",
    { kind: "union", members: [INTEGER, { kind: "null" }] },
    "a",
    "value: a whole number is needed, not text",
  ],
  [
    "a set of lists",
    { kind: "set", items: { kind: "any" }, frozen: false },
    [[1]],
    "value: an item cannot be in a set: unhashable type: 'list'",
  ],
];

describe("arguments", () => {
  let module: Loaded;
  const named = (title: string) => `t_${title.replaceAll(/\W/g, "_")}`;

  before(async () => {
    const cases = [...FITS, ...REFUSED];
    const functions = cases.map(([title]) => `def ${named(title)}(value):\n    return show(value)\n`);
    const plans = cases.map(([title, shape]) =>
      plan(named(title), { parameters: [keyword("value", shape)], definitions: DEFINITIONS }),
    );
    module = await load(SOURCE + functions.join(""), plans, { search: ["/usr/lib/python3/dist-packages"] });
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [title, , value, shown] of FITS) {
    test(title, async () => {
      assert.deepEqual(await module.ask(named(title), { value }), { type: "result", value: shown });
    });
  }
  for (const [title, , value, message] of REFUSED) {
    test(title, async () => {
      const answer = await module.ask(named(title), { value });
      const hint = "haft tools shows which arguments it takes";
      assert.deepEqual(answer, { type: "error", error: { type: "invalid_arguments", message, hint } });
    });
  }
});

describe("ways of passing", () => {
  const source = `
def both(a=1, b=2, /, c=3, *, d=4):
    return [a, b, c, d]
def first(ctx, a):
    return [ctx.tenant_id, a]
def given(a=object()):
    return a
`;
  const place = (name: string) => ({ passing: "positional", name, shape: { kind: "any" } });
  const plans = [
    plan("both", {
      parameters: [place("a"), place("b"), keyword("c", { kind: "any" }), keyword("d", { kind: "any" })],
    }),
    plan("first", { parameters: [{ passing: "context", positional: false }, keyword("a", { kind: "any" })] }),
    plan("given", { parameters: [keyword("a", { kind: "integer" }, { default: 10 })] }),
  ];
  const rows: readonly [string, object, unknown][] = [
    ["both", {}, [1, 2, 3, 4]],
    ["both", { b: 9 }, [1, 9, 3, 4]],
    ["both", { a: 8, d: 7 }, [8, 2, 3, 7]],
    ["first", { a: 5 }, ["acme", 5]],
    ["given", {}, 10],
    ["given", { a: 11 }, 11],
  ];

  test("by place, by name, with the function's own defaults and the plan's", async () => {
    await using module = await load(source, plans);
    for (const [tool, args, value] of rows) assert.deepEqual((await module.ask(tool, args)).value, value);
  });

  test("an argument that the tool does not have is refused with those that it has", async () => {
    await using module = await load(source, plans);
    const { error } = await module.ask("both", { e: 1 });
    assert.deepEqual([error.type, error.message], ["invalid_arguments", "both has no argument e; it has: a, b, c, d"]);
  });
});
