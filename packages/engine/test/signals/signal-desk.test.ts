// Signals and changed files, as programs report them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { PhaseOutcome } from "../../src/index.ts";
import { fixture, request } from "../harness/fixture.ts";

const WAITS: PhaseOutcome = { kind: "yield", wait: "signal", params: { key: "paid" }, meta: {} };

test("a signal ends every open wait of its key, and one that comes again is the same", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? WAITS : { kind: "result", value: input.payload });
  const calls = [await f.engine.startCall(request()), await f.engine.startCall(request())];
  const first = await f.engine.signal("local", "desk/paid", { amount: 3 }, "shop", "s1");
  assert.equal(first.waits.length, 2);
  assert.deepEqual(await f.engine.signal("local", "desk/paid", { amount: 3 }, "shop", "s1"), {
    ...first,
    repeated: true,
  });
  for (const [payload, by] of [
    [{ amount: 4 }, "shop"],
    [{ amount: 3 }, "eve"],
  ] as const) {
    await assert.rejects(f.engine.signal("local", "desk/paid", payload, by, "s1"), {
      code: "key_reused",
      message: /^the id "s1" of this signal was used by shop /,
    });
  }
  for (const { runId, callId } of calls) {
    await f.engine.moveRun("local", runId);
    assert.deepEqual((await f.engine.outcome("local", callId)).value, { payload: { amount: 3 } });
    const report = await f.engine.replay("local", runId);
    assert.equal(report.difference, undefined);
  }
});

test("a signal that comes early is kept for the first wait that opens", async () => {
  await using f = await fixture();
  f.runner.play = (_call, input) => (input.phase === "call" ? WAITS : { kind: "result", value: input.payload });
  assert.deepEqual(await f.engine.signal("local", "desk/paid", 1, "shop"), { waits: [], repeated: false });
  const early = await f.engine.startCall(request());
  await f.engine.moveRun("local", early.runId);
  assert.deepEqual((await f.engine.outcome("local", early.callId)).value, { payload: 1 });
  const late = await f.engine.startCall(request());
  assert.equal((await f.engine.outcome("local", late.callId)).wait?.key, "desk/paid");
  assert.equal((await f.engine.replay("local", early.runId)).difference, undefined);
});

test("a thousand signals at the moment their waits open: none is missed", async () => {
  await using f = await fixture({ maxRunning: 2_000 });
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "signal", params: { key: String(input.arguments.x) }, meta: {} }
      : { kind: "result", value: input.payload };
  const both = Array.from({ length: 1_000 }, async (_, x) => {
    const starting = f.engine.startCall(request({ args: { x } }));
    const [call] = await Promise.all([starting, f.engine.signal("local", `desk/${x}`, x, "shop")]);
    await f.engine.moveRun("local", call.runId);
    return (await f.engine.outcome("local", call.callId)).value;
  });
  const values = await Promise.all(both);
  assert.deepEqual(
    values,
    Array.from({ length: 1_000 }, (_, x) => ({ payload: x })),
  );
});

const REFUSED: readonly [string, string, unknown, string | undefined][] = [
  ["a key without its toolset", "paid", 1, undefined],
  ["a key that is too long", `desk/${"x".repeat(600)}`, 1, undefined],
  ["an empty id", "desk/paid", 1, ""],
  ["a payload that is too large", "desk/paid", "x".repeat(2 * 1024 * 1024), undefined],
];

for (const [what, key, payload, id] of REFUSED) {
  test(`${what} is refused`, async () => {
    await using f = await fixture();
    // What comes over HTTP is any JSON.
    await assert.rejects(() => f.engine.signal("local", key, payload as string, "shop", id), {
      code: "invalid_signal",
    });
  });
}

test("a file wait is ended with what has changed, and what its files were comes with it", async () => {
  await using f = await fixture();
  const fileState = [{ path: "a.md", size: 1, mtimeMs: 2, inode: 3 }];
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "files", params: { paths: ["*.md"], state: fileState }, meta: {} }
      : { kind: "result", value: input.payload };
  const call = await f.engine.startCall(request());
  const [wait] = await f.engine.fileWaits("here");
  assert.deepEqual([wait?.paths, wait?.fileState], [["*.md"], fileState]);
  const changes = [{ path: "a.md", event_type: "modified", mtime_after: 5 }] as const;
  await f.engine.filesChanged("local", wait?.waitId ?? "", changes);
  await f.engine.filesChanged("local", wait?.waitId ?? "", []);
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual((await f.engine.outcome("local", call.callId)).value, { changes });
  assert.deepEqual(await f.engine.fileWaits("here"), []);
});

test("what ten thousand files were is kept, and so are as many changes as a payload holds", async () => {
  await using f = await fixture();
  const name = (index: number): string => `${"folder/".repeat(10)}${index}.md`;
  const fileState = Array.from({ length: 10_000 }, (_, index) => ({
    path: name(index),
    size: 1,
    mtimeMs: 2,
    inode: 3,
  }));
  f.runner.play = (_call, input) =>
    input.phase === "call"
      ? { kind: "yield", wait: "files", params: { paths: ["**"], state: fileState }, meta: {} }
      : { kind: "result", value: input.payload };
  const call = await f.engine.startCall(request());
  const [wait] = await f.engine.fileWaits("here");
  assert.equal(wait?.fileState?.length, 10_000);
  const changes = fileState.map(({ path }) => ({ path, event_type: "deleted", mtime_after: null }) as const);
  await f.engine.filesChanged("local", wait?.waitId ?? "", changes);
  await f.engine.moveRun("local", call.runId);
  const value = (await f.engine.outcome("local", call.callId)).value as { changes: unknown[]; more: number };
  assert.equal(value.changes.length + value.more, 10_000);
  assert.ok(value.changes.length > 5_000);
});

test("what files were is taken as the host said it, and nothing else for it", async () => {
  await using f = await fixture();
  for (const state of ["all", [{ path: "a.md" }], [1]]) {
    f.runner.play = () => ({ kind: "yield", wait: "files", params: { paths: ["*"], state }, meta: {} });
    const call = await f.engine.startCall(request());
    assert.equal((await f.engine.outcome("local", call.callId)).error?.type, "invalid_wait");
  }
});
