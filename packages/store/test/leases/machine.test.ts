import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { thisMachine } from "../../src/leases/machine.ts";

test("a worker is gone when its process and its companions are, and not before", async () => {
  const worker = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"]);
  const companion = spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"]);
  await Promise.all([once(worker, "spawn"), once(companion, "spawn")]);
  const machine = thisMachine(() => [worker.pid ?? 0, companion.pid ?? 0]);
  const identity = machine.identity();
  const theirs = { ...identity, processes: identity.processes.slice(1) };
  assert.equal(theirs.processes.length, 2);
  assert.equal(machine.isGone(theirs), false);
  for (const [child, gone] of [
    [worker, false],
    [companion, true],
  ] as const) {
    child.kill("SIGKILL");
    await once(child, "exit");
    assert.equal(machine.isGone(theirs), gone);
  }
  assert.equal(machine.isGone(identity), false);
});

test("a process that has the number of one that ended is another", () => {
  const machine = thisMachine();
  assert.equal(machine.isGone({ ...machine.identity(), processes: [{ pid: process.pid, started: "1" }] }), true);
});

test("of a worker of another machine nothing can be seen", () => {
  const machine = thisMachine();
  assert.equal(machine.isGone({ machine: "elsewhere", processes: [{ pid: 2 ** 30, started: "1" }] }), false);
});
