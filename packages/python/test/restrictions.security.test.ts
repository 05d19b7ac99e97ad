// What the Python runner gives up before it loads a module, and that nothing on the wire crashes what is outside.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pythonConfine, pythonPath } from "../index.js";
import { CONTEXT, keyword, load, plan, start } from "./sandboxed-python.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A filter that answers EPERM to one system call, and lets everything else through. */
function refusing(number: number): string {
  const instructions = [
    [0x20, 0, 0, 0], // load the number of the call
    [0x15, 0, 1, number], // if it is this one
    [0x06, 0, 0, 0x00050001], // EPERM
    [0x06, 0, 0, 0x7fff0000], // allow
  ];
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, yes, no, k]] of instructions.entries()) {
    bytes.writeUInt16LE(code ?? 0, index * 8);
    bytes.writeUInt8(yes ?? 0, index * 8 + 2);
    bytes.writeUInt8(no ?? 0, index * 8 + 3);
    bytes.writeUInt32LE(k ?? 0, index * 8 + 4);
  }
  return bytes.toString("base64");
}

const NUMBERS =
  process.arch === "arm64" ? { mkdirat: 34, getppid: 173, getsid: 156 } : { mkdirat: 83, getppid: 110, getsid: 124 };

const SOURCE = `
import os, threading, time
def attempt(call):
    try:
        call()
        return "allowed"
    except OSError as fault:
        return fault.errno
at_import = [attempt(lambda: os.mkdir("/nowhere/at/all")), attempt(lambda: os.getsid(0))]
def f():
    found = []
    thread = threading.Thread(target=lambda: found.append(attempt(lambda: os.getsid(0))))
    thread.start()
    thread.join()
    return [at_import, attempt(lambda: os.mkdir("/nowhere/at/all")), attempt(lambda: os.getsid(0)), found]
def dumpable():
    import ctypes
    return ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
def descriptor(number):
    os.fstat(number)
    return "open"
def limits():
    import resource
    return [resource.getrlimit(resource.RLIMIT_NOFILE), resource.getrlimit(resource.RLIMIT_FSIZE)]
def too_much():
    return bytearray(3 << 30)
`;
const PLANS = ["f", "dumpable", "limits", "too_much"].map((name) => plan(name));
PLANS.push(plan("descriptor", { parameters: [keyword("number", { kind: "integer" })] }));
const EPERM = 1;
const ENOENT = 2;

describe("filters", () => {
  test("the parent's is in force when the module is loaded, the child's in the call only", async () => {
    const settings = { parentFilter: refusing(NUMBERS.mkdirat), childFilter: refusing(NUMBERS.getsid) };
    await using module = await load(SOURCE, PLANS, { settings });
    assert.deepEqual((await module.ask("f")).value, [[EPERM, "allowed"], EPERM, EPERM, [EPERM]]);
    assert.deepEqual((await module.ask("f")).value, [[EPERM, "allowed"], EPERM, EPERM, [EPERM]]);
  });

  test("without them the same is allowed", async () => {
    await using module = await load(SOURCE, PLANS);
    assert.deepEqual((await module.ask("f")).value, [[ENOENT, "allowed"], ENOENT, "allowed", ["allowed"]]);
  });

  test("what they refuse is in the report", async () => {
    const probes = { getppid: [NUMBERS.getppid] };
    await using refused = start({ parentFilter: refusing(NUMBERS.getppid), probes });
    const report = (await refused.control.next())?.report;
    assert.deepEqual([report.refused.getppid, report.status.Seccomp], ["EPERM", "2"]);
    await using allowed = start({ probes });
    assert.equal((await allowed.control.next())?.report.refused.getppid, "allowed");
  });

  test("with threads at import the child's filter holds every one of them", async () => {
    const source = `
import os, queue, threading
asked, answered = queue.Queue(), queue.Queue()
def work():
    while True:
        try:
            asked.get()()
            answered.put("allowed")
        except OSError as fault:
            answered.put(fault.errno)
threading.Thread(target=work, daemon=True).start()
def f():
    asked.put(lambda: os.getsid(0))
    return answered.get()
`;
    await using module = await load(source, [plan("f")], { settings: { childFilter: refusing(NUMBERS.getsid) } });
    module.call.send({ type: "call", callId: "c", tool: "f", phase: "call", arguments: {}, ctx: CONTEXT });
    assert.deepEqual(await module.call.next(), { type: "result", value: EPERM });
  });

  test("a filter that is no whole program stops the runner before it says anything", async () => {
    await using started = start({ parentFilter: "AAAA" });
    assert.equal(await started.control.next(), undefined);
    assert.notEqual(await started.exited, 0);
  });
});

describe("Landlock", () => {
  const source = `
def reads(path):
    with open(path) as file:
        return len(file.read()) > 0
def writes(path):
    with open(path, "w") as file:
        return file.write("x")
`;
  const plans = ["reads", "writes"].map((name) => plan(name, { parameters: [keyword("path", { kind: "text" })] }));

  test("only named paths stay visible", async (t) => {
    await using probe = start({ landlock: { read: ["/"], write: [] } });
    const status = (await probe.control.next())?.report.status.Landlock;
    if (status === "absent") return t.skip("this kernel has no Landlock");
    assert.match(status, /^enforced \(ABI \d+\)$/);
    const open = temporaryFolder();
    const closed = temporaryFolder();
    writeFileSync(join(closed, "secret"), "s");
    const read = ["/usr", "/lib", "/lib64", "/proc"];
    await using free = await load(source, plans);
    assert.equal((await free.ask("reads", { path: join(closed, "secret") })).value, true);
    await using held = await load(source, plans, {
      settings: { landlock: { read: [...read, pythonPath], write: [open] } },
      folder: open,
    });
    assert.equal((await held.ask("writes", { path: join(open, "own") })).value, 1);
    assert.equal((await held.ask("reads", { path: join(open, "own") })).value, true);
    for (const path of [join(closed, "secret"), "/etc/passwd"]) {
      assert.equal((await held.ask("reads", { path })).error.type, "PermissionError", path);
    }
    assert.equal((await held.ask("writes", { path: join(closed, "new") })).error.type, "PermissionError");
    assert.equal((await held.ask("writes", { path: "/usr/lib/haft-test" })).error.type, "PermissionError");
    return undefined;
  });
});

test("another program is confined before it starts", () => {
  const program = [
    "import json, os, resource",
    "status = {line.split(':')[0]: line.split()[1] for line in open('/proc/self/status') if ':' in line and len(line.split()) > 1}",
    "try: os.getsid(0); sid = 'allowed'",
    "except OSError as fault: sid = fault.errno",
    "print(json.dumps([status['NoNewPrivs'], resource.getrlimit(resource.RLIMIT_NOFILE), sid]))",
  ].join("\n");
  const settings = { limits: { RLIMIT_NOFILE: 77 }, parentFilter: refusing(NUMBERS.getsid) };
  const { stdout, stderr } = spawnSync(
    "/usr/bin/python3",
    ["-I", "-S", pythonConfine, JSON.stringify(settings), "/usr/bin/python3", "-c", program],
    { encoding: "utf8" },
  );
  assert.equal(stdout, '["1", [77, 77], 1]\n', stderr);
});

describe("what a call has", () => {
  test("no parent's socket, no dumpable memory, the limits that were set", async () => {
    const limits = { RLIMIT_NOFILE: 99, RLIMIT_FSIZE: 1_000_000 };
    await using module = await load(SOURCE, PLANS, { settings: { limits } });
    assert.equal((await module.ask("descriptor", { number: 3 })).value, "open");
    assert.equal((await module.ask("descriptor", { number: 4 })).error.message, "[Errno 9] Bad file descriptor");
    assert.equal((await module.ask("dumpable")).value, 0);
    assert.deepEqual((await module.ask("limits")).value, [
      [99, 99],
      [1_000_000, 1_000_000],
    ]);
  });

  test("memory over the limit is an error of the call", async () => {
    await using module = await load(SOURCE, PLANS, { settings: { limits: { RLIMIT_AS: 1 << 30 } } });
    const { error } = await module.ask("too_much");
    assert.equal(error.type, "out_of_memory");
    assert.equal((await module.ask("dumpable")).value, 0);
  });
});

describe("garbage on the wire", () => {
  const frame = (text: string) => {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(Buffer.byteLength(text));
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const garbage: readonly [string, Buffer][] = [
    ["a frame of 2 GiB", Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0])],
    ["an empty frame", Buffer.from([0, 0, 0, 0])],
    ["text that is no JSON", frame("{nonsense")],
    ["bytes that are no text", Buffer.concat([Buffer.from([0, 0, 0, 2]), Buffer.from([0xff, 0xfe])])],
    ["a list", frame("[1]")],
    ["a message without a type", frame("{}")],
    ["a message of another type", frame('{"type":"result","value":1}')],
    ["a call without ctx", frame('{"type":"call","tool":"f","phase":"call"}')],
    ["a list nested 100,000 deep", frame("[".repeat(100_000))],
  ];
  for (const [title, bytes] of garbage) {
    test(`${title} in place of a call ends that child only`, async () => {
      await using module = await load(SOURCE, PLANS);
      module.call.sendRaw(bytes);
      const ended = await module.control.next();
      assert.deepEqual([ended?.type, ended?.status], ["ended", 72 << 8]);
      assert.equal((await module.control.next())?.type, "waiting");
    });
    test(`${title} in place of load ends the runner`, async () => {
      await using started = start();
      await started.control.next();
      started.control.sendRaw(bytes);
      assert.equal(await started.exited, 0);
    });
  }

  test("arguments nested too deep to be read end the child, and the next one serves", async () => {
    await using module = await load(SOURCE, PLANS);
    module.call.sendRaw(
      frame(
        `{"type":"call","tool":"f","phase":"call","ctx":{},"arguments":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`,
      ),
    );
    assert.equal((await module.control.next())?.type, "ended");
    assert.equal((await module.control.next())?.type, "waiting");
    assert.equal((await module.ask("dumpable")).value, 0);
  });
});
