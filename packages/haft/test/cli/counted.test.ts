// What was said counts although its run does not go on here: that is told first, and no failure.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome, OutcomeError } from "../../src/session/outcome.ts";
import { approval, completed, question, runResult } from "./fake-session.ts";
import { run } from "./in-memory.ts";

const WHY: OutcomeError = {
  type: "files_elsewhere",
  message: "wait_1 is answered; run run_1 cannot be moved from here: its files are on there, and this is here",
  hint: "there, haft worker moves it",
};
const TOLD = `${WHY.message}\nhint: ${WHY.hint}\n`;

const { value: _value, ...begun } = completed(null);
const ELSEWHERE: Outcome = { ...begun, ok: null, status: "waiting", error: WHY };

for (const [words, fake] of [
  [["answer", "wait_1", "yes"], { waits: [question()], answer: () => ELSEWHERE }],
  [["approve", "wait_1"], { waits: [approval()], decide: ELSEWHERE }],
  [["deny", "wait_1", "--reason", "no"], { waits: [approval()], decide: ELSEWHERE }],
] as const) {
  test(`haft ${words[0]}: the call is still waiting, and who goes on with it is told first`, async () => {
    const { exitCode, out, err } = await run(words, fake);
    assert.deepEqual([exitCode, out], [3, ""]);
    assert.ok(err.startsWith(TOLD), err);
    assert.match(err, /^waiting after .* run_1$/m);
    assert.doesNotMatch(err, /^error:/m);
    const json = await run([...words, "--json"], fake);
    assert.equal(json.exitCode, 3);
    assert.deepEqual(JSON.parse(json.out), ELSEWHERE);
  });

  test(`haft ${words[0]}: an agent's run is not moved a second time to be told the same`, async () => {
    const results = [runResult({ status: "waiting" })];
    const agent = { ...fake, results, facts: { kind: "agent" as const } };
    const { exitCode, err, asked } = await run(words, agent);
    assert.equal(exitCode, 3);
    assert.ok(err.startsWith(TOLD), err);
    assert.deepEqual(
      asked.filter((each) => Array.isArray(each) && /^(?:moveRun|result)$/.test(String(each[0]))),
      [["result", "run_1"]],
    );
    const json = await run([...words, "--json"], agent);
    assert.equal(json.exitCode, 3);
    assert.deepEqual(JSON.parse(json.out), { ...results[0], error: WHY });
  });
}

test("a wait is cancelled although its run goes on elsewhere", async () => {
  const fake = { waits: [question()], leftAlone: WHY };
  const { exitCode, out, err } = await run(["cancel", "wait_1"], fake);
  assert.deepEqual([exitCode, out, err], [0, "run_1 cancelled\n", TOLD]);
  const json = await run(["cancel", "wait_1", "--json"], fake);
  assert.deepEqual([json.exitCode, JSON.parse(json.out).ok, json.err], [0, true, TOLD]);
});

test("of runs that heard a signal each says whether it goes on here", async () => {
  const signalled = { waits: ["wait_1", "wait_2"], repeated: false, outcomes: [ELSEWHERE, completed(1)] };
  const { exitCode, out } = await run(["signal", "desk/paid"], { signalled });
  assert.equal(exitCode, 0);
  assert.equal(out, `2 waits heard desk/paid\nrun_1 waiting: files_elsewhere: ${WHY.message}\nrun_1 completed\n`);
});
