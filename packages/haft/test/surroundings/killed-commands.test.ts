// Commands on one store that are killed with SIGKILL at moments all over their lives: the log keeps its rules, and nothing is
// left.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { checkLog, type LedgerLine, type LogEvent } from "../../../engine/test/checker/check-log.ts";
import { HAFT, runHaft } from "../cli/run-haft.ts";
import { pythonTool } from "../values/python-source.ts";

/** More by hand: `HAFT_KILLS=60`. */
const KILLS = Number(process.env.HAFT_KILLS ?? 12);
/** Of what a call takes on this machine now: kills fall into every part of it, and after it. */
const LATEST = 1.2;

const LEDGER = (phase: string) =>
  `with (ctx.data_dir / "ledger").open("a") as ledger:\n    print(ctx.call_id, "${phase}", file=ledger)\n`;

const SOURCE = [
  "import time\n",
  pythonTool("works(ctx)", `${LEDGER("call")}time.sleep(0.1)\nreturn "done"`, []),
  pythonTool("asks(ctx)", `${LEDGER("call")}return ask_user("Go on?")`, []),
  `@resumes(asks)\ndef went_on(payload, meta, ctx):\n    ${LEDGER("resume").replaceAll("\n", "\n    ")}return payload["response"]\n`,
].join("\n");

const folder = mkdtempSync(join(tmpdir(), "haft-kills-"));
after(() => rmSync(folder, { recursive: true, force: true }));
// The sandbox's user must reach `/data` here, where the test reads it.
chmodSync(folder, 0o755);
const temporary = join(folder, "temporary");
mkdirSync(temporary);
chmodSync(temporary, 0o777);
writeFileSync(join(folder, "killed.py"), SOURCE);
const environment = { TMPDIR: temporary };

/** Every process below one, by number and time of start: a number may be given again. */
function below(pid: number): string[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
    return children.flatMap((child) => [identity(child), ...below(child)].filter((one) => one !== undefined));
  } catch {
    return [];
  }
}

function identity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? undefined : `${pid}:${rest[18]}`;
  } catch {
    return undefined;
  }
}

/** Processes that see a folder of the test as their own: its sandboxes. */
function sandboxesLeft(): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/mountinfo`, "utf8").includes(`${folder}/.haft/data`);
    } catch {
      return false;
    }
  });
}

/** Waits for a condition, and fails saying what still holds it up. */
async function gone(left: () => readonly string[], what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (left().length === 0) return;
    await setTimeout(50);
  }
  assert.deepEqual(left(), [], what);
}

async function openWait(): Promise<string | undefined> {
  const { out } = await runHaft(["waits", "--json"], { folder, environment });
  return (JSON.parse(out).waits as { id: string }[])[0]?.id;
}

async function killedAt(words: readonly string[], milliseconds: number): Promise<void> {
  const child: ChildProcess = spawn(process.execPath, [HAFT, ...words], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await Promise.race([ended, setTimeout(milliseconds)]);
  const started = child.pid === undefined ? [] : below(child.pid);
  child.kill("SIGKILL");
  await ended;
  await gone(() => started.filter((one) => identity(Number(one.split(":")[0])) === one), `left of haft ${words[0]}`);
}

async function eventsOf(runId: string): Promise<LogEvent[]> {
  const { out, err } = await runHaft(["events", runId, "--json"], { folder, environment });
  assert.equal(err, "");
  return out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The ledger's lines of a run; a resume's phase is the wait that it ended. */
function linesOf(events: readonly LogEvent[]): LedgerLine[] {
  const file = join(folder, ".haft/data/local", readdirSync(join(folder, ".haft/data/local"))[0] ?? "", "ledger");
  const calls = new Set(events.flatMap(({ data }) => (typeof data.callId === "string" ? [data.callId] : [])));
  const wait: string | undefined = events.find(({ type }) => type === "tool.parked")?.data.waitId;
  const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
  return lines
    .map((line) => line.split(" "))
    .filter(([callId]) => calls.has(callId))
    .map(([callId = "", phase = ""]) => ({ callId, phase: phase === "resume" ? (wait ?? "no wait") : phase }));
}

/** How long a call takes that nobody kills. */
async function wholeCallMs(): Promise<number> {
  const begun = performance.now();
  const { exitCode, err } = await runHaft(["call", "killed.py", "works"], { folder, environment });
  assert.equal(exitCode, 0, err);
  return performance.now() - begun;
}

test("commands killed at any moment leave a log that keeps its rules, and nothing else", async () => {
  const latestMs = LATEST * (await wholeCallMs());
  for (let kill = 0; kill < KILLS; kill++) {
    // One part after another, in an order in which each kind of command has early and late ones.
    const moment = (((kill * 7) % KILLS) / KILLS) * latestMs;
    const wait = kill % 3 === 2 ? await openWait() : undefined;
    const tool = kill % 2 === 0 ? "asks" : "works";
    if (wait !== undefined) await killedAt(["answer", wait, "yes"], moment);
    else if (kill % 5 === 4) await killedAt(["worker", "--once"], moment);
    else await killedAt(["call", "killed.py", tool], moment);
  }
  for (let tries = 0; tries < 100; tries++) {
    const { exitCode, err } = await runHaft(["worker", "--once"], { folder, environment });
    assert.equal(exitCode, 0, err);
    const { out } = await runHaft(["runs", "--json"], { folder, environment });
    const moving = (JSON.parse(out).runs as { status: string }[]).filter(({ status }) =>
      ["queued", "ready", "running"].includes(status),
    );
    if (moving.length === 0) break;
    assert.ok(tries < 99, `runs that do not end: ${JSON.stringify(moving)}`);
    await setTimeout(500);
  }
  const { out } = await runHaft(["runs", "--json", "--limit", "500"], { folder, environment });
  const runs = JSON.parse(out).runs as { id: string }[];
  assert.ok(runs.length > 0);
  for (const { id } of runs) {
    const events = await eventsOf(id);
    assert.deepEqual(checkLog(events, linesOf(events)), [], id);
  }
  await gone(sandboxesLeft, "sandboxes left");
  assert.deepEqual(readdirSync(temporary), []);
});
