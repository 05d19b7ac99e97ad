// `haft policy`, `haft agent`, `haft model`, `haft thread`: what they save, show and refuse.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CommandError } from "../../src/session/command-error.ts";
import { askedFor, run } from "./in-memory.ts";

const MODELS = {
  model: [{ id: "default", definition: { id: "default", provider: "openai", name: "m", role: "default" } }],
};

test("a model is saved by flags, and one that is there keeps what is not named", async () => {
  const fresh = await run([
    "model",
    "set",
    "local",
    "--provider",
    "openai-compatible",
    "--name",
    "q",
    "--base-url",
    "http://127.0.0.1:1/v1",
  ]);
  assert.equal(fresh.out, "model local saved\n");
  assert.deepEqual(askedFor(fresh.asked, "set"), [
    ["set", "model", { id: "local", provider: "openai-compatible", name: "q", baseUrl: "http://127.0.0.1:1/v1" }],
  ]);
  const words = [
    "--timeout",
    "300",
    "--key-secret",
    "KEY",
    "--temperature",
    "0.5",
    "--max-output-tokens",
    "9",
    "--role",
    "deep",
  ];
  const changed = await run(["model", "set", "default", ...words], { definitions: MODELS });
  assert.equal(changed.out, "model default changed\n");
  const all = { id: "default", provider: "openai", name: "m", apiKeySecret: "KEY", maxOutputTokens: 9 };
  assert.deepEqual(askedFor(changed.asked, "set"), [
    ["set", "model", { ...all, role: "deep", temperature: 0.5, timeoutSeconds: 300 }],
  ]);
});

test("an agent is saved by flags: its instructions from a file, its tools by toolset", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-agent-"));
  await writeFile(join(folder.path, "prompt.md"), "Be brief.\n");
  const tools = ["desk/price", "clock", "desk/track", "clock/now"].flatMap((tool) => ["--tool", tool]);
  const words = ["--instructions", `@${folder.path}/prompt.md`, "--model", "default", "--supersede", ...tools];
  const { asked } = await run(["agent", "set", "desk", ...words]);
  const definition = {
    id: "desk",
    instructions: "Be brief.\n",
    model: "default",
    tools: [{ toolset: "desk", tools: ["price", "track"] }, { toolset: "clock" }],
    supersede: true,
  };
  assert.deepEqual(askedFor(asked, "set"), [["set", "agent", definition]]);
});

test("a list of policies is saved in its order; one that is refused is named, with what was saved before it", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-policy-"));
  const file = join(folder.path, "starter.json");
  await writeFile(file, JSON.stringify([{ id: "a" }, { id: "b" }]));
  const saved = await run(["policy", "set", `@${file}`]);
  assert.equal(saved.out, "policy a saved\npolicy b saved\n");
  const check = (definition: unknown) => {
    if ((definition as { id: string }).id === "b")
      throw new CommandError("invalid_policy", "policy b: `when` does not compile");
  };
  const refused = await run(["policy", "set", `@${file}`], { check });
  assert.equal(refused.exitCode, 1);
  assert.match(refused.err, /error: policy b: `when` does not compile \(1 before it saved\)/);
});

test("lists, single ones and removal are for people, and JSON for programs", async () => {
  const listed = await run(["model", "list"], { definitions: MODELS });
  assert.match(listed.out, /^model +provider +name +role\ndefault +openai +m +default\n$/);
  const json = JSON.parse((await run(["model", "list", "--json"], { definitions: MODELS })).out);
  assert.deepEqual(json, { ok: true, models: MODELS.model });
  assert.deepEqual(
    JSON.parse((await run(["model", "show", "default"], { definitions: MODELS })).out),
    MODELS.model[0]?.definition,
  );
  const removed = await run(["model", "remove", "default"], { definitions: MODELS });
  assert.equal(removed.out, "model default removed\n");
  assert.match((await run(["policy", "list"])).err, /no policies yet; save one: haft policy set/);
});

test("a policy is tried by its condition, by its id, or as a file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-policy-"));
  const file = join(folder.path, "p.json");
  await writeFile(file, '[{"id": "c"}]');
  const definitions = { policy: [{ id: "ask", definition: { id: "ask", match: "*/*" } }] };
  const tried = [
    { runId: "run_1", callId: "call_1", tool: "desk/x", matches: true },
    { runId: "run_1", callId: "call_2", tool: "desk/y", matches: false, error: "no such key" },
  ];
  const { out, asked } = await run(["policy", "test", "arguments.amount > 1", "--last", "5"], { tried });
  assert.match(
    out,
    /run_1 +call_1 +desk\/x +matches\nrun_1 +call_2 +desk\/y +fails: no such key\n1 of 2 calls would match\n$/,
  );
  assert.deepEqual(askedFor(asked, "testPolicy"), [["testPolicy", "arguments.amount > 1", 5]]);
  for (const [typed, policy] of [
    ["ask", { id: "ask", match: "*/*" }],
    [`@${file}`, { id: "c" }],
    ['{"id": "d"}', { id: "d" }],
  ] as const) {
    const { asked: heard } = await run(["policy", "test", typed], { definitions });
    assert.deepEqual(askedFor(heard, "testPolicy"), [["testPolicy", policy, 20]]);
  }
});

const refusals: readonly [words: readonly string[], says: RegExp][] = [
  [["model", "show", "defualt"], /there is no model defualt\nhint: did you mean default\?/],
  [["model", "remove", "zzz"], /there is no model zzz\nhint: see them: haft model list/],
  [["model", "set", "default"], /nothing is said about the model default\nhint: write haft model set/],
  [
    ["model", "set", "x", "--provider", "opnai"],
    /Allowed choices are openai, openai-compatible, anthropic, google, script/,
  ],
  [["model", "set", "x", "--timeout", "soon"], /--timeout takes a number, and got "soon"/],
  [["model", "set", "{}", "--name", "m"], /--name goes with an id, not with all of it as JSON/],
  [["policy", "set", "ask"], /a policy is given as JSON, and got "ask"\nhint: write haft policy set '/],
  [["policy", "set", '{"id": }'], /the policy is not JSON: line 1, column 8/],
  [["policy", "set", "[1]"], /number 1 takes a JSON object, and got a number/],
  [["policy", "set", "@nowhere.json"], /@nowhere\.json: there is no such file/],
  [["policy", "lst"], /unknown command 'lst'\nhint: did you mean list\? See: haft policy --help/],
  [["policy", "set"], /missing required argument 'json'\nhint: see: haft policy set --help/],
  [["thread", "set", "thr_1"], /nothing is said about the thread/],
  [["thread", "show", "thr_9"], /there is no thread thr_9\nhint: see the ids: haft thread list/],
  [["signal", "paid"], /a signal is sent to toolset\/key, and got "paid"\nhint: .*haft signal desk\/paid/],
  [["signal", "desk/paid", "{"], /the payload is not JSON: line 1, column 2/],
];

for (const [words, says] of refusals) {
  test(`refused with what to write instead: haft ${words.join(" ")}`, async () => {
    const { exitCode, out, err } = await run(words, { definitions: MODELS });
    assert.deepEqual({ exitCode, out }, { exitCode: 2, out: "" });
    assert.match(err, says);
  });
}

test("threads are listed, shown with their messages, changed and removed", async () => {
  const thread = {
    id: "thr_ab",
    agent: "desk",
    title: "Release",
    metadata: { customer: "c_1" },
    createdAt: "2030-01-01T11:00:00Z",
    messages: [{ role: "user" as const, text: "Hi", at: "2030-01-01T11:00:01Z", runId: "run_1" }],
  };
  const fake = { threads: [thread] };
  assert.match((await run(["thread", "list"], fake)).out, /thr_ab +desk +2030-01-01 11:00:00 +Release\n$/);
  assert.equal(
    (await run(["thread", "show", "ab"], fake)).out,
    'thr_ab\n  title: Release\n  agent: desk\n  metadata: {"customer":"c_1"}\n  began: 2030-01-01 11:00:00\n\nuser · 2030-01-01 11:00:01 · run_1\nHi\n',
  );
  const { asked } = await run(
    ["thread", "set", "thr_a", "--title", "R", "--metadata", '{"a": 1}', "--agent", "x"],
    fake,
  );
  assert.deepEqual(askedFor(asked, "setThread"), [
    ["setThread", "thr_ab", { title: "R", agent: "x", metadata: { a: 1 } }],
  ]);
  assert.equal((await run(["thread", "remove", "thr_ab"], fake)).out, "thr_ab removed, with 2 runs\n");
});

test("a signal says who heard it, or that it is kept", async () => {
  const kept = await run(["signal", "desk/paid", '{"order": 1}', "--id", "p1"]);
  assert.deepEqual(askedFor(kept.asked, "signal"), [["signal", "desk/paid", { order: 1 }, "p1"]]);
  assert.match(kept.out, /nothing waits for desk\/paid yet; it is kept 24 h/);
  const repeated = await run(["signal", "desk/paid"], { signalled: { waits: [], repeated: true, outcomes: [] } });
  assert.match(repeated.out, /was sent before/);
});

test("what is not there yet needs the flags of a whole one, or was meant to be another", async () => {
  const fresh = await run(["agent", "set", "brief", "--model", "default"]);
  assert.equal(fresh.exitCode, 2);
  assert.match(fresh.err, /error: there is no agent brief yet, and a new one needs --instructions and --tool, too\n/);
  assert.match(fresh.err, /hint: write haft agent set brief … --instructions @prompt.md --tool desk\n/);
  const misspelt = await run(["model", "set", "defualt", "--timeout", "300"], { definitions: MODELS });
  assert.match(misspelt.err, /hint: did you mean default\? Else add --provider openai --name gpt-5-mini\n/);
  const hot = await run(["model", "set", "default", "--temperature", "hot"], { definitions: MODELS });
  assert.match(hot.err, /--temperature takes a number, and got "hot"\nhint: write --temperature 0.2\n/);
  assert.deepEqual(askedFor(hot.asked, "set"), []);
});
