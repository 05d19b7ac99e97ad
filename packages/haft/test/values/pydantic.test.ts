// Models of pydantic 1 and 2, and `Field` as a default, with the package of the machine through a named environment.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { pythonTool } from "./python-source.ts";

const SOURCE = [
  `
from datetime import date
from enum import Enum
from typing import Annotated, List, Literal, Optional, Union
from pydantic import BaseModel, Field


class Colour(Enum):
    RED = "red"


class Item(BaseModel):
    name: str
    count: int = Field(1, ge=1)
    day: Optional[date] = None


class Order(BaseModel):
    reference: str = Field(..., alias="ref")
    items: List[Item] = Field(default_factory=list)
    colour: Colour = Colour.RED


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


def _seen(*values):
    return [f"{type(value).__name__} {value!r}" for value in values]
`,
  pythonTool("item(x: Item)", "return _seen(x)", ["x"]),
  pythonTool("order(x: Order) -> Order", "assert type(x) is Order and type(x.reference) is str\nreturn x", ["x"]),
  pythonTool("pet(x: Union[Cat, Dog])", "return _seen(x)", ["x"]),
  pythonTool("several(x: List[Item]) -> List[Item]", "return x", ["x"]),
  pythonTool(
    "fields(n: int = Field(10, ge=1), d: Optional[date] = Field(None), e: Colour = Field(Colour.RED), m: Annotated[int, Field(ge=0)] = 4, r: int = Field(...), l: List[int] = Field(default_factory=list))",
    "return _seen(n, d, e, m, r, l)",
    ["n", "d", "e", "m", "r", "l"],
  ),
].join("\n");

/** The major version of pydantic that an interpreter has; undefined where it has none. */
function pydanticOf(python: string): number | undefined {
  try {
    const told = execFileSync(python, ["-c", "import pydantic; print(pydantic.VERSION)"], {
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    });
    return Number(told.split(".")[0]);
  } catch {
    return undefined;
  }
}

const environments = mkdtempSync(join(tmpdir(), "haft-pydantic-"));
after(() => rmSync(environments, { recursive: true, force: true }));

for (const [major, python] of [
  [1, "/usr/bin/python3"],
  [2, "python3"],
] as const) {
  const found = pydanticOf(python);
  const skip =
    found === major
      ? false
      : `${python} has ${found === undefined ? "no pydantic" : `pydantic ${found}`}; install pydantic ${major}`;
  describe(`pydantic ${major}`, { skip }, () => {
    let workshop: Promise<Workshop> | undefined;
    const opened = (): Promise<Workshop> => {
      const folder = join(environments, `v${major}`);
      workshop ??= (async () => {
        execFileSync(python, ["-m", "venv", "--system-site-packages", "--without-pip", folder]);
        return openWorkshop({ "tools.py": SOURCE }, { environments: { models: folder } });
      })();
      return workshop;
    };
    after(async () => (await workshop)?.[Symbol.asyncDispose]());
    const call = async (tool: string, args: JsonObject) => (await opened()).call("tools.py", tool, args);

    const day = "datetime.date(2026, 3, 1)";
    for (const [tool, args, value] of [
      ["item", { x: { name: "a" } }, ["Item Item(name='a', count=1, day=None)"]],
      ["item", { x: { name: "a", count: 2, day: "2026-03-01" } }, [`Item Item(name='a', count=2, day=${day})`]],
      [
        "order",
        { x: { ref: "r", items: [{ name: "a", day: "2026-03-01" }] } },
        { ref: "r", items: [{ name: "a", count: 1, day: "2026-03-01" }], colour: "red" },
      ],
      ["pet", { x: { kind: "dog", name: "Rex" } }, ["Dog Dog(kind='dog', name='Rex')"]],
      ["several", { x: [{ name: "a", count: 3, day: null }] }, [{ name: "a", count: 3, day: null }]],
      ["fields", { r: 1 }, ["int 10", "NoneType None", "Colour <Colour.RED: 'red'>", "int 4", "int 1", "list []"]],
      [
        "fields",
        { n: 3, d: "2026-03-01", m: 0, r: 1, l: [2] },
        ["int 3", `date ${day}`, "Colour <Colour.RED: 'red'>", "int 0", "int 1", "list [2]"],
      ],
    ] as const satisfies readonly (readonly [string, JsonObject, Json])[]) {
      test(`${tool} with ${JSON.stringify(args)}`, async () => {
        assert.deepEqual(result(await call(tool, args)), value);
      });
    }

    test("what a model refuses never reaches the function", async () => {
      const outcome = await call("item", { x: { name: "a", count: 0 } });
      assert.equal(outcome.error?.type, "invalid_arguments", JSON.stringify(outcome));
      assert.equal(
        outcome.error.message,
        "the arguments of `item` do not fit: `x.count` is 0; expected a whole number, at least 1",
      );
    });
  });
}
