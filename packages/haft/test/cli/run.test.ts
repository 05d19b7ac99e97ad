// `haft run`: what it asks of a session, what it streams, whom it asks, and its exit codes.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { MoveObserver } from "../../src/session/move-observer.ts";
import { approval, completed, eventsOf, question, runResult } from "./fake-session.ts";
import { askedFor, run, typing } from "./in-memory.ts";

const GREETED = eventsOf(
  ["run.created", { kind: "agent", agent: "default", requestedBy: "ada", input: "Hi" }],
  ["model.requested", { step: 1, provider: "openai", model: "m", attempt: 1 }],
  ["model.responded", { step: 1, text: "I look.", calls: [], finishReason: "calls" }],
  ["tool.called", { callId: "call_1", toolset: "desk", tool: "greet", arguments: { name: "Ada" } }],
  ["tool.result", { callId: "call_1", ok: true, value: "hello Ada", durationMs: 3 }],
  ["model.responded", { step: 2, text: "Done.", calls: [], finishReason: "stop" }],
);

function hear(events = GREETED, deltas: readonly string[] = []) {
  return (observer: MoveObserver) => {
    for (const delta of deltas) observer.delta?.(delta);
    for (const event of events) observer.event?.(event);
  };
}

test("text goes to standard output, calls and results to standard error, the output once", async () => {
  const usage = { inputTokens: 12, outputTokens: 5 };
  const fake = { results: [runResult({ usage })], moved: hear() };
  const { exitCode, out, err } = await run(["run", "Hi"], fake);
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "I look.\nDone.\n" });
  assert.equal(
    err,
    '→ desk/greet {"name":"Ada"}\n← desk/greet "hello Ada" (3 ms)\ncompleted · 12 + 5 tokens · run_1 · thr_1\n',
  );
});

test("what is streamed to a terminal is not printed again, and what was lost of it is", async () => {
  const events = eventsOf(["model.responded", { text: "One, two." }]);
  const results = [runResult({ output: "One, two." })];
  for (const [deltas, out] of [
    [["One, ", "two."], "One, two.\n"],
    [["One, "], "One, two.\n"],
    [[], "One, two.\n"],
    [["two."], "two.\nOne, two.\n"],
  ] as const) {
    const said = await run(["run", "Hi"], { results, moved: hear(events, deltas) }, { terminal: true });
    assert.equal(said.out, out, JSON.stringify(deltas));
  }
  assert.equal((await run(["run", "Hi"], { results, moved: hear(events, ["One"]) })).out, "One, two.\n");
});

test("streamed text cannot drive the terminal", async () => {
  const events = eventsOf(["model.responded", { text: "a\u001b[2Jb" }]);
  const fake = { results: [runResult({ output: "a\u001b[2Jb" })], moved: hear(events, ["a\u001b[2J", "b"]) };
  assert.equal((await run(["run", "Hi"], fake, { terminal: true })).out, "ab\n");
});

test("an output that was not said is printed: text as it is, everything else as JSON", async () => {
  assert.equal((await run(["run", "Hi"], { results: [runResult({ output: "x" })] })).out, "x\n");
  assert.equal((await run(["run", "Hi"], { results: [runResult({ output: { a: 1 } })] })).out, '{\n  "a": 1\n}\n');
});

test("with --json each event is a line, in order and once, also what others wrote; the result is the last", async () => {
  const results = [runResult({ status: "failed", error: { type: "loop", message: "three times" } })];
  // Heard are only those that this command wrote itself, some of them twice, and not the last.
  const heard = [GREETED[1], GREETED[3], GREETED[1], GREETED[3], GREETED[4]].filter((event) => event !== undefined);
  const { exitCode, out, err } = await run(["run", "Hi", "--json"], { results, moved: hear(heard), events: GREETED });
  assert.equal(exitCode, 1);
  assert.equal(err, "");
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines, [...GREETED, results[0]]);
});

test("a failure is one line with --json, too", async () => {
  const { exitCode, out } = await run(["run", "Hi", "--json"]);
  assert.equal(exitCode, 1);
  assert.equal(out.trimEnd().split("\n").length, 1);
  assert.equal(JSON.parse(out).error.type, "no_model");
});

test("message, agent, model, thread, context and config reach the session", async () => {
  const threads = [{ id: "thr_abc", metadata: {}, createdAt: "2030-01-01T00:00:00Z" }];
  const words = ["--agent", "desk", "--model", "openai/m", "--thread", "a", "--context", '{"u": 1}', "--config", "a=b"];
  const { asked } = await run(["run", "Hi", ...words], { threads, results: [runResult()] });
  assert.equal((asked[0] as [string, { model?: string }])[1].model, "openai/m");
  assert.deepEqual(askedFor(asked, "run"), [
    ["run", { path: ".", input: "Hi", config: { a: "b" }, context: { u: 1 }, agent: "desk", threadId: "thr_abc" }],
  ]);
});

test("variables that name a model reach whoever asks it, and no flag is made of them", async () => {
  const environment = { HAFT_MODEL: "google/g", HAFT_MODEL_URL: "http://127.0.0.1:1" };
  const { asked } = await run(["run", "Hi"], { results: [runResult()] }, { environment });
  const [, options] = asked[0] as [string, { model?: string; environment?: object }];
  assert.equal(options.model, undefined);
  assert.deepEqual(options.environment, environment);
});

test("no .env of a project names a model or its address", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-run-"));
  await writeFile(
    join(folder.path, ".env"),
    "HAFT_MODEL=openai/x\nHAFT_MODEL_URL=http://evil.example\nOPENAI_API_KEY=k\n",
  );
  const { asked } = await run(["run", "Hi"], { results: [runResult()] }, { folder: folder.path });
  const [, options] = asked[0] as [string, { model?: string; environment?: object; secrets?: object }];
  assert.deepEqual([options.model, options.environment, options.secrets], [undefined, {}, {}]);
});

test("a message may come from standard input", async () => {
  const stdin = new PassThrough();
  stdin.end("two\nlines\n");
  const { asked } = await run(["run", "-"], { results: [runResult()] }, { stdin });
  assert.deepEqual(askedFor(asked, "run"), [["run", { path: ".", input: "two\nlines", config: {} }]]);
});

test("a script is read from a file or standard input, and a mistake in it is told with its place", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-run-"));
  const script = [{ type: "assistant.output", content: "x" }];
  const file = join(folder.path, "a.json");
  await writeFile(file, JSON.stringify(script));
  const request = { path: ".", input: "", config: {}, script };
  const results = [runResult()];
  assert.deepEqual(askedFor((await run(["run", "--dry", "--script", file], { results })).asked, "run"), [
    ["run", request],
  ]);
  const stdin = new PassThrough();
  stdin.end(JSON.stringify(script));
  const piped = await run(["run", "--dry", "--script", "-"], { results }, { stdin });
  assert.deepEqual(askedFor(piped.asked, "run"), [["run", request]]);
  await writeFile(file, '[\n  {"type": "x",}\n]');
  const wrong = await run(["run", "--dry", "--script", file]);
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.err, /a\.json:2:\d+ is not JSON: .*\nhint: mend that line of /);
});

test("a script that is not there is told with the nearest file", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-run-"));
  await writeFile(join(folder.path, "greet.script.json"), "[]");
  const { exitCode, err } = await run(["run", "--dry", "--script", join(folder.path, "gret.script.json")]);
  assert.equal(exitCode, 2);
  assert.match(
    err,
    /error: \/\S+gret\.script\.json: there is no such file\nhint: did you mean \S+greet\.script\.json\?/,
  );
});

for (const [words, says] of [
  [["run"], /a message for the agent is missing\nhint: write haft run/],
  [["run", "--dry"], /--dry plays a script, and none is named\nhint: write --dry --script FILE/],
  [["run", "--script", "a.json"], /hint: write haft run --dry --script a\.json/],
  [["run", "-", "--dry", "--script", "-"], /cannot both be read/],
  [["run", "Hi", "--model", "opnai/m"], /there is no model opnai\/m\nhint: did you mean --model openai\/m\?/],
  [["run", "Hi", "--model", "smal"], /hint: did you mean --model small\?/],
  [
    ["run", "Hi", "--model", "xyz"],
    /hint: write provider\/name with one of openai, openai-compatible, anthropic, google/,
  ],
  [["run", "Hi", "--thread", "thr_x"], /there is no thread thr_x\nhint: see the ids: haft thread list/],
] as const) {
  test(`wrong usage is exit code 2 with what to write: haft ${words.join(" ")}`, async () => {
    const { exitCode, err } = await run(words);
    assert.equal(exitCode, 2);
    assert.match(err, says);
  });
}

test("without a terminal every open wait is printed with what ends it, and the exit code is 3", async () => {
  const waits = [
    question({ tool: "desk/choose" }),
    approval({ id: "wait_2" }),
    { ...question({ id: "wait_3" }), kind: "signal" as const, key: "desk/paid" },
  ];
  const { exitCode, out, err } = await run(["run", "Hi"], { results: [runResult({ status: "waiting", waits })] });
  assert.equal(exitCode, 3);
  assert.match(out, /wait_1 waits for an answer\n {2}Go on\?[\s\S]*wait_2 waits for approval: desk\/publish\n/);
  assert.match(
    err,
    /haft answer wait_1 yes\napprove it: haft approve wait_2, or deny it: haft deny wait_2 --reason WHY\n/,
  );
  assert.match(err, /send it: haft signal desk\/paid JSON\n$/);
});

test("a run behind another of its thread is told so", async () => {
  const { exitCode, err } = await run(["run", "Hi"], { results: [runResult({ status: "queued" })] });
  assert.equal(exitCode, 3);
  assert.match(err, /queued behind another run of its thread/);
});

test("on a terminal a question and an approval are asked one after the other, until the run is done", async () => {
  const waits = [question({ tool: "desk/choose" }), approval({ id: "wait_2" })];
  const results = [
    runResult({ status: "waiting", waits }),
    runResult({ status: "waiting", waits: waits.slice(1) }),
    runResult(),
  ];
  const typed = typing([
    [/1–2: /, "1\n"],
    [/approve, edit, deny\? /, "a\n"],
  ]);
  const fake = { results, answer: () => completed(1), decide: completed(1) };
  const { exitCode, err, asked } = await run(["run", "Hi"], fake, typed);
  assert.equal(exitCode, 0, err);
  assert.deepEqual(askedFor(asked, "answer", "approve", "moveRun"), [
    ["answer", "wait_1", "yes", false],
    ["moveRun", "run_1", false],
    ["approve", "wait_2", {}],
    ["moveRun", "run_1", false],
  ]);
});

test("what nobody wants to decide now is left, and the next is asked", async () => {
  const waits = [approval(), question({ id: "wait_2" })];
  const typed = typing([
    [/approve, edit, deny\? /, "\n"],
    [/1–2: /, "2\n"],
  ]);
  const left = runResult({ status: "waiting", waits: waits.slice(0, 1) });
  const fake = { results: [runResult({ status: "waiting", waits }), left], answer: () => completed(1) };
  const { exitCode, out, asked } = await run(["run", "Hi"], fake, typed);
  assert.equal(exitCode, 3);
  assert.deepEqual(askedFor(asked, "answer", "approve", "deny"), [["answer", "wait_2", "no", false]]);
  assert.match(out, /wait_1 waits for approval/);
});

test("a scripted run asks nobody: its script does", async () => {
  const stdin = new PassThrough();
  stdin.end("[]");
  const results = [runResult({ status: "waiting", waits: [question()] })];
  const { exitCode, asked } = await run(["run", "--dry", "--script", "-"], { results }, { terminal: true, stdin });
  assert.equal(exitCode, 3);
  assert.deepEqual(askedFor(asked, "answer", "moveRun"), []);
});

test("rerun says what it does not undo, and shares the history up to an event", async () => {
  const runs = [
    { id: "run_a", kind: "agent", status: "completed", createdAt: "", requestedBy: "ada", waits: [] } as const,
  ];
  const { exitCode, err, asked } = await run(["rerun", "run_a", "--from", "12", "--original"], {
    runs,
    results: [runResult({ runId: "run_b" })],
  });
  assert.equal(exitCode, 0);
  assert.match(
    err,
    /^rerun: run_b · files are not rolled back, approvals do not carry over, and the thread is a fork\n/,
  );
  assert.deepEqual(askedFor(asked, "rerun"), [["rerun", "run_a", { original: true, from: 12 }]]);
  const wrong = await run(["rerun", "run_a", "--from", "x"], { runs });
  assert.equal(wrong.exitCode, 2);
  assert.match(wrong.err, /--from takes the number of an event, and got "x"/);
});
