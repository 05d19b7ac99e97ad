// What an operator sees of a run that was damaged by hand, and how they get rid of it; others are not touched by it.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";

const PYTHON = [
  pythonTool("asks()", "return ask_user('Go on?')", []),
  "@resumes(asks)\ndef answered(payload, meta):\n    return payload['response']\n",
].join("\n");

/** A folder with a tool that asks. */
function project(): string {
  const folder = mkdtempSync(join(tmpdir(), "haft-damaged-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "desk.py"), PYTHON);
  return folder;
}

async function parked(folder: string): Promise<{ readonly runId: string; readonly waitId: string; threadId: string }> {
  const { out, err } = await runHaft(["call", "desk.py", "asks", "--json"], { folder });
  const { runId, threadId, wait } = JSON.parse(out || err);
  return { runId, threadId, waitId: wait.id };
}

function byHand(folder: string, statement: string): void {
  const database = new DatabaseSync(join(folder, ".haft/haft.db"));
  database.exec(statement);
  database.close();
}

test("a damaged run is shown at its place, ended by its id, and removed with its thread; the others go on", async () => {
  const folder = project();
  const haft = (...words: string[]) => runHaft(words, { folder });
  const [bad, good] = [await parked(folder), await parked(folder)];
  byHand(folder, `update events set type = 'tool.conjured' where run_id = '${bad.runId}' and type = 'call.gated'`);
  const damage = `event 3 of ${bad.runId} (tool.conjured) cannot be read: its kind is not known to this engine`;

  const runs = await haft("runs");
  assert.equal(runs.exitCode, 0, runs.err);
  assert.match(runs.out, new RegExp(`^${bad.runId} .*unreadable_event: event 3 of `, "m"));
  assert.match(runs.out, new RegExp(`^${good.runId} +waiting .*${good.waitId}$`, "m"));
  assert.equal((await haft("waits")).exitCode, 0);

  const events = await haft("events", bad.runId);
  assert.equal(events.exitCode, 1);
  const lines = events.out.trimEnd().split("\n");
  assert.match(lines[2] ?? "", /^ {3}3 .* tool\.conjured +cannot be read: its kind is not known to this engine$/);
  assert.match(lines[4] ?? "", /^ {3}5 .* tool\.parked /);
  assert.ok(events.err.startsWith(`error: ${damage}\n`), events.err);
  assert.match(events.err, new RegExp(`^hint: .*haft cancel ${bad.runId}`, "m"));
  const objects = (await haft("events", bad.runId, "--json")).out.trimEnd().split("\n");
  const [third, last] = [JSON.parse(objects[2] ?? ""), JSON.parse(objects.at(-1) ?? "")];
  assert.deepEqual([third.seq, third.unreadable], [3, "its kind is not known to this engine"]);
  assert.equal(last.error.type, "unreadable_event");

  const replayed = await haft("replay", bad.runId);
  assert.equal(replayed.exitCode, 1);
  assert.match(replayed.out, new RegExp(`^${bad.runId} differs at event 3: an event that cannot be read: its kind`));

  // Who answers is told before anything is written.
  const answered = await haft("answer", bad.waitId, "yes");
  assert.equal(answered.exitCode, 1);
  assert.match(answered.err, /^error: event 3 of .*\nhint: .*haft cancel run_/);
  assert.equal((await haft("answer", good.waitId, "yes")).out, "yes\n");
  const worked = await haft("worker", "--once");
  assert.equal(worked.exitCode, 0, worked.err);

  const removed = await haft("thread", "remove", bad.threadId);
  assert.equal(removed.exitCode, 1);
  const cancelled = await haft("cancel", bad.runId, "--reason", "damaged");
  assert.deepEqual([cancelled.exitCode, cancelled.out], [0, `${bad.runId} cancelled\n`], cancelled.err);
  assert.equal((await haft("cancel", bad.runId, "--reason", "damaged")).exitCode, 0);
  assert.match((await haft("answer", bad.waitId, "yes")).err, /was cancelled by/);
  assert.match((await haft("runs")).out, new RegExp(`^${bad.runId} +cancelled`, "m"));
  assert.equal((await haft("thread", "remove", bad.threadId)).exitCode, 0);
  assert.doesNotMatch((await haft("runs")).out, new RegExp(bad.runId));
});

test("a worker tells of the damaged run alone, and moves the others", async () => {
  const folder = project();
  const haft = (...words: string[]) => runHaft(words, { folder });
  const [bad, good] = [await parked(folder), await parked(folder)];
  byHand(folder, `update runs set status = 'ready', ready_at = 1 where run_id in ('${bad.runId}', '${good.runId}')`);
  byHand(folder, `update events set data = '{' where run_id = '${bad.runId}' and type = 'tool.called'`);
  const worked = await haft("worker", "--once");
  assert.equal(worked.exitCode, 1);
  assert.match(worked.err, new RegExp(`${bad.runId}.*event 2 of .* cannot be read: its data are not JSON`));
  assert.doesNotMatch(worked.err, new RegExp(`${good.runId}.*cannot`));
});
