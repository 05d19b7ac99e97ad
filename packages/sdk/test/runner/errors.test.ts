// Errors of a TypeScript call: their type, their message, and a stack of the author's own lines.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  bundled,
  CONTEXT,
  load,
  MARKER,
  type Message,
  type Module,
  moduleOf,
  plan,
  positional,
  start,
} from "./sandboxed-node.ts";

const SOURCE = `
class Trouble extends Error {}
class Named extends Error { name = "Odd"; }
function inner() { throw new Trouble("no luck"); }
export function raises() { inner(); }
export async function later() { await new Promise((r) => setTimeout(r, 1)); throw new Named("after a while"); }
export function caused() { throw new Error("fetch failed", { cause: new Error("connect ECONNREFUSED") }); }
export function several() { throw new AggregateError([new Trouble("one"), "two"], "all failed"); }
export function text() { throw "just text"; }
export function object() { throw { message: "like an error" }; }
export function nothing() { throw undefined; }
export function recurses() { return recurses(); }
export function exits() { process.exit(3); }
export function uncaught() { setTimeout(() => { throw new Trouble("from a timer"); }, 1); return new Promise((r) => setTimeout(r, 5000)); }
export function unhandled() { Promise.reject(new Trouble("nobody listens")); return new Promise((r) => setTimeout(r, 5000)); }
export function forever() { return new Promise(() => {}); }
export function full() { throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }); }
export function unreadable() { throw { get message() { throw 1; } }; }
export function long() { throw new Error("x".repeat(100_000)); }
export function prints() { console.log("out", 1); console.error("err"); process.stdout.write("no end"); return process.stdout.isTTY; }
export function much() { for (let i = 0; i < 20_000; i += 1) console.log("line " + i); process.exit(0); }
export function closed() { require_fs.closeSync(1); process.stdout.write("x"); return new Promise((r) => setTimeout(r, 1000)); }
export function mute() { require_fs.closeSync(3); return 1; }
export function lingers() { setInterval(() => {}, 1000); return "done"; }
export function listens() { process.on("exit", () => { for (;;) {} }); return "done"; }
import * as require_fs from "node:fs";
`;

const ROWS: readonly [string, string, string][] = [
  ["raises", "Trouble", "no luck"],
  ["later", "Odd", "after a while"],
  ["caused", "Error", "fetch failed: connect ECONNREFUSED"],
  ["several", "AggregateError", "all failed: one: two"],
  ["text", "Error", "just text"],
  ["object", "Error", "like an error"],
  ["nothing", "Error", "undefined"],
  ["recurses", "RangeError", "Maximum call stack size exceeded"],
  ["exits", "killed", "the tool ended its own process: process.exit(3)"],
  ["uncaught", "Trouble", "from a timer"],
  ["unhandled", "Trouble", "nobody listens"],
  ["forever", "Error", "the tool waits for a promise that nothing is left to settle"],
  ["full", "disk_full", "ENOSPC: no space left on device, write"],
  ["unreadable", "Error", "the tool threw something that cannot be read"],
  ["closed", "Error", "EBADF: bad file descriptor, write"],
];

describe("errors", () => {
  let module: Module;
  before(async () => {
    const names = [...SOURCE.matchAll(/^export (?:async )?function (\w+)/gm)].map((found) => String(found[1]));
    module = await moduleOf(
      SOURCE,
      names.map((name) => plan(name)),
    );
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [tool, type, message] of ROWS) {
    test(`${tool} ends with ${type}`, async () => {
      const { error } = await module.ask(tool);
      assert.deepEqual([error.type, error.message], [type, message]);
      assert.doesNotMatch(error.stack ?? "", /runner\.cjs|node:internal/);
    });
  }

  test("the stack names the author's functions", async () => {
    const { error } = await module.ask("raises");
    assert.match(error.stack, /^Error: no luck\n {4}at inner \(file:\/\/\S+\/bundle\.mjs:\d+:\d+\)\n {4}at raises \(/);
    assert.match((await module.ask("caused")).error.stack, /\nCaused by: Error: connect ECONNREFUSED\n/);
  });

  test("a long message is cut and says how long it was", async () => {
    assert.match((await module.ask("long")).error.message, /^x{32000}… \(100000 characters\)$/);
  });

  test("output is written before the answer, and none of it is lost", async () => {
    assert.equal((await module.ask("prints")).value, false);
    assert.deepEqual(
      [module.last.stdout, module.last.stderr, module.last.code],
      [`out 1\nno end${MARKER}\n`, `err\n${MARKER}\n`, 0],
    );
    assert.equal((await module.ask("much")).error.type, "killed");
    assert.match(module.last.stdout, new RegExp(`\nline 19999\n${MARKER}\n$`));
  });

  test("neither timers nor listeners of the tool hold the process after its answer", async () => {
    assert.equal((await module.ask("lingers")).value, "done");
    assert.equal((await module.ask("listens")).value, "done");
  });

  test("a tool that closes the socket ends without an answer, and its code says so", async () => {
    await assert.rejects(module.ask("mute"), /no answer/);
  });

  test("a tool that is not there is named with those that are", async () => {
    const { error } = await module.ask("absent");
    assert.deepEqual(
      [error.type, error.message.slice(0, 43)],
      ["unknown_tool", "there is no tool absent here; there are: ra"],
    );
  });
});

describe("modules that cannot be loaded", () => {
  const refused = async (source: string) => {
    const { entry } = await bundled(source);
    try {
      await using loaded = await load(entry, [plan("f")]);
      assert.fail(`loaded: ${loaded.said}`);
    } catch (error) {
      return (error as { loaded: Message }).loaded.error;
    }
  };
  const rows: readonly [string, string, string][] = [
    ["throws", "throw new RangeError('not today');", "tools.tools.ts could not be loaded: RangeError: not today"],
    [
      "exits",
      "process.exit(0);",
      "tools.tools.ts could not be loaded: killed: the tool ended its own process: process.exit(0)",
    ],
    [
      "waits for nothing",
      "await new Promise(() => {});",
      "tools.tools.ts could not be loaded: Error: the tool waits for a promise that nothing is left to settle",
    ],
    [
      "throws later",
      "setTimeout(() => { throw new Error('late'); }); await new Promise((r) => setTimeout(r, 5000));",
      "tools.tools.ts could not be loaded: Error: late",
    ],
  ];
  for (const [title, source, message] of rows) {
    test(`one that ${title}`, async () => {
      const error = await refused(source);
      assert.deepEqual([error.type, error.message], ["load_failed", message]);
    });
  }
});

describe("garbage on the wire", () => {
  const frame = (text: string) => {
    const header = Buffer.alloc(4);
    header.writeUInt32BE(Buffer.byteLength(text));
    return Buffer.concat([header, Buffer.from(text)]);
  };
  const garbage: readonly [string, Buffer][] = [
    ["a frame of 2 GiB", Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0])],
    ["text that is no JSON", frame("{nonsense")],
    ["a message of another type", frame('{"type":"reply","id":1,"ok":true}')],
    ["a call without ctx", frame('{"type":"call","tool":"f","phase":"call"}')],
  ];
  for (const [title, bytes] of garbage) {
    test(`${title} in place of load or of a call ends the process`, async () => {
      await using started = await start();
      await started.socket.next();
      started.socket.sendRaw(bytes);
      assert.equal(await started.socket.next(), undefined);
      await started.exited;
      const { entry } = await bundled("export function f() { return 1; }");
      await using loaded = await load(entry, [plan("f")]);
      loaded.socket.sendRaw(bytes);
      assert.equal(await loaded.socket.next(), undefined);
      await loaded.exited;
      assert.equal(loaded.output.stderr, "");
    });
  }

  test("the socket's end ends the process, also while a call runs", async () => {
    const { entry } = await bundled("export function f(ms, ctx) { return new Promise((r) => setTimeout(r, ms)); }");
    const context = { passing: "context", positional: true };
    await using loaded = await load(entry, [plan("f", { parameters: [positional("ms", { kind: "any" }), context] })]);
    loaded.socket.send({
      type: "call",
      callId: "c",
      tool: "f",
      phase: "call",
      arguments: { ms: 60_000 },
      ctx: CONTEXT,
    });
    loaded.socket.end();
    await loaded.exited;
  });
});
