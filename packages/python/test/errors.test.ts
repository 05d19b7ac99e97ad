// Errors of a call: their type, their message, and a stack of the author's own lines.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { keyword, type Loaded, load, plan } from "./sandboxed-python.ts";

const SOURCE = `import asyncio, errno, os, sys, threading
import helper
class Trouble(Exception):
    pass
def raises():
    raise Trouble("no luck")
def inside():
    return helper.deeper(0)
def chained():
    try:
        raises()
    except Trouble as fault:
        raise ValueError("worse") from fault
def exits():
    sys.exit(3)
def interrupted():
    raise KeyboardInterrupt
def asks():
    return input("? ")
def recurses():
    return recurses()
def memory():
    raise MemoryError
def full():
    raise OSError(errno.ENOSPC, "No space left on device")
def unreadable():
    class Bad(Exception):
        def __str__(self):
            raise TypeError
    raise Bad
def long():
    raise ValueError("x" * 1_000_000)
def closed():
    os.close(1)
    print("into the void", flush=True)
async def grouped():
    async def fails():
        raise Trouble("one of them")
    raise ExceptionGroup("several", [Trouble("one"), ValueError("two")])
def noted():
    fault = Trouble("no luck")
    fault.add_note("try later")
    raise fault
def surrogate():
    raise ValueError("\\ud800")
async def slow():
    await asyncio.sleep(0.001)
    raise Trouble("after a while")
def loop_in_loop():
    return asyncio.run(asyncio.sleep(0, "fine"))
def old_style():
    return asyncio.get_event_loop().run_until_complete(asyncio.sleep(0, "fine"))
def later():
    def work():
        raise Trouble("in a thread")
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return "survived"
`;

const HELPER = `def deeper(n):
    if n == 2:
        raise KeyError("gone")
    return deeper(n + 1)
`;

/** Tool, type, message, lines of the stack. */
const ROWS: readonly [string, string, string, RegExp?][] = [
  [
    "raises",
    "Trouble",
    "no luck",
    /^Traceback \(most recent call last\):\n {2}File "tools\/tools\.py", line 6, in raises\n {4}raise Trouble\("no luck"\)\nTrouble: no luck$/,
  ],
  [
    "inside",
    "KeyError",
    "'gone'",
    /File "tools\/tools\.py", line 8, in inside\n.*\n {2}File "tools\/helper\.py", line 4, in deeper\n/,
  ],
  [
    "chained",
    "ValueError",
    "worse",
    /Trouble: no luck\n\nThe above exception was the direct cause of the following exception:\n\nTraceback/,
  ],
  ["exits", "SystemExit", "the tool ended its process: sys.exit(3)"],
  ["interrupted", "KeyboardInterrupt", "KeyboardInterrupt"],
  ["asks", "EOFError", "EOF when reading a line"],
  ["recurses", "RecursionError", "maximum recursion depth exceeded", /… 9\d\d frames …/],
  ["memory", "out_of_memory", "out_of_memory"],
  ["full", "disk_full", "[Errno 28] No space left on device"],
  ["unreadable", "Bad", "Bad"],
  ["closed", "OSError", "[Errno 9] Bad file descriptor"],
  ["grouped", "ExceptionGroup", "several (2 sub-exceptions); Trouble: one; ValueError: two"],
  ["noted", "Trouble", "no luck\ntry later"],
  ["surrogate", "ValueError", "\ud800"],
  [
    "slow",
    "Trouble",
    "after a while",
    /^Traceback \(most recent call last\):\n {2}File "tools\/tools\.py", line \d+, in slow\n/,
  ],
];

describe("errors", () => {
  let module: Loaded;
  before(async () => {
    const names = [...ROWS.map(([name]) => name), "long", "later", "loop_in_loop", "old_style"];
    module = await load(
      SOURCE,
      names.map((name) => plan(name)),
      { files: { "helper.py": HELPER }, async: true },
    );
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [tool, type, message, stack] of ROWS) {
    test(`${tool} ends with ${type}`, async () => {
      const { error } = await module.ask(tool);
      assert.deepEqual([error.type, error.message], [type, message]);
      if (stack) assert.match(error.stack, stack);
      assert.doesNotMatch(error.stack, /haft_runner|asyncio\/runners/);
    });
  }

  test("a message of a million characters is cut and says how long it was", async () => {
    const { error } = await module.ask("long");
    assert.match(error.message, /^x{32000}… \(1,000,000 characters\)$/);
  });

  test("an exception in a thread of the tool's own is its output, not the call's error", async () => {
    assert.deepEqual(await module.ask("later"), { type: "result", value: "survived" });
    assert.match(module.output.stderr, /Trouble: in a thread/);
  });

  test("a plain function may run a loop of its own", async () => {
    assert.deepEqual(await module.ask("loop_in_loop"), { type: "result", value: "fine" });
    assert.deepEqual(await module.ask("old_style"), { type: "result", value: "fine" });
  });

  test("a tool that is not there is named with those that are", async () => {
    const { error } = await module.ask("absent");
    assert.equal(error.type, "unknown_tool");
    assert.match(error.message, /^there is no tool 'absent' here; there are: raises, /);
  });

  test("arguments nested too deep to be read end the call, not more", async () => {
    const { error } = await module.ask("raises", { a: 1 });
    assert.equal(error.message, "raises has no argument a; it has: none");
  });
});

describe("modules that cannot be loaded", () => {
  const refused = async (source: string, options: Parameters<typeof load>[2] = {}) => {
    try {
      await using module = await load(source, [plan("f")], options);
      assert.fail(`loaded: ${module.folder}`);
    } catch (error) {
      return (error as { loaded: { error: Record<string, string> } }).loaded.error;
    }
  };

  test("a missing package is named with the interpreter and what adds it", async () => {
    const error = await refused("import json\nimport no_such.thing\n", { search: ["/env/site-packages"] });
    assert.equal(error.type, "load_failed");
    assert.match(
      error.message ?? "",
      /^tools\/tools\.py:2 imports no_such, which is not installed \(Python 3\.\d+ at \/\S+; package environment: \/env\/site-packages\)$/,
    );
    assert.equal(error.hint, "python3 -m venv .venv && .venv/bin/pip install no_such");
  });

  test("a package that is installed under another name is named by that", async () => {
    const error = await refused("import bs4\n", { search: ["/env"] });
    assert.equal(error.hint, "python3 -m venv .venv && .venv/bin/pip install beautifulsoup4");
  });

  test("a relative import is told how siblings are imported", async () => {
    const error = await refused("from . import helper\n");
    assert.match(error.message ?? "", /:1 could not be loaded: ImportError: attempted relative import/);
    assert.match(error.hint ?? "", /write `import helper`/);
  });

  test("an exception at import is told with its line", async () => {
    const error = await refused("x = 1\nraise ValueError('not today')\n");
    assert.equal(error.message, "tools/tools.py:2 could not be loaded: ValueError: not today");
  });

  test("a module that exits at import is told so", async () => {
    const error = await refused("import sys\nsys.exit(0)\n");
    assert.match(error.message ?? "", /SystemExit: the tool ended its process: sys\.exit\(0\)$/);
  });

  test("a syntax error is told with its line", async () => {
    const error = await refused("def f(:\n    pass\n");
    assert.match(error.message ?? "", /could not be loaded: SyntaxError: invalid syntax/);
  });
});

test("a companion that is not there any more is an error of the call", async () => {
  const resume = { function: "gone", takesContext: false, on: ["answer"], idempotent: false, result: { kind: "any" } };
  await using module = await load("def f(a):\n    return a\n", [
    plan("f", { resume, parameters: [keyword("a", { kind: "any" })] }),
  ]);
  const { error } = await module.ask("f", {}, { phase: "resume", payload: {}, meta: {} });
  assert.deepEqual([error.type, error.message], ["load_failed", "the loaded module has no function gone"]);
});
