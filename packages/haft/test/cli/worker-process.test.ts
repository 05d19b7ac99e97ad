// `haft worker` as a process: it moves what becomes due, stops when it is told, and at once when it is told twice.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { HAFT, runHaft } from "./run-haft.ts";

const TOOLS = `import time

from haft import resumes, sleep_for, tool


@tool
def later(seconds: float) -> str:
    """Sleep without a process, then work for a while.

    Use when something should not be done at once.

    Args:
        seconds: How long the work takes.
    """
    return sleep_for(1, meta={"seconds": seconds})


@resumes(later)
def _later_go_on(payload, meta, ctx):
    ctx.inform("working")
    time.sleep(meta["seconds"])
    return "done"
`;

async function project() {
  const folder = await mkdtempDisposable(join(tmpdir(), "haft-worker-"));
  await mkdir(join(folder.path, "tools"));
  await writeFile(join(folder.path, "tools", "later.py"), TOOLS);
  return folder;
}

/** A worker, and a way to wait for what it or the log of a run says. */
function startWorker(folder: string, ...words: readonly string[]) {
  const { HAFT_STORE: _store, HAFT_DATA: _data, HAFT_ISOLATION: _isolation, ...inherited } = process.env;
  const child = spawn(process.execPath, [HAFT, "worker", ...words], {
    cwd: folder,
    env: { ...inherited, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const says = async (stream: "stdout" | "stderr", pattern: RegExp): Promise<void> => {
    while (!pattern.test(stream === "stdout" ? out : err)) {
      const more = new Promise((resolve) => child[stream].once("data", resolve));
      const exitCode = await Promise.race([more, ended]);
      if (typeof exitCode === "number") assert.match(stream === "stdout" ? out : err, pattern);
    }
  };
  return { child, ended, says, told: () => ({ out, err }) };
}

async function logged(folder: string, runId: string, type: string): Promise<void> {
  const { HAFT_STORE: _store, HAFT_DATA: _data, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [HAFT, "events", runId, "--follow", "--json"], {
    cwd: folder,
    env: inherited,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let all = "";
  for await (const chunk of child.stdout ?? []) {
    all += String(chunk);
    if (all.includes(`"${type}"`)) child.kill("SIGKILL");
  }
  await ended;
  assert.match(all, new RegExp(type));
}

test("a worker moves a run when its time comes, says so, and stops with 0", async () => {
  await using folder = await project();
  const parked = await runHaft(["call", "later", "--arg", "seconds=0", "--json"], { folder: folder.path });
  assert.equal(parked.exitCode, 3, parked.err);
  const { runId } = JSON.parse(parked.out);
  const worker = startWorker(folder.path);
  await worker.says("stdout", /completed/);
  worker.child.kill("SIGTERM");
  assert.equal(await worker.ended, 0, worker.told().err);
  assert.match(worker.told().out, new RegExp(`^[\\d-]+ [\\d:]+  ${runId}  completed`, "m"));
  assert.match(worker.told().err, /^working on \d+ runs at once; Ctrl-C stops\nstopping; .*\nstopped\n$/);
});

test("a second signal ends a worker at once, whatever a call is doing", async () => {
  await using folder = await project();
  const parked = await runHaft(["call", "later", "--arg", "seconds=25", "--json"], { folder: folder.path });
  const { runId } = JSON.parse(parked.out);
  const worker = startWorker(folder.path, "--drain", "600");
  await logged(folder.path, runId, "tool.resumed");
  worker.child.kill("SIGTERM");
  await worker.says("stderr", /stopping; calls may finish for 600 s/);
  // Two that come together are one; a person takes longer.
  await setTimeout(100);
  worker.child.kill("SIGTERM");
  assert.equal(await worker.ended, 130);
});
