// The life of the Python runner: what it says and in which order, and what one call leaves for the next.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { CONTEXT, keyword, load, MARKER, plan, start } from "./sandboxed-python.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const ANY = { kind: "any" };
const call = (tool: string, args: object = {}) => ({
  type: "call",
  callId: "c",
  tool,
  phase: "call",
  arguments: args,
  ctx: CONTEXT,
});

describe("the order of messages", () => {
  test("ready, loaded, waiting, then ended and waiting around each call", async () => {
    await using started = start();
    const ready = await started.control.next();
    assert.equal(ready?.type, "ready");
    const folder = temporaryFolder();
    writeFileSync(join(folder, "m.py"), "def f():\n    return 1\n");
    started.control.send({
      type: "load",
      entry: join(folder, "m.py"),
      file: "m.py",
      searchPath: [folder],
      plans: [plan("f")],
      async: false,
      marker: MARKER,
      purpose: "calls",
      reuse: false,
    });
    assert.deepEqual(await started.control.next(), { type: "loaded", threads: 0 });
    for (const n of [0, 1, 2]) {
      assert.deepEqual(await started.control.next(), { type: "waiting", n });
      started.call.send(call("f"));
      assert.deepEqual(await started.call.next(), { type: "result", value: 1 });
      assert.deepEqual(await started.control.next(), { type: "ended", n, status: 0 });
    }
  });

  test("a child imports nothing before its call, for each would pay for it", async () => {
    const source =
      "import sys\nimport atexit\ndef f():\n    return [name for name in ('pathlib', 'threading', 'asyncio', 'typing', 'inspect') if name in sys.modules]\n";
    await using module = await load(source, [plan("f")]);
    module.call.send(call("f"));
    assert.deepEqual(await module.call.next(), { type: "result", value: [] });
  });

  test("the report tells what the process found of itself", async () => {
    const settings = { limits: { RLIMIT_NOFILE: 128, RLIMIT_CORE: 0 }, probes: { getpid: [39], close: [3, 9_999] } };
    await using started = start(settings);
    const report = (await started.control.next())?.report;
    assert.equal(report.pid, started.process.pid);
    assert.match(report.interpreter, /^python 3\.\d+\.\d+$/);
    assert.equal(report.status.NoNewPrivs, "1");
    assert.match(report.namespaces.pid, /^pid:\[\d+\]$/);
    assert.ok(report.root.includes("proc"));
    assert.deepEqual(
      report.descriptors.filter((number: number) => number < 5),
      [0, 1, 2, 3, 4],
    );
    assert.equal(report.limits.RLIMIT_NOFILE, 128);
    assert.equal(report.refused.connect, "allowed");
  });
});

describe("the end of a socket", () => {
  for (const which of ["control", "call"] as const) {
    test(`the ${which} socket's end while a child waits ends the process`, async () => {
      await using module = await load("def f():\n    return 1\n", [plan("f")]);
      module[which].end();
      if (which === "call") assert.equal((await module.control.next())?.type, "ended");
      module.control.end();
      await module.exited;
    });
  }

  test("before load it exits", async () => {
    await using started = start();
    await started.control.next();
    started.control.end();
    assert.equal(await started.exited, 0);
  });

  test("while a call runs it ends the call too", async () => {
    await using module = await load("import time\ndef f():\n    time.sleep(60)\n", [plan("f")]);
    module.call.send(call("f"));
    module.control.end();
    await module.exited;
  });
});

describe("what one call leaves for the next", () => {
  const source = `
import os, random, sys, threading, time
seen = []
def remembers():
    seen.append(1)
    return len(seen)
def draws():
    return random.random()
def forks():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    return os.getpid()
def lingers():
    threading.Thread(target=time.sleep, args=(60,)).start()
    return "done"
def unblocks():
    os.set_blocking(3, False)
    os.set_blocking(1, False)
    return "done"
def prints(text):
    print(text, end="")
    print("to stderr", file=sys.stderr)
def crashes():
    print("before")
    os.kill(os.getpid(), 11)
def leaves():
    os._exit(9)
def ends_its_group():
    os.kill(0, 9)
def writes(folder):
    os.makedirs(os.path.join(folder, "/".join(["d"] * 200)))
    os.symlink("/etc/passwd", os.path.join(folder, "link"))
    os.makedirs(os.path.join(folder, "locked", "inner"))
    os.chmod(os.path.join(folder, "locked"), 0)
    open(os.path.join(folder, ".hidden"), "w").close()
def spawns():
    import subprocess
    listed = subprocess.run(["ls", "/proc/self/fd"], capture_output=True, text=True, close_fds=False).stdout.split()
    return [subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout, "3" in listed and "4" in listed, sys.argv[1:]]
kept = []
def buffers(path):
    kept.append(open(path, "w"))
    kept[0].write("not yet written")
`;
  const plans = [...source.matchAll(/^def (\w+)\((\w*)\)/gm)].map(([, name, argument]) =>
    plan(String(name), { parameters: argument ? [keyword(argument, ANY)] : [] }),
  );

  test("nothing in memory, and a random number of its own", async () => {
    await using module = await load(source, plans);
    assert.equal((await module.ask("remembers")).value, 1);
    assert.equal((await module.ask("remembers")).value, 1);
    assert.notEqual((await module.ask("draws")).value, (await module.ask("draws")).value);
  });

  test("no process, however it was started", async () => {
    await using module = await load(source, plans);
    await module.ask("forks");
    // `ask` returns when the parent has said `ended` and `waiting`: only the next child is left.
    const children = readChildren(module.process.pid ?? 0);
    assert.equal(children.length, 1);
  });

  test("a thread that goes on does not hold the call", async () => {
    await using module = await load(source, plans);
    assert.equal((await module.ask("lingers")).value, "done");
  });

  test("descriptors that it made non-blocking", async () => {
    await using module = await load(source, plans);
    await module.ask("unblocks");
    assert.equal((await module.ask("remembers")).value, 1);
  });

  test("what came too late for it", async () => {
    await using module = await load(source, plans);
    module.call.send({ type: "cancel" });
    module.call.send({ type: "reply", id: 1, ok: true });
    assert.equal((await module.ask("remembers")).value, 1);
  });

  test("output ends with the marker, also where its last line has no end", async () => {
    await using module = await load(source, plans);
    await module.ask("prints", { text: "one\ntwo" });
    module.control.end();
    module.call.end();
    await module.exited;
    assert.equal(module.output.stdout, `one\ntwo${MARKER}\n`);
    assert.equal(module.output.stderr, `to stderr\n${MARKER}\n`);
  });

  for (const [tool, status] of [
    ["crashes", 11],
    ["leaves", 9 << 8],
    ["ends_its_group", 9],
  ] as const) {
    test(`a call that ${tool} is told by its status, and the next one runs`, async () => {
      await using module = await load(source, plans);
      module.call.send(call(tool));
      assert.deepEqual(await module.control.next(), { type: "ended", n: 0, status });
      assert.deepEqual(await module.control.next(), { type: "waiting", n: 1 });
      assert.equal((await module.ask("remembers")).value, 1);
    });
  }

  test("no file in the scratch folders, however deep or locked", async () => {
    const folder = temporaryFolder();
    await using module = await load(source, plans, { settings: { scratch: [folder] } });
    await module.ask("writes", { folder });
    assert.deepEqual(readdirSync(folder), []);
    assert.ok(existsSync("/etc/passwd"));
  });

  test("the first call finds none that the module left when it was loaded", async () => {
    const folder = temporaryFolder();
    const leaving = `
import os, subprocess
open(${JSON.stringify(join(folder, "left"))}, "w").close()
left = subprocess.Popen(["sleep", "600"])
def finds():
    return [os.listdir(${JSON.stringify(folder)}), os.path.exists(f"/proc/{left.pid}")]
`;
    await using module = await load(leaving, [plan("finds")], { settings: { scratch: [folder] } });
    assert.deepEqual((await module.ask("finds")).value, [[], false]);
  });

  test("what it wrote to a file is in the file, also where it did not close it", async () => {
    await using module = await load(source, plans);
    const path = join(module.folder, "kept.txt");
    await module.ask("buffers", { path });
    assert.equal(readFileSync(path, "utf8"), "not yet written");
  });

  test("a program may be started where nothing refuses it", async () => {
    await using module = await load(source, plans);
    assert.deepEqual((await module.ask("spawns")).value, ["hi\n", false, []]);
  });

  test("when the scratch folder cannot be emptied it ends instead of serving the next", async () => {
    const folder = join(temporaryFolder(), "scratch");
    await using module = await load(source, plans, { settings: { scratch: [folder] } });
    module.call.send(call("buffers", { path: folder }));
    await module.call.next();
    assert.equal((await module.control.next())?.type, "ended");
    assert.equal(await module.control.next(), undefined);
  });
});

function readChildren(pid: number): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name) || !existsSync(`/proc/${name}/stat`)) return false;
    try {
      const stat = readStat(name);
      return stat === pid;
    } catch {
      return false;
    }
  });
}

function readStat(name: string): number {
  const text = readFileSync(`/proc/${name}/stat`, "utf8");
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
}

describe("the module", () => {
  test("its names are injected, its siblings import, and dataclasses and pickle find it", async () => {
    const source = `
from __future__ import annotations
import pickle
from dataclasses import dataclass
from _helper import wait_a_little
import plnt, haft

@primer_tool(timeout_seconds=5)
def f() -> str:
    return pickle.loads(pickle.dumps(Box("kept"))).inside

@dataclass
class Box:
    inside: str

@tool
def g():
    return [plnt.tool is tool, haft.ToolContext is ToolContext, __name__, wait_a_little().kind]
g2 = tool(name="other")(g)
`;
    const helper = "def wait_a_little():\n    return sleep_for(1)\n";
    const resume = { function: "f", takesContext: false, on: ["answer"], idempotent: false, result: ANY };
    await using module = await load(source, [plan("f"), plan("g", { resume })], {
      files: { "_helper.py": helper },
      file: "mine.py",
    });
    assert.equal((await module.ask("f")).value, "kept");
    const { error } = await module.ask("g");
    assert.equal(error.type, "wait_not_returned");
  });

  test("a file named like a module of the standard library does not take its place", async () => {
    const source = "import json\ndef f():\n    return [__name__, json.dumps([1])]\n";
    await using module = await load(source, [plan("f")], { file: "statistics.py" });
    assert.deepEqual((await module.ask("f")).value, ["tool_statistics", "[1]"]);
  });

  test("a package of the same name does not take the place of haft or plnt", async () => {
    const files = { "plnt.py": "tool = None\n", "haft.py": "tool = None\n" };
    await using module = await load(
      "import plnt, haft\ndef f():\n    return callable(plnt.tool) and callable(haft.tool)\n",
      [plan("f")],
      { files },
    );
    assert.equal((await module.ask("f")).value, true);
  });

  test("threads at import: it says so, serves one call itself, and ends", async () => {
    const source = `
import os, threading, time
threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
def f():
    return os.getpid()
`;
    const folder = temporaryFolder();
    writeFileSync(join(folder, "m.py"), source);
    await using started = start();
    await started.control.next();
    started.control.send({
      type: "load",
      entry: join(folder, "m.py"),
      file: "m.py",
      searchPath: [folder],
      plans: [plan("f")],
      async: false,
      marker: MARKER,
      purpose: "calls",
      reuse: false,
    });
    assert.deepEqual(await started.control.next(), { type: "loaded", threads: 1 });
    assert.deepEqual(await started.control.next(), { type: "waiting", n: 0 });
    assert.equal(await started.control.next(), undefined);
    started.call.send(call("f"));
    assert.deepEqual(await started.call.next(), { type: "result", value: started.process.pid });
    assert.equal(await started.exited, 0);
  });

  test("numpy is forked, and each call draws its own numbers", async () => {
    const source =
      "import numpy\nnumpy.dot(numpy.ones((300, 300)), numpy.ones((300, 300)))\ndef f():\n    return float(numpy.random.rand())\n";
    await using module = await load(source, [plan("f")], { search: ["/usr/lib/python3/dist-packages"] });
    assert.notEqual((await module.ask("f")).value, (await module.ask("f")).value);
  });
});
