// The release desk: as evals, and by hand, with every command killed as soon as it has said what it waits for.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { HAFT, runHaft } from "../cli/run-haft.ts";

const DESK = fileURLToPath(new URL("../../../../examples/release-desk", import.meta.url));

test("its scripts go as they expect", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-desk-"));
  const { exitCode, out, err } = await runHaft(["eval", DESK, "--wait", "--json"], { folder: folder.path });
  const { evals } = JSON.parse(out);
  assert.deepEqual(
    evals.map(({ file, ok, problems }: Record<string, unknown>) => ({ file, ok, problems })),
    [
      { file: "evals/denied.script.json", ok: true, problems: [] },
      { file: "evals/release.script.json", ok: true, problems: [] },
    ],
    err,
  );
  assert.equal(exitCode, 0);
});

/** Starts a command and kills it with everything it started once standard output matches. */
async function killedOnce(printed: RegExp, words: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { HAFT_ISOLATION: _isolation, ...inherited } = process.env;
  const child = spawn(process.execPath, [HAFT, ...words], {
    cwd: DESK,
    env: { ...inherited, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = once(child, "close");
  let all = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      all += String(chunk);
      if (printed.test(all) && child.exitCode === null) process.kill(-(child.pid ?? 0), "SIGKILL");
    });
  }
  await ended;
  assert.match(all, printed);
  return all;
}

test("by hand, with kills between all steps, it publishes once", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "haft-desk-"));
  const data = join(folder.path, ".haft");
  const environment = { HAFT_DATA: data, HAFT_STORE: join(data, "haft.db") };
  const haft = async (...words: string[]) => {
    const result = await runHaft([...words, "--json"], { folder: DESK, environment });
    return { ...result, lines: result.out.trimEnd().split("\n") };
  };
  const openWait = async (kind: string): Promise<string> => {
    // Whoever was killed may have held the run: a worker takes it over and comes to the same place.
    for (let tries = 0; tries < 100; tries++) {
      await haft("worker", "--once");
      const { out } = await haft("waits");
      const wait = JSON.parse(out).waits.find((each: { kind: string }) => each.kind === kind);
      if (wait !== undefined) return wait.id;
    }
    return assert.fail(`nothing waits for ${kind}`);
  };

  const script = ["run", "--dry", "--script", "evals/by-hand.json", "--workspace", "workspace"];
  await killedOnce(/waits for an answer/, [...script, "--config", "window_seconds=2"], environment);
  await killedOnce(/waits for approval/, ["answer", await openWait("answer"), "1.9.4"], environment);
  const inbox = await haft("inbox");
  assert.deepEqual(JSON.parse(inbox.out).waits[0].approval.arguments, { version: "1.9.4" });
  await killedOnce(/is in the outbox/, ["approve", await openWait("approval"), "--as", "grace"], environment);
  await openWait("files");

  const [run] = JSON.parse((await haft("runs")).out).runs;
  const events = async () => (await haft("events", run.id)).lines.map((line) => JSON.parse(line));
  const { workspace } = (await events())[0].data.settings;
  writeFileSync(join(workspace, "rollout", "1.9.4.json"), '{"ok": true, "machines": 3}');
  await haft("worker", "--once");

  const log = await events();
  assert.equal(log.at(-1).type, "run.completed", JSON.stringify(log.at(-1)));
  assert.equal(log.at(-1).data.output, "1.9.4 is rolled out.");
  assert.deepEqual(readFileSync(join(workspace, "published.log"), "utf8").trim().split("\n").length, 1);
  const started = log.filter(({ type, data }) => type === "tool.started" && data.approval !== undefined);
  assert.equal(started.length, 1);
  assert.equal((await haft("replay", run.id)).exitCode, 0);

  const published = log.find(({ type, data }) => type === "tool.result" && data.callId === started[0].data.callId);
  const again = await haft("rerun", run.id, "--from", String(published.seq));
  assert.equal(again.exitCode, 3, again.err);
  assert.equal(again.err.match(/rerun:/g)?.length, 1, again.err);
  assert.match(again.err, /rerun: run_\S+ · files are not rolled back, approvals do not carry over/);
  const { waits } = JSON.parse(again.lines.at(-1) ?? "");
  assert.deepEqual(
    waits.map(({ kind }: { kind: string }) => kind),
    ["time"],
  );
  assert.deepEqual(readFileSync(join(workspace, "published.log"), "utf8").trim().split("\n").length, 1);
  const inFlight = await haft("rerun", run.id, "--from", String(started[0].seq));
  assert.equal(inFlight.exitCode, 1);
  assert.match(inFlight.out, new RegExp(`release-desk/publish is running; .* is ${started[0].seq - 1}`));
});
