// How calls end, as a user sees it, in both languages: whatever a tool does to itself is an error of that call and nothing
// more, and the next call works.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openWorkshop, result, type Workshop } from "../values/called.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

const short = "@tool(timeout_seconds=0.5)";

const PYTHON = [
  `
from __future__ import annotations

import asyncio, ctypes, hashlib, os, pickle, signal, sys, tempfile, threading, time
from dataclasses import dataclass, field


@dataclass
class Point:
    x: int
    tags: list[str] = field(default_factory=list)
`,
  pythonTool("ok()", "return 'ok'", []),
  pythonTool("exits()", "sys.exit(3)", []),
  pythonTool("hard_exit()", "os._exit(0)", []),
  pythonTool("segfault()", "ctypes.string_at(0)", []),
  pythonTool("kills_itself()", "os.kill(os.getpid(), signal.SIGKILL)", []),
  pythonTool(
    "fills()",
    "with open('/tmp/full', 'wb') as f:\n    for _ in range(70):\n        f.write(bytes(1 << 20))",
    [],
  ),
  pythonTool("fills_files()", "for n in range(70):\n    open(f'/tmp/{n}', 'wb').write(bytes(1 << 20))", []),
  pythonTool("asks()", "return input('name? ')", []),
  pythonTool("closes()", "os.close(3)\nreturn 'closed'", []),
  pythonTool("interrupts()", "raise KeyboardInterrupt", []),
  pythonTool("endless()", "while True: pass", [], short),
  pythonTool("sleeps()", "time.sleep(60)", [], short),
  pythonTool("deaf()", "signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\ntime.sleep(60)", [], short),
  pythonTool("imports()", "import sklearn.linear_model", []),
  pythonTool("forks()", "if os.fork() == 0:\n    os._exit(0)\nreturn 1", []),
  pythonTool("starts()", "import subprocess\nreturn subprocess.run(['/bin/true']).returncode", []),
  pythonTool("large(n: int)", "return 'x' * n", ["n"]),
  pythonTool("deep()", "raise RecursionError('too deep')", []),
  pythonTool("swallows()", "try:\n    raise ValueError('x')\nexcept Exception:\n    return 'swallowed'", []),
  pythonTool("prints()", "print('out')\nprint('err', file=sys.stderr)\nos.write(1, b'raw')\nreturn 'printed'", []),
  pythonTool(
    "threads()",
    "barrier = threading.Barrier(33)\nfor _ in range(32):\n    threading.Thread(target=barrier.wait).start()\nbarrier.wait(5)\nreturn threading.active_count() >= 1",
    [],
  ),
  pythonTool(
    "busy()",
    "def work():\n    end = time.monotonic() + 3\n    while time.monotonic() < end:\n        hashlib.sha256(block).digest()\nblock = bytes(1 << 20)\nall_ = [threading.Thread(target=work) for _ in range(2)]\n[t.start() for t in all_]\n[t.join() for t in all_]\nreturn 'done'",
    [],
    "@tool(timeout_seconds=4.5)",
  ),
  pythonTool(
    "in_thread()",
    "return await asyncio.to_thread(lambda: threading.current_thread() is not threading.main_thread())",
    [],
  ).replace("def in_thread", "async def in_thread"),
  pythonTool("pickles()", "p = pickle.loads(pickle.dumps(Point(1, ['a'])))\nreturn type(p) is Point and p", []),
].join("\n");

const TYPESCRIPT = [
  `
import { closeSync, writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { tool } from "haft";
`,
  typescriptTool("ok()", 'return "ok";', []),
  typescriptTool("exits()", "process.exit(3);", []),
  typescriptTool("aborts()", "process.abort();", []),
  typescriptTool("kills_itself()", 'process.kill(process.pid, "SIGKILL");', []),
  typescriptTool("fills()", 'writeFileSync("/tmp/full", Buffer.alloc(70 << 20));', []),
  typescriptTool("closes()", 'closeSync(3); return "closed";', []),
  typescriptTool("endless()", "for (;;);", []),
  "tool(endless, { timeoutSeconds: 0.5 });",
  typescriptTool("async never()", "await new Promise((resolve) => setTimeout(resolve, 60_000));", []),
  "tool(never, { timeoutSeconds: 0.5 });",
  typescriptTool("async hangs()", "await new Promise(() => {});", []),
  typescriptTool("large(n: number)", 'return "x".repeat(n);', ["n"]),
  typescriptTool("recurses(): number", "return recurses() + 1;", []),
  typescriptTool(
    "async starts()",
    'const { spawn } = await import("node:child_process"); const { once } = await import("node:events"); return await once(spawn("/bin/true"), "exit");',
    [],
  ),
  typescriptTool(
    "async busy()",
    `const work = "const end = Date.now() + 3000; while (Date.now() < end);";
  const all = [new Worker(work, { eval: true }), new Worker(work, { eval: true })];
  await Promise.all(all.map((worker) => new Promise((resolve) => worker.once("exit", resolve))));
  return "done";`,
    [],
  ),
  "tool(busy, { timeoutSeconds: 4.5 });",
  typescriptTool("throws_text()", 'throw "just text";', []),
  typescriptTool(
    "async rejects_later()",
    'void Promise.reject(new RangeError("later")); await new Promise((resolve) => setTimeout(resolve, 50)); return "returned";',
    [],
  ),
  typescriptTool(
    "prints()",
    'console.log("out", { a: 1 }); console.error("err"); process.stdout.write("raw"); return "printed";',
    [],
  ),
  typescriptTool("hoards()", "const all: unknown[] = []; for (;;) all.push(new Array(1e6).fill(0));", []),
].join("\n");

let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop({ "py.py": PYTHON, "ts.tools.ts": TYPESCRIPT });
});
after(() => workshop[Symbol.asyncDispose]());

type Row = readonly [file: "py.py" | "ts.tools.ts", tool: string, type: string, message: string];
const ROWS: readonly Row[] = [
  ["py.py", "exits", "SystemExit", "the tool ended its process: sys.exit(3)"],
  ["py.py", "hard_exit", "killed", "hard_exit ended before it returned: it left with exit code 0"],
  ["py.py", "segfault", "killed", "segfault ended before it returned: signal SIGSEGV (segmentation fault)"],
  ["py.py", "kills_itself", "killed", "kills_itself ended before it returned: signal SIGKILL (killed)"],
  ["py.py", "fills", "disk_full", "[Errno 27] File too large"],
  ["py.py", "fills_files", "disk_full", "[Errno 28] No space left on device"],
  ["py.py", "asks", "EOFError", "EOF when reading a line"],
  [
    "py.py",
    "closes",
    "killed",
    "closes ended before it returned: it left with exit code 70, as it does where descriptor 3, which carries the answer, was closed",
  ],
  ["py.py", "interrupts", "KeyboardInterrupt", "KeyboardInterrupt"],
  ["py.py", "endless", "timeout", "endless was ended after its time limit of 0.5 s"],
  ["py.py", "sleeps", "timeout", "sleeps was ended after its time limit of 0.5 s"],
  ["py.py", "deaf", "timeout", "deaf was ended after its time limit of 0.5 s"],
  ["py.py", "deep", "RecursionError", "too deep"],
  ["py.py", "imports", "ModuleNotFoundError", "No module named 'sklearn'"],
  ["py.py", "forks", "PermissionError", "[Errno 1] Operation not permitted"],
  ["py.py", "starts", "PermissionError", "[Errno 1] Operation not permitted"],
  ["ts.tools.ts", "starts", "Error", "spawn EPERM"],
  ["ts.tools.ts", "exits", "killed", "the tool ended its own process: process.exit(3)"],
  ["ts.tools.ts", "aborts", "killed", "aborts ended before it returned: signal SIGABRT (aborted)"],
  ["ts.tools.ts", "kills_itself", "killed", "kills_itself ended before it returned: signal SIGKILL (killed)"],
  ["ts.tools.ts", "fills", "disk_full", "EFBIG: file too large, write"],
  [
    "ts.tools.ts",
    "closes",
    "killed",
    "closes ended before it returned: it left with exit code 70, as it does where descriptor 3, which carries the answer, was closed",
  ],
  ["ts.tools.ts", "endless", "timeout", "endless was ended after its time limit of 0.5 s"],
  ["ts.tools.ts", "never", "timeout", "never was ended after its time limit of 0.5 s"],
  ["ts.tools.ts", "hangs", "Error", "the tool waits for a promise that nothing is left to settle"],
  ["ts.tools.ts", "recurses", "RangeError", "Maximum call stack size exceeded"],
  ["ts.tools.ts", "throws_text", "Error", "just text"],
  ["ts.tools.ts", "rejects_later", "RangeError", "later"],
  ["ts.tools.ts", "hoards", "out_of_memory", "hoards used more than its 512 MiB of memory"],
];
for (const [file, tool, type, message] of ROWS) {
  test(`${file} ${tool} ends with ${type}, and the next call works`, async () => {
    const { ok, error } = await workshop.call(file, tool);
    assert.equal(ok, false);
    assert.equal(error?.type, type, JSON.stringify(error));
    assert.equal(error.message, message);
    if (!/^[A-Z]/.test(type)) assert.ok(error.hint, "an own type says what to do next");
    // Without the grant nothing is started, forked or detached, and the error says which grant that is.
    if (tool === "forks" || tool === "starts") assert.match(error.hint ?? "", /grant subprocess/);
    assert.doesNotMatch(error.hint ?? "", /memoryMiB/, "a hint names nothing that the command line cannot set");
    if (tool === "imports") assert.equal(error.hint, "python3 -m venv .venv && .venv/bin/pip install scikit-learn");
    assert.equal(result(await workshop.call(file, "ok")), "ok");
  });
}

for (const file of ["py.py", "ts.tools.ts"]) {
  test(`${file}: a result over the limit is refused by name, also many at once, and one below it comes whole`, async () => {
    const limit = 4 * 1024 * 1024;
    const whole = await workshop.call(file, "large", { n: limit - 2 });
    assert.equal(String(result(whole)).length, limit - 2);
    const sizes = [limit - 1, 5_000_000, 9_000_000, 40_000_000];
    for (const { error } of await Promise.all(sizes.map((n) => workshop.call(file, "large", { n })))) {
      assert.equal(error?.type, "result_too_large", JSON.stringify(error));
      assert.match(error.hint ?? "", /artifacts/);
    }
    assert.equal(result(await workshop.call(file, "ok")), "ok");
  });

  test(`${file}: what a tool prints is its log, not its result, and no failure`, async () => {
    const outcome = await workshop.call(file, "prints");
    assert.equal(outcome.value, "printed");
    const lines = outcome.logs.map(({ stream, text }) => `${stream} ${text}`);
    assert.deepEqual(
      lines.filter((line) => line.startsWith("stdout")),
      [`stdout ${file === "py.py" ? "out" : "out { a: 1 }"}`, "stdout raw"],
    );
    assert.deepEqual(
      lines.filter((line) => line.startsWith("stderr")),
      ["stderr err"],
    );
  });
}

// Six seconds of processor time in three: the limit of it counts every processor that a call may use.
for (const file of ["py.py", "ts.tools.ts"]) {
  test(`${file}: two busy threads get their wall time`, async () => {
    assert.equal(result(await workshop.call(file, "busy")), "done");
  });
}

for (const [tool, value] of [
  ["threads", true],
  ["in_thread", true],
  ["pickles", { x: 1, tags: ["a"] }],
  ["swallows", "swallowed"],
] as const) {
  test(`${tool} works`, async () => {
    assert.deepEqual(result(await workshop.call("py.py", tool)), value);
  });
}
