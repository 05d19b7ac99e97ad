// The life of the TypeScript runner: what it says and in which order.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { temporaryFolder } from "../../../python/test/temporary-folder.ts";
import { bundled, CONTEXT, load, plan, positional, start } from "./sandboxed-node.ts";

const any = { kind: "any" };

describe("the order of messages", () => {
  test("ready, loaded, waiting, then the answer and the end", async () => {
    const { entry } = await bundled("export function f(a) { return a; }");
    await using started = await start({ limits: ["RLIMIT_NOFILE", "RLIMIT_AS"] });
    const report = (await started.socket.next())?.report;
    assert.equal(report.pid, started.process.pid);
    assert.equal(report.interpreter, `node ${process.versions.node}`);
    assert.match(report.namespaces.net, /^net:\[\d+\]$/);
    assert.match(report.status.CapEff, /^[0-9a-f]{16}$/);
    assert.deepEqual(report.descriptors.slice(0, 4), [0, 1, 2, 3]);
    assert.deepEqual(Object.keys(report.limits), ["RLIMIT_NOFILE", "RLIMIT_AS"]);
    assert.equal(report.refused.connect, "allowed");
    const plans = [plan("f", { parameters: [positional("a", any)] })];
    started.socket.send({
      type: "load",
      entry,
      file: "f.tools.ts",
      searchPath: [],
      plans,
      async: false,
      marker: "m",
      purpose: "calls",
      reuse: false,
    });
    assert.deepEqual(await started.socket.next(), { type: "loaded", threads: 0 });
    assert.deepEqual(await started.socket.next(), { type: "waiting", n: 0 });
    started.socket.send({ type: "call", callId: "c", tool: "f", phase: "call", arguments: { a: 1 }, ctx: CONTEXT });
    assert.deepEqual(await started.socket.next(), { type: "result", value: 1 });
    assert.equal(await started.socket.next(), undefined);
    assert.equal(await started.exited, 0);
  });

  test("a definition says what it is and the process ends", async () => {
    const source = `
import { defineTool } from "@plico-ai/sdk";
import { z } from "zod";
export default defineTool({
  name: "add", description: "Add two numbers.", inputSchema: z.object({ a: z.number(), b: z.number().default(0) }),
  capabilities: [], approval: { required: false }, handler: ({ a, b }) => a + b,
});
`;
    const { entry } = await bundled(source);
    await using started = await start();
    await started.socket.next();
    started.socket.send({
      type: "load",
      entry,
      file: "add.tool.ts",
      searchPath: [],
      plans: [],
      async: false,
      marker: "m",
      purpose: "definition",
      reuse: false,
    });
    const said = await started.socket.next();
    assert.equal(said?.type, "definition");
    assert.deepEqual(said.fields, {
      name: "add",
      description: "Add two numbers.",
      capabilities: [],
      approval: { required: false },
    });
    assert.deepEqual([said.functions, said.schemas.inputSchema.schema.required], [["handler"], ["a"]]);
    assert.equal(await started.exited, 0);
  });
});

describe("reuse", () => {
  const source = `
import { askUser } from "haft";
import { temporaryFolder } from "../../../python/test/temporary-folder.ts";
let count = 0;
export async function slow(ms, ctx) { count += 1; await new Promise((r) => setTimeout(r, ms)); return [ctx.callId, count]; }
export async function drops(ms) { await new Promise((r) => setTimeout(r, ms)); askUser("?"); return 1; }
export async function secret(ctx) { return await ctx.secret("A"); }
export async function cancels(ctx) { await new Promise((r) => ctx.signal.addEventListener("abort", r)); return "cancelled"; }
export async function breaks() { await null; setTimeout(() => { throw new RangeError("from a timer"); }, 1); await new Promise(() => {}); }
`;
  const context = { passing: "context", positional: true };
  const plans = [
    plan("slow", { parameters: [positional("ms", any), context] }),
    plan("drops", { parameters: [positional("ms", any)] }),
    plan("secret", { parameters: [context] }),
    plan("cancels", { parameters: [context] }),
    plan("breaks"),
  ];
  const call = (callId: string, tool: string, args: object = {}) => ({
    type: "call",
    callId,
    tool,
    phase: "call",
    arguments: args,
    ctx: { ...CONTEXT, callId },
  });

  test("calls run side by side and are told apart by their ids", async () => {
    const { entry } = await bundled(source);
    await using process = await load(entry, plans, { message: { reuse: true } });
    process.socket.send(call("one", "slow", { ms: 150 }));
    process.socket.send(call("two", "slow", { ms: 5 }));
    process.socket.send(call("three", "drops", { ms: 30 }));
    process.socket.send(call("four", "breaks"));
    const answers = new Map<string, unknown>();
    while (answers.size < 4) {
      const said = await process.socket.next();
      answers.set(said?.callId, said?.value ?? said?.error?.type);
    }
    assert.deepEqual([...answers].sort(), [
      ["four", "RangeError"],
      ["one", ["one", 2]],
      ["three", "wait_not_returned"],
      ["two", ["two", 2]],
    ]);
  });

  test("requests and cancellation reach their own call, and the socket's end ends the process", async () => {
    const { entry } = await bundled(source);
    await using process = await load(entry, plans, { message: { reuse: true } });
    process.socket.send(call("a", "secret"));
    const request = await process.socket.next();
    assert.deepEqual([request?.callId, request?.op], ["a", "secret"]);
    process.socket.send(call("b", "cancels"));
    process.socket.send({ type: "cancel", callId: "b" });
    assert.deepEqual(await process.socket.next(), { type: "result", callId: "b", value: "cancelled" });
    process.socket.send({ type: "reply", callId: "a", id: request?.id, ok: true, value: "s" });
    assert.deepEqual(await process.socket.next(), { type: "result", callId: "a", value: "s" });
    process.socket.end();
    await process.exited;
  });
});

test("V8's compile cache is written when the module has been loaded, where that is asked for", async () => {
  const { entry } = await bundled("export function f() { return 1; }");
  const folder = temporaryFolder();
  await using writing = await load(entry, [plan("f")], { settings: { compileCache: { folder, write: true } } });
  assert.ok(existsSync(folder) && readdirSync(folder).length > 0);
  assert.equal((await writing.ask("f")).value, 1);
  await using reading = await load(entry, [plan("f")], { settings: { compileCache: { folder, write: false } } });
  assert.equal((await reading.ask("f")).value, 1);
});
