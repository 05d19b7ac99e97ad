// What is said beside a result, on standard error: a shared network, a secret that is not masked, where an error was raised,
// a wait whose time has passed.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { test } from "node:test";
import { createMasker } from "../../../engine/src/secrets/masker.ts";
import type { Parts } from "../../src/cli/invocation.ts";
import { runCommand } from "../../src/cli/main.ts";
import { CommandError } from "../../src/session/command-error.ts";
import type { Outcome } from "../../src/session/outcome.ts";
import { completed, type FakeSession, fakeSession, question, waiting } from "./fake-session.ts";
import { surroundingsIn } from "./surroundings.ts";

async function run(words: readonly string[], fake: FakeSession) {
  const session = fakeSession(fake);
  const kept = surroundingsIn("/");
  const none = () => Promise.reject(new CommandError("not_found", "nothing here"));
  const parts: Parts = { openToolsets: none, openSession: async () => session.open, examine: none };
  const exitCode = await runCommand(words, kept.surroundings, parts);
  return { exitCode, out: kept.out(), err: kept.err(), asked: session.asked };
}

const shared: FakeSession = { call: completed(1), facts: { sharesNetwork: true } };

test("a call that shares the machine's network says so once, and marks its level", async () => {
  const { err } = await run(["call", "x", "--network"], shared);
  assert.equal(err.match(/shares the machine's network/g)?.length, 1);
  assert.match(err, /isolation namespaces, shared network · run_1\n$/);
});

test("it is said with --json, too, where the Outcome keeps the level alone", async () => {
  const { out, err } = await run(["call", "x", "--network", "--json"], shared);
  assert.match(err, /shares the machine's network/);
  assert.equal(JSON.parse(out).isolation, "namespaces");
});

test("a run that was started so is marked when another command resumes it", async () => {
  const fake: FakeSession = { waits: [question()], answer: () => completed(1), facts: { sharesNetwork: true } };
  const { err } = await run(["answer", "wait_1", "yes"], fake);
  assert.match(err, /shares the machine's network[\s\S]*isolation namespaces, shared network/);
});

test("a worker marks each such run that it moved", async () => {
  assert.match((await run(["worker", "--once"], shared)).out, /run_1 +completed +1 \(shared network\)\n/);
});

test("without a grant there is no word of a network", async () => {
  assert.doesNotMatch((await run(["call", "x"], { call: completed(1) })).err, /network/);
});

test("a secret that is too short to be masked is named, and its value is not", async () => {
  const words = ["call", "x", "--secret", "PIN=5309", "--secret", "TOKEN=12345678"];
  const { err } = await run(words, { call: completed(1) });
  assert.match(err, /^warning: the secret PIN is shorter than 8 characters.*not masked/);
  assert.doesNotMatch(err, /TOKEN|5309/);
});

test("what the warning calls too short is just what the masker leaves", () => {
  const masked = (value: string) => createMasker([{ name: "PIN", value }]).text(value);
  assert.equal(masked("1234567"), "1234567");
  assert.equal(masked("12345678"), "[secret PIN]");
});

test("the author's line that raised an error stands below it, before the hint", async () => {
  const error = { type: "ValueError", message: "too small", hint: "take more" };
  const failed: Outcome = { ...completed(null), ok: false, status: "failed", error };
  const { err } = await run(["call", "x"], {
    call: failed,
    facts: { raisedAt: "tools/desk.py:12 in forecast" },
  });
  assert.match(err, /^error: ValueError: too small\n {2}at tools\/desk.py:12 in forecast\nhint: take more\n/);
});

const passed = question({ expiresAt: "2030-01-01T11:59:00.000Z" });

test("a wait whose time has passed is not offered to be answered", async () => {
  const listed = await run(["waits"], { waits: [passed] });
  assert.match(listed.out, /wait_1 +answer +desk\/confirm +expired +Go on\?/);
  assert.doesNotMatch(listed.err, /haft answer/);
  assert.match(listed.err, /haft worker --once/);
  const shown = await run(["call", "x"], { call: waiting(passed) });
  assert.match(shown.out, /expired 2030-01-01 11:59:00/);
  assert.doesNotMatch(shown.err, /haft answer/);
});

test("an answer to it is refused with when it expired, before the engine is asked", async () => {
  const { exitCode, err, asked } = await run(["answer", "wait_1", "yes"], { waits: [passed] });
  assert.equal(exitCode, 1);
  assert.match(err, /wait_1 expired at 2030-01-01 11:59:00/);
  assert.equal(
    asked.some((entry) => Array.isArray(entry) && entry[0] === "answer"),
    false,
  );
});
