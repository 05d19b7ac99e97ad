// What a run may use is fixed when it is started: the commands with which it goes on say so, and change nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createProgram } from "../../src/cli/program.ts";
import { approval, completed, eventsOf, question } from "./fake-session.ts";
import { run } from "./in-memory.ts";

const events = eventsOf(["run.created", { kind: "call", tool: "desk/publish", settings: { secrets: ["KEY"] } }]);
const COMMANDS = [
  [["approve", "wait_1"], approval()],
  [["deny", "wait_1", "--reason", "no"], approval()],
  [["answer", "wait_1", "yes"], question()],
] as const;
const OTHERS = [
  ["signal", "desk/paid"],
  ["worker", "--once"],
  ["rerun", "run_1"],
] as const;
const DOES = /^(answer|approve|deny|signal|rerun|work|workOnce)$/;

const done = (asked: readonly unknown[]): readonly unknown[] =>
  asked.filter((entry) => Array.isArray(entry) && DOES.test(String(entry[0])));

for (const words of [...COMMANDS.map(([words]) => words), ...OTHERS]) {
  for (const flag of [["--network"], ["--workspace", "w"]]) {
    test(`${words[0]} ${flag[0]} is refused before anything is done`, async () => {
      const { exitCode, err, asked } = await run([...words, ...flag], { waits: [approval()], events });
      assert.equal(exitCode, 2);
      assert.match(
        err,
        new RegExp(`${flag[0]} changes nothing of a run that was started before\nhint: leave ${flag[0]} out`),
      );
      assert.deepEqual(asked, []);
    });
  }

  test(`${words[0]} does not offer them, and says what its secrets are`, async () => {
    const program = await createProgram("1.0.0", async () => {}, words);
    const out = program.commands.find((command) => command.name() === words[0])?.helpInformation() ?? "";
    assert.doesNotMatch(out, /--network|--workspace/);
    assert.match(out, /a secret that the run was\s+started with/);
  });
}

for (const [words, wait] of COMMANDS) {
  const fake = { waits: [wait], events, decide: completed(1), answer: () => completed(1) };
  test(`${words[0]} takes the value of a secret of the run`, async () => {
    const { exitCode, err, asked } = await run([...words, "--secret", "KEY=value-0123"], fake);
    assert.equal(exitCode, 0, err);
    assert.equal(done(asked).length, 1);
  });

  test(`${words[0]} refuses any other by its name`, async () => {
    const { exitCode, err, asked } = await run(
      [...words, "--secret", "KEY=value-0123", "--secret", "PROD=b-0123456"],
      fake,
    );
    assert.equal(exitCode, 2);
    assert.match(
      err,
      /run_1 was started without the secret PROD, and its calls are not told it\nhint: leave --secret PROD out/,
    );
    assert.doesNotMatch(err, /b-0123456/);
    assert.deepEqual(done(asked), []);
  });
}
