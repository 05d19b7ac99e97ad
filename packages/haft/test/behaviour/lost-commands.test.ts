// Commands that are killed with SIGKILL in the middle of a call, and waits that the next command finds due.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { until } from "../chaos/condition.ts";
import { alive, below } from "../chaos/processes.ts";
import { HAFT, runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";
import { typescriptTool } from "../values/typescript-source.ts";

/** Says that it has begun, and is slow the first time; what it leaves in `/data` is the ledger of its starts. */
const SLOW_PYTHON = `with (ctx.data_dir / "ledger").open("a") as ledger:
    print(ctx.idempotency_key, file=ledger)
lines = (ctx.data_dir / "ledger").read_text().split()
print("begun", flush=True)
if len(lines) == 1:
    time.sleep(60)
return lines`;

const PYTHON = [
  "import time\n",
  pythonTool("once(ctx)", SLOW_PYTHON, []),
  pythonTool("nap(seconds: float)", "return sleep_for(seconds)", ["seconds"]),
  "@resumes(nap)\ndef rested(payload, meta):\n    return payload['elapsed_seconds'] > 0\n",
  pythonTool("asks()", "return ask_user('Go on?')", []),
  "@resumes(asks)\ndef gone_on(payload, meta):\n    print('begun', flush=True)\n    time.sleep(60)\n",
  pythonTool("asks_at_once()", "return ask_user('Go on?')", []),
  "@resumes(asks_at_once)\ndef answered_at_once(payload, meta):\n    return payload['response']\n",
  pythonTool("asks_again()", "return ask_user('Go on?')", []),
  `@resumes(asks_again, idempotent=True)\ndef gone_on_again(payload, meta, ctx):\n    ${SLOW_PYTHON.replaceAll("\n", "\n    ").replace('/ "ledger"', '/ "second"').replaceAll('/ "ledger"', '/ "second"')}\n`,
].join("\n");

const AGAIN = ["import time\n", pythonTool("again(ctx)", SLOW_PYTHON, [], "@tool(idempotent=True)")].join("\n");

const SLOW_TYPESCRIPT = `appendFileSync(ctx.dataDir + "/ledger", ctx.idempotencyKey + "\\n");
  const lines = readFileSync(ctx.dataDir + "/ledger", "utf8").trim().split("\\n");
  console.log("begun");
  if (lines.length === 1) await new Promise((resolve) => setTimeout(resolve, 60_000));
  return lines;`;

const typescript = (name: string): string =>
  [
    'import { appendFileSync, readFileSync } from "node:fs";\nimport { tool, type ToolContext } from "haft";\n',
    typescriptTool(`async ${name}(ctx: ToolContext)`, SLOW_TYPESCRIPT, []),
  ].join("\n");

const folder = mkdtempSync(join(tmpdir(), "haft-lost-"));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "py-once.py"), PYTHON);
writeFileSync(join(folder, "py-again.py"), AGAIN);
writeFileSync(join(folder, "ts-once.tools.ts"), typescript("once"));
writeFileSync(join(folder, "ts-again.tools.ts"), `${typescript("again")}tool(again, { idempotent: true });\n`);

/** Starts a command and kills it, and nothing else, when the tool has begun. */
async function killed(...words: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [HAFT, ...words], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let started: readonly string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
      if (!said.includes("begun") || child.killed) return;
      started = below(child.pid ?? 0);
      child.kill("SIGKILL");
    });
  }
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL", said);
  await until(
    () => alive(started).length === 0,
    60_000,
    () => `left of haft ${words[0]}: ${alive(started)}`,
  );
}

/** What a worker says that takes everything over. On a busy machine the last process of a command that was killed is gone late. */
async function takenOver(tool: string): Promise<{ readonly out: string; readonly err: string }> {
  for (;;) {
    const { out, err } = await runHaft(["worker", "--once", "--json"], { folder });
    if ((await run(tool)).status !== "running") return { out, err };
  }
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly tool: string;
  readonly error?: { readonly type: string; readonly message: string; readonly hint?: string };
}

async function run(tool: string): Promise<Listed> {
  const { out } = await runHaft(["runs", "--json"], { folder });
  const found = (JSON.parse(out).runs as Listed[]).find((each) => each.tool === tool);
  assert.ok(found, out);
  return found;
}

for (const language of ["py", "ts"]) {
  const extension = language === "py" ? "py" : "tools.ts";

  test(`${language}: a call whose command was killed ends with outcome_unknown, and is not begun again`, async () => {
    await killed("call", `${language}-once.${extension}`, "once");
    await takenOver(`${language}-once/once`);
    const { status, error, id } = await run(`${language}-once/once`);
    assert.equal(status, "failed");
    assert.equal(error?.type, "outcome_unknown");
    assert.equal(
      error.message,
      "the worker that ran `once` was lost; what the call did, or whether it did anything, is not known",
    );
    const { out } = await runHaft(["events", id, "--json"], { folder });
    assert.equal(out.match(/"tool\.started"/g)?.length, 1);
  });

  test(`${language}: an idempotent call whose command was killed is begun again under its key`, async () => {
    await killed("call", `${language}-again.${extension}`, "again");
    const { out, err } = await takenOver(`${language}-again/again`);
    const { status, id } = await run(`${language}-again/again`);
    assert.equal(status, "completed", out + err);
    const outcome = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .find((each) => each.runId === id);
    assert.deepEqual(outcome?.value, [outcome.callId, outcome.callId], out);
  });
}

test("a companion whose command was killed ends with outcome_unknown, an idempotent one is begun again", async () => {
  for (const [tool, status, type] of [
    ["asks", "failed", "outcome_unknown"],
    ["asks_again", "completed", undefined],
  ] as const) {
    const parked = await runHaft(["call", "py-once.py", tool, "--json"], { folder });
    await killed("answer", JSON.parse(parked.out).wait.id, "yes");
    await takenOver(`py-once/${tool}`);
    const ended = await run(`py-once/${tool}`);
    assert.deepEqual([ended.status, ended.error?.type], [status, type]);
  }
});

test("a sleep is sat through with --wait", async () => {
  const slept = await runHaft(["call", "py-once.py", "nap", "--arg", "seconds=0.3", "--wait", "--json"], { folder });
  assert.equal(slept.exitCode, 0, slept.err);
  assert.equal(JSON.parse(slept.out).value, true);
});

/** Until the sleep is over that a call has begun: longer than its own command takes to end, which would fire it otherwise. */
async function over(outcome: string): Promise<void> {
  await setTimeout(Math.max(0, Date.parse(JSON.parse(outcome).wait.due) - Date.now()) + 10);
}

for (const [title, words] of [
  ["the next call", ["call", "py-once.py", "nap", "--arg", "seconds=0"]],
  ["haft runs", ["runs"]],
  ["haft waits", ["waits"]],
  ["haft worker --once", ["worker", "--once"]],
] as const) {
  test(`a sleep that is over is fired by ${title}`, async () => {
    const parked = await runHaft(["call", "py-once.py", "nap", "--arg", "seconds=3", "--json"], { folder });
    assert.equal(parked.exitCode, 3, parked.out + parked.err);
    const { runId } = JSON.parse(parked.out);
    await over(parked.out);
    await runHaft(words, { folder });
    // A run that has ended is refused; one that has not is not moved by this.
    assert.match((await runHaft(["cancel", runId], { folder })).err, /has ended already: completed/);
  });
}

test("a sleep that is over shows in the log that is looked at", async () => {
  const parked = await runHaft(["call", "py-once.py", "nap", "--arg", "seconds=3", "--json"], { folder });
  await over(parked.out);
  const { out } = await runHaft(["events", JSON.parse(parked.out).runId, "--json"], { folder });
  assert.match(out, /"run\.completed"/);
});

test("a sleep of a call with secrets is left to a command that gives them", async () => {
  const secret = ["--secret", "TOKEN=tok-0123456789"];
  const words = ["call", "py-once.py", "nap", "--arg", "seconds=3", "--json", ...secret];
  const parked = await runHaft(words, { folder });
  const { runId } = JSON.parse(parked.out);
  await over(parked.out);
  const { out } = await runHaft(["events", runId, "--json"], { folder });
  assert.doesNotMatch(out, /"wait\.resolved"/);
  await runHaft(["call", "py-once.py", "nap", "--arg", "seconds=0", ...secret], { folder });
  assert.match((await runHaft(["cancel", runId], { folder })).err, /has ended already: completed/);
});

test("an answer without the secrets of its call counts, and the call goes on with a command that gives them", async () => {
  const secret = ["--secret", "TOKEN=tok-0123456789"];
  const words = ["call", "py-once.py", "asks_at_once", "--json", ...secret];
  const { runId, wait } = JSON.parse((await runHaft(words, { folder })).out);
  const answered = await runHaft(["answer", wait.id, "yes"], { folder });
  assert.equal(answered.exitCode, 3, answered.err);
  const line = `${wait.id} is answered; ${runId} goes on with a command that has the secret TOKEN`;
  assert.ok(answered.err.startsWith(`${line} (haft worker --once --secret TOKEN)\n`), answered.err);
  const again = await runHaft(["answer", wait.id, "yes", "--json"], { folder });
  assert.equal(JSON.parse(again.out).error.type, "wait_settled");
  const moved = await runHaft(["worker", "--once", ...secret], { folder });
  assert.equal(moved.exitCode, 0, moved.err);
  assert.match((await runHaft(["events", runId, "--json"], { folder })).out, /"value":"yes"/);
});

test("a parked run is cancelled from the command line", async () => {
  const parked = await runHaft(["call", "py-once.py", "nap", "--arg", "seconds=60", "--json"], { folder });
  const { runId, wait } = JSON.parse(parked.out);
  const cancelled = await runHaft(["cancel", runId], { folder });
  assert.equal(cancelled.exitCode, 0, cancelled.err);
  // The same again by the same person gets the same reply; somebody else is told how it ended.
  assert.equal((await runHaft(["cancel", runId], { folder })).exitCode, 0);
  const other = await runHaft(["cancel", runId, "--as", "somebody"], { folder });
  assert.equal(other.exitCode, 1);
  assert.match(other.err, /has ended already: cancelled at/);
  const answered = await runHaft(["answer", wait.id, "x"], { folder });
  assert.equal(answered.exitCode, 1);
  assert.match(answered.err, /wait_\w+ was cancelled by \w+ at \d{4}-[\s\S]*haft events/);
});
