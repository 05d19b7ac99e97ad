import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { callDigest } from "../../src/approvals/call-digest.ts";
import { settingsDigest } from "../../src/approvals/settings-digest.ts";
import { fixture, request } from "../harness/fixture.ts";

const CALL = {
  tenant: "t",
  run: "run_1",
  call: "call_1",
  tool: "desk/ask",
  source: "d1",
  settings: "s1",
  arguments: { x: 1 },
};
const GRANTS = { network: false, secrets: ["A", "B"], subprocess: false, env: ["LANG"] };

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("everything that may not differ makes another digest of the call", () => {
  const changed = [
    CALL,
    ...Object.keys(CALL).map((name) => ({ ...CALL, [name]: name === "arguments" ? { x: 2 } : "other" })),
    { ...CALL, arguments: { x: "1" } },
    { ...CALL, arguments: {} },
  ];
  assert.equal(new Set(changed.map(callDigest)).size, changed.length);
  assert.equal(callDigest({ ...CALL, arguments: { b: 1, a: 2 } }), callDigest({ ...CALL, arguments: { a: 2, b: 1 } }));
});

test("every grant makes another digest of the settings; the order of names does not", () => {
  const changed = [
    GRANTS,
    { ...GRANTS, network: true },
    { ...GRANTS, network: ["a.example"] },
    { ...GRANTS, network: ["b.example"] },
    { ...GRANTS, secrets: ["A"] },
    { ...GRANTS, secrets: [] },
    { ...GRANTS, subprocess: true },
    { ...GRANTS, env: [] },
    // What is a secret here is a variable there.
    { ...GRANTS, secrets: ["LANG"], env: ["A", "B"] },
  ];
  assert.equal(new Set(changed.map(settingsDigest)).size, changed.length);
  assert.equal(settingsDigest({ ...GRANTS, secrets: ["B", "A", "B"] }), settingsDigest(GRANTS));
});

test("the log has the digest of the call when it is gated, and of its settings when it starts", async () => {
  await using f = await fixture();
  f.runner.grants = { network: true, secrets: ["TOKEN", "KEY"], subprocess: false, env: [] };
  f.runner.play = () => ({ kind: "result", value: 1 });
  const call = await f.engine.startCall(request());
  const events = await f.engine.events("local", call.runId);
  const gate = events.find((event) => event.type === "call.gated");
  const start = events.find((event) => event.type === "tool.started");
  // Written out, so that whoever checks a log needs nothing but SHA-256.
  const settings = sha256('{"env":[],"network":true,"secrets":["KEY","TOKEN"],"subprocess":false}');
  assert.equal(start?.data.settingsDigest, settings);
  assert.equal(
    gate?.data.digest,
    sha256(
      `{"arguments":{"x":1},"call":"${call.callId}","run":"${call.runId}","settings":"${settings}","source":"d1","tenant":"local","tool":"desk/ask"}`,
    ),
  );
});

test("a call that people are asked about has its digest as well", async () => {
  await using f = await fixture();
  const { tool } = request();
  const call = await f.engine.startCall(request({ tool: { ...tool, approval: { required: true } } }));
  const gate = (await f.engine.events("local", call.runId)).find((event) => event.type === "call.gated");
  assert.equal(gate?.data.verdict, "ask");
  assert.match(gate?.data.digest ?? "", /^[0-9a-f]{64}$/);
});
