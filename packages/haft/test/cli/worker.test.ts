// `haft worker`, `haft eval`, `haft replay`.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { eventsOf } from "./fake-session.ts";
import { askedFor, run } from "./in-memory.ts";

const EVENTS = eventsOf(
  ["tool.called", { callId: "call_1", toolset: "desk", tool: "publish", arguments: {} }],
  ["approval.requested", { callId: "call_1", waitId: "wait_1" }],
  ["tool.log", { callId: "call_1", stream: "stdout", text: "x" }],
  ["run.failed", { error: { type: "ValueError", message: "too small" } }],
);

/** A worker that tells of `EVENTS`, then is stopped as a supervisor stops it. */
const work = async (
  observer: (runId: string) => { event?(event: (typeof EVENTS)[number]): void },
  signal: AbortSignal,
) => {
  const watching = observer("run_1");
  for (const event of [...EVENTS, ...EVENTS]) watching.event?.(event);
  process.kill(process.pid, "SIGTERM");
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
};

test("a worker tells of each run that ends or comes to wait, and being stopped is no failure", async () => {
  const { exitCode, out, err, asked } = await run(["worker"], { work });
  assert.equal(exitCode, 0);
  assert.equal(
    out,
    "2030-01-01 11:59:00  run_1  waiting    desk/publish wait_1\n2030-01-01 11:59:00  run_1  failed     desk/publish: ValueError: too small\n",
  );
  assert.match(err, /^working on \d+ runs at once; Ctrl-C stops\nstopping; calls may finish for 30 s; .*\nstopped\n$/);
  assert.deepEqual(askedFor(asked, "work"), [["work", { concurrency: 2 * availableParallelism(), drainMs: 30_000 }]]);
  assert.deepEqual(asked.at(-1), ["closed"]);
});

test("with --json a worker prints an object a line", async () => {
  const { out, asked } = await run(["worker", "--json", "--concurrency", "3", "--drain", "0"], { work });
  const base = { runId: "run_1", at: "2030-01-01T11:59:00.000Z", tool: "desk/publish" };
  assert.deepEqual(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
    [
      { ...base, status: "waiting", wait: "wait_1" },
      { ...base, status: "failed", error: "ValueError: too small" },
    ],
  );
  assert.deepEqual(askedFor(asked, "work"), [["work", { concurrency: 3, drainMs: 0 }]]);
});

for (const [words, says] of [
  [["worker", "--concurrency", "0"], /--concurrency takes a whole number from 1 to 1024, and got "0"/],
  [["worker", "--drain", "soon"], /--drain takes a whole number from 0 to 86400, and got "soon"/],
  [["worker", "--store", "mysql://root:hunter2@db/x"], /the store mysql:\/\/root@db\/x is neither/],
] as const) {
  test(`refused with what to write instead: haft ${words.join(" ")}`, async () => {
    const { exitCode, err } = await run(words);
    assert.equal(exitCode, 2);
    assert.match(err, says);
    assert.doesNotMatch(err, /hunter2/);
  });
}

test("a database is a store everywhere, by flag or variable", async () => {
  const url = "postgres://haft:word@db/haft";
  const flagged = await run(["worker", "--store", url]);
  assert.equal((flagged.asked[0] as [string, { store?: string }])[1].store, url);
  const variable = await run(["runs"], {}, { environment: { HAFT_STORE: url } });
  assert.equal((variable.asked[0] as [string, { store?: string }])[1].store, url);
});

test("an eval says of each script whether it went as expected, and why not", async () => {
  const evals = [
    { file: "evals/a.script.json", ok: true, runId: "run_1", problems: [], durationMs: 3 },
    { file: "evals/b.script.json", ok: false, runId: "run_2", problems: ["expected x\ngot y", "no z"], durationMs: 4 },
  ];
  const { exitCode, out, err, asked } = await run(["eval", "desk"], { evals });
  assert.equal(exitCode, 1);
  assert.equal(
    out,
    "ok evals/a.script.json (3 ms)\nno evals/b.script.json (4 ms)\n   expected x\n     got y\n   no z\n",
  );
  assert.equal(err, "2 scripts, 1 not as expected\n");
  assert.deepEqual(askedFor(asked, "evals"), [["evals", "desk"]]);
  const good = await run(["eval", "--json"], { evals: evals.slice(0, 1) });
  assert.equal(good.exitCode, 0);
  assert.deepEqual(JSON.parse(good.out), { ok: true, evals: evals.slice(0, 1) });
});

test("a bundle without scripts is no success", async () => {
  const { exitCode, err } = await run(["eval", "desk"]);
  assert.equal(exitCode, 1);
  assert.match(err, /there is no evals\/\*\.script\.json in desk\nhint: write evals\/first\.script\.json/);
});

test("a replay reports the first difference", async () => {
  const runs = [
    { id: "run_1", kind: "agent", status: "completed", createdAt: "", requestedBy: "ada", waits: [] } as const,
  ];
  assert.equal((await run(["replay", "run_1"], { runs })).out, "run_1 replays: 4 events, nothing is different\n");
  const replay = {
    ok: false,
    events: 9,
    difference: { seq: 3, what: "the status", stored: "waiting", folded: "ready" },
  };
  const { exitCode, out } = await run(["replay", "1"], { runs, replay });
  assert.equal(exitCode, 1);
  assert.equal(out, 'run_1 differs at event 3: the status\n  stored: "waiting"\n  folded: "ready"\n');
  assert.deepEqual(JSON.parse((await run(["replay", "1", "--json"], { runs, replay })).out), {
    runId: "run_1",
    ...replay,
  });
});
