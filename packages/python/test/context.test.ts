// `ctx`, field by field, and what it asks of the outside.

import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import { CONTEXT, keyword, type Loaded, load, type Message, plan } from "./sandboxed-python.ts";

const SOURCE = `
import copy, json, pickle, threading, time
def fields(ctx: ToolContext):
    return [ctx.tenant_id, ctx.session_id, ctx.run_id, ctx.call_id, ctx.bundle, ctx.config, ctx.data_dir, ctx.workdir,
            ctx.context, ctx.idempotency_key, ctx.parked_at, type(ctx.data_dir).__name__, ctx.cancelled.is_set()]
def as_dict(ctx):
    names = ["tenant_id", "session_id", "call_id", "tool_call_id", "workspace_id", "chat_id", "parked_at", "workdir"]
    return [[ctx[name] for name in names], ctx.get("nothing", 5), "config" in ctx, sorted(ctx.keys()) == sorted(dict(ctx))]
def unknown_key(ctx):
    return ctx["secret"]
def change(ctx, what):
    try:
        exec(what, {"ctx": ctx})
    except TypeError as fault:
        return str(fault)
def copies(ctx):
    mine = copy.deepcopy(ctx.config)
    mine["list"].append(3)
    return [json.dumps(ctx.config), mine, isinstance(ctx.config, dict)]
def secret(ctx, name):
    return ctx.secret(name)
def secret_or(ctx):
    try:
        return ctx.secret("ABSENT")
    except KeyError as fault:
        return f"{type(fault).__name__}: {fault}"
def tells(ctx):
    ctx.progress(0.5, "half")
    ctx.progress(message="words")
    ctx.inform("hello")
def too_far(ctx):
    ctx.progress(1.5)
def address(ctx):
    return ctx.signal_url("paid")
def reads(ctx, path):
    value = ctx.artifacts.read(path)
    return value if isinstance(value, str) else {"bytes": list(value)}
def writes(ctx):
    return [ctx.artifacts.write("a.txt", "text"), ctx.artifacts.write("b.png", b"\\x89P", mimeType="image/png")]
def writes_much(ctx):
    return ctx.artifacts.write("big.bin", b"x" * 2_500_000)
def reads_much(ctx):
    return len(ctx.artifacts.read("big.bin"))
def lists(ctx):
    return ctx.artifacts.list()
def many(ctx):
    found = []
    threads = [threading.Thread(target=lambda n=n: found.append(ctx.secret(f"S{n}"))) for n in range(20)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return sorted(found)
def waits_for_cancel(ctx):
    ctx.progress(message="started")
    return "cancelled" if ctx.cancelled.wait(5) else "not told"
`;

const CTX = { passing: "context", positional: false };
const ANY = { kind: "any" };

describe("ctx", () => {
  let module: Loaded;
  let asked: Message[] = [];

  before(async () => {
    const names = [...SOURCE.matchAll(/^def (\w+)\(/gm)].map((found) => String(found[1]));
    const argument: Record<string, string> = { change: "what", secret: "name", reads: "path" };
    const plans = names.map((name) =>
      plan(name, { parameters: [CTX, ...(argument[name] ? [keyword(argument[name], ANY)] : [])] }),
    );
    module = await load(SOURCE, plans);
  });
  after(() => module[Symbol.asyncDispose]());
  beforeEach(() => {
    asked = [];
    module.said.length = 0;
  });
  const reply = (answer: (request: Message) => object) => {
    module.answerRequest = (request) => {
      asked.push(request);
      return answer(request);
    };
  };
  const full = {
    ...CONTEXT,
    config: { list: [1, 2], deep: { a: 1 } },
    dataDir: "/data",
    workdir: "/workspace",
    context: { userId: "u-1" },
  };

  test("every field is there", async () => {
    const { value } = await module.ask("fields", {}, { ctx: full });
    const ids = ["acme", "thread-1", "run-1", "call-1", "desk"];
    assert.deepEqual(value, [
      ...ids,
      full.config,
      "/data",
      "/workspace",
      full.context,
      "key-1",
      null,
      "PosixPath",
      false,
    ]);
  });

  test("what is absent is None", async () => {
    const { value } = await module.ask("fields");
    assert.deepEqual(value.slice(5), [{}, null, null, null, "key-1", null, "NoneType", false]);
  });

  test("the plain-dict form has every data field and primer's names", async () => {
    const values = ["acme", "thread-1", "call-1", "call-1", null, null, null, null];
    assert.deepEqual((await module.ask("as_dict")).value, [values, 5, true, true]);
    assert.deepEqual((await module.ask("unknown_key")).error.type, "KeyError");
  });

  test("config cannot be changed, and is otherwise an ordinary dict", async () => {
    const changes = [
      "ctx.config['a'] = 1",
      "del ctx.config['deep']",
      "ctx.config['deep'].update(a=2)",
      "ctx.config['list'].append(3)",
    ];
    for (const what of changes) {
      const { value } = await module.ask("change", { what }, { ctx: full });
      assert.equal(value, "ctx.config is read-only; copy it first: dict(ctx.config)");
    }
    const copied = [
      JSON.stringify(full.config).replaceAll(",", ", ").replaceAll(":", ": "),
      { ...full.config, list: [1, 2, 3] },
      true,
    ];
    assert.deepEqual((await module.ask("copies", {}, { ctx: full })).value, copied);
  });

  test("a secret is asked for when it is needed", async () => {
    reply(() => ({ ok: true, value: "s3cret" }));
    assert.equal((await module.ask("secret", { name: "TOKEN" })).value, "s3cret");
    assert.deepEqual(
      asked.map(({ op, params }) => [op, params]),
      [["secret", { name: "TOKEN" }]],
    );
  });

  test("a secret that is refused is a KeyError whose text is a sentence", async () => {
    reply(() => ({ ok: false, error: { type: "KeyError", message: "the secret ABSENT is not declared" } }));
    assert.equal((await module.ask("secret_or")).value, "KeyError: the secret ABSENT is not declared");
    const { error } = await module.ask("secret", { name: "ABSENT" });
    assert.deepEqual([error.type, error.message], ["KeyError", "the secret ABSENT is not declared"]);
    assert.doesNotMatch(error.stack, /channel\.py/);
  });

  test("progress and inform are told as they happen", async () => {
    await module.ask("tells");
    assert.deepEqual(module.said, [
      { type: "progress", fraction: 0.5, message: "half" },
      { type: "progress", message: "words" },
      { type: "progress", message: "hello" },
    ]);
    assert.equal((await module.ask("too_far")).error.message, "progress: fraction is a number from 0 to 1, not 1.5");
  });

  test("the address of a signal is asked for", async () => {
    reply(() => ({ ok: true, value: "http://h/signals/paid?s=1" }));
    assert.equal((await module.ask("address")).value, "http://h/signals/paid?s=1");
    assert.deepEqual([asked[0]?.op, asked[0]?.params], ["signal.url", { key: "paid" }]);
  });

  test("artifacts are text or bytes", async () => {
    const part = (text: boolean) => ({ version: 1, mimeType: "x", text, base64: "aMOp", last: true });
    reply(({ params }) => ({ ok: true, value: part(params.path === "a.txt") }));
    assert.equal((await module.ask("reads", { path: "a.txt" })).value, "hé");
    assert.deepEqual((await module.ask("reads", { path: "b.bin" })).value, { bytes: [0x68, 0xc3, 0xa9] });
  });

  test("an artifact that is not there is a FileNotFoundError", async () => {
    reply(() => ({ ok: false, error: { type: "artifact_not_found", message: "there is no artifact a.txt" } }));
    const { error } = await module.ask("reads", { path: "a.txt" });
    assert.deepEqual([error.type, error.message], ["FileNotFoundError", "there is no artifact a.txt"]);
  });

  test("artifacts are written with their type", async () => {
    reply(({ params }) => ({ ok: true, value: { path: params.path, version: 1, size: 4, digest: "d" } }));
    const { value } = await module.ask("writes");
    assert.deepEqual(
      value.map((said: Message) => said.path),
      ["a.txt", "b.png"],
    );
    const sent = asked.map(({ params }) => params);
    assert.deepEqual(sent, [
      { path: "a.txt", mimeType: "text/plain", base64: "dGV4dA==", offset: 0, last: true },
      { path: "b.png", mimeType: "image/png", base64: "iVA=", offset: 0, last: true },
    ]);
  });

  test("what is large travels in parts", async () => {
    reply(({ params }) => ({ ok: true, value: params.last ? { version: 2 } : null }));
    assert.deepEqual((await module.ask("writes_much")).value, { version: 2 });
    assert.deepEqual(
      asked.map(({ params }) => [params.offset, params.last]),
      [
        [0, false],
        [1_048_576, false],
        [2_097_152, true],
      ],
    );
    reply(({ params }) => ({
      ok: true,
      value: {
        version: 4,
        mimeType: "x",
        text: false,
        base64: Buffer.alloc(1000).toString("base64"),
        last: params.offset === 2000,
      },
    }));
    asked = [];
    assert.equal((await module.ask("reads_much")).value, 3000);
    assert.deepEqual(
      asked.map(({ params }) => params.version),
      [undefined, 4, 4],
    );
  });

  test("artifacts are listed", async () => {
    const entries = [
      { path: "a", version: 1, size: 1, digest: "d", mimeType: "text/plain", at: "2026-03-01T09:00:00Z" },
    ];
    reply(() => ({ ok: true, value: entries }));
    assert.deepEqual((await module.ask("lists")).value, entries);
  });

  test("requests from many threads get their own replies", async () => {
    reply(({ params }) => ({ ok: true, value: `value of ${params.name}` }));
    const { value } = await module.ask("many");
    assert.deepEqual(value, Array.from({ length: 20 }, (_, n) => `value of S${n}`).sort());
  });

  test("cancelled is set while the tool runs", async () => {
    module.call.send({
      type: "call",
      callId: "c",
      tool: "waits_for_cancel",
      phase: "call",
      arguments: {},
      ctx: CONTEXT,
    });
    assert.equal((await module.call.next())?.message, "started");
    module.call.send({ type: "cancel" });
    assert.deepEqual(await module.call.next(), { type: "result", value: "cancelled" });
    assert.equal((await module.control.next())?.type, "ended");
    assert.equal((await module.control.next())?.type, "waiting");
  });
});
