import assert from "node:assert/strict";
import { test } from "node:test";
import { checkLog } from "../checker/check-log.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { fixture, person } from "../harness/fixture.ts";

test("a call that is approved while an earlier one waits leaves its run waiting, and starts when its turn has come", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("ask"), bound("publish", { requiresApproval: true })];
  const both = says("", { name: "ask", arguments: "{}" }, { name: "publish", arguments: "{}" });
  f.models.play = (_request, index) => (index === 0 ? both : says("Done."));
  f.runner.play = (call, input) =>
    call.tool === "ask" && input.phase === "call"
      ? { kind: "yield", wait: "answer", params: { question: "which?" }, meta: {} }
      : { kind: "result", value: call.tool };
  const runId = await createAgentRun(f);
  await f.engine.moveRun("local", runId);
  const waits = await f.engine.listWaits("local", { open: true, runId, limit: 10 });
  const of = (kind: string): string => waits.find((wait) => wait.kind === kind)?.id ?? "";
  await f.engine.approve("local", of("approval"), person("bob"));
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.run("local", runId)).status, "waiting");
  assert.equal(f.runner.phases.length, 1);
  await f.engine.answer("local", of("answer"), "this one", person("bob"));
  await f.engine.moveRun("local", runId);
  assert.equal((await f.engine.run("local", runId)).status, "completed");
  assert.deepEqual(
    f.runner.phases.map(({ call, input }) => `${call.tool} ${input.phase}`),
    ["ask call", "ask resume", "publish call"],
  );
  assert.deepEqual(checkLog(await f.engine.events("local", runId), []), []);
});
