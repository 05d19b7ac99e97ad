// Who comes at the same time: one wins, and the others are told who did and when. Real workers, processes and sandboxes, on
// both stores; what is checked in the end is the log.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { suite, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { EngineError } from "@haft/engine";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { openParts } from "../../src/runtime/parts.ts";
import { startAgent } from "../../src/runtime/start-agent.ts";
import type { AnswerOrder } from "./answers.child.ts";
import type { Acknowledged } from "./people.ts";
import { type Scene, scene } from "./scene.ts";
import { STORES } from "./stores.ts";

/** None of this is about leases: none runs out on a busy machine. */
const LEASE_MS = 30_000;
const ANSWERS = fileURLToPath(new URL("./answers.child.ts", import.meta.url));
const AT = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;

/** Answers one wait from a process of its own, when it is let go; resolves with the lines of each answer. */
async function answering(order: AnswerOrder): Promise<{ go(): Promise<readonly string[]> }> {
  const child = spawn(process.execPath, [ANSWERS, JSON.stringify(order)], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value, "ready");
  return {
    async go() {
      const ended = once(child, "exit");
      child.stdin.write("go\n");
      const { value } = await lines.next();
      assert.deepEqual(await ended, [0, null]);
      return JSON.parse(String(value));
    },
  };
}

/** Has a worker make a call, and resolves with its run when it has come to `until`. */
async function called(on: Scene, tool: string, args: Record<string, string | number>, until: string): Promise<string> {
  const [worker = await on.worker()] = [...new Set(on.heard.map(({ by }) => by))];
  const known = new Set(on.heard.map(({ runId }) => runId));
  worker.order({ path: on.project.folder, tool, arguments: args });
  const { runId } = await on.event(until, (event) => !known.has(event.runId));
  return runId;
}

async function openWait(on: Scene, runId: string) {
  const [wait] = await on.parts.engine.listWaits(LOCAL, { open: true, runId, limit: 1 });
  assert.ok(wait !== undefined, `${runId} waits for nothing`);
  return wait;
}

for (const store of STORES) {
  suite(`at the same time, on ${store.name}`, { timeout: 300_000 }, () => {
    test("of 100 answers from four processes one is taken, and the others are told whose", () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const runId = await called(on, "ask", { question: "who?" }, "tool.parked");
        const { id: waitId } = await openWait(on, runId);
        const session = on.project.options(address === undefined ? {} : { store: address });
        const processes = await Promise.all(
          [0, 1, 2, 3].map((process) =>
            answering({ session, waitId, people: Array.from({ length: 25 }, (_, one) => `p${process}-${one}`) }),
          ),
        );
        const came = (await Promise.all(processes.map((one) => one.go()))).flat();
        assert.equal(came.length, 100);
        const [winner = "", ...more] = came.filter((line) => line.endsWith(" won")).map((line) => line.split(" ")[0]);
        assert.deepEqual(more, []);
        const told = new RegExp(`^wait ${waitId} was answered by ${winner} at ${AT}$`);
        for (const line of came.filter((one) => !one.endsWith(" won"))) assert.match(line, told);
        const verdict = await on.verdict([{ what: "answered", waitId, runId, by: winner }]);
        assert.deepEqual(verdict.faults, []);
        assert.equal((await on.parts.engine.outcomeOfRun(LOCAL, runId)).value, `so says ${winner}`);
      }));

    test("an answer and the end of its time: one of them is the end of the wait", () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const acknowledged: Acknowledged[] = [];
        const race = async (round: number): Promise<void> => {
          const by = `p${round}`;
          // On a busy machine it may have ended by now, as every one of them may.
          const [wait] = (await on.parts.engine.listWaits(LOCAL, { open: false, limit: 100 })).filter(
            ({ prompt }) => prompt === by,
          );
          assert.ok(wait?.expiresAt !== undefined);
          // From a little before to a little after.
          await setTimeout(Math.max(0, Date.parse(wait.expiresAt) - Date.now() + (round % 8) * 4 - 18));
          try {
            await on.parts.engine.answer(LOCAL, wait.id, by, { name: by, roles: [] });
            acknowledged.push({ what: "answered", waitId: wait.id, runId: wait.runId, by });
          } catch (error) {
            assert.ok(error instanceof EngineError && error.code === "wait_settled", String(error));
            assert.match(error.message, new RegExp(`^wait ${wait.id} expired at ${AT}$`));
          }
        };
        const rounds: Promise<void>[] = [];
        for (let round = 0; round < 24; round++) {
          await called(on, "hurry", { question: `p${round}` }, "tool.parked");
          rounds.push(race(round));
        }
        await Promise.all(rounds);
        const verdict = await on.verdict(acknowledged);
        assert.deepEqual(verdict.faults, []);
        assert.equal(verdict.runs, 24);
      }));

    test("a cancellation and the result of a call: the log has the one that came first, and the caller is told", () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const acknowledged: Acknowledged[] = [];
        for (let round = 0; round < 16; round++) {
          const runId = await called(on, "toil", { beats: 2 }, "tool.started");
          await setTimeout(round * 5);
          try {
            await on.parts.engine.cancelRun(LOCAL, runId, "eve");
            acknowledged.push({ what: "cancelled", runId, by: "eve" });
          } catch (error) {
            assert.ok(error instanceof EngineError && error.code === "run_ended", String(error));
            assert.match(error.message, new RegExp(`^run ${runId} has ended already: completed at ${AT}$`));
          }
        }
        const verdict = await on.verdict(acknowledged);
        assert.deepEqual(verdict.faults, []);
        const cancelled = await on.parts.engine.listRuns(LOCAL, { status: "cancelled", limit: 100 });
        assert.equal(cancelled.length, acknowledged.length);
      }));

    test("two workers that want one run: one of them moves it", () =>
      store.with(async (address) => {
        await using on = await scene(address, LEASE_MS);
        const options = on.project.options({
          timing: { leaseMs: LEASE_MS, lookMs: 250 },
          ...(address === undefined ? {} : { store: address }),
        });
        await using other = await openParts(options);
        const script = [{ type: "tool.call", toolName: "note", arguments: { word: "once" } }];
        for (let round = 0; round < 10; round++) {
          const request = { path: on.project.folder, input: "note", script, config: {} };
          const { runId } = await startAgent(on.parts, options, request, {});
          await Promise.all([on.parts, other].map(({ engine }) => engine.moveRun(LOCAL, runId, { by: "ada" })));
        }
        const verdict = await on.verdict();
        assert.deepEqual(verdict.faults, []);
        assert.equal(on.project.deeds().length, 10);
        assert.deepEqual([verdict.takeovers, verdict.unknown], [0, 0]);
      }));
  });
}
