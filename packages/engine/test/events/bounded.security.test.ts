// No event is larger than 1 MiB, whoever writes texts of several: what is a value becomes a blob, everything else is cut.

import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PAYLOAD_BYTES } from "../../src/events/spill.ts";
import type { PhaseObserver, PhaseOutcome } from "../../src/index.ts";
import { createAgentRun } from "../harness/agents.ts";
import { fails, says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, request } from "../harness/fixture.ts";

/** As many characters as the border of the sandbox lets through; in JSON each becomes six. */
const LONG = "\u0001".repeat(1024 * 1024);

async function call(f: Fixture, play: (observer: PhaseObserver) => PhaseOutcome): Promise<void> {
  f.runner.play = (_call, _input, observer) => play(observer);
  await f.engine.startCall(request());
}

async function agent(f: Fixture): Promise<void> {
  f.toolbox.tools = [bound("look")];
  await f.engine.moveRun("local", await createAgentRun(f));
}

const WRITERS: Readonly<Record<string, (f: Fixture) => Promise<void>>> = {
  "an error of a tool": (f) =>
    call(f, () => ({ kind: "error", error: { type: LONG, message: LONG, hint: LONG, stack: LONG } })),
  "why there is no sandbox": (f) => {
    f.runner.refusals.push({ kind: "failed", error: { type: "E", message: LONG, hint: LONG } });
    return call(f, () => ({ kind: "result", value: 1 }));
  },
  "a line": (f) =>
    call(f, (observer) => {
      observer.log("stdout", LONG);
      return { kind: "result", value: 1 };
    }),
  "a word of progress": (f) =>
    call(f, (observer) => {
      observer.progress(0.5, LONG);
      return { kind: "result", value: 1 };
    }),
  "a result": (f) => call(f, () => ({ kind: "result", value: LONG })),
  "a failure of a model": (f) => {
    f.models.play = () => fails(LONG, { retryable: false });
    return agent(f);
  },
  "what a model throws": (f) => {
    f.models.play = () => {
      throw new Error(LONG);
    };
    return agent(f);
  },
  "names and ids of a model's calls": (f) => {
    f.models.play = (_request, index) =>
      index === 0 ? says("", { name: LONG, id: LONG, arguments: LONG }) : says("I see.");
    return agent(f);
  },
  "reasons of many policies": async (f) => {
    for (let n = 0; n < 300; n++) {
      const reason = `${n} ${"r".repeat(990)}`;
      await f.engine.savePolicy("local", { id: `p${n}`, match: "*/*", effect: "require", reason }, "boss");
    }
    return call(f, () => ({ kind: "result", value: 1 }));
  },
  "a judge's reason": async (f) => {
    const judge = { model: "default", prompt: "Is it harmless?" };
    await f.engine.savePolicy("local", { id: "j", match: "*/*", effect: "require", kind: "judge", judge }, "boss");
    f.models.play = () => says(JSON.stringify({ approved: false, reason: LONG }));
    return call(f, () => ({ kind: "result", value: 1 }));
  },
};

for (const [name, write] of Object.entries(WRITERS)) {
  test(`${name} of many characters makes no event that is larger than it may be`, async () => {
    await using f = await fixture({ modelRetriesMs: [] });
    await write(f);
    const [run] = await f.engine.listRuns("local", { limit: 1 });
    assert.ok(run !== undefined);
    const stored = await f.store.events("local", run.runId, 0, 1_000);
    assert.ok(stored.length > 2);
    for (const { type, data } of stored) assert.ok(Buffer.byteLength(data) <= MAX_PAYLOAD_BYTES, type);
  });
}
