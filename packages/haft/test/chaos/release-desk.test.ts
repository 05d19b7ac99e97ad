// The release desk, by hand: every step is a command of its own, each is killed with SIGKILL somewhere in its middle before
// it is let through, and between any two of them no process is left. What is published is published once.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { WaitView } from "@haft/engine";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { openParts, type Parts } from "../../src/runtime/parts.ts";
import { runHaft } from "../cli/run-haft.ts";
import { until } from "./condition.ts";
import { sandboxesOn } from "./processes.ts";
import { type Project, project } from "./project.ts";
import { random } from "./random.ts";
import { SEED } from "./seed.ts";
import { verdictOn } from "./verdict.ts";

const DESK = fileURLToPath(new URL("../../../../examples/release-desk", import.meta.url));
const ENDED: readonly string[] = ["completed", "failed", "cancelled"];
/** A kill in the middle of a call may end a script; so often the whole way is tried again. */
const WAYS = 6;
/** Steps of one way, killed ones counted. */
const STEPS = 60;
/** Kills fall before this: a command takes about as long. */
const LATEST_MS = 2_000;
const choices = random(SEED);

/** What a run has come to and where it works. */
interface Way {
  readonly status: string;
  readonly published: readonly string[];
  readonly kills: number;
}

const START = [
  ...["run", "--dry", "--script", "evals/by-hand.json", "--workspace", "workspace"],
  ...["--config", "window_seconds=1", "--json"],
];

/** Runs a command; killed, if it is to be, at some moment of its life. Whatever it had started is gone when this resolves. */
async function command(desk: Project, words: readonly string[], kill: boolean): Promise<boolean> {
  const killing = new AbortController();
  const { exitCode, err } = await runHaft(words, {
    folder: desk.folder,
    started(child) {
      if (!kill) return;
      const moment = setTimeout(choices.number(LATEST_MS), undefined, { signal: killing.signal });
      moment.then(
        () => child.kill("SIGKILL"),
        () => undefined,
      );
    },
  });
  killing.abort();
  assert.ok([0, 1, 3, 137].includes(exitCode), `haft ${words.join(" ")} ended with ${exitCode}: ${err}`);
  await until(
    () => sandboxesOn(desk.folder).length === 0,
    20_000,
    () => `left of haft ${words[0]}: ${sandboxesOn(desk.folder)}`,
  );
  return exitCode === 137;
}

/** What is typed next, where a run stands like this. */
async function nextWords(waits: readonly WaitView[], workspace: string): Promise<readonly string[]> {
  const [wait] = waits;
  if (wait?.kind === "answer") return ["answer", wait.id, "1.9.4", "--json"];
  if (wait?.kind === "approval") return ["approve", wait.id, "--json"];
  if (wait?.kind === "time") await setTimeout(Math.max(0, Date.parse(wait.due ?? "") - Date.now()));
  if (wait?.kind === "files") {
    mkdirSync(join(workspace, "rollout"), { recursive: true });
    writeFileSync(join(workspace, "rollout", "1.9.4.json"), '{"ok": true, "machines": 3}');
  }
  return ["worker", "--once", "--json"];
}

/** Goes the whole way with one run; what each step needs is read from the store, as a person would read the inbox. */
async function goTheWay(desk: Project, parts: Parts, known: ReadonlySet<string>): Promise<Way> {
  const { engine } = parts;
  let kills = 0;
  let runId: string | undefined;
  for (let tries = 0; runId === undefined; tries++) {
    if (await command(desk, START, tries === 0)) kills += 1;
    runId = (await engine.listRuns(LOCAL, { limit: 100 })).find((run) => !known.has(run.runId))?.runId;
  }
  const [created] = await engine.events(LOCAL, runId, 0, 1);
  assert.ok(created?.type === "run.created");
  const workspace = String(created.data.settings?.workspace);
  const struck = new Set<string>();
  let steps = 0;
  for (;;) {
    const { status } = await engine.run(LOCAL, runId);
    const log = join(workspace, "published.log");
    const published = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    assert.ok(published.length <= 1, `published ${published.length} times`);
    if (ENDED.includes(status)) return { status, published, kills };
    steps += 1;
    assert.ok(steps < STEPS, `${runId} does not end: it is ${status}`);
    const waits = await engine.listWaits(LOCAL, { open: true, runId, limit: 1 });
    const words = await nextWords(waits, workspace);
    const step = `${words[0]} ${waits[0]?.kind}`;
    if (await command(desk, words, !struck.has(step))) kills += 1;
    struck.add(step);
  }
}

test("whatever is killed between and in the middle of all steps, a version is published once", {
  timeout: 600_000,
}, async () => {
  using desk = project(DESK);
  // It only looks: it holds no run and starts no sandbox.
  await using parts = await openParts(desk.options());
  const ways: Way[] = [];
  while (!ways.some(({ status, kills }) => status === "completed" && kills > 0)) {
    assert.ok(ways.length < WAYS, `HAFT_SEED=${SEED}: no way came to its end: ${JSON.stringify(ways)}`);
    const known = new Set((await parts.engine.listRuns(LOCAL, { limit: 100 })).map(({ runId }) => runId));
    ways.push(await goTheWay(desk, parts, known));
  }
  for (const { status, published } of ways) {
    if (status === "completed") assert.deepEqual([published.length, published[0]?.split(" ")[0]], [1, "1.9.4"]);
  }
  const { faults, wrong } = await verdictOn(parts, [], []);
  assert.deepEqual(faults, [], `HAFT_SEED=${SEED}\n${wrong.join("\n")}`);
});
