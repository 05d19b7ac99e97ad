// How histories were lived in which nothing goes wrong with the worker: each is recorded once, and then lived again by
// every later engine.

import { keepVersion } from "../approvals/asked-call.ts";
import { createAgentRun } from "../harness/agents.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, person } from "../harness/fixture.ts";
import { until } from "../harness/virtual-clock.ts";

/** By the names of their files; each resolves with its run. */
export const SCENES: Readonly<Record<string, (f: Fixture) => Promise<string>>> = {
  /** One message with four calls: one succeeds, one fails, one parks, one needs approval; answered in the opposite order. */
  "four-calls": async (f) => {
    const reads = { readOnly: true };
    f.toolbox.tools = [bound("look", reads), bound("miss", reads), bound("ask", reads), bound("publish")];
    await f.engine.savePolicy("local", { id: "hold", match: "desk/publish", effect: "require" }, "ada");
    const names = ["look", "miss", "ask", "publish"];
    f.models.play = (_request, index) =>
      index === 0 ? says("All at once.", ...names.map((name) => ({ name, arguments: '{"x": 1}' }))) : says("Done.");
    f.runner.play = (call, input) => {
      if (call.tool === "miss") return { kind: "error", error: { type: "ValueError", message: "not there" } };
      if (call.tool === "ask" && input.phase === "call") {
        return { kind: "yield", wait: "answer", params: { question: "which?" }, meta: {} };
      }
      return { kind: "result", value: input.phase === "resume" ? input.payload : `${call.tool} done` };
    };
    const runId = await createAgentRun(f);
    await move(f, runId);
    await f.engine.approve("local", await openWait(f, "approval"), person("bob"));
    await move(f, runId);
    await f.engine.answer("local", await openWait(f, "answer"), "this one", person("bob"));
    await move(f, runId);
    return runId;
  },
  /** A denial that the model goes on from, and three failures. */
  "denied-failed": async (f) => {
    f.toolbox.tools = [bound("publish", { requiresApproval: true }), bound("miss")];
    f.models.play = (_request, index) =>
      says("", { name: index === 0 ? "publish" : "miss", arguments: `{"x": ${index}}` });
    f.runner.play = () => ({ kind: "error", error: { type: "ValueError", message: "not there" } });
    const runId = await createAgentRun(f);
    await move(f, runId);
    await f.engine.deny("local", await openWait(f, "approval"), person("bob"), "not today");
    await move(f, runId);
    return runId;
  },
  /** A script through a vote, a sleep and an answer. */
  "script-went-through": async (f) => {
    f.toolbox.tools = [bound("publish", { requiresApproval: true }), bound("nap"), bound("ask")];
    f.runner.play = (call, input) => {
      if (input.phase === "resume") return { kind: "result", value: input.payload };
      if (call.tool === "nap") return { kind: "yield", wait: "time", params: { seconds: 60 }, meta: {} };
      if (call.tool === "ask") return { kind: "yield", wait: "answer", params: { question: "well?" }, meta: {} };
      return { kind: "result", value: "published" };
    };
    const runId = await createAgentRun(f, {
      script: [
        { type: "tool.call", toolName: "publish", arguments: { x: 1 } },
        { type: "approve" },
        { type: "tool.call", toolName: "nap", arguments: {} },
        { type: "advance", seconds: 60 },
        { type: "tool.call", toolName: "ask", arguments: {} },
        { type: "answer", response: "yes", tool: "ask" },
        { type: "assistant.output", content: "All done." },
      ],
    });
    await move(f, runId);
    return runId;
  },
  /** Arguments that one person edits and another approves; the call runs, parks, and the run is cancelled. */
  "edited-cancelled": async (f) => {
    await keepVersion(f);
    f.toolbox.tools = [bound("ask")];
    const policy = { id: "hold", match: "desk/ask", effect: "require", notRequester: true };
    await f.engine.savePolicy("local", policy, "ada");
    f.models.play = () => says("", { name: "ask", arguments: '{"x": "1"}' });
    f.runner.play = () => ({ kind: "yield", wait: "answer", params: { question: "which?" }, meta: {} });
    const runId = await createAgentRun(f);
    await move(f, runId);
    const edited = { arguments: { x: 2 }, reason: "two is enough" };
    await f.engine.approve("local", await openWait(f, "approval"), person("bob"), edited);
    await move(f, runId);
    await f.engine.approve("local", await openWait(f, "approval"), person("eve"));
    await move(f, runId);
    await f.engine.cancelRun("local", runId, "ada", "not needed any more");
    return runId;
  },
  /** A call that was approved and waits, run again from there by somebody else: it is asked about anew before it goes on. */
  "shared-asked-again": async (f) => {
    f.toolbox.tools = [bound("ask")];
    const policy = { id: "hold", match: "desk/ask", effect: "require", notRequester: true };
    await f.engine.savePolicy("local", policy, "ada");
    f.models.play = ({ messages }) =>
      messages.length === 1 ? says("", { name: "ask", arguments: '{"x": 1}' }) : says("Done.");
    f.runner.play = (_call, input) =>
      input.phase === "resume"
        ? { kind: "result", value: input.payload }
        : { kind: "yield", wait: "answer", params: { question: "which?" }, meta: {} };
    const old = await createAgentRun(f);
    await move(f, old);
    await f.engine.approve("local", await openWait(f, "approval"), person("bob"));
    await move(f, old);
    const { lastSeq } = await f.engine.run("local", old);
    const { runId } = await f.engine.rerun("local", old, lastSeq, person("eve"));
    const open = await f.engine.listWaits("local", { open: true, kind: "answer", runId, limit: 1 });
    await f.engine.answer("local", open[0]?.id ?? "", "this one", person("eve"));
    await move(f, runId);
    await f.engine.approve("local", await openWait(f, "approval"), person("bob"));
    await move(f, runId);
    return runId;
  },
};

async function move(f: Fixture, runId: string): Promise<void> {
  let done = false;
  const moving = f.engine.moveRun("local", runId).finally(() => {
    done = true;
  });
  await until(async () => {
    await f.clock.pass(100);
    return done;
  });
  await moving;
}

async function openWait(f: Fixture, kind: "approval" | "answer"): Promise<string> {
  const [wait] = await f.engine.listWaits("local", { open: true, kind, limit: 1 });
  if (wait === undefined) throw new Error(`no ${kind} is open`);
  return wait.id;
}
