// A worker that is stopped, or cut off from its store, in the middle of a call: its sandbox dies with its lease, before
// anybody else takes the run.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { proxyTo } from "../../../store/test/postgres/proxy.ts";
import { postgresDatabase, startPostgres, withPostgres } from "../../../store/test/postgres/server.ts";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { until } from "./condition.ts";
import type { Member } from "./crew.ts";
import { alive, below, launcherOf } from "./processes.ts";
import { type Scene, scene } from "./scene.ts";
import { STORES } from "./stores.ts";

/** Longer than any lease: whoever lets it go on sees its result. */
const BEATS = 1_000;
/** None ends before the test ends it, on a machine that is busy with other tests. */
const LEASE_MS = 5_000;

/** What a call of a worker has running: everything below its launcher. */
function sandboxesOf(worker: Member): readonly string[] {
  const launcher = launcherOf(worker.pid);
  assert.ok(launcher !== undefined, "the worker has no launcher");
  const found = below(launcher);
  assert.ok(found.length > 0, "nothing runs below the launcher");
  return found;
}

/** Has a worker make a call that is at work when this resolves. */
async function atWork({ project, event }: Scene, worker: Member): Promise<string> {
  worker.order({ path: project.folder, tool: "toil", arguments: { beats: BEATS } });
  const { runId } = await event("tool.started", ({ by }) => by === worker);
  await until(
    () => project.deeds().some(({ what }) => what === "beat"),
    30_000,
    () => "the tool is not at work",
  );
  return runId;
}

/** The call was ended before the fence that came after it, nobody ran it again, and its outcome is not known. */
async function assertEnded(on: Scene, runId: string, alone = false): Promise<void> {
  const verdict = await on.verdict();
  assert.deepEqual(verdict.faults, []);
  const events = await on.parts.engine.events(LOCAL, runId, 0, 100_000);
  // A worker that is alone may have its lease back before anybody takes the run over: then what it found out comes first.
  const taken = (type: string): boolean => type === "run.recovered" || (alone && type === "tool.result");
  const recovered = events.find(({ type }) => taken(type));
  assert.ok(recovered !== undefined, "nobody took the run over");
  const last = Math.max(...on.project.deeds().map(({ at }) => at));
  assert.ok(last < Date.parse(recovered.at), "the tool was at work after its fence");
  const { error } = await on.parts.engine.outcomeOfRun(LOCAL, runId);
  assert.equal(error?.type, "outcome_unknown");
}

suite("a worker that is stopped in the middle of a call", { concurrency: 2, timeout: 300_000 }, () => {
  for (const store of STORES) {
    test(`has no sandbox any more when another takes the run, on ${store.name}`, () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const [first, second] = await Promise.all([on.worker(), on.worker()]);
        const runId = await atWork(on, first);
        const processes = sandboxesOf(first);
        first.signal("SIGSTOP");
        let left: readonly string[] = processes;
        await on.event(
          "tool.result",
          ({ by }) => by === second,
          () => {
            left = alive(processes);
          },
        );
        assert.deepEqual(left, []);
        first.signal("SIGCONT");
        await assertEnded(on, runId);
      }));
  }
});

suite("a worker whose database is away in the middle of a call", { concurrency: 2, timeout: 300_000 }, () => {
  test("has no sandbox any more when another takes the run, where the network is cut", () =>
    withPostgres(async (address) => {
      await using proxy = await proxyTo(address);
      await using on = await scene(address, LEASE_MS);
      const [first, second] = await Promise.all([on.worker(proxy.url), on.worker()]);
      const runId = await atWork(on, first);
      const sandboxes = sandboxesOf(first);
      proxy.cut();
      let left: readonly string[] = sandboxes;
      await on.event(
        "tool.result",
        ({ by }) => by === second,
        () => {
          left = alive(sandboxes);
        },
      );
      assert.deepEqual(left, []);
      proxy.mend();
      await assertEnded(on, runId);
    }));

  test("has no sandbox any more after its lease, where the database is stopped; then the run goes on", async () => {
    await using server = await startPostgres();
    await using database = await postgresDatabase(server);
    await using on = await scene(database.url, LEASE_MS);
    const first = await on.worker();
    const runId = await atWork(on, first);
    const sandboxes = sandboxesOf(first);
    await server.stop("QUIT");
    await until(
      () => alive(sandboxes).length === 0,
      30_000,
      () => `sandboxes outlive the lease: ${alive(sandboxes)}`,
    );
    await server.start();
    await assertEnded(on, runId, true);
  });
});
