// `haft worker`, `haft eval`, `haft replay`.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { completed, eventsOf } from "./fake-session.ts";
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

const DOWN = { type: "store_unreachable", message: "the store cannot be reached", hint: "see that it runs" };
const TROUBLES = [
  [DOWN, null],
  [DOWN, null],
  [null, null],
  [DOWN, null],
  [{ type: "left_to_others", message: "it is left to a worker that has the secret TOKEN" }, "run_1"],
  [{ type: "left_to_others", message: "it is left to a worker that has the secret TOKEN" }, "run_1"],
  [{ type: "fault", message: "its event 4 cannot be read" }, "run_2"],
] as const;

test("what keeps a worker from moving runs is told once, when it begins and when the store is back", async () => {
  const { exitCode, out, err } = await run(["worker"], {
    work: async () => void process.kill(process.pid, "SIGTERM"),
    troubles: TROUBLES,
  });
  const told = err.split("\n").flatMap((line) => /^[\d-]+ [\d:]+ {2}(.*)$/.exec(line)?.[1] ?? []);
  assert.deepEqual(told, [
    "store  the store cannot be reached; see that it runs; it is tried again",
    "store  answers again",
    "store  the store cannot be reached; see that it runs; it is tried again",
    "run_1  it is left to a worker that has the secret TOKEN",
    "run_2  cannot be moved, and is tried again later: its event 4 cannot be read",
  ]);
  assert.deepEqual([exitCode, out], [0, ""]);
});

test("what a worker removes is told each time, and why it cannot once", async () => {
  const { err } = await run(["worker"], {
    work: async () => void process.kill(process.pid, "SIGTERM"),
    upkept: [{ runs: 2, blobs: 0 }, { runs: 0, blobs: 1 }, DOWN, DOWN, { runs: 1, blobs: 3 }, DOWN],
  });
  const told = err.split("\n").flatMap((line) => /^[\d-]+ [\d:]+ {2}(.*)$/.exec(line)?.[1] ?? []);
  const down = "retention  the store cannot be reached; see that it runs; it is tried again";
  assert.deepEqual(told, [
    "retention  removed 2 runs",
    "retention  removed 1 blob",
    down,
    "retention  removed 1 run and 3 blobs",
    down,
  ]);
});

test("how long runs are kept is a flag, a variable or a line of the settings", async () => {
  const work = async () => void process.kill(process.pid, "SIGTERM");
  for (const [words, days] of [
    [["worker", "--retention-days", "30"], 30],
    [["worker", "--retention-days", "off"], null],
    [["worker"], undefined],
  ] as const) {
    const { asked } = await run(words, { work });
    const [opened] = askedFor(asked, "open");
    const said = days === undefined ? undefined : `"retentionDays":${days}`;
    const found = /"retentionDays":\w+/.exec(JSON.stringify(opened))?.[0];
    assert.equal(found, said, words.join(" "));
  }
});

test("a worker that moves what can move shows that, and fails for what it could not, but not for what is others'", async () => {
  const some = await run(["worker", "--once"], { call: completed(7), troubles: TROUBLES });
  assert.equal(some.exitCode, 1);
  assert.match(some.out, /run_1 +completed +7\n/);
  assert.match(some.err, /run_2 {2}cannot be moved/);
  const left = await run(["worker", "--once", "--json"], { call: completed(7), troubles: [TROUBLES[4]] });
  assert.equal(left.exitCode, 0);
  assert.equal(left.out.trimEnd().split("\n").length, 1);
});

for (const [words, says] of [
  [["worker", "--concurrency", "0"], /--concurrency takes a whole number from 1 to 1024, and got "0"/],
  [["worker", "--retention-days", "0"], /runs are kept for 1 to 36500 days .*, and not for "0"/],
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
