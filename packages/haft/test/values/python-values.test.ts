// What a Python function receives for each row of the type table, and what comes back, through a real call.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWorkshop, result, type Workshop } from "./called.ts";
import { DECLARATIONS, PYTHON_ROWS, type PythonRow } from "./python-rows.ts";

const tool = ({ type }: PythonRow, n: number): string => `
@tool
def seen${n}(x: ${type}) -> str:
    """Row ${n}.

    Use when row ${n} is tested.

    Args:
        x: The value.
    """
    return _seen(x)


@tool
def back${n}(x: ${type}) -> ${type}:
    """Row ${n}.

    Use when row ${n} is tested.

    Args:
        x: The value.
    """
    return x
`;

const SOURCES = {
  "rows.py": DECLARATIONS + PYTHON_ROWS.map(tool).join("\n"),
  "postponed.py": `from __future__ import annotations\n${DECLARATIONS}${PYTHON_ROWS.map(tool).join("\n")}`,
};

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop(SOURCES);
});
after(() => workshop[Symbol.asyncDispose]());

for (const [n, row] of PYTHON_ROWS.entries()) {
  const { type, sent, seen, back = sent } = row;
  test(`${type} of ${JSON.stringify(sent)} is ${seen}`, async () => {
    assert.equal(result(await workshop.call("rows.py", `seen${n}`, { x: sent })), seen);
    assert.deepEqual(result(await workshop.call("rows.py", `back${n}`, { x: sent })), back);
  });
}

test("postponed annotations change nothing", async () => {
  for (const [n, { sent, seen }] of PYTHON_ROWS.entries()) {
    assert.equal(result(await workshop.call("postponed.py", `seen${n}`, { x: sent })), seen);
  }
});
