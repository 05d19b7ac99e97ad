// Waits: what each helper sends, what is refused, and how a companion goes on.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { CONTEXT, type Loaded, load, plan } from "./sandboxed-python.ts";

const SOURCE = `
import datetime
async def awaited(ctx):
    return await ctx.ask_user("Ship?", choices=["yes", "no"], to="ops", timeout_seconds=60, meta={"id": 7})
def caught():
    try:
        return ask_user("?")
    except Exception:
        return "swallowed"
def schema():
    return ask_user("?", {"type": "string"})
def short():
    return sleep_for(0)
def timed():
    return sleep_for(datetime.timedelta(minutes=1))
def until():
    return sleep_until("2026-03-01T09:00:00+01:00")
def watched():
    return watch_files(["**/*.md"], timeout_seconds=5)
def signalled():
    return wait_for_signal("paid", meta={"n": 1})
def dropped():
    ask_user("?")
def inside():
    return [sleep_for(1)]
def negative():
    return sleep_for(-1)
def endless():
    return sleep_for(float("inf"))
def year():
    return ask_user("?", timeout_seconds=367 * 86400)
def zoneless():
    return sleep_until("2026-03-01T09:00:00")
def heavy():
    return sleep_for(1, meta={"a": "x" * 70000})
def meta_set():
    return sleep_for(1, meta={"a": {1}})
def outside():
    return watch_files("../secrets/*")
def empty():
    return ask_user("")
def choiceless():
    return ask_user("?", choices=[])
def lonely():
    return ask_user("?")
def _resume(payload, meta):
    if payload.get("again"):
        return ask_user("again?", meta={"round": 2})
    return {"got": payload["response"], "meta": meta}
async def _resume_ctx(ctx, payload, meta):
    return [payload, meta, ctx.parked_at]
`;

const RESUME = { function: "_resume", takesContext: false, on: ["answer"], idempotent: false, result: { kind: "any" } };
const CTX = { passing: "context", positional: false };

/** Tool, what it sends. */
const SENT: readonly [string, object][] = [
  [
    "awaited",
    {
      kind: "answer",
      params: { question: "Ship?", choices: ["yes", "no"], to: ["ops"], timeoutSeconds: 60 },
      meta: { id: 7 },
    },
  ],
  ["caught", { kind: "answer", params: { question: "?" }, meta: {} }],
  ["schema", { kind: "answer", params: { question: "?", schema: { type: "string" } }, meta: {} }],
  ["short", { kind: "time", params: { seconds: 0 }, meta: {} }],
  ["timed", { kind: "time", params: { seconds: 60 }, meta: {} }],
  ["until", { kind: "time", params: { until: "2026-03-01T09:00:00+01:00" }, meta: {} }],
  ["signalled", { kind: "signal", params: { key: "paid" }, meta: { n: 1 } }],
];

/** Tool, type, message. */
const REFUSED: readonly [string, string, string | RegExp][] = [
  ["dropped", "wait_not_returned", "dropped called ask_user(…) and returned NoneType instead of the wait it gave"],
  ["inside", "wait_not_returned", "inside called sleep_for(…) and returned list instead of the wait it gave"],
  ["negative", "ValueError", "sleep_for: seconds is -1; it must be between 0 and 31,622,400 (366 days)"],
  ["endless", "ValueError", "sleep_for: seconds is inf; it must be between 0 and 31,622,400 (366 days)"],
  ["year", "ValueError", /^ask_user: timeout_seconds is 31708800/],
  [
    "zoneless",
    "ValueError",
    "sleep_until: 2026-03-01T09:00:00 has no offset; write one, for example '2026-03-01T09:00:00+00:00'",
  ],
  ["heavy", "ValueError", "sleep_for: meta is 70,008 bytes of JSON; at most 65,536 are kept"],
  ["meta_set", "TypeError", "sleep_for: meta must be JSON: Object of type set is not JSON serializable"],
  ["outside", "ValueError", "watch_files: '../secrets/*' is not relative to the workspace"],
  ["empty", "TypeError", "ask_user: question is a text that is not empty, not ''"],
  ["choiceless", "ValueError", "ask_user: choices is empty; leave it out or name at least one"],
  ["watched", "ValueError", "watch_files: this thread has no workspace to watch"],
  ["lonely", "no_companion", "lonely returned ask_user(…), and no companion is there to go on with what comes of it"],
];

describe("waits", () => {
  let module: Loaded;
  before(async () => {
    const names = new Set([...SENT.map(([name]) => name), ...REFUSED.map(([name]) => name)]);
    const plans = [...names].map((name) =>
      plan(name, {
        ...(name === "lonely" ? {} : { resume: RESUME }),
        ...(name === "awaited" ? { parameters: [CTX] } : {}),
      }),
    );
    const withContext = { ...RESUME, function: "_resume_ctx", takesContext: true };
    plans.push(plan("resumed", { function: "caught", resume: withContext }));
    module = await load(SOURCE, plans, { async: true });
  });
  after(() => module[Symbol.asyncDispose]());

  for (const [tool, sent] of SENT) {
    test(`${tool} parks`, async () => assert.deepEqual(await module.ask(tool), { type: "yield", ...sent }));
  }
  for (const [tool, type, message] of REFUSED) {
    test(`${tool} ends with ${type}`, async () => {
      const { error } = await module.ask(tool);
      assert.equal(error.type, type);
      if (typeof message === "string") assert.equal(error.message, message);
      else assert.match(error.message, message);
    });
  }

  test("files are looked at when the helper is called, and their state goes with the wait", async () => {
    module.answerRequest = (request) => {
      assert.deepEqual([request.op, request.params], ["files.state", { paths: ["**/*.md"] }]);
      return { ok: true, value: { "a.md": 1 } };
    };
    const answer = await module.ask("watched", {}, { ctx: { ...CONTEXT, workdir: "/workspace" } });
    const params = { paths: ["**/*.md"], timeoutSeconds: 5, state: { "a.md": 1 } };
    assert.deepEqual(answer, { type: "yield", kind: "files", params, meta: {} });
  });

  test("a companion goes on with the payload and what was kept", async () => {
    const more = { phase: "resume", payload: { response: "yes" }, meta: { id: 7 } };
    assert.deepEqual((await module.ask("caught", {}, more)).value, { got: "yes", meta: { id: 7 } });
  });

  test("a companion may wait again", async () => {
    const answer = await module.ask("caught", {}, { phase: "resume", payload: { again: true }, meta: {} });
    assert.deepEqual(answer, { type: "yield", kind: "answer", params: { question: "again?" }, meta: { round: 2 } });
  });

  test("a companion may be async, and takes ctx wherever it stands", async () => {
    const more = { phase: "resume", payload: 1, meta: {}, ctx: { ...CONTEXT, parkedAt: "2026-03-01T09:00:00Z" } };
    assert.deepEqual((await module.ask("resumed", {}, more)).value, [1, {}, "2026-03-01T09:00:00Z"]);
  });
});
