// I5, as a table: what becomes of a call that people are asked about. The tool's own ledger says whether it ran.

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineError, type JsonObject } from "../../src/index.ts";
import { says } from "../harness/fake-models.ts";
import { bound } from "../harness/fake-toolbox.ts";
import { type Fixture, fixture, person } from "../harness/fixture.ts";
import {
  type AskedCall,
  ask,
  byHand,
  checkRun,
  keepVersion,
  ledger,
  openApproval,
  REQUIRE,
  TOOL,
} from "./asked-call.ts";

const DAY_MS = 24 * 3600 * 1000;
const JUDGE: JsonObject = { ...REQUIRE, kind: "judge", judge: { model: "default", prompt: "Is it harmless?" } };
const BOB = person("bob");

interface Row {
  readonly what: string;
  /** In place of a policy that holds every call. */
  readonly policies?: readonly JsonObject[];
  readonly do: (f: Fixture, call: AskedCall) => Promise<unknown>;
  /** The arguments of each time that it ran. */
  readonly ran: readonly JsonObject[];
  /** How the call ended; absent: it still waits for an approval. */
  readonly error?: RegExp;
  /** Whether the log still is what the rows say: not where rows were changed by hand. */
  readonly replays?: false;
}

/** The code with which somebody is refused. */
async function refused(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => "done",
    (error: unknown) => (error instanceof EngineError ? error.code : String(error)),
  );
}

const approve = (f: Fixture, { waitId }: AskedCall, options = {}, by = BOB) =>
  f.engine.approve("local", waitId, by, options);
const ONCE = [{ x: 1 }];

const TABLE: readonly Row[] = [
  { what: "approved", do: approve, ran: ONCE, error: /^none$/ },
  {
    what: "declined",
    do: (f, { waitId }) => f.engine.deny("local", waitId, BOB, "not today"),
    ran: [],
    error: /^approval_denied: denied: not today$/,
  },
  { what: "not decided", do: async () => undefined, ran: [] },
  {
    what: "expired",
    do: (f) => f.clock.pass(7 * DAY_MS),
    ran: [],
    error: /^approval_denied: denied: expired$/,
  },
  {
    what: "approved at the deadline",
    async do(f, call) {
      await f.clock.pass(7 * DAY_MS);
      assert.equal(await refused(approve(f, call)), "wait_settled");
    },
    ran: [],
    error: /^approval_denied: denied: expired$/,
  },
  {
    what: "approved, and not used before the grant expired",
    async do(f, call) {
      await approve(f, call);
      await f.clock.pass(7 * DAY_MS);
    },
    ran: [],
    error: /^approval_denied: denied: the approval expired before it was used$/,
  },
  {
    what: "cancelled",
    do: (f, { waitId }) => f.engine.cancelWait("local", waitId, person("bob"), "not needed"),
    ran: [],
    error: /^approval_denied: denied: not needed$/,
  },
  {
    what: "cancelled with its run",
    do: (f, { runId }) => f.engine.cancelRun("local", runId, "bob", "late"),
    ran: [],
    error: /^cancelled: cancelled by bob: late$/,
  },
  {
    what: "approved, and the approval is missing from the store",
    async do(f, call) {
      await approve(f, call);
      byHand(f, "delete from approvals");
    },
    ran: [],
    error: /^approval_denied: /,
    replays: false,
  },
  {
    what: "approved, and the vote is missing from the log",
    async do(f, call) {
      await approve(f, call);
      byHand(
        f,
        "delete from snapshots",
        'update events set type = \'tool.log\', data = \'{"callId":"x","stream":"info","text":""}\' where type = \'approval.decided\'',
      );
    },
    ran: [],
    error: /^approval_denied: /,
    replays: false,
  },
  {
    what: "decided in words that nobody knows",
    async do(f, { runId, callId, waitId }) {
      const { lastSeq } = await f.engine.run("local", runId);
      const data = { callId, waitId, kind: "approval", payload: { decision: "sure" }, by: "bob" } as const;
      const events = [{ type: "wait.resolved", data }] as const;
      assert.ok((await f.store.vote({ tenant: "local", runId, waitId, by: "bob", lastSeq, events })).ok);
    },
    ran: [],
    error: /^approval_denied: denied: the decision could not be read$/,
  },
  {
    what: "said to be approved without a vote",
    async do(f, { runId, callId, waitId }) {
      const { lastSeq } = await f.engine.run("local", runId);
      const data = { callId, waitId, kind: "approval", payload: { decision: "approved" }, by: "bob" } as const;
      const events = [{ type: "wait.resolved", data }] as const;
      assert.ok((await f.store.vote({ tenant: "local", runId, waitId, by: "bob", lastSeq, events })).ok);
    },
    ran: [],
    error: /^approval_denied: /,
  },
  {
    what: "resolved as if it were a question",
    async do(f, { waitId }) {
      assert.equal(
        await refused(f.engine.answer("local", waitId, { decision: "approved" }, BOB)),
        "not_an_answer_wait",
      );
      const end = { tenant: "local", waitId, end: "resolved", payload: { decision: "approved" }, by: "bob" } as const;
      await assert.rejects(() => f.store.endWait({ ...end, resumeOriginal: false }), TypeError);
    },
    ran: [],
  },
  {
    what: "approved, and its arguments changed in the store by hand",
    async do(f, call) {
      await approve(f, call);
      byHand(
        f,
        "delete from snapshots",
        "update events set data = replace(data, '\"x\":1', '\"x\":666') where type = 'tool.called'",
      );
    },
    ran: [],
    error: /^approval_denied: /,
    replays: false,
  },
  {
    what: "approved, and what was asked for changed in the store by hand, digest and all",
    async do(f, call) {
      await approve(f, call);
      byHand(f, "delete from snapshots", "update approvals set digest = 'another'");
    },
    ran: [],
    error: /^approval_denied: /,
    replays: false,
  },
  {
    what: "edited",
    do: (f, call) => approve(f, call, { arguments: { x: 5 } }),
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited, and repaired",
    async do(f, call) {
      await approve(f, call, { arguments: { x: "5" } });
      const repairs = (await f.engine.events("local", call.runId)).filter(
        (event) => event.type === "arguments.repaired",
      );
      assert.deepEqual(
        repairs.map(({ data }) => data.changes),
        [[{ path: "x", from: "5", to: 5 }]],
      );
    },
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited into nothing else",
    do: (f, call) => approve(f, call, { arguments: { x: 1 } }),
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "edited, and wanted with the source of before, which has changed",
    async do(f, call) {
      await approve(f, call, { arguments: { x: 5 }, resumeOriginal: true });
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited with the source of before to what nobody need agree to, and the source changed",
    policies: [{ ...REQUIRE, when: "arguments.x == 1" }],
    async do(f, call) {
      await approve(f, call, { arguments: { x: 5 }, resumeOriginal: true });
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited with the source of before, and agreed to by the other who must",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call, { arguments: { x: 5 }, resumeOriginal: true });
      await f.engine.moveRun("local", call.runId);
      const wait = await openApproval(f, call.runId);
      await f.engine.approve("local", wait.id, person("carol"));
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited with the source of before by somebody whose vote does not count any more, and approved without",
    policies: [{ ...REQUIRE, notRequester: true }],
    async do(f, call) {
      await approve(f, call, { arguments: { x: 5 }, resumeOriginal: true });
      await f.engine.moveRun("local", call.runId);
      const wait = await openApproval(f, call.runId);
      assert.equal(await refused(f.engine.approve("local", wait.id, BOB)), "requester_may_not");
      await f.engine.approve("local", wait.id, person("carol"));
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [],
    error: /^source_changed: /,
  },
  {
    what: "edited into what does not fit",
    async do(f, call) {
      assert.equal(await refused(approve(f, call, { arguments: { y: 5 } })), "invalid_arguments");
    },
    ran: [],
  },
  {
    what: "edited into what a policy denies",
    policies: [REQUIRE, { id: "small", match: "*/*", effect: "deny", when: "arguments.x > 100" }],
    async do(f, call) {
      assert.equal(await refused(approve(f, call, { arguments: { x: 500 } })), "denied_by_policy");
    },
    ran: [],
  },
  {
    what: "edited into what a policy denies that came in between",
    async do(f, call) {
      await approve(f, call, { arguments: { x: 500 } });
      await f.engine.savePolicy(
        "local",
        { id: "small", match: "*/*", effect: "deny", when: "arguments.x > 100", reason: "too much" },
        "ada",
      );
    },
    ran: [],
    error: /^approval_denied: denied: too much$/,
  },
  {
    what: "edited where two must agree: the editor's is the first vote, and the old one does not count",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await f.engine.approve("local", call.waitId, person("carol"));
      await approve(f, call, { arguments: { x: 5 } });
      await f.engine.moveRun("local", call.runId);
      const again = await openApproval(f, call.runId);
      assert.deepEqual([again.approval?.have, again.approval?.need, again.approval?.arguments], [1, 2, { x: 5 }]);
      assert.equal(
        await refused(f.engine.approve("local", again.id, BOB)),
        "done",
        "the same vote gets the same reply",
      );
      await f.engine.approve("local", again.id, person("carol"));
    },
    ran: [{ x: 5 }],
    error: /^none$/,
  },
  {
    what: "edited where the requester may not decide: the editor is the requester of the edit",
    policies: [{ ...REQUIRE, notRequester: true }],
    async do(f, call) {
      await approve(f, call, { arguments: { x: 5 } });
      await f.engine.moveRun("local", call.runId);
      const again = await openApproval(f, call.runId);
      assert.equal(again.approval?.have, 0);
      assert.equal(await refused(f.engine.approve("local", again.id, BOB)), "requester_may_not");
    },
    ran: [],
  },
  {
    what: "approved by somebody else than who may",
    policies: [{ ...REQUIRE, approvers: ["lead", "dana"] }],
    async do(f, call) {
      assert.equal(await refused(approve(f, call)), "not_allowed");
      assert.equal(await refused(f.engine.approve("local", call.waitId, person("eve", "leader"))), "not_allowed");
      assert.equal(await refused(f.engine.deny("local", call.waitId, BOB, "no")), "not_allowed");
    },
    ran: [],
  },
  {
    what: "approved by role",
    policies: [{ ...REQUIRE, approvers: ["lead"] }],
    do: (f, { waitId }) => f.engine.approve("local", waitId, person("eve", "lead")),
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved by the requester, also with another key",
    policies: [{ ...REQUIRE, notRequester: true }],
    async do(f, { waitId }) {
      assert.equal(await refused(f.engine.approve("local", waitId, person("ada"))), "requester_may_not");
      assert.equal(
        await refused(f.engine.approve("local", waitId, person("ada", "lead", "admin"))),
        "requester_may_not",
      );
      assert.equal(await refused(f.engine.deny("local", waitId, person("ada"), "no")), "requester_may_not");
    },
    ran: [],
  },
  {
    what: "approved by one person where two must agree",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call);
      assert.equal(await refused(approve(f, call)), "done", "the same vote again gets the same reply");
      assert.equal(await refused(f.engine.approve("local", call.waitId, person("bob", "other"))), "done");
      assert.equal(await refused(approve(f, call, { arguments: { x: 2 } })), "already_voted");
    },
    ran: [],
  },
  {
    what: "approved and then denied by the same person, before others have agreed",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call);
      await f.engine.deny("local", call.waitId, BOB, "I was wrong");
      assert.equal(await refused(f.engine.deny("local", call.waitId, BOB, "I was wrong")), "done");
      assert.equal(await refused(approve(f, call, {}, person("carol"))), "wait_settled");
    },
    ran: [],
    error: /^approval_denied: denied: I was wrong$/,
  },
  {
    what: "approved with what was asked for by the first of two, and the source changed",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call, { resumeOriginal: true });
      await approve(f, call, {}, person("carol"));
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved, and then with what was asked for, by the same person",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call);
      await approve(f, call, { resumeOriginal: true });
      assert.equal((await f.engine.wait("local", call.waitId)).approval?.have, 1);
      await approve(f, call, {}, person("carol"));
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "edited to what nobody need agree to, while the source changed",
    policies: [{ ...REQUIRE, when: "arguments.x == 1" }],
    async do(f, call) {
      Object.assign(f.source, { version: "2", digest: "d2" });
      await approve(f, call, { arguments: { x: 5 } });
    },
    ran: [],
    error: /^source_changed: the source of `desk\/ask` has changed/,
  },
  {
    what: "approved, its policy removed, and its settings and source changed",
    async do(f, call) {
      await approve(f, call);
      await f.engine.removePolicy("local", "hold", "ada");
      f.runner.grants = { ...f.runner.grants, network: true };
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [],
    error: /^source_changed: the source of `desk\/ask` has changed/,
  },
  {
    what: "approved by one and denied by another where two must agree",
    policies: [{ ...REQUIRE, quorum: 2 }],
    async do(f, call) {
      await approve(f, call);
      await f.engine.deny("local", call.waitId, person("carol"), "no");
    },
    ran: [],
    error: /^approval_denied: denied: no$/,
  },
  {
    what: "approved for one of two policies with their own approvers",
    policies: [
      { ...REQUIRE, approvers: ["lead"] },
      { ...REQUIRE, id: "money", approvers: ["finance"] },
    ],
    do: (f, { waitId }) => f.engine.approve("local", waitId, person("eve", "lead")),
    ran: [],
  },
  {
    what: "approved for both by one person who has both roles",
    policies: [
      { ...REQUIRE, approvers: ["lead"] },
      { ...REQUIRE, id: "money", approvers: ["finance"] },
    ],
    do: (f, { waitId }) => f.engine.approve("local", waitId, person("eve", "lead", "finance")),
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved, and the source changed meanwhile",
    async do(f, call) {
      await approve(f, call);
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: [],
    error: /^source_changed: the source of `desk\/ask` has changed/,
  },
  {
    what: "approved with what was asked for although the source changed",
    async do(f, call) {
      await approve(f, call, { resumeOriginal: true });
      Object.assign(f.source, { version: "2", digest: "d2" });
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved, and its settings changed meanwhile",
    async do(f, call) {
      await approve(f, call);
      f.runner.grants = { ...f.runner.grants, network: true };
    },
    ran: [],
    error: /^approval_denied: /,
  },
  {
    what: "approved, and a policy that denies it was saved meanwhile",
    async do(f, call) {
      await approve(f, call);
      await f.engine.savePolicy("local", { id: "freeze", match: "*/*", effect: "deny", reason: "freeze" }, "ada");
    },
    ran: [],
    error: /^approval_denied: denied: freeze$/,
  },
  {
    what: "approved, and a policy that wants somebody else was saved meanwhile",
    async do(f, call) {
      await approve(f, call);
      await f.engine.savePolicy(
        "local",
        { id: "money", match: "*/*", effect: "require", approvers: ["finance"] },
        "ada",
      );
    },
    ran: [],
  },
  {
    what: "approved, and a policy that has nothing to do with it was saved meanwhile",
    async do(f, call) {
      await approve(f, call);
      await f.engine.savePolicy("local", { id: "other", match: "other/*", effect: "deny" }, "ada");
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved once, and moved by two workers at once",
    async do(f, call) {
      await approve(f, call);
      const other = f.another();
      other.runner.play = (started) => {
        f.runner.phases.push(other.runner.last);
        return { kind: "result", value: started.callId };
      };
      const moves = Promise.all([f.engine.moveRun("local", call.runId), other.engine.moveRun("local", call.runId)]);
      await f.clock.pass(2_000);
      await moves;
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "approved and denied at once",
    async do(f, call) {
      const both = [approve(f, call), f.engine.deny("local", call.waitId, person("carol"), "no")];
      const replies = await Promise.all(both.map(refused));
      assert.deepEqual(replies, ["done", "wait_settled"], "the first decides, the other is told");
    },
    ran: ONCE,
    error: /^none$/,
  },
  {
    what: "denied and approved at once",
    async do(f, call) {
      const both = [f.engine.deny("local", call.waitId, person("carol"), "no"), approve(f, call)];
      assert.deepEqual(await Promise.all(both.map(refused)), ["done", "wait_settled"]);
    },
    ran: [],
    error: /^approval_denied: denied: no$/,
  },
];

for (const row of TABLE) {
  test(`a call whose approval is ${row.what} ${row.ran.length === 0 ? "does not run" : "runs once"}`, async () => {
    await using f = await fixture();
    await keepVersion(f);
    for (const policy of row.policies ?? [REQUIRE]) await f.engine.savePolicy("local", policy, "ada");
    const call = await ask(f, { tool: TOOL });
    await row.do(f, call);
    await f.engine.moveRun("local", call.runId);
    assert.deepEqual(ledger(f, call.callId), row.ran);
    const outcome = await f.engine.outcome("local", call.callId);
    if (row.error === undefined) assert.equal(outcome.wait?.kind, "approval");
    else {
      assert.equal(outcome.wait, undefined);
      const { type, message } = outcome.error ?? { type: "none", message: "" };
      assert.match(outcome.ok === true ? "none" : `${type}: ${message}`, row.error);
    }
    if (row.replays !== false) await checkRun(f, call.runId);
  });
}

const JUDGES: readonly [string, string | null, number][] = [
  ["approves", '{"approved": true, "reason": "harmless"}', 1],
  ["approves in a code block", '```json\n{"approved": true, "reason": "harmless"}\n```', 1],
  ["does not approve", '{"approved": false, "reason": "doubtful"}', 0],
  ["answers nonsense", "banana", 0],
  ["approves in its own words", "approved", 0],
  ["approves twice and otherwise", '{"approved": false, "approved": true, "reason": ""}', 0],
  ["says yes where true is wanted", '{"approved": "yes", "reason": ""}', 0],
  ["says nothing", "", 0],
  ["answers late", null, 0],
];

for (const [what, text, times] of JUDGES) {
  test(`a judge that ${what} ${times === 0 ? "leaves it to a person" : "spares people the question"}`, async () => {
    await using f = await fixture();
    await f.engine.savePolicy("local", JUDGE, "ada");
    if (text !== null) f.models.play = () => says(text);
    f.runner.play = () => ({ kind: "result", value: 1 });
    const { tool: _tool, ...rest } = { tool: TOOL };
    const starting = ask(f, { tool: TOOL, ...rest }).catch((error: unknown) => error);
    await f.clock.pass(10_000);
    const asked = await starting;
    assert.equal(f.runner.phases.length, times);
    if (times > 0) return;
    assert.ok(typeof asked === "object" && asked !== null && "waitId" in asked);
    // A late answer changes nothing.
    await f.models.last.reply(says('{"approved": true, "reason": "harmless"}'));
    const { waitId, runId } = asked as AskedCall;
    await f.engine.moveRun("local", runId);
    assert.equal(f.runner.phases.length, 0);
    await f.engine.approve("local", waitId, BOB);
    await f.engine.moveRun("local", runId);
    assert.equal(f.runner.phases.length, 1);
    await checkRun(f, runId);
  });
}

test("a judge who may not spare people what another policy wants", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", JUDGE, "ada");
  await f.engine.savePolicy("local", { ...REQUIRE, id: "people" }, "ada");
  f.models.play = () => says('{"approved": true, "reason": "harmless"}');
  const call = await ask(f, { tool: TOOL });
  assert.deepEqual(
    (await openApproval(f, call.runId)).approval?.rules.map((rule) => rule.policy),
    ["people"],
  );
  assert.equal(f.runner.phases.length, 0);
});

test("a grant is used once: what was approved runs again only when it is asked for again", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", REQUIRE, "ada");
  const call = await ask(f, { tool: TOOL });
  await f.engine.approve("local", call.waitId, BOB);
  await f.engine.moveRun("local", call.runId);
  const second = await ask(f, { tool: TOOL });
  assert.notEqual(second.waitId, call.waitId);
  await f.engine.moveRun("local", second.runId);
  assert.deepEqual([ledger(f, call.callId).length, ledger(f, second.callId).length], [1, 0]);
});

test("a hundred votes at once on one approval: one decides, ninety-nine are told who and when", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", REQUIRE, "ada");
  const call = await ask(f, { tool: TOOL });
  const votes = Array.from({ length: 100 }, (_, index) =>
    refused(f.engine.approve("local", call.waitId, person(`p${index}`))),
  );
  const replies = await Promise.all(votes);
  assert.equal(replies.filter((reply) => reply === "done").length, 1);
  assert.equal(replies.filter((reply) => reply === "wait_settled").length, 99);
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual(ledger(f, call.callId), ONCE);
  await checkRun(f, call.runId);
});

test("fifty people who must all agree vote at once: each counts once, and the call runs once", async () => {
  await using f = await fixture();
  await f.engine.savePolicy("local", { ...REQUIRE, quorum: 50 }, "ada");
  const call = await ask(f, { tool: TOOL });
  const votes = Array.from({ length: 50 }, (_, index) => approve(f, call, {}, person(`p${index}`)));
  await Promise.all(votes);
  const { status, approval } = await f.engine.wait("local", call.waitId);
  assert.deepEqual([status, approval?.have, approval?.need], ["resolved", 50, 50]);
  await f.engine.moveRun("local", call.runId);
  assert.deepEqual(ledger(f, call.callId), ONCE);
  await checkRun(f, call.runId);
});

test("a vote counts while another call of the run is running, and writes", async () => {
  await using f = await fixture();
  f.toolbox.tools = [bound("look", { readOnly: true }), bound("publish", { requiresApproval: true })];
  const both = ["look", "publish"].map((name) => ({ name, arguments: '{"x": 1}' }));
  f.models.play = ({ messages }) => (messages.length === 1 ? says("", ...both) : says("Done."));
  const agent = { id: "desk", instructions: "", model: "default", tools: [] };
  const { runId } = await f.engine.createRun({ tenant: "local", agent, input: "Go", requestedBy: "ada" });
  const moving = f.engine.moveRun("local", runId);
  const until = async (is: () => boolean): Promise<void> => {
    while (!is()) await f.clock.pass(1);
  };
  await until(() => f.runner.phases.length === 1);
  const look = f.runner.last;
  look.observer.log("stdout", "still looking");
  const wait = await openApproval(f, runId);
  const voting = f.engine.approve("local", wait.id, BOB);
  look.observer.log("stdout", "found it");
  assert.equal((await voting).status, "resolved");
  await f.clock.pass(2_000);
  assert.equal(f.runner.phases.length, 1, "it waits for its turn");
  await look.finish({ kind: "result", value: 1 });
  await until(() => f.runner.phases.length === 2);
  await f.runner.last.finish({ kind: "result", value: 2 });
  let moved = false;
  void moving.then(() => {
    moved = true;
  });
  await until(() => moved);
  assert.equal((await f.engine.runResult("local", runId)).status, "completed");
  await checkRun(f, runId);
});

test("secrets in a reason and in edited arguments are masked before anything is done with them", async () => {
  await using f = await fixture();
  await keepVersion(f);
  const { inputSchema: _schema, ...rest } = TOOL;
  const tool = { ...rest, inputSchema: { type: "object", properties: { x: {} } } };
  f.secrets = [{ name: "TOKEN", value: "sesame-open-123" }];
  await f.engine.savePolicy("local", REQUIRE, "ada");
  const call = await ask(f, { tool });
  await f.engine.approve("local", call.waitId, BOB, { reason: "with sesame-open-123" });
  const events = await f.engine.events("local", call.runId);
  assert.ok(!JSON.stringify(events).includes("sesame"));
  assert.ok(JSON.stringify(events).includes("[secret TOKEN]"));
});
