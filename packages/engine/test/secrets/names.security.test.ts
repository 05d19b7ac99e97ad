// I12: a secret that somebody types as a name, or as a role, is in nothing that is stored.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { REQUIRE } from "../approvals/asked-call.ts";
import { says } from "../harness/fake-models.ts";
import { type Fixture, fixture, person, request } from "../harness/fixture.ts";

const SECRET = "s3cr3t/t0ken+value";
const SHOWN = "[secret TOKEN]";
const WHO = person(SECRET, `role-${SECRET}`);

async function waiting(f: Fixture, kind: "answer" | "approval" | "signal"): Promise<{ runId: string; id: string }> {
  if (kind === "approval") await f.engine.savePolicy("local", REQUIRE, "boss");
  const params = kind === "signal" ? { key: "paid" } : { question: "?" };
  f.runner.play = () => ({ kind: "yield", wait: kind === "signal" ? "signal" : "answer", params, meta: {} });
  const { callId, runId } = await f.engine.startCall(request());
  return { runId, id: (await f.engine.outcome("local", callId)).wait?.id ?? "" };
}

const AGENT = { id: "desk", instructions: "Help.", model: "default", tools: [] };

const DOORS: Readonly<Record<string, (f: Fixture) => Promise<unknown>>> = {
  "who asks for a call": (f) => f.engine.startCall(request({ requestedBy: SECRET })),
  "who asks for a run, and their roles": async (f) => {
    f.models.play = () => says("Done.");
    const message = { tenant: "local", agent: AGENT, input: "Hi", requestedBy: SECRET, requestedByRoles: WHO.roles };
    await f.engine.createRun(message);
    await f.engine.once();
  },
  "who answers": async (f) => f.engine.answer("local", (await waiting(f, "answer")).id, 1, WHO),
  "who approves": async (f) => f.engine.approve("local", (await waiting(f, "approval")).id, WHO),
  "who denies": async (f) => f.engine.deny("local", (await waiting(f, "approval")).id, WHO, "no"),
  "who cancels a wait": async (f) => f.engine.cancelWait("local", (await waiting(f, "answer")).id, WHO),
  "who cancels a run": async (f) => f.engine.cancelRun("local", (await waiting(f, "answer")).runId, SECRET),
  "who cancels a run under a key": async (f) => {
    const { runId } = await waiting(f, "answer");
    await f.engine.cancelRun("local", runId, SECRET, "why", { idempotencyKey: "k" });
  },
  "who brings a signal": async (f) => {
    await waiting(f, "signal");
    await f.engine.signal("local", "desk/paid", 1, SECRET, "s1");
  },
  "who brings a signal before anybody waits": (f) => f.engine.signal("local", "desk/paid", 1, SECRET),
  "who runs something again": async (f) => {
    const { runId } = await f.engine.startCall(request());
    await f.engine.rerun("local", runId, undefined, WHO);
  },
  "who saves and removes a policy": async (f) => {
    await f.engine.savePolicy("local", REQUIRE, SECRET);
    await f.engine.removePolicy("local", "hold", SECRET);
  },
  "who saves and removes an agent": async (f) => {
    await f.engine.saveAgent("local", AGENT, SECRET);
    await f.engine.removeAgent("local", "desk", SECRET);
  },
  "who removes a thread": async (f) => {
    const { threadId } = await f.engine.startCall(request());
    await f.engine.removeThread("local", threadId, SECRET);
  },
  "who says how long runs are kept": (f) => f.engine.setRetention("local", 9, SECRET),
};

for (const [door, bring] of Object.entries(DOORS)) {
  test(`a secret is in nothing that is stored: ${door}`, async () => {
    await using f = await fixture();
    f.secrets = [{ name: "TOKEN", value: SECRET }];
    f.runner.play = () => ({ kind: "result", value: 1 });
    await bring(f);
    let shown = false;
    for (const entry of await readdir(f.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      assert.ok(!bytes.includes(SECRET), `${door} leaves it in ${entry.name}`);
      shown ||= bytes.includes(SHOWN);
    }
    assert.ok(shown, "it is there in its masked form");
  });
}

test("whoever is masked is the same person to all who ask who they are", async () => {
  await using f = await fixture();
  f.secrets = [{ name: "TOKEN", value: SECRET }];
  const { id } = await waiting(f, "answer");
  const answered = await f.engine.answer("local", id, 1, WHO);
  assert.equal(answered.endedBy, SHOWN);
  assert.deepEqual(await f.engine.answer("local", id, 1, WHO), answered);
  await f.engine.savePolicy("local", { ...REQUIRE, notRequester: true }, "boss");
  const { runId } = await f.engine.startCall(request({ requestedBy: SECRET }));
  const [wait] = await f.engine.listWaits("local", { open: true, runId, limit: 1 });
  await assert.rejects(f.engine.approve("local", wait?.id ?? "", WHO), { code: "requester_may_not" });
});
