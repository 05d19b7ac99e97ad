// Whatever people and tools do to a run, it replays as it is stored, and its log breaks no invariant.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PhaseOutcome, WaitView } from "../../src/index.ts";
import { checkLog } from "../checker/check-log.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person } from "../harness/fixture.ts";

type Act =
  | "approve"
  | "deny"
  | "edit"
  | "answer"
  | "cancel wait"
  | "cancel run"
  | "pass"
  | "policy"
  | "source"
  | "move"
  | "rerun";
type End = "result" | "error" | "question" | "time" | "signal";

const ACTS: readonly Act[] = [
  "approve",
  "approve",
  "deny",
  "edit",
  "answer",
  "answer",
  "cancel wait",
  "cancel run",
  "pass",
  "policy",
  "source",
  "move",
  "rerun",
];
const ENDS: readonly End[] = ["result", "result", "error", "question", "time", "signal"];

const OUTCOMES: Readonly<Record<End, PhaseOutcome>> = {
  result: { kind: "result", value: 1 },
  error: { kind: "error", error: { type: "OSError", message: "no" } },
  question: { kind: "yield", wait: "answer", params: { question: "?", timeoutSeconds: 3600 }, meta: {} },
  time: { kind: "yield", wait: "time", params: { seconds: 60 }, meta: {} },
  signal: { kind: "yield", wait: "signal", params: { key: "k", timeoutSeconds: 7200 }, meta: {} },
};

const plan = fc.record({
  tools: fc.array(fc.constantFrom("look", "ask", "publish"), { minLength: 1, maxLength: 4 }),
  ends: fc.array(fc.constantFrom(...ENDS), { minLength: 1, maxLength: 6 }),
  acts: fc.array(fc.constantFrom(...ACTS), { maxLength: 10 }),
});

async function act(f: Fixture, runId: string, what: Act, turn: number): Promise<void> {
  const waits = await f.engine.listWaits("local", { open: true, runId, limit: 10 });
  const first = (kind: WaitView["kind"]): string => waits.find((wait) => wait.kind === kind)?.id ?? "wait_none";
  const by = person(turn % 2 === 0 ? "bob" : "carol");
  switch (what) {
    case "approve":
      return void (await f.engine.approve("local", first("approval"), by));
    case "edit":
      return void (await f.engine.approve("local", first("approval"), by, { arguments: { x: turn } }));
    case "deny":
      return void (await f.engine.deny("local", first("approval"), by, "no"));
    case "answer":
      return void (await f.engine.answer("local", first("answer"), turn, by));
    case "cancel wait":
      return void (await f.engine.cancelWait("local", waits[0]?.id ?? "wait_none", by));
    case "cancel run":
      return void (await f.engine.cancelRun("local", runId, "bob"));
    case "pass":
      return f.clock.pass(1_800_000);
    case "policy":
      return void (await f.engine.savePolicy(
        "local",
        { id: "two", match: "*/publish", effect: "require", quorum: 1 + (turn % 2) },
        "ada",
      ));
    case "source":
      return void Object.assign(f.source, { version: String(turn), digest: `d${turn}` });
    case "move":
      return f.engine.moveRun("local", runId);
    case "rerun":
      return void (await f.engine.rerun("local", runId, (await f.engine.run("local", runId)).lastSeq, by));
  }
}

test("a run that anything may happen to replays as it is stored", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ tools, ends, acts }) => {
      await using f = await fixture();
      f.toolbox.tools = [bound("look", { readOnly: true }), bound("ask"), bound("publish", { requiresApproval: true })];
      const calls = tools.map((name) => ({ name, arguments: '{"x": 1}' }));
      f.models.play = ({ messages }) => (messages.length === 1 ? says("", ...calls) : says("Done."));
      let phase = 0;
      f.runner.play = () => OUTCOMES[ends[phase++ % ends.length] ?? "result"];
      const agent = { id: "desk", instructions: "Help.", model: "default", tools: [{ toolset: "desk" }] };
      const { runId } = await f.engine.createRun({ tenant: "local", agent, input: "Go", requestedBy: "ada" });
      await f.engine.moveRun("local", runId);
      for (const [turn, what] of acts.entries()) {
        // What is refused changes nothing.
        await act(f, runId, what, turn).catch((error: unknown) =>
          assert.ok(error instanceof Error && "code" in error, String(error)),
        );
        assert.equal((await f.engine.replay("local", runId)).difference, undefined, what);
      }
      for (const row of await f.engine.listRuns("local", { limit: 100 })) {
        if (row.status !== "waiting") await f.engine.moveRun("local", row.runId);
        assert.equal((await f.engine.replay("local", row.runId)).difference, undefined);
        const lines = f.runner.phases
          .filter(({ call }) => call.runId === row.runId)
          .map(({ call, input }) => ({ callId: call.callId, phase: input.phase === "call" ? "call" : input.waitId }));
        // What a rerun shares was begun in another run, by another ledger.
        if (row.runId === runId) assert.deepEqual(checkLog(await f.engine.events("local", row.runId), lines), []);
      }
    }),
    { numRuns: 60 },
  );
});
