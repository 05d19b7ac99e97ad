// Commands on a session in memory: what they ask of it, what they print, and their exit codes.

// Times are printed on the clock of the machine.
process.env.TZ = "UTC";

import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import type { Outcome } from "../../src/session/outcome.ts";
import { completed, question, waiting } from "./fake-session.ts";
import { run } from "./in-memory.ts";

test("a call prints its value on standard output and everything else on standard error", async () => {
  const { exitCode, out, err } = await run(["call", "greet"], { call: completed("hello Ada") });
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "hello Ada\n" });
  assert.equal(err, "completed in 3 ms · isolation namespaces · run_1\n");
});

test("a value that is not text is printed as JSON", async () => {
  assert.equal((await run(["call", "x"], { call: completed({ a: [1] }) })).out, '{\n  "a": [\n    1\n  ]\n}\n');
  assert.equal((await run(["call", "x"], { call: completed(null) })).out, "null\n");
});

const failed: Outcome = {
  ...completed(null),
  ok: false,
  status: "failed",
  error: { type: "ValueError", message: "too small", hint: "take more" },
};

test("a tool that failed is exit code 1, with type, message and hint", async () => {
  const { exitCode, out, err } = await run(["call", "x"], { call: failed });
  assert.deepEqual({ exitCode, out }, { exitCode: 1, out: "" });
  assert.equal(
    err,
    "error: ValueError: too small\nhint: take more\nfailed after 3 ms · isolation namespaces · run_1\n",
  );
});

test("with --json the Outcome is the one thing on standard output, and nothing is on standard error", async () => {
  for (const [outcome, code] of [
    [completed("x"), 0],
    [failed, 1],
    [waiting(question()), 3],
  ] as const) {
    const { exitCode, out, err } = await run(["call", "x", "--json"], { call: outcome }, { terminal: true });
    assert.equal(exitCode, code);
    assert.deepEqual(JSON.parse(out), outcome);
    assert.equal(err, "");
  }
});

test("without a terminal a question is printed, with what answers it, and the exit code is 3", async () => {
  const { exitCode, out, err } = await run(["call", "x"], { call: waiting(question()) });
  assert.equal(exitCode, 3);
  assert.equal(
    out,
    "wait_1 waits for an answer\n  Go on?\n  choices: yes, no\n  expires 2030-01-08 12:00:00 (in 7 d)\n",
  );
  assert.match(err, /answer it: haft answer wait_1 yes\n$/);
});

test("on a terminal a question is asked, and the answer moves the run on", async () => {
  const stdin = new PassThrough();
  const lines = [
    { when: /1–2: /, typed: "perhaps\n" },
    { when: /one of the choices[\s\S]*1–2: /, typed: "2\n" },
  ];
  // Each line is typed at a prompt of its own: the second once the first has been refused.
  const onError = (text: string) => {
    const [next] = lines;
    if (next?.when.test(text)) stdin.write(lines.shift()?.typed);
  };
  const fake = { call: waiting(question()), answer: (value: unknown) => completed(`you said ${value}`) };
  const { exitCode, out, err, asked } = await run(["call", "x"], fake, {
    terminal: true,
    stdin,
    environment: { NO_COLOR: "1" },
    onError,
  });
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "you said no\n" });
  assert.match(err, /Go on\?[\s\S]*1\) yes\n {2}2\) no/);
  assert.deepEqual(
    asked.filter((entry) => Array.isArray(entry) && entry[0] === "answer"),
    [["answer", "wait_1", "no", false]],
  );
});

test("a question that is answered elsewhere ends the prompt, and the run is followed", async () => {
  const ended = Promise.withResolvers<void>();
  const { exitCode, err, asked } = await run(
    ["call", "x"],
    { call: waiting(question()), ended: ended.promise },
    { terminal: true, onError: (text) => text.includes("Go on?") && ended.resolve() },
  );
  assert.equal(exitCode, 0);
  assert.match(err, /answered elsewhere/);
  assert.deepEqual(asked.at(-2), ["move", "run_1", false]);
});

test("a prompt that is ended with Ctrl-D leaves the question open", async () => {
  const stdin = new PassThrough();
  stdin.end();
  const { exitCode, out } = await run(
    ["call", "x"],
    { call: waiting(question()) },
    { terminal: true, stdin, environment: { NO_COLOR: "1" } },
  );
  assert.equal(exitCode, 3);
  assert.match(out, /wait_1 waits for an answer/);
});

test("what a tool writes is shown while it runs, and cannot drive the terminal", async () => {
  const call = async (observer: {
    log?(line: { stream: "stdout"; text: string }): void;
    progress?(f: number, m: string): void;
  }) => {
    observer.log?.({ stream: "stdout", text: "loading\u001b[2J" });
    observer.progress?.(0.5, "half");
    return completed("x");
  };
  const { err } = await run(["call", "x"], { call });
  assert.match(err, /^stdout \| loading\nprogress \| 50 % half\n/);
});

test("paths, tools, settings and grants reach the session", async () => {
  const words = [
    "call",
    "desk/",
    "x",
    "--config",
    "url=http://a",
    "--context",
    '{"user": 1}',
    "--secret",
    "API_TOKEN=12345678",
  ];
  const more = [
    "--network",
    "--wait",
    "--workspace",
    "w",
    "--isolation",
    "seccomp",
    "--as",
    "ada:support,night",
    "--store",
    "s.db",
  ];
  const { asked } = await run([...words, ...more], { call: completed(1) });
  assert.deepEqual(asked[0], [
    "open",
    {
      store: "/s.db",
      isolation: "seccomp",
      environments: {},
      as: { name: "ada", roles: ["support", "night"] },
      secrets: { API_TOKEN: "12345678" },
      network: true,
      workspace: "/w",
      wait: true,
      environment: {},
    },
  ]);
  assert.deepEqual(asked[1], ["call", "desk/", "x", { url: "http://a" }, { user: 1 }]);
  assert.deepEqual(asked[2], ["closed"]);
});

for (const [words, path, tool] of [
  [["call"], ".", undefined],
  [["call", "greet"], ".", "greet"],
  [["call", "desk/greet"], ".", "desk/greet"],
  [["call", "greet.py"], "greet.py", undefined],
  [["call", "./desk"], "./desk", undefined],
  [["call", "desk", "greet"], "desk", "greet"],
  [["call", "/etc/hosts"], "/etc/hosts", undefined],
] as const) {
  test(`what is called: haft ${words.join(" ")}`, async () => {
    const { asked } = await run(words, { call: completed(1) });
    assert.deepEqual((asked[1] as unknown[]).slice(0, 3), ["call", path, tool]);
  });
}

test("an answer is read by the choices or the schema of its wait", async () => {
  const answer = (value: unknown) => completed(JSON.stringify(value));
  const waits = [question(), question({ id: "wait_22", choices: undefined, schema: { type: "integer" } } as never)];
  assert.equal((await run(["answer", "wait_1", "yes"], { waits, answer })).out, '"yes"\n');
  assert.equal((await run(["answer", "22", "7"], { waits, answer })).out, "7\n");
  const refused = await run(["answer", "wait_1", "perhaps"], { waits, answer });
  assert.equal(refused.exitCode, 2);
  assert.match(refused.err, /wait_1 .*"perhaps".*stays open\nhint: write haft answer wait_1 "yes"/);
});

test("an answer may come from standard input, or be asked for", async () => {
  const answer = (value: unknown) => completed(JSON.stringify(value));
  const waits = [question({ choices: undefined } as never)];
  const stdin = new PassThrough();
  stdin.end("two\nlines\n");
  assert.equal((await run(["answer", "wait_1", "-"], { waits, answer }, { stdin })).out, '"two\\nlines"\n');
  const typed = new PassThrough();
  typed.write("as you like\n");
  const asked = await run(
    ["answer", "wait_1"],
    { waits, answer },
    { terminal: true, stdin: typed, environment: { NO_COLOR: "1" } },
  );
  assert.deepEqual([asked.exitCode, asked.out], [0, '"as you like"\n']);
  const missing = await run(["answer", "wait_1"], { waits: [question()], answer });
  assert.equal(missing.exitCode, 2);
  assert.match(missing.err, /the answer is missing.*\nhint: write haft answer wait_1 VALUE \(one of yes, no\)/);
});

test("an id may be its beginning; one that begins several, or none, is told so", async () => {
  const runs = ["run_ab1", "run_ab2", "run_c"].map(
    (id) =>
      ({
        id,
        kind: "call",
        status: "waiting",
        createdAt: "2030-01-01T11:00:00Z",
        requestedBy: "ada",
        waits: [],
      }) as const,
  );
  assert.deepEqual((await run(["cancel", "c"], { runs })).asked[1], ["cancel", "run_c", undefined]);
  const several = await run(["events", "run_ab"], { runs });
  assert.equal(several.exitCode, 2);
  assert.match(several.err, /run_ab begins 2 ids: run_ab1, run_ab2\nhint: type more of it/);
  const none = await run(["events", "run_x"], { runs });
  assert.match(none.err, /there is no run run_x\nhint: see the ids: haft runs/);
  const other = await run(["answer", "run_c", "x"], { runs });
  assert.match(other.err, /there is no wait run_c; it is the id of a run, and a wait is asked for/);
});

test("of several waits the one that is open is meant", async () => {
  const answer = (value: unknown) => completed(JSON.stringify(value));
  const waits = [question({ id: "wait_a1", status: "resolved" }), question({ id: "wait_a2" })];
  const open = await run(["answer", "wait_", "yes"], { waits, answer });
  assert.deepEqual(open.asked[1], ["answer", "wait_a2", "yes", false]);
  const both = waits.map((wait) => ({ ...wait, status: "open" as const }));
  assert.match((await run(["answer", "a", "yes"], { waits: both, answer })).err, /a begins 2 ids/);
});

test("what cannot be answered is told before anything is asked", async () => {
  const ended = question({ status: "resolved", endedBy: "grace", endedAt: "2030-01-01T11:30:00Z" });
  const late = await run(["answer", "wait_1"], { waits: [ended] }, { terminal: true });
  assert.equal(late.exitCode, 1);
  assert.match(late.err, /wait_1 was answered by grace at 2030-01-01 11:30:00[\s\S]*haft events run_1/);
  const sleeping = question({ kind: "time", due: "2030-01-01T13:00:00Z" });
  const early = await run(["answer", "wait_1", "yes"], { waits: [sleeping] });
  assert.equal(early.exitCode, 2);
  assert.match(
    early.err,
    /wait_1 asks nothing: it waits until 2030-01-01 13:00:00 \(in 1 h\)\nhint: .*haft worker --once/,
  );
});

test("runs, waits and events are lists for people, and JSON for programs", async () => {
  const runs = [
    {
      id: "run_1",
      kind: "call",
      status: "waiting",
      tool: "desk/x",
      createdAt: "2030-01-01T11:59:00Z",
      requestedBy: "ada",
      waits: ["wait_1"],
    },
  ] as const;
  const listed = await run(["runs"], { runs });
  assert.match(
    listed.out,
    /^run +status +what +began +took\nrun_1 +waiting +desk\/x +2030-01-01 11:59:00 +1 min +wait_1\n$/,
  );
  assert.deepEqual(JSON.parse((await run(["runs", "--json"], { runs })).out), { ok: true, runs });

  const waits = [question()];
  assert.match((await run(["inbox"], { waits })).out, /wait_1 +answer +desk\/confirm +in 7 d +Go on\? \(yes, no\)\n$/);
  assert.deepEqual(JSON.parse((await run(["waits", "--json"], { waits })).out), { ok: true, waits });
  assert.match((await run(["waits"])).err, /nothing waits/);
  const cut = await run(["waits", "--limit", "1"], { waits: [...waits, ...waits] });
  assert.match(cut.err, /there are more than these 1: --limit NUMBER shows up to 1000/);
  assert.equal(cut.out.trimEnd().split("\n").length, 2);
  assert.doesNotMatch((await run(["waits"], { waits })).err, /there are more/);

  const events = [1, 2].map((seq) => ({
    runId: "run_1",
    seq,
    at: "2030-01-01T11:59:00.000Z",
    type: "tool.log",
    data: { callId: "call_1", stream: "stdout", text: `${seq}` },
    v: 1,
  }));
  const lines = (await run(["events", "run_1", "--json"], { runs, events })).out.trimEnd().split("\n");
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    events,
  );
  assert.match(
    (await run(["events", "run_1"], { runs, events })).out,
    /^ {3}1 {2}2030-01-01T11:59:00\.000Z {2}tool\.log +call_1 stdout \| 1\n/,
  );
});

test("a worker says what it moved, one Outcome a line with --json", async () => {
  const { out, err } = await run(["worker", "--once"], { call: completed(7) });
  assert.match(out, /run_1 +completed +7\n/);
  assert.equal(err, "1 run moved\n");
  assert.deepEqual(JSON.parse((await run(["worker", "--once", "--json"], { call: completed(7) })).out), completed(7));
});

test("a doctor names each fault with its remedy, and fails where there is one", async () => {
  const { exitCode, out } = await run(["doctor"]);
  assert.equal(exitCode, 1);
  assert.equal(
    out,
    "ok node       24.1.0\nno isolation  bubblewrap is missing\n             do: apt-get install bubblewrap\n\nisolation rlimit-only\nno files  reads what the server reads\n",
  );
});

const usage: readonly [words: readonly string[], says: RegExp][] = [
  [["chekc"], /unknown command 'chekc'\nhint: did you mean check\? See: haft --help/],
  [["check", "--wach"], /unknown option '--wach'\nhint: did you mean --watch\? See: haft check --help/],
  [["events"], /missing required argument 'run'\nhint: see: haft events --help/],
  [["call", "a", "b", "c"], /too many arguments[\s\S]*hint: see: haft call --help/],
  [["runs", "--limit", "many"], /--limit takes a whole number from 1 to 1000, and got "many"/],
  [["runs", "--status", "done"], /Allowed choices are queued, ready/],
  [["call", "x", "--as", ""], /--as takes a name/],
  [
    ["call", "x", "--isolation", "best"],
    /there is no isolation level "best"\nhint: .*namespaces, seccomp, rlimit-only/,
  ],
  [["call", "x", "--config", "a"], /--config takes NAME=VALUE/],
  [["call", "x", "--context", "{"], /--context is not JSON: line 1, column 2/],
];

for (const [words, says] of usage) {
  test(`wrong usage is exit code 2 with what to write: haft ${words.join(" ")}`, async () => {
    const { exitCode, out, err } = await run(words);
    assert.deepEqual({ exitCode, out }, { exitCode: 2, out: "" });
    assert.match(err, says);
    const json = await run([...words, "--json"]);
    assert.equal(json.exitCode, 2);
    const document = JSON.parse(json.out);
    assert.equal(document.ok, false);
    assert.equal(typeof document.error.type, "string");
    assert.equal(json.err, "");
  });
}

test("a failure keeps its type, message and hint with --json", async () => {
  const { exitCode, out } = await run(["answer", "wait_1", "yes", "--json"], { waits: [question()] });
  assert.equal(exitCode, 1);
  assert.deepEqual(JSON.parse(out), {
    ok: false,
    error: { type: "wait_settled", message: "it was answered by grace", hint: "see: haft runs" },
  });
});
