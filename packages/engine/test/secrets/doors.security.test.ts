// Every door by which text comes in (I12): whoever brings a secret, in whatever field, nobody finds it in the store.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { PhaseObserver, PhaseOutcome } from "../../src/index.ts";
import { createAgentRun } from "../harness/agents.ts";
import { fails, says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

const SECRET = "s3cr3t/t0ken+value";
/** As it is, and as it could be written. */
const WRITTEN = `${SECRET} ${encodeURIComponent(SECRET)} ${Buffer.from(SECRET).toString("hex")}`;
const SHOWN = "[secret TOKEN] [secret TOKEN] [secret TOKEN]";

const REQUIRE = { id: "ask", match: "*/*", effect: "require", enabled: true } as const;

/** A call whose tool does this. */
async function call(
  f: Fixture,
  play: (observer: PhaseObserver) => PhaseOutcome | Promise<PhaseOutcome>,
): Promise<void> {
  f.runner.play = (_call, _input, observer) => play(observer);
  await f.engine.startCall(request());
}

/** A call that waits: for the answer to a question, or for an approval. */
async function waiting(f: Fixture, kind: "answer" | "approval" = "answer"): Promise<string> {
  if (kind === "approval") await f.engine.savePolicy("local", REQUIRE, "boss");
  f.runner.play = () => ({ kind: "yield", wait: "answer", params: { question: "sure?" }, meta: {} });
  const { callId } = await f.engine.startCall(request());
  return (await f.engine.outcome("local", callId)).wait?.id ?? "";
}

const error = (more: object): PhaseOutcome => ({ kind: "error", error: { type: "E", message: "no", ...more } });
const asks = (params: object, meta = {}): PhaseOutcome => ({
  kind: "yield",
  wait: "answer",
  params: { ...params },
  meta,
});

const DOORS: Readonly<Record<string, (f: Fixture) => Promise<unknown>>> = {
  "arguments of a call": (f) =>
    f.engine.startCall(request({ args: { x: WRITTEN }, tool: { ...request().tool, inputSchema: { type: "object" } } })),
  "arguments that do not fit": (f) => f.engine.startCall(request({ args: { x: WRITTEN } })),
  "context of a call": (f) => f.engine.startCall(request({ context: { [WRITTEN]: 1 } })),
  "config of a call": (f) => f.engine.startCall(request({ config: { url: WRITTEN } })),
  "a result": (f) => call(f, () => ({ kind: "result", value: { [WRITTEN]: [WRITTEN] } })),
  "an error's type": (f) => call(f, () => error({ type: WRITTEN })),
  "an error's message": (f) => call(f, () => error({ message: WRITTEN })),
  "an error's hint": (f) => call(f, () => error({ hint: WRITTEN })),
  "an error's stack": (f) => call(f, () => error({ stack: WRITTEN })),
  "what a runner throws": (f) =>
    call(f, () => {
      throw new Error(WRITTEN);
    }),
  "why there is no sandbox": async (f) => {
    f.runner.refusals.push({ kind: "failed", error: { type: "E", message: WRITTEN, hint: WRITTEN } });
    await f.engine.startCall(request());
  },
  "a line": (f) =>
    call(f, (observer) => {
      observer.log("stdout", WRITTEN);
      return { kind: "result", value: 1 };
    }),
  progress: (f) =>
    call(f, (observer) => {
      observer.progress(0.5, WRITTEN);
      return { kind: "result", value: 1 };
    }),
  "an artifact": (f) =>
    call(f, async (observer) => {
      const base64 = Buffer.from(WRITTEN).toString("base64");
      const artifact = { path: `a/${WRITTEN}`, mimeType: `text/plain; name=${SECRET}`, base64, offset: 0, last: true };
      await observer.request("artifact.write", artifact);
      return { kind: "result", value: 1 };
    }),
  "a question": (f) => call(f, () => asks({ question: WRITTEN })),
  "choices and schema of a question": (f) =>
    call(f, () => asks({ question: "?", choices: [WRITTEN], schema: { enum: [WRITTEN] } })),
  "whom a question is for": (f) => call(f, () => asks({ question: "?", to: [WRITTEN] })),
  "meta of a wait": (f) => call(f, () => asks({ question: "?" }, { [WRITTEN]: [WRITTEN] })),
  "key of a wait": (f) => call(f, () => ({ kind: "yield", wait: "signal", params: { key: WRITTEN }, meta: {} })),
  "an answer": async (f) => f.engine.answer("local", await waiting(f), WRITTEN, person("bob")),
  "why a wait is cancelled": async (f) => f.engine.cancelWait("local", await waiting(f), person("bob"), WRITTEN),
  "why a run is cancelled": async (f) => {
    await waiting(f);
    const [run] = await f.engine.listRuns("local", { limit: 1 });
    await f.engine.cancelRun("local", run?.runId ?? "", "bob", WRITTEN);
  },
  "payload of a signal": (f) => f.engine.signal("local", "desk/k", { [WRITTEN]: WRITTEN }, "bob"),
  "why somebody approves": async (f) =>
    f.engine.approve("local", await waiting(f, "approval"), person("bob"), { reason: WRITTEN }),
  "why somebody denies": async (f) => f.engine.deny("local", await waiting(f, "approval"), person("bob"), WRITTEN),
  "why a policy wants an approval": async (f) => {
    await f.engine.savePolicy("local", { ...REQUIRE, reason: WRITTEN, when: `arguments.x != "${SECRET}"` }, "boss");
    await f.engine.startCall(request());
  },
  "why a policy denies": async (f) => {
    await f.engine.savePolicy("local", { ...REQUIRE, effect: "deny", reason: WRITTEN }, "boss");
    await f.engine.startCall(request());
  },
  "why an author wants an approval": (f) =>
    f.engine.startCall(request({ tool: { ...request().tool, approval: { required: true, reason: WRITTEN } } })),
  "what an author wrote of a tool": async (f) => {
    const { descriptor, ...tool } = bound("pay", { requiresApproval: true, approvalReason: WRITTEN });
    const inputSchema = { type: "object", description: WRITTEN, examples: [WRITTEN] };
    f.toolbox.tools = [{ ...tool, descriptor: { ...descriptor, description: WRITTEN, inputSchema } }];
    f.models.play = () => says("", { name: "pay", arguments: "{}" });
    await createAgentRun(f);
    await f.engine.once();
    assert.ok(!JSON.stringify(f.models.last.request).includes(SECRET));
  },
  "why a toolset is missing": async (f) => {
    f.toolbox.missing = [{ name: "desk", reason: WRITTEN }];
    f.models.play = () => says("Done.");
    await createAgentRun(f);
    await f.engine.once();
  },
  "text of a model": (f) => model(f, () => says(WRITTEN)),
  "arguments of a model": (f) => model(f, () => says("", { name: "pay", arguments: JSON.stringify({ x: WRITTEN }) })),
  "nonsense of a model": (f) => model(f, () => says("", { name: WRITTEN, arguments: `{"x": ${WRITTEN}` })),
  "id of a model's call": (f) => model(f, () => says("", { name: "pay", id: WRITTEN, arguments: '{"x": 1}' })),
  "what a model carries": (f) => model(f, () => ({ ...says("Done."), carry: { [WRITTEN]: WRITTEN } })),
  "why a model fails": (f) => model(f, () => fails(WRITTEN, { retryable: false })),
  "what a port of models throws": (f) =>
    model(f, () => {
      throw new Error(WRITTEN);
    }),
};

/** What the engine says in its own words. */
const UNTOLD: readonly string[] = ["what a runner throws", "arguments that do not fit"];

async function model(f: Fixture, play: NonNullable<Fixture["models"]["play"]>): Promise<void> {
  f.toolbox.tools = [bound("pay", {})];
  f.runner.play = () => ({ kind: "result", value: 1 });
  f.models.play = (asked, index) => (index === 0 ? play(asked, index) : says("Done."));
  await createAgentRun(f);
  // What is to be asked again after a while is left for then.
  await f.engine.once();
}

for (const [door, bring] of Object.entries(DOORS)) {
  test(`a secret does not come in by ${door}`, async () => {
    await using f = await fixture();
    f.secrets = [{ name: "TOKEN", value: SECRET }];
    f.runner.play = () => ({ kind: "result", value: 1 });
    await bring(f);
    let shown = 0;
    for (const entry of await readdir(f.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const text = `${entry.name}\n${(await readFile(join(entry.parentPath, entry.name))).toString("latin1")}`;
      for (const written of [...WRITTEN.split(" "), JSON.stringify(WRITTEN)]) {
        assert.ok(!text.includes(written), `${entry.name} has ${written}`);
      }
      shown += text.split("[secret TOKEN]").length - 1;
    }
    assert.ok(shown > 0 || UNTOLD.includes(door), "the door was not gone through");
  });
}

test("what is streamed to whoever watches is masked across its pieces", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: SECRET }];
  let heard = "";
  const moving = f.engine.moveRun("local", await createAgentRun(f), {
    observer: {
      delta: (text) => {
        heard += text;
      },
    },
  });
  await until(() => f.models.requests.length === 1);
  for (const piece of `so: ${WRITTEN}.`.match(/.{1,3}/g) ?? []) {
    f.models.last.delta(piece);
    await f.clock.pass(60);
  }
  await f.models.last.reply(says(`so: ${WRITTEN}.`));
  await moving;
  assert.equal(heard, `so: ${SHOWN}.`);
});

test("a key that is printed line by line is in no line, nor in what is shown", async () => {
  await using f = await fixture();
  const value = ["-----BEGIN KEY-----", "MIIEabcdefgh", "qrs", "-----END KEY-----"].join("\n");
  f.secrets = [{ name: "PEM", value }];
  const heard: string[] = [];
  f.runner.play = (_call, _input, observer) => {
    for (const line of ["before", ...value.split("\n"), "after", "MIIEabcdefgh by itself", "-----BEGIN KEY-----"]) {
      observer.log("stdout", line);
      observer.log("stderr", "beside");
    }
    return { kind: "result", value: 1 };
  };
  const { runId } = await f.engine.startCall(request(), {
    log: ({ stream, text }) => {
      if (stream === "stdout") heard.push(text);
    },
  });
  const lines = (await f.engine.events("local", runId)).flatMap((event) =>
    event.type === "tool.log" && event.data.stream === "stdout" ? [event.data.text] : [],
  );
  assert.deepEqual(lines, ["before", "[secret PEM]", "after", "[secret PEM] by itself", "-----BEGIN KEY-----"]);
  assert.deepEqual(heard, lines);
});

test("a secret that is set while a run is held is masked in what comes afterwards", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("pay", {})];
  f.models.play = (_request, index) =>
    index === 0 ? says("", { name: "pay", arguments: '{"x": 1}' }) : says(`Done with ${SECRET}.`);
  const runId = await createAgentRun(f);
  const moving = f.engine.moveRun("local", runId);
  await until(() => f.runner.phases.length === 1);
  f.secrets = [{ name: "TOKEN", value: SECRET }];
  await f.runner.last.finish({ kind: "result", value: SECRET });
  await moving;
  const events = JSON.stringify(await f.engine.events("local", runId));
  assert.ok(!events.includes(SECRET));
  assert.equal(events.split("[secret TOKEN]").length > 2, true);
});

test("where secrets can no longer be read, what a call brings is not kept, and its outcome is not known", async () => {
  await using f = await fixture();
  let broken = false;
  const values = async () => {
    if (broken) throw new Error("the key is gone");
    return [{ name: "TOKEN", value: SECRET }];
  };
  const { engine, runner } = f.another({}, { values });
  runner.play = () => {
    broken = true;
    return { kind: "result", value: "something" };
  };
  const { runId } = await engine.startCall(request());
  const settled = (await f.engine.events("local", runId)).find(({ type }) => type === "tool.result");
  assert.equal(settled?.type === "tool.result" && settled.data.error?.type, "outcome_unknown");
});

test("a reason that was saved before it was a secret does not come into the log", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", { ...REQUIRE, reason: WRITTEN }, "boss");
  f.secrets = [{ name: "TOKEN", value: SECRET }];
  const { runId } = await f.engine.startCall(request());
  const events = JSON.stringify(await f.engine.events("local", runId));
  assert.ok(!events.includes(SECRET));
  assert.ok(events.includes(`"reason":"${SHOWN}"`));
});

test("a tool whose name is a secret is called by its name", async () => {
  await using f = await fixture();
  const name = "pay_s3cr3t_t0ken";
  f.secrets = [{ name: "TOKEN", value: name }];
  f.toolbox.tools = [bound(name)];
  f.runner.play = () => ({ kind: "result", value: 1 });
  f.models.play = (asked, index) =>
    index === 0 ? says("", { name: asked.tools[0]?.name ?? "", arguments: '{"x": 1}' }) : says("Done.");
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  assert.deepEqual(
    f.models.requests[0]?.request.tools.map((tool) => tool.name),
    [name],
  );
});
