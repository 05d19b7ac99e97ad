// What a Python function may return, and what a return that is no data comes to.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Json } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { pythonTool } from "./python-source.ts";

const DECLARATIONS = `
import collections, datetime, decimal, enum, fractions, ipaddress, pathlib, types, uuid
from dataclasses import dataclass


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    LOW = 1


class Text(str):
    def __str__(self):
        return "another"


@dataclass
class Point:
    x: int
    when: datetime.date


class Opaque:
    pass


def _loop():
    found = []
    found.append(found)
    return found


def _deep(n):
    found = []
    for _ in range(n):
        found = [found]
    return found
`;

/** Expressions, and what they come to. */
const DATA: readonly (readonly [string, Json])[] = [
  ["None", null],
  ["(1, [2], {'a': None})", [1, [2], { a: null }]],
  ["{3, 1, 2}", [1, 2, 3]],
  ["frozenset({'b', 'a'})", ["a", "b"]],
  ["{1: 'a', Colour.RED: 2}", { "1": "a", red: 2 }],
  ["[Colour.RED, Level.LOW]", ["red", 1]],
  ["Point(1, datetime.date(2026, 3, 1))", { x: 1, when: "2026-03-01" }],
  ["{'p': [Point(1, datetime.date(2026, 3, 1))]}", { p: [{ x: 1, when: "2026-03-01" }] }],
  ["collections.namedtuple('Pair', 'a b')(1, 2)", { a: 1, b: 2 }],
  ["collections.OrderedDict(b=1, a=2)", { b: 1, a: 2 }],
  ["collections.Counter('aab')", { a: 2, b: 1 }],
  ["collections.deque([1, 2])", [1, 2]],
  ["{'a': 1}.keys()", ["a"]],
  ["range(3)", [0, 1, 2]],
  ["datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc)", "2026-03-01T00:00:00+00:00"],
  ["datetime.timedelta(days=1, seconds=1.5)", "P1DT1.5S"],
  ["datetime.timedelta(seconds=-1)", "-PT1S"],
  ["decimal.Decimal('1E+3')", "1000"],
  ["uuid.UUID(int=0)", "00000000-0000-0000-0000-000000000000"],
  ["pathlib.Path('a') / 'b'", "a/b"],
  ["b'\\x00\\x01'", "AAE="],
  ["bytearray(b'a')", "YQ=="],
  ["ipaddress.ip_address('::1')", "::1"],
  ["Text('own')", "own"],
  ["True", true],
  ["'\\ud800'", "\ud800"],
  ["1e300", 1e300],
  ["types.MappingProxyType({'a': 1})", { a: 1 }],
];

/** Expressions, and why they are no data. */
const REFUSED: readonly (readonly [string, string])[] = [
  ["float('nan')", "the result is NaN, which JSON has no number for"],
  ["{'a': [1, float('-inf')]}", "the result at .a[1] is an infinity, which JSON has no number for"],
  ["decimal.Decimal('NaN')", "the result holds Decimal('NaN'), which JSON has no number for"],
  [
    "Opaque()",
    "the result is of type tools.Opaque, which is not data; return a dict, a dataclass or text made from it",
  ],
  ["{'a': [Opaque]}", "the result at .a[0] is of type type, which is not data; return what it gives"],
  ["(n for n in [1])", "the result is of type generator, which is not data; return list(…) of it"],
  ["lambda: 1", "the result is of type function, which is not data; return what it gives"],
  ["{(1, 2): 3}", "the result has a key of type tuple; keys are text or whole numbers"],
  ["{None: 3}", "the result has a key of type NoneType; keys are text or whole numbers"],
  ["1 + 2j", "the result is of type complex, which is not data; return a dict, a dataclass or text made from it"],
  [
    "fractions.Fraction(1, 2)",
    "the result is of type fractions.Fraction, which is not data; return a dict, a dataclass or text made from it",
  ],
  ["_loop()", "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself"],
  ["_deep(300)", "the result at [0][0][0]…[0][0] is nested deeper than 250 levels, or contains itself"],
  [
    "ValueError('x')",
    "the result is of type ValueError, which is not data; return a dict, a dataclass or text made from it",
  ],
  ["10 ** 400", "the result is a whole number of 1329 bits; return it as text"],
  ["print", "the result is of type builtin_function_or_method, which is not data; return what it gives"],
  ["datetime", "the result is of type module, which is not data; return a dict, a dataclass or text made from it"],
  [
    "open('/dev/null')",
    "the result is of type _io.TextIOWrapper, which is not data; return what it reads, or write an artifact",
  ],
];

const tools = (prefix: string, expressions: readonly (readonly [string, unknown])[]): string =>
  expressions.map(([expression], n) => pythonTool(`${prefix}${n}()`, `return ${expression}`, [])).join("\n");

const EXTRA = [
  pythonTool("unfit() -> list[int]", 'return ["a"]', []),
  pythonTool("large()", "return 2 ** 60", []),
].join("\n");

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({
    "tools.py": DECLARATIONS + tools("data", DATA) + tools("refused", REFUSED) + EXTRA,
  });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [n, [expression, value]] of DATA.entries()) {
  test(`${expression} comes back as ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(result(await workshop.call("tools.py", `data${n}`)), value);
  });
}

for (const [n, [expression, message]] of REFUSED.entries()) {
  test(`${expression} is not_serialisable`, async () => {
    const { error } = await workshop.call("tools.py", `refused${n}`);
    assert.deepEqual([error?.type, error?.message], ["not_serialisable", message]);
    assert.ok(error?.hint, "says what to return instead");
  });
}

test("a result that does not fit its type is handed over, and the log names the place", async () => {
  const outcome = await workshop.call("tools.py", "unfit");
  assert.deepEqual(outcome.value, ["a"]);
  assert.deepEqual(outcome.logs, [
    {
      stream: "warning",
      text: 'the result of `unfit` does not fit its return type: `[0]` is the text "a"; expected a whole number',
    },
  ]);
});

test("a whole number that others cannot hold exactly is handed over with a warning", async () => {
  const outcome = await workshop.call("tools.py", "large");
  assert.equal(outcome.value, 2 ** 60);
  assert.equal(outcome.logs[0]?.stream, "warning");
  assert.match(outcome.logs[0].text, /text/);
});
