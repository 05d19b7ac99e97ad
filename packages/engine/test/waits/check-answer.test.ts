// Which answers are taken for one of the choices: the same JSON value, whatever the order of its keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../../src/index.ts";
import type { WaitRow } from "../../src/ports/index.ts";
import { checkAnswer } from "../../src/waits/check-answer.ts";

const waitFor = (choices: readonly Json[]): WaitRow => ({ choices, schema: null }) as WaitRow;

const TABLE: readonly (readonly [choice: Json, answer: Json, same: boolean])[] = [
  [{ from: "a", to: { x: 1, y: null } }, { to: { y: null, x: 1 }, from: "a" }, true],
  [{ from: "a" }, { from: "a", to: null }, false],
  [{ from: "a", to: null }, { from: "a", at: null }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], { "0": 1 }, false],
  [{}, [], false],
  [null, {}, false],
  [0, false, false],
];

for (const [choice, answer, same] of TABLE)
  test(`${JSON.stringify(answer)} is ${same ? "" : "not "}the choice ${JSON.stringify(choice)}`, () => {
    assert.equal(checkAnswer(waitFor([choice]), answer).ok, same);
  });
