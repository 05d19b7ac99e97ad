// `haft approve`, `haft deny`, and answers that move an agent run.

process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { approval, completed, eventsOf, question, runResult, waiting } from "./fake-session.ts";
import { askedFor, run, typing } from "./in-memory.ts";

const waits = [approval()];

test("an approval is given by the beginning of its id, with a reason, and the Outcome is printed", async () => {
  const { exitCode, out, asked } = await run(["approve", "1", "--reason", "looks right"], {
    waits,
    decide: completed("published"),
  });
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "published\n" });
  assert.deepEqual(askedFor(asked, "approve"), [["approve", "wait_1", { reason: "looks right" }]]);
});

test("edited arguments come from the flag or standard input, and what is different is shown", async () => {
  const words = ["approve", "wait_1", "--args", '{"version": "2.1", "days": 3}', "--resume-original"];
  const { err, asked } = await run(words, { waits, decide: completed(1) });
  assert.match(err, /^ {2}edited: version: "2\.0" → "2\.1"\n/);
  assert.doesNotMatch(err, /days/);
  assert.deepEqual(askedFor(asked, "approve"), [
    ["approve", "wait_1", { arguments: { version: "2.1", days: 3 }, resumeOriginal: true }],
  ]);
  const stdin = new PassThrough();
  stdin.end("{}");
  const emptied = await run(["approve", "wait_1", "--args", "-"], { waits, decide: completed(1) }, { stdin });
  assert.match(emptied.err, /edited: version: "2\.0" → nothing\n {2}edited: days: 3 → nothing\n/);
});

for (const [args, says] of [
  ['{"a": }', /--args is not JSON: line 1, column 7/],
  ["[1]", /--args takes a JSON object, and got a list/],
  ['{"a": 1, "a": 2}', /--args is not JSON: .*a/],
] as const) {
  test(`arguments that are none are refused before anything is approved: ${args}`, async () => {
    const { exitCode, err, asked } = await run(["approve", "wait_1", "--args", args], { waits, decide: completed(1) });
    assert.equal(exitCode, 2);
    assert.match(err, says);
    assert.deepEqual(asked, []);
  });
}

test("a vote that is not the last leaves the wait open: exit code 3, and what it still needs", async () => {
  const facts = eventsOf(
    [
      "run.created",
      { kind: "call", tool: "desk/publish", requestedBy: "bob", settings: { network: true, secrets: ["KEY"] } },
    ],
    ["arguments.repaired", { callId: "call_1", changes: [{ path: "days", from: "3", to: 3 }] }],
    ["approval.decided", { callId: "call_1", waitId: "wait_1", decision: "approved", by: "grace", reason: "fine" }],
  );
  const { exitCode, out, err } = await run(["approve", "wait_1"], {
    waits,
    decide: waiting(approval()),
    events: facts,
  });
  assert.equal(exitCode, 3);
  assert.equal(
    out,
    `wait_1 waits for approval: desk/publish
  why: It goes to customers.
  arguments as they will run:
    version: "2.0"
    days: 3
  repaired: days: "3" → 3
  may use: the machine's network, the secret KEY
  source: version 7
  asks: the tool's author: one person
  asks: policy two-eyes: 2 people of release, not whoever asked for it
  votes: 1 of 3 · approved by grace: fine
  asked by: bob
  expires 2030-01-08 12:00:00 (in 7 d)
`,
  );
  assert.match(err, /approve it: haft approve wait_1, or deny it: haft deny wait_1 --reason WHY\n$/);
});

test("a denial needs a reason, and is a failure of the call", async () => {
  const denied = {
    ...completed(null),
    ok: false,
    status: "failed" as const,
    error: { type: "approval_denied", message: "no" },
  };
  const { exitCode, err, asked } = await run(["deny", "wait_1", "--reason", "not on a Friday"], {
    waits,
    decide: denied,
  });
  assert.equal(exitCode, 1);
  assert.match(err, /approval_denied: no/);
  assert.deepEqual(askedFor(asked, "deny"), [["deny", "wait_1", "not on a Friday"]]);
  assert.match((await run(["deny", "wait_1"], { waits })).err, /required option '--reason <text>' not specified/);
  assert.match((await run(["deny", "wait_1", "--reason", " "], { waits })).err, /--reason is empty/);
});

test("an approval is pointed to by answer, and a question by approve and deny", async () => {
  const answered = await run(["answer", "wait_1", "yes"], { waits });
  assert.equal(answered.exitCode, 2);
  assert.match(
    answered.err,
    /wait_1 asks nothing: it waits for approval\nhint: approve it: haft approve wait_1, or deny/,
  );
  for (const words of [
    ["approve", "wait_1"],
    ["deny", "wait_1", "--reason", "x"],
  ]) {
    const asked = await run(words, { waits: [question()] });
    assert.equal(asked.exitCode, 2);
    assert.match(
      asked.err,
      /wait_1 needs no approval: it waits for an answer\nhint: answer it: haft answer wait_1 yes/,
    );
  }
});

test("what was decided before is told with who and when", async () => {
  const ended = [approval({ status: "resolved", endedBy: "grace", endedAt: "2030-01-01T11:30:00Z" })];
  const { exitCode, err } = await run(["approve", "wait_1"], { waits: ended });
  assert.equal(exitCode, 1);
  assert.match(err, /wait_1 was decided by grace at 2030-01-01 11:30:00\n/);
});

test("an answer moves an agent run, shows it, and prints what the run came to", async () => {
  const events = eventsOf(
    ["wait.resolved", { callId: "call_1", waitId: "wait_1", kind: "answer", by: "ada", payload: { response: "yes" } }],
    ["tool.result", { callId: "call_1", ok: true, value: "yes", durationMs: 1 }],
    ["model.responded", { text: "All done." }],
  );
  const fake = {
    waits: [question()],
    facts: { kind: "agent" as const },
    answer: () => completed("yes"),
    results: [runResult({ output: "All done." })],
    moved: (observer: { event?(event: (typeof events)[number]): void }) => {
      for (const event of events) observer.event?.(event);
    },
  };
  const { exitCode, out, err } = await run(["answer", "wait_1", "yes"], fake);
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "All done.\n" });
  assert.match(
    err,
    /^ended answer by ada: "yes" · wait_1\n← desk\/confirm "yes" \(1 ms\)\ncompleted · run_1 · thr_1\n$/,
  );
  const json = await run(["answer", "wait_1", "yes", "--json"], fake);
  assert.deepEqual(JSON.parse(json.out), runResult({ output: "All done." }));
});

test("on a terminal arguments are edited one by one, and approved once their difference has been seen", async () => {
  const typed = typing([
    [/approve, edit, deny\? /, "what\n"],
    [/that is none of them[\s\S]*deny\? /, "e\n"],
    [/version \("2\.0"\), Enter keeps it: /, "2.1\n"],
    [/days \(3\), Enter keeps it: /, "\n"],
    [/edited: version: "2\.0" → "2\.1"[\s\S]*approve with these\? /, "a\n"],
    [/type yes or no[\s\S]*yes or no: /, "y\n"],
  ]);
  const results = [runResult({ status: "waiting", waits }), runResult()];
  const { exitCode, err, asked } = await run(["run", "Hi"], { results, decide: completed(1) }, typed);
  assert.equal(exitCode, 0, err);
  assert.deepEqual(askedFor(asked, "approve"), [["approve", "wait_1", { arguments: { version: "2.1", days: 3 } }]]);
});

test("on a terminal a denial asks for its reason until there is one", async () => {
  const typed = typing([
    [/deny\? /, "deny\n"],
    [/why not: /, "\n"],
    [/a reason is needed[\s\S]*why not: /, "too early\n"],
  ]);
  const results = [runResult({ status: "waiting", waits }), runResult()];
  const { asked } = await run(["run", "Hi"], { results, decide: completed(1) }, typed);
  assert.deepEqual(askedFor(asked, "deny"), [["deny", "wait_1", "too early"]]);
});

test("whoever may not decide is told so, and the wait stays", async () => {
  const results = [runResult({ status: "waiting", waits })];
  const { exitCode, err, asked } = await run(["run", "Hi"], { results }, typing([[/deny\? /, "a\n"]]));
  assert.equal(exitCode, 3);
  assert.match(err, /error: it is for release/);
  assert.equal(askedFor(asked, "approve").length, 1);
});

test("the source of what would run is shown where it is asked for", async () => {
  const [wait] = waits;
  assert.ok(wait?.approval);
  const source = { file: "tools/publish.py", text: "def publish():\u001b[2J ..." };
  const shown = [{ ...wait, approval: { ...wait.approval, description: "Publish a version.", source } }];
  const results = [runResult({ status: "waiting", waits: shown })];
  const typed = typing([
    [/deny, source\? /, "s\n"],
    [/tools\/publish\.py\ndef publish\(\): \.\.\.\n[\s\S]*source\? /, "\n"],
  ]);
  const { err } = await run(["run", "Hi"], { results }, typed);
  assert.match(err, /waits for approval: desk\/publish\n {2}Publish a version\.\n/);
  assert.match(err, /source: version 7 of tools\/publish\.py/);
});

test("the inbox shows every kind: what would run with its votes, questions, times, files and signals", async () => {
  const { prompt: _prompt, choices: _choices, ...rest } = question();
  const all = [
    approval(),
    question({ id: "wait_2" }),
    { ...rest, id: "wait_3", kind: "time" as const, due: "2030-01-01T13:00:00Z" },
    { ...rest, id: "wait_4", kind: "files" as const, paths: ["out/*.json"] },
    { ...rest, id: "wait_5", kind: "signal" as const, key: "desk/paid" },
  ];
  const { out, err } = await run(["inbox"], { waits: all });
  assert.match(out, /wait_1 +approval +desk\/publish +in 7 d +\{"version":"2\.0","days":3\} \(1 of 3\)\n/);
  assert.match(out, /wait_3 +time .*until 2030-01-01 13:00:00 \(in 1 h\)\n/);
  assert.match(out, /wait_4 +files .*changes of out\/\*\.json\n/);
  assert.match(out, /wait_5 +signal .*the signal desk\/paid\n/);
  assert.equal(err, "answer one: haft answer wait_2 VALUE\napprove one: haft approve wait_1\n");
});

test("one wait is shown in full by its id, an approval with the source that would run", async () => {
  const [wait] = waits;
  assert.ok(wait?.approval);
  const shown = [
    { ...wait, approval: { ...wait.approval, source: { file: "publish.py", text: "def publish(): ...\n" } } },
  ];
  const { exitCode, out, err } = await run(["inbox", "1"], { waits: shown });
  assert.equal(exitCode, 0);
  assert.match(out, /^wait_1 waits for approval: desk\/publish\n[\s\S]*\n\ndef publish\(\): \.\.\.\n$/);
  assert.match(err, /^approve it: haft approve wait_1/);
  assert.deepEqual(JSON.parse((await run(["waits", "1", "--json"], { waits: shown })).out), {
    ok: true,
    wait: shown[0],
  });
  const ended = await run(["inbox", "1"], { waits: [question({ status: "resolved" })] });
  assert.equal(ended.err, "");
});

test("nothing that a tool, a model or a voter wrote can drive the terminal of whoever decides", async () => {
  const [wait] = waits;
  assert.ok(wait?.approval);
  const bad = "\u001b[2K\u001b[1A\u202eapproved";
  const hostile = {
    ...wait,
    tool: `desk/pub${bad}`,
    approval: {
      ...wait.approval,
      reason: bad,
      arguments: { [bad]: bad },
      description: bad,
      source: { file: `x${bad}.py`, text: bad },
    },
  };
  const events = eventsOf(
    ["run.created", { kind: "agent", agent: bad, requestedBy: bad, settings: { workspace: bad } }],
    ["arguments.repaired", { callId: "call_1", changes: [{ path: bad, from: bad, to: 1 }] }],
    ["approval.decided", { callId: "call_1", waitId: "wait_1", decision: "approved", by: bad, reason: bad }],
  );
  const fake = { waits: [hostile], events, results: [runResult({ status: "waiting", waits: [hostile] })] };
  const typed = typing([
    [/source\? /, "s\n"],
    [/source\? /, "\n"],
  ]);
  for (const { out, err } of [await run(["inbox", "wait_1"], fake), await run(["run", "Hi"], fake, typed)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    assert.doesNotMatch(out + err.replaceAll(/\u001b\[1G|\u001b\[0J|\u001b\[\d+G/g, ""), /[\u001b\u202e]/);
    assert.match(out + err, /approved/);
  }
});
