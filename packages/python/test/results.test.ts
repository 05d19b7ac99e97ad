// What a tool's value becomes on its way back, and what is not data.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type Loaded, load, plan } from "./sandboxed-python.ts";

const SOURCE = `
from __future__ import annotations
import collections, datetime, decimal, enum, ipaddress, pathlib, types, uuid
from dataclasses import InitVar, dataclass, field
from typing import NamedTuple
import numpy
from pydantic import BaseModel, Field

class Color(enum.Enum):
    RED = "red"
class Level(enum.IntEnum):
    LOW = 1
class Word(str, enum.Enum):
    A = "a"
@dataclass
class Point:
    x: int
    made: datetime.date = datetime.date(2026, 3, 1)
    total: int = field(init=False, default=7)
@dataclass
class Seeded:
    x: int
    seed: InitVar[int] = 0
class Pair(NamedTuple):
    left: str
    right: int
class Person(BaseModel):
    given: str = Field(alias="firstName")
utc = datetime.timezone.utc
def circular():
    a = []
    a.append(a)
    return a
def deep(n):
    v = 1
    for _ in range(n):
        v = [v]
    return v
`;

/** Title, expression, JSON value. */
const DATA: readonly [string, string, unknown][] = [
  ["nothing", "None", null],
  ["plain values", "{'a': [1, 1.5, True, 'x', None]}", { a: [1, 1.5, true, "x", null] }],
  ["tuple", "(1, (2,))", [1, [2]]],
  ["set in order", "{3, 1, 2}", [1, 2, 3]],
  ["enum", "[Color.RED, Level.LOW, Word.A]", ["red", 1, "a"]],
  ["enum as a key", "{Color.RED: 1, 7: 2}", { red: 1, "7": 2 }],
  [
    "dates",
    "[datetime.datetime(2026, 3, 1, 9, tzinfo=utc), datetime.date(2026, 3, 1), datetime.time(9)]",
    ["2026-03-01T09:00:00+00:00", "2026-03-01", "09:00:00"],
  ],
  [
    "durations",
    "[datetime.timedelta(days=1, seconds=90), datetime.timedelta(0), datetime.timedelta(seconds=-1.5)]",
    ["P1DT1M30S", "PT0S", "-PT1.5S"],
  ],
  [
    "text classes",
    "[uuid.UUID(int=1), decimal.Decimal('1E+2'), pathlib.Path('a/b'), ipaddress.ip_address('::1'), b'hi', bytearray(b'hi')]",
    ["00000000-0000-0000-0000-000000000001", "100", "a/b", "::1", "aGk=", "aGk="],
  ],
  ["dataclass", "Point(1)", { x: 1, made: "2026-03-01", total: 7 }],
  ["named tuple", "[Pair('a', 1)]", [{ left: "a", right: 1 }]],
  ["pydantic model by its alias", "Person(firstName='Ada')", { firstName: "Ada" }],
  [
    "mappings and other containers",
    "[collections.OrderedDict(a=1), types.MappingProxyType({'b': 2}), collections.deque([1]), range(2), {'c': 3}.keys()]",
    [{ a: 1 }, { b: 2 }, [1], [0, 1], ["c"]],
  ],
  ["subclasses of plain types", "type('T', (str,), {})('x')", "x"],
  ["numpy", "[numpy.int64(3), numpy.float64(1.5), numpy.array([[1, 2]])]", [3, 1.5, [[1, 2]]]],
  ["half a surrogate pair", "'\\ud800'", "\ud800"],
  ["250 levels", "deep(250)", Array.from({ length: 250 }).reduce((value) => [value], 1)],
];

/** Title, expression, message. */
const REFUSED: readonly [string, string, string][] = [
  ["NaN", "{'a': [float('nan')]}", "the result at .a[0] is NaN, which JSON has no number for"],
  ["infinity", "float('-inf')", "the result is an infinity, which JSON has no number for"],
  ["an endless decimal", "decimal.Decimal('NaN')", "the result holds Decimal('NaN'), which JSON has no number for"],
  [
    "an object",
    "{'a': object()}",
    "the result at .a is of type object, which is not data; return a dict, a dataclass or text made from it",
  ],
  [
    "a class with nothing to go by",
    "types.SimpleNamespace()",
    "the result is of type types.SimpleNamespace, which is not data; return a dict, a dataclass or text made from it",
  ],
  ["a function", "[circular]", "the result at [0] is of type function, which is not data; return what it gives"],
  ["a generator", "(i for i in [])", "the result is of type generator, which is not data; return list(…) of it"],
  ["a key that is no text", "{(1, 2): 1}", "the result has a key of type tuple; keys are text or whole numbers"],
  [
    "a value that contains itself",
    "circular()",
    "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself",
  ],
  [
    "a place with a long name",
    "{'k' * 200: {'a': (i for i in [])}}",
    `the result at .${"k".repeat(29)}….a is of type generator, which is not data; return list(…) of it`,
  ],
  [
    "100,000 levels",
    "deep(100_000)",
    "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself",
  ],
  ["a whole number beyond every double", "10**400", "the result is a whole number of 1329 bits; return it as text"],
];

describe("results", () => {
  let module: Loaded;
  const named = (title: string) => `t_${title.replaceAll(/\W/g, "_")}`;

  before(async () => {
    const cases = [
      ...DATA,
      ...REFUSED,
      ["large", '"x" * 4_194_303', ""],
      ["fits", '"x" * 4_194_302', ""],
      ["rounded", "{'id': 2**60}", ""],
    ] as const;
    const functions = cases.map(([title, expression]) => `def ${named(title)}():\n    return ${expression}\n`);
    module = await load(
      SOURCE + functions.join(""),
      cases.map(([title]) => plan(named(title))),
      { search: ["/usr/lib/python3/dist-packages"] },
    );
  });
  after(() => module[Symbol.asyncDispose]());

  test("a dataclass has no property for what only its constructor takes", async () => {
    const whole = { shape: { kind: "integer" }, required: true };
    const fields = [
      { name: "x", ...whole },
      { name: "seed", ...whole, argumentOnly: true },
    ];
    const result = { kind: "record", as: "dataclass", class: { name: "Seeded" }, fields };
    const source = `${SOURCE}def make():\n    return Seeded(1, seed=2)\n`;
    await using seeded = await load(source, [plan("make", { result })], { search: ["/usr/lib/python3/dist-packages"] });
    assert.deepEqual(await seeded.ask("make"), { type: "result", value: { x: 1 } });
  });

  for (const [title, , value] of DATA) {
    test(title, async () => assert.deepEqual(await module.ask(named(title)), { type: "result", value }));
  }
  for (const [title, , message] of REFUSED) {
    test(`${title} is not serialisable`, async () => {
      const { error } = await module.ask(named(title));
      assert.deepEqual([error.type, error.message], ["not_serialisable", message]);
    });
  }

  test("a result of four MiB of JSON crosses, one byte more does not", async () => {
    assert.equal((await module.ask(named("fits"))).value.length, 4_194_302);
    const { error } = await module.ask(named("large"));
    assert.equal(error.type, "result_too_large");
    assert.equal(error.message, "the result is 4,194,305 bytes of JSON; at most 4,194,304 cross");
  });

  test("a whole number that others cannot hold exactly crosses with a warning", async () => {
    assert.equal((await module.ask(named("rounded"))).value.id, 2 ** 60);
    const { level, text } = module.said.at(-1) ?? {};
    assert.equal(level, "warning");
    assert.match(text, /the result at \.id is a whole number beyond 2\^53/);
  });
});

test("a record has the properties that the reader found", async () => {
  const source = `
from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    hidden: int = field(init=False, default=7)
def point():
    return [Point(1)]
`;
  const record = {
    kind: "record",
    as: "dataclass",
    class: { name: "Point" },
    fields: [{ name: "x", shape: { kind: "integer" }, required: true }],
  };
  await using module = await load(source, [plan("point", { result: { kind: "list", items: record } })]);
  assert.deepEqual((await module.ask("point")).value, [{ x: 1 }]);
});
