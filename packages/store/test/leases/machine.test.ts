import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { WorkerIdentity } from "@haft/engine/ports";
import { type ThisMachine, thisMachine } from "../../src/leases/machine.ts";
import { hidesOthers, look } from "../../src/leases/processes.ts";

const WORKER = fileURLToPath(new URL("./worker.child.ts", import.meta.url));
const LEAVING = fileURLToPath(new URL("./leaving.py", import.meta.url));
const STAY = "setInterval(() => 0, 1000)";
const linux = process.platform === "linux" ? false : "needs Linux";

/** What a worker says of itself. */
interface Known {
  readonly identity: WorkerIdentity;
  readonly mark: string | null;
}

async function lineOf(child: ChildProcess): Promise<string> {
  assert.ok(child.stdout !== null);
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("it said nothing");
}

async function worker(): Promise<Known & { readonly child: ChildProcess; readonly mark: string }> {
  const child = spawn(process.execPath, [WORKER], { stdio: ["pipe", "pipe", "inherit"] });
  const { identity, mark }: Known = JSON.parse(await lineOf(child));
  assert.ok(mark !== null);
  return { child, identity, mark };
}

/** Another test's sandbox may be on its way out, and it cannot be told whose it is. */
async function gone(machine: ThisMachine, identity: WorkerIdentity): Promise<boolean> {
  const end = performance.now() + 60_000;
  while (!machine.isGone(identity) && performance.now() < end) await setTimeout(10);
  return machine.isGone(identity);
}

async function killed(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

/** A process of a worker, by the command line alone; its executable has begun when this resolves. */
async function marked(words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", `console.log("here"); ${STAY}`, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await lineOf(child);
  return child;
}

test("a worker is gone when its process is, and everything that carries its mark", { skip: linux }, async () => {
  const machine = thisMachine();
  const { child, identity, mark } = await worker();
  const first = await marked([mark]);
  const second = await marked([`bwrap ${mark}`, "--", "x"]);
  for (const [which, why] of [
    [child, "stands for itself"],
    [first, "is marked"],
    [second, "is marked, among other words"],
  ] as const) {
    assert.equal(machine.isGone(identity), false, `one that ${why}`);
    await killed(which);
  }
  assert.equal(await gone(machine, identity), true);
  assert.equal(machine.isGone(machine.identity()), false);
});

test("the mark of another worker holds no worker, also if it begins like its own", { skip: linux }, async () => {
  const machine = thisMachine();
  const { child, identity, mark } = await worker();
  const others = await Promise.all([marked([`${mark}1`]), marked([`1${mark}`]), marked([mark.slice(0, -1)])]);
  await killed(child);
  assert.equal(await gone(machine, identity), true);
  await Promise.all(others.map(killed));
});

/** As root, or where anybody may make namespaces. */
const namespaces =
  linux || (spawnSync("unshare", ["--pid", "--fork", "true"]).status === 0 ? false : "needs root, for a pid namespace");

test("a process that is killed and has not ended yet may have been the worker's", { skip: namespaces }, async () => {
  const machine = thisMachine();
  const { child, identity, mark } = await worker();
  const parent = spawn("python3", [LEAVING, mark], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  const [first = 0, second = 0] = String((await lines.next()).value)
    .split(" ")
    .map(Number);
  await killed(child);
  assert.equal(machine.isGone(identity), false);
  parent.stdin.write("kill\n");
  assert.equal((await lines.next()).value, "killed");
  assert.equal(look(second)?.over, true);
  assert.deepEqual([look(first)?.over, look(first)?.leaving], [false, true]);
  assert.equal(machine.isGone(identity), false);
  const exited = once(parent, "exit");
  parent.stdin.end();
  await exited;
});

/** A worker that had the number of this process before it. */
function endedBefore(machine: ThisMachine): WorkerIdentity {
  const { machine: name, processes } = machine.identity();
  return {
    machine: name,
    processes: processes.map(({ pid, started }) => ({ pid, started: started.replace(/^\d+/, "1") })),
  };
}

test("a process that has the number of one that ended is another", { skip: linux }, async () => {
  const machine = thisMachine();
  assert.equal(await gone(machine, endedBefore(machine)), true);
});

test("of a worker of another machine nothing can be seen", () => {
  const machine = thisMachine();
  assert.equal(machine.isGone({ ...endedBefore(machine), machine: "elsewhere" }), false);
});

test("a worker that does not say which process it is is never gone", () => {
  const machine = thisMachine();
  assert.equal(machine.isGone({ ...machine.identity(), processes: [] }), false);
});

test("of a worker whose process has its number elsewhere nothing can be seen", { skip: namespaces }, () => {
  const other = (...flags: readonly string[]): Known => {
    const { stdout, stderr } = spawnSync("unshare", ["--fork", "--kill-child", ...flags, process.execPath, WORKER], {
      input: "",
      encoding: "utf8",
    });
    assert.ok(stdout.endsWith("}\n"), stderr);
    return JSON.parse(stdout);
  };
  const machine = thisMachine();
  const inside = other("--pid", "--mount-proc");
  assert.ok(inside.mark !== null);
  assert.equal(inside.identity.machine, machine.identity().machine);
  assert.equal(machine.isGone(inside.identity), false);
  // It has a /proc that tells of others by its numbers.
  assert.deepEqual(other("--pid").identity.processes, []);
  assert.equal(other("--pid").mark, null);
});

for (const [line, hidden] of [
  ["proc /proc proc rw,nosuid,nodev,noexec,relatime 0 0", false],
  ["proc /proc proc rw,relatime,hidepid=off 0 0", false],
  ["proc /proc proc rw,relatime,hidepid=0 0 0", false],
  ["proc /proc proc rw,relatime,gid=4,hidepid=invisible 0 0", true],
  ["none /proc proc rw,hidepid=2 0 0", true],
  ["proc /proc proc hidepid=ptraceable 0 0", true],
  ["proc /other/proc proc rw,hidepid=2 0 0", false],
] as const)
  test(`${line} ${hidden ? "hides" : "shows"} the processes of others`, () => {
    assert.equal(hidesOthers(`sysfs /sys sysfs rw 0 0\n${line}\ntmpfs /dev tmpfs rw 0 0\n`), hidden);
  });
