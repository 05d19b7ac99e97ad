// The real command with the real store and sandbox: a call, its log, a question that outlives its process, and Ctrl-C.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtempDisposable, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { runHaft } from "./run-haft.ts";

const PRIMER = fileURLToPath(new URL("../../../../examples/seeds/primer", import.meta.url));

const TOOLS = `import time
from datetime import date

from haft import ToolContext, tool


@tool
def describe(day: date, tags: list[str], count: int = 1) -> str:
    """Describe what was received.

    Use when arguments are looked at.

    Args:
        day: A day.
        tags: Some texts.
        count: A number.
    """
    print("looking")
    return f"{type(day).__name__} {day} {tags} {count + 1}"


@tool
def fail(code: int) -> None:
    """Fail.

    Use when a failure is wanted.

    Args:
        code: Any number.
    """
    raise ValueError(f"no {code}")


@tool
def context(ctx: ToolContext) -> dict:
    """Show what the context holds.

    Use when the context is looked at.
    """
    return {"config": dict(ctx.config), "secret": len(ctx.secret("API_TOKEN")), "context": ctx.context, "printed": print(ctx.secret("API_TOKEN"))}


@tool(timeout_seconds=60)
def linger(seconds: int) -> str:
    """Linger.

    Use when something has to take long.

    Args:
        seconds: How long.
    """
    print("lingering", flush=True)
    time.sleep(seconds)
    return "done"
`;

async function desk() {
  const folder = await mkdtempDisposable(join(tmpdir(), "haft-call-"));
  await mkdir(join(folder.path, "tools"));
  await writeFile(join(folder.path, "tools", "desk.py"), TOOLS);
  return folder;
}

test("a call receives values of its types, and prints value, log, time, level and run", async () => {
  await using folder = await desk();
  const words = [
    "call",
    "describe",
    "--arg",
    "day=2030-01-31",
    "--arg",
    "tags=a",
    "--arg",
    "tags=b",
    "--arg",
    "count=2",
  ];
  const { exitCode, out, err } = await runHaft(words, { folder: folder.path });
  assert.deepEqual({ exitCode, out }, { exitCode: 0, out: "date 2030-01-31 ['a', 'b'] 3\n" }, err);
  assert.match(
    err,
    /^stdout \| looking\ncompleted in \S+ m?s · isolation (namespaces|seccomp|rlimit-only) · run_\w+\n$/,
  );

  const json = JSON.parse((await runHaft([...words, "--json"], { folder: folder.path })).out);
  assert.equal(json.value, "date 2030-01-31 ['a', 'b'] 3");
  assert.deepEqual(json.logs, [{ stream: "stdout", text: "looking" }]);

  const runs = JSON.parse((await runHaft(["runs", "--json"], { folder: folder.path })).out).runs;
  assert.deepEqual(
    runs.map((run: { status: string }) => run.status),
    ["completed", "completed"],
  );
  const events = (await runHaft(["events", json.runId, "--json"], { folder: folder.path })).out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
  );
  assert.equal(events[0].type, "run.created");
  assert.equal(events.at(-1).type, "run.completed");
});

test("a tool that raises is exit code 1, with its own error and no stack of Haft's", async () => {
  await using folder = await desk();
  const { exitCode, out, err } = await runHaft(["call", "fail", "--arg", "code=7"], { folder: folder.path });
  assert.deepEqual({ exitCode, out }, { exitCode: 1, out: "" });
  assert.match(err, /error: ValueError: no 7\n/);
  assert.doesNotMatch(err, /haft_runner|node:internal/);
});

test("config, context and secrets reach the tool, and a secret's value is stored and printed nowhere", async () => {
  await using folder = await desk();
  await writeFile(join(folder.path, ".env"), "API_TOKEN=correct-horse-battery\n");
  const words = ["call", "context", "--config", "url=http://a", "--context", '{"user": 1}', "--secret", "API_TOKEN"];
  const { exitCode, out, err } = await runHaft(words, { folder: folder.path });
  assert.equal(exitCode, 0, err);
  assert.deepEqual(JSON.parse(out), { config: { url: "http://a" }, secret: 21, context: { user: 1 }, printed: null });
  assert.ok(!err.includes("correct-horse-battery"), err);
  for (const entry of await readdir(join(folder.path, ".haft"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), "latin1");
    assert.ok(!text.includes("correct-horse-battery"), entry.name);
  }
});

test("a tool, an argument or a name that is not there is told with the nearest", async () => {
  await using folder = await desk();
  const tool = await runHaft(["call", "descibe"], { folder: folder.path });
  assert.equal(tool.exitCode, 2, tool.err);
  assert.match(tool.err, /descibe[\s\S]*describe/);
  const several = await runHaft(["call", "tools/desk.py"], { folder: folder.path });
  assert.equal(several.exitCode, 2, several.err);
  assert.match(several.err, /describe[\s\S]*linger/);
  const missing = await runHaft(["call", "describe", "--arg", "tags=a", "--json"], { folder: folder.path });
  assert.equal(missing.exitCode, 1);
  const outcome = JSON.parse(missing.out);
  assert.equal(outcome.error.type, "invalid_arguments");
  assert.match(outcome.error.message, /day/);
});

test("a question outlives its process, is answered from another, and only once", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-call-"));
  const asked = await runHaft(["call", PRIMER, "ask_the_operator", "--arg", "question=Ship it?"], {
    folder: folder.path,
  });
  assert.equal(asked.exitCode, 3, asked.err);
  assert.match(asked.out, /^wait_\w+ waits for an answer\n {2}Ship it\?\n/);
  const { waits } = JSON.parse((await runHaft(["waits", "--json"], { folder: folder.path })).out);
  assert.equal(waits.length, 1);
  const [wait] = waits;
  const answered = await runHaft(["answer", wait.id, "aye"], { folder: folder.path });
  assert.deepEqual([answered.exitCode, answered.out], [0, "aye\n"], answered.err);
  const again = await runHaft(["answer", wait.id, "nay", "--as", "grace"], { folder: folder.path });
  assert.equal(again.exitCode, 1, again.out + again.err);
  assert.match(again.err, /error: .*answered/);
  assert.equal((await runHaft(["waits"], { folder: folder.path })).err, "nothing waits\n");
});

test("Ctrl-C cancels the run and is exit code 130", async () => {
  await using folder = await desk();
  const result = await runHaft(["call", "linger", "--arg", "seconds=50"], {
    folder: folder.path,
    started: (child) => {
      child.stderr?.on("data", (chunk) => {
        if (String(chunk).includes("lingering")) child.kill("SIGINT");
      });
    },
  });
  assert.equal(result.exitCode, 130, result.out + result.err);
  assert.match(result.err, /cancelled after/);
  const { runs } = JSON.parse((await runHaft(["runs", "--json"], { folder: folder.path })).out);
  assert.deepEqual(
    runs.map((run: { status: string }) => run.status),
    ["cancelled"],
  );
});

test("a run that waits is cancelled by its id", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-call-"));
  const asked = JSON.parse(
    (
      await runHaft(["call", PRIMER, "ask_the_operator", "--arg", "question=Ship it?", "--json"], {
        folder: folder.path,
      })
    ).out,
  );
  const cancelled = await runHaft(["cancel", asked.runId, "--reason", "not now"], { folder: folder.path });
  assert.deepEqual([cancelled.exitCode, cancelled.out], [0, `${asked.runId} cancelled\n`], cancelled.err);
  const late = await runHaft(["answer", asked.wait.id, "aye"], { folder: folder.path });
  assert.equal(late.exitCode, 1);
});

test("reading and listing make no store", async () => {
  await using folder = await desk();
  await runHaft(["check"], { folder: folder.path });
  await runHaft(["tools"], { folder: folder.path });
  assert.equal(existsSync(join(folder.path, ".haft")), false);
});
