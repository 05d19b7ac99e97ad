// How arguments reach the parameters of a Python function: by place and by name, defaults, null, and what never arrives.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { pythonTool } from "./python-source.ts";

const DECLARATIONS = `
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, Optional, TypedDict
from uuid import UUID


class Colour(Enum):
    RED = "red"


class Node(TypedDict):
    when: date
    kids: "list[Node]"


@dataclass
class Even:
    n: int

    def __post_init__(self):
        if self.n % 2:
            raise ValueError(f"{self.n} is odd")


LIMIT = 5


def _seen(*values):
    return [f"{type(value).__name__} {value!r}" for value in values]
`;

const WRONG = {
  n: "int = 0",
  f: "float = 0",
  s: "str = ''",
  b: "bool = False",
  d: "date = date(2026, 1, 1)",
  at: "datetime = datetime(2026, 1, 1)",
  u: "Optional[UUID] = None",
  c: "Colour = Colour.RED",
  l: "list[int] = []",
  k: "Literal['a', 'b'] = 'a'",
  node: "Optional[Node] = None",
  even: "Optional[Even] = None",
  span: "timedelta = timedelta(0)",
  raw: "bytes = b''",
  pair: "tuple[int, str] = (1, 'a')",
  several: "set[int] = set()",
  keys: "dict[int, int] = {}",
};

const SOURCE = [
  DECLARATIONS,
  pythonTool("places(a: int, /, b: int, *, c: int)", "return [a, b, c]", ["a", "b", "c"]),
  pythonTool("gaps(a: int = 1, b: date = date(2026, 1, 1), /, c: int = 3)", "return _seen(a, b, c)", ["a", "b", "c"]),
  pythonTool("middle(a: int, ctx, b: int, /, c: int = 9)", "return [a, ctx.bundle, b, c]", ["a", "b", "c"]),
  pythonTool("by_name(*, ctx, a: int)", "return [ctx.bundle, a]", ["a"]),
  pythonTool(
    "literals(n: int = LIMIT, c: Colour = Colour.RED, t: tuple[int, int] = (1, 2), p: Path = Path('.'))",
    "return _seen(n, c, t, p)",
    ["n", "c", "t", "p"],
  ),
  pythonTool("nulls(a: Optional[date], b: Optional[date] = None, c: int = None)", "return _seen(a, b, c)", [
    "a",
    "b",
    "c",
  ]),
  pythonTool("named(x: int)", "return x", ["x"], '@tool(name="other-name")'),
  pythonTool(
    `wrong(${Object.entries(WRONG)
      .map(([name, type]) => `${name}: ${type}`)
      .join(", ")})`,
    "print('reached')",
    Object.keys(WRONG),
  ),
  pythonTool("few(x: Annotated[str, 'Some text.'], ctx=None)", "print('reached')", ["x"]),
  pythonTool("mutates(x: list[int] = [])", "x.append(1)\nreturn x", ["x"]),
].join("\n");

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({ "tools.py": SOURCE });
});
after(() => workshop[Symbol.asyncDispose]());

for (const [tool, args, value] of [
  ["places", { a: 1, b: 2, c: 3 }, [1, 2, 3]],
  ["gaps", {}, ["int 1", "date datetime.date(2026, 1, 1)", "int 3"]],
  ["gaps", { b: "2026-03-01" }, ["int 1", "date datetime.date(2026, 3, 1)", "int 3"]],
  ["gaps", { a: 7, c: 8 }, ["int 7", "date datetime.date(2026, 1, 1)", "int 8"]],
  ["middle", { a: 1, b: 2 }, [1, "tools", 2, 9]],
  ["by_name", { a: 1 }, ["tools", 1]],
  ["literals", {}, ["int 5", "Colour <Colour.RED: 'red'>", "tuple (1, 2)", "PosixPath PosixPath('.')"]],
  [
    "literals",
    { n: 1, c: "red", t: [3, 4], p: "a" },
    ["int 1", "Colour <Colour.RED: 'red'>", "tuple (3, 4)", "PosixPath PosixPath('a')"],
  ],
  ["nulls", { a: null }, ["NoneType None", "NoneType None", "NoneType None"]],
  [
    "nulls",
    { a: "2026-03-01", b: null, c: null },
    ["date datetime.date(2026, 3, 1)", "NoneType None", "NoneType None"],
  ],
  ["nulls", { a: null, b: "2026-03-01", c: 2 }, ["NoneType None", "date datetime.date(2026, 3, 1)", "int 2"]],
  ["other-name", { x: 1 }, 1],
] as const satisfies readonly (readonly [string, JsonObject, Json])[]) {
  test(`${tool} with ${JSON.stringify(args)} receives ${JSON.stringify(value)}`, async () => {
    assert.deepEqual(result(await workshop.call("tools.py", tool, args)), value);
  });
}

test("a default that one call changes is whole again in the next", async () => {
  assert.deepEqual(result(await workshop.call("tools.py", "mutates")), [1]);
  assert.deepEqual(result(await workshop.call("tools.py", "mutates")), [1]);
});

// The message names the argument, what was found and what is expected.
for (const [args, message] of [
  [{ n: "3.5" }, '`n` is the text "3.5"; expected a whole number'],
  [{ n: 1.5 }, "`n` is 1.5; expected a whole number"],
  [{ n: true }, "`n` is true; expected a whole number"],
  [{ n: null }, "`n` is null; expected a whole number"],
  [{ f: "x" }, '`f` is the text "x"; expected a number'],
  [{ s: 1 }, "`s` is 1; expected text"],
  [{ b: 1 }, "`b` is 1; expected true or false"],
  [{ d: "2026-13-01" }, '`d` is the text "2026-13-01"; expected a date such as 2026-01-31'],
  [{ at: "yesterday" }, '`at` is the text "yesterday"; expected a date and time such as 2026-01-31T09:30:00Z'],
  [{ u: "x" }, '`u` is the text "x"; expected a UUID or null'],
  [{ c: "green" }, '`c` is the text "green"; expected "red"'],
  [{ l: ["a"] }, '`l[0]` is the text "a"; expected a whole number'],
  [{ l: true }, "`l` is true; expected a list"],
  [{ k: "c" }, '`k` is the text "c"; expected one of "a", "b"'],
  [
    { node: { when: "2026-03-01", kids: [{ when: 3, kids: [] }] } },
    "`node.kids[0].when` is 3; expected a date such as 2026-01-31",
  ],
  [
    { node: { when: "2026-03-01", kids: [], more: 1 } },
    "there is no property `more` in `node`; there are `when`, `kids`",
  ],
  [{ node: { when: "2026-03-01" } }, "the property `kids` (a list) is missing in `node`"],
  [{ span: "90" }, '`span` is the text "90"; expected a duration such as PT1H30M'],
  [{ pair: [1] }, "`pair` is a list of 1; expected a list, at least 2 items"],
  [{ pair: [1, "a", 2] }, "`pair` is a list of 3; expected a list, at most 2 items"],
  [{ several: [1, 1] }, "`several` is a list of 2; expected a list, no two items alike"],
  [{ keys: { a: 1 } }, '`keys` has the name "a"; expected names that are whole numbers'],
  [{ nn: 1 }, "there is no argument `nn`; did you mean `n`?"],
  [{ n: "x", f: null }, '`n` is the text "x"; expected a whole number; `f` is null; expected a number'],
] as const satisfies readonly (readonly [JsonObject, string])[]) {
  test(`${JSON.stringify(args)} never reaches the function`, async () => {
    const outcome = await workshop.call("tools.py", "wrong", args);
    assert.equal(outcome.error?.type, "invalid_arguments", JSON.stringify(outcome));
    assert.equal(outcome.error.message, `the arguments of \`wrong\` do not fit: ${message}`);
    assert.deepEqual(outcome.logs, []);
  });
}

// What no schema can say is found inside, before the function is called.
for (const [args, message] of [
  [{ even: { n: 3 } }, "even: 3 is odd"],
  [{ raw: "%%" }, "raw: '%%' is not base64, for example 'aGFmdA=='"],
  [
    { span: "P1M" },
    "span: 'P1M' has years or months, which have no fixed length; use weeks, days, hours, minutes, seconds",
  ],
] as const satisfies readonly (readonly [JsonObject, string])[]) {
  test(`${JSON.stringify(args)} does not reach the function either`, async () => {
    const outcome = await workshop.call("tools.py", "wrong", args);
    assert.equal(outcome.error?.type, "invalid_arguments", JSON.stringify(outcome));
    assert.equal(outcome.error.message, message);
    assert.deepEqual(outcome.logs, []);
  });
}

test("an argument that is needed and missing is named", async () => {
  const outcome = await workshop.call("tools.py", "few");
  assert.equal(outcome.error?.type, "invalid_arguments");
  assert.equal(outcome.error.message, "the arguments of `few` do not fit: the argument `x` (text) is missing");
  assert.deepEqual(outcome.logs, []);
});
