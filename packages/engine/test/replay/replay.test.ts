// Replaying: what is stored is what today's code makes of the log, and the first thing that is not is told.

import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { createFolderBlobs } from "@haft/store";
import { EVOLVE_VERSION } from "../../src/state/run-state.ts";
import { readRun } from "../../src/worker/read-run.ts";
import { DEFAULT_SETTINGS } from "../../src/worker/settings.ts";
import { createStoreTime } from "../../src/worker/store-time.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

function byHand(f: Fixture, ...statements: readonly string[]): void {
  const database = new DatabaseSync(join(f.folder, "haft.db"));
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

/** An agent's run with every kind of thing in it: two calls at once, a question, an approval, a failure, a second step. */
async function busyRun(f: Fixture): Promise<string> {
  f.toolbox.tools = [bound("look", { readOnly: true }), bound("ask"), bound("publish", { requiresApproval: true })];
  const first = says("Looking.", ...["look", "ask", "publish"].map((name) => ({ name, arguments: '{"x": "1"}' })));
  f.models.play = ({ messages }) => (messages.length === 1 ? first : says("Done."));
  f.runner.play = ({ tool }, input) => {
    if (tool === "ask" && input.phase === "call")
      return { kind: "yield", wait: "answer", params: { question: "Which?" }, meta: {} };
    return tool === "look"
      ? { kind: "error", error: { type: "OSError", message: "no" } }
      : { kind: "result", value: tool };
  };
  const agent = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };
  const { runId } = await f.engine.createRun({ tenant: "local", agent, input: "Go", requestedBy: "ada" });
  await f.engine.moveRun("local", runId);
  return runId;
}

async function finish(f: Fixture, runId: string): Promise<void> {
  for (const wait of await f.engine.listWaits("local", { open: true, runId, limit: 10 })) {
    if (wait.kind === "approval") await f.engine.approve("local", wait.id, person("bob"));
    else await f.engine.answer("local", wait.id, "1.2", person("bob"));
  }
  await f.engine.moveRun("local", runId);
}

test("a run replays as it is stored, while it waits and when it has ended", async () => {
  await using f = await fixture();
  const runId = await busyRun(f);
  const waiting = await f.engine.replay("local", runId);
  assert.deepEqual(waiting.difference, undefined);
  await finish(f, runId);
  const { status } = await f.engine.run("local", runId);
  assert.equal(status, "completed");
  const events = await f.engine.events("local", runId);
  assert.deepEqual(await f.engine.replay("local", runId), { ok: true, events: events.length });
});

test("a run that was taken over, cancelled or refused replays as well", async () => {
  await using f = await fixture();
  const never = f.engine.startCall(request());
  await f.clock.pass(100);
  const held = (await f.engine.listRuns("local", { limit: 1 }))[0]?.runId ?? "";
  assert.deepEqual((await f.engine.replay("local", held)).difference, undefined, "while it runs");
  f.gone.add("machine-1");
  const other = f.another();
  await other.engine.moveRun("local", held);
  await f.clock.pass(60_000);
  await never.catch(() => undefined);
  assert.deepEqual((await f.engine.replay("local", held)).difference, undefined, "with an outcome that nobody knows");
  const refused = await f.engine.startCall(request({ args: { y: 1 } }));
  assert.deepEqual((await f.engine.replay("local", refused.runId)).difference, undefined);
});

const SPOILT: readonly [string, (runId: string) => readonly string[], RegExp][] = [
  ["an event is missing", () => ["delete from events where seq = 6"], /the sequence/],
  ["time goes back", () => ["update events set at = at - 1000 where seq = 6"], /the time/],
  [
    "a call was started without its gate",
    () => [
      'update events set type = \'tool.log\', data = \'{"callId":"x","stream":"info","text":""}\' where type = \'call.gated\'',
    ],
    /an event that could not be written here/,
  ],
  [
    "a run ended twice",
    () => ["update events set type = 'run.completed', data = '{}' where seq = 7"],
    /an event that could not be written here/,
  ],
  ["the run's row says otherwise", () => ["update runs set status = 'failed'"], /the run's status/],
  [
    "the run's row has another sequence",
    () => ["update runs set last_seq = last_seq - 1"],
    /the run's (last sequence|status)|when the run ended/,
  ],
  [
    "a wait's row says otherwise",
    () => ["update waits set status = 'expired' where kind = 'answer'"],
    /the status of wait_/,
  ],
  [
    "a call's row says otherwise",
    () => ["update calls set status = 'failed' where tool = 'ask'"],
    /the status of call_/,
  ],
  [
    "the snapshot says otherwise",
    () => ["update snapshots set state = replace(state, '\"failures\":1', '\"failures\":2')"],
    /the snapshot/,
  ],
];

for (const [what, statements, wanted] of SPOILT) {
  test(`it is told where ${what}`, async () => {
    await using f = await fixture();
    const runId = await busyRun(f);
    await finish(f, runId);
    if (what.includes("snapshot")) await keepSnapshot(f, runId);
    byHand(f, ...statements(runId));
    const { ok, difference } = await f.engine.replay("local", runId);
    assert.equal(ok, false);
    assert.match(difference?.what ?? "", wanted);
  });
}

async function keepSnapshot(f: Fixture, runId: string): Promise<void> {
  const blobs = createFolderBlobs(join(f.folder, "blobs"));
  const read = await readRun(
    { store: f.store, blobs, time: createStoreTime(f.clock, DEFAULT_SETTINGS) },
    "local",
    runId,
  );
  assert.ok(read !== null);
  await f.store.saveSnapshot({ tenant: "local", state: read.state, evolve: EVOLVE_VERSION });
  assert.equal((await f.engine.replay("local", runId)).ok, true);
}

test("there is nothing to replay of a run that there is not", async () => {
  await using f = await fixture();
  await assert.rejects(() => f.engine.replay("local", "run_x"), { code: "run_not_found" });
});
