// The context of a TypeScript tool, field by field, and what it asks of the outside.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CONTEXT, load, type Message, type Module, moduleOf, plan, positional } from "./sandboxed-node.ts";

const SOURCE = `
export function fields(ctx) {
  return [ctx.tenantId, ctx.sessionId, ctx.runId, ctx.callId, ctx.bundle, ctx.config, ctx.dataDir, ctx.workdir,
    ctx.context ?? "none", ctx.idempotencyKey, ctx.parkedAt, ctx.signal.aborted];
}
export function changes(ctx) { "use strict"; try { ctx.config.deep.a = 2; return "changed"; } catch (error) { return error.name; } }
export async function secret(name, ctx) { return await ctx.secret(name); }
export async function secretOr(ctx) { try { return await ctx.secret("ABSENT"); } catch (error) { return [error instanceof Error, error.message]; } }
export function tells(ctx) { ctx.progress(0.5, "half"); ctx.progress(undefined, "words"); ctx.inform("hello"); }
export function tooFar(ctx) { ctx.progress(1.5); }
export function address(ctx) { return ctx.signalUrl("paid"); }
export async function reads(path, ctx) { const found = await ctx.artifacts.read(path); return typeof found === "string" ? found : { bytes: [...found] }; }
export async function missing(ctx) { try { await ctx.artifacts.read("x"); } catch (error) { return [error.code, error.message]; } }
export function writes({ artifacts }) { return Promise.all([artifacts.write("a.txt", "text"), artifacts.write("b.png", new Uint8Array([137]), { mimeType: "image/png" })]); }
export function writesMuch(ctx) { return ctx.artifacts.write("big.bin", new Uint8Array(2_500_000)); }
export async function readsMuch(ctx) { return (await ctx.artifacts.read("big.bin")).length; }
export function lists(ctx) { return ctx.artifacts.list(); }
export async function cancels(ctx) { ctx.inform("started"); await new Promise((r) => ctx.signal.addEventListener("abort", r)); return "cancelled"; }
`;

describe("the context", () => {
  let module: Module;
  let plans: Message[];
  before(async () => {
    const names = [...SOURCE.matchAll(/^export (?:async )?function (\w+)/gm)].map((found) => String(found[1]));
    const context = { passing: "context", positional: true };
    const any = { kind: "any" };
    const argument: Record<string, string> = { secret: "name", reads: "path" };
    plans = names.map((name) =>
      plan(name, { parameters: [...(argument[name] ? [positional(argument[name], any)] : []), context] }),
    );
    module = await moduleOf(SOURCE, plans);
  });
  after(() => module[Symbol.asyncDispose]());

  const ask = async (tool: string, args: object, answer: (request: Message) => object) => {
    const asked: Message[] = [];
    const answered = await module.ask(tool, args, {}, (request) => {
      asked.push(request);
      return answer(request);
    });
    return { ...answered, asked: asked.map(({ op, params }): [string, Message] => [op, params]) } as Message;
  };

  test("every field is there", async () => {
    const config = { list: [1], deep: { a: 1 } };
    const ctx = { ...CONTEXT, config, dataDir: "/data", workdir: "/workspace", context: { userId: "u-1" } };
    const ids = ["acme", "thread-1", "run-1", "call-1", "desk"];
    const { value } = await module.ask("fields", {}, { ctx });
    assert.deepEqual(value, [...ids, config, "/data", "/workspace", { userId: "u-1" }, "key-1", null, false]);
    assert.deepEqual((await module.ask("fields")).value.slice(5, 9), [{}, null, null, "none"]);
    assert.equal((await module.ask("changes", {}, { ctx })).value, "TypeError");
  });

  test("a secret is asked for when it is needed; what is refused is an Error that names it", async () => {
    const { value, asked } = await ask("secret", { name: "TOKEN" }, () => ({ ok: true, value: "s3cret" }));
    assert.deepEqual([value, asked], ["s3cret", [["secret", { name: "TOKEN" }]]]);
    const refused = { type: "KeyError", message: "the secret ABSENT is not declared" };
    assert.deepEqual((await ask("secretOr", {}, () => ({ ok: false, error: refused }))).value, [true, refused.message]);
  });

  test("progress and inform are told as they happen", async () => {
    await module.ask("tells");
    assert.deepEqual(module.last.said, [
      { type: "progress", fraction: 0.5, message: "half" },
      { type: "progress", message: "words" },
      { type: "progress", message: "hello" },
    ]);
    assert.equal(
      (await module.ask("tooFar")).error.message,
      "progress: fraction must be a number from 0 to 1, not 1.5",
    );
  });

  test("the address of a signal is asked for", async () => {
    const { value, asked } = await ask("address", {}, () => ({ ok: true, value: "http://h/paid" }));
    assert.deepEqual([value, asked], ["http://h/paid", [["signal.url", { key: "paid" }]]]);
  });

  test("artifacts are text or bytes; one that is not there has a code", async () => {
    const part = (text: boolean) => ({
      ok: true,
      value: { version: 1, mimeType: "x", text, base64: "aMOp", last: true },
    });
    assert.equal((await ask("reads", { path: "a.txt" }, () => part(true))).value, "hé");
    assert.deepEqual((await ask("reads", { path: "a.bin" }, () => part(false))).value, { bytes: [0x68, 0xc3, 0xa9] });
    const refused = { type: "artifact_not_found", message: "there is no artifact x" };
    assert.deepEqual((await ask("missing", {}, () => ({ ok: false, error: refused }))).value, Object.values(refused));
  });

  test("artifacts are written with their type, large ones in parts", async () => {
    const { asked } = await ask("writes", {}, ({ params }) => ({ ok: true, value: { path: params.path } }));
    assert.deepEqual(asked, [
      ["artifact.write", { path: "a.txt", mimeType: "text/plain", base64: "dGV4dA==", offset: 0, last: true }],
      ["artifact.write", { path: "b.png", mimeType: "image/png", base64: "iQ==", offset: 0, last: true }],
    ]);
    const much = await ask("writesMuch", {}, ({ params }) => ({
      ok: true,
      value: params.last ? { version: 2 } : null,
    }));
    assert.deepEqual(much.value, { version: 2 });
    assert.deepEqual(
      much.asked.map(([, params]: [string, Message]) => params.offset),
      [0, 1_048_576, 2_097_152],
    );
    const bytes = Buffer.alloc(1000).toString("base64");
    const read = await ask("readsMuch", {}, ({ params }) => ({
      ok: true,
      value: { version: 4, mimeType: "x", text: false, base64: bytes, last: params.offset === 2000 },
    }));
    assert.equal(read.value, 3000);
    assert.deepEqual(
      read.asked.map(([, params]: [string, Message]) => params.version),
      [undefined, 4, 4],
    );
  });

  test("artifacts are listed", async () => {
    const entries = [
      { path: "a", version: 1, size: 1, digest: "d", mimeType: "text/plain", at: "2026-03-01T09:00:00Z" },
    ];
    assert.deepEqual((await ask("lists", {}, () => ({ ok: true, value: entries }))).value, entries);
  });

  test("the signal is aborted while the tool runs", async () => {
    await using process = await load(module.entry, plans);
    process.socket.send({ type: "call", callId: "c", tool: "cancels", phase: "call", arguments: {}, ctx: CONTEXT });
    assert.equal((await process.socket.next())?.message, "started");
    process.socket.send({ type: "cancel" });
    assert.deepEqual(await process.socket.next(), { type: "result", value: "cancelled" });
  });
});
