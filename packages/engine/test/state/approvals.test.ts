import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventDraft } from "../../src/index.ts";
import { decide } from "../../src/state/decide.ts";
import {
  agent,
  asks,
  at,
  calls,
  ends,
  forbids,
  lets,
  requests,
  rule,
  says,
  settles,
  starts,
  votes,
  wants,
} from "../harness/agent-histories.ts";
import { testTable } from "../harness/effect-table.ts";
import { CANCELLING, recovered, START, stateOf, type TRAITS } from "../harness/histories.ts";

const CALLED = [...agent(), asks(), says(1), calls(1)];
const ASKED = [...CALLED, wants(1), requests(1)];
const GRANTED = [...ASKED, votes("bob"), settles()];
const GRANT = { waitId: "ask_1", digest: "a" };
const WITH = (traits: Partial<typeof TRAITS>): EventDraft[] => [
  ...CALLED.slice(0, -1),
  calls(1, traits),
  wants(1),
  requests(1),
];
const EXPIRED: EventDraft = {
  type: "wait.expired",
  data: { callId: "call_1", waitId: "ask_1", kind: "approval", payload: { timed_out: true }, by: "clock" },
};
const WITHDRAWN: EventDraft = {
  type: "wait.cancelled",
  data: {
    callId: "call_1",
    waitId: "ask_1",
    kind: "approval",
    payload: { cancelled: true, reason: "too late" },
    by: "bob",
  },
};
const DENIED = [
  ...ASKED,
  votes("bob", { decision: "denied", reason: "no" }),
  settles({ decision: "denied", reason: "no" }),
];
const two = [rule({ policy: "p", approvers: ["bob"] }), rule({ policy: "q", approvers: ["ops"], quorum: 1 })];
const TWO = [...CALLED, wants(1, two), requests(1, two)];
const OTHERS = [rule({ notRequester: true })];

testTable([
  { title: "a call that needs an approval is asked for", events: [...CALLED, wants(1)], effects: ["request:call_1"] },
  { title: "then people vote", events: ASKED, effects: [] },
  { title: "a granted call starts", events: GRANTED, effects: ["start:call_1:1"] },
  {
    title: "a granted call of a lost worker, too",
    events: [...GRANTED, recovered(2)],
    fence: 2,
    effects: ["start:call_1:1"],
  },
  { title: "a denied one does not run", events: DENIED, effects: ["tool.result(approval_denied)"] },
  {
    title: "and the model goes on, for it is no failure",
    events: [...DENIED, ends(1, { error: "approval_denied" })],
    effects: ["ask:2:1"],
  },
  { title: "a request expires at its time", events: ASKED, now: 600, effects: ["wait.expired"] },
  { title: "not before", events: ASKED, now: 599, effects: [] },
  { title: "an expired one does not run", events: [...ASKED, EXPIRED], effects: ["tool.result(approval_denied)"] },
  {
    title: "nor does one that was withdrawn",
    events: [...ASKED, WITHDRAWN],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a decision that says nothing does not let it run",
    events: [...ASKED, votes("bob"), settles({})],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "nor one without a vote",
    events: [...ASKED, settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "nor one that fewer have voted for than must",
    events: [...TWO, votes("bob"), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "each rule keeps its own approvers",
    events: [...TWO, votes("bob"), votes("eve", { roles: ["ops"] }), settles()],
    effects: ["start:call_1:1"],
  },
  {
    title: "a vote on another call than the one that is asked for does not count",
    events: [...ASKED, votes("bob", { digest: "b" }), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "the requester's vote does not count where another's is wanted",
    events: [...CALLED, wants(1, OTHERS), requests(1, OTHERS), votes("ada"), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a grant is good for so long, and no longer",
    events: GRANTED,
    now: 9 + 599,
    effects: ["start:call_1:1"],
  },
  {
    title: "after that the call does not run",
    events: GRANTED,
    now: 9 + 600,
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a new policy that denies beats a grant",
    events: [...GRANTED, forbids(1)],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a new revision that lets it through lets the grant stand",
    events: [...GRANTED, lets(1, 2)],
    effects: ["start:call_1:1"],
  },
  {
    title: "so does one whose rules the votes meet",
    events: [...GRANTED, wants(1, [rule({ approvers: ["bob"] })], 2)],
    effects: ["start:call_1:1"],
  },
  {
    title: "one whose rules they do not meet is asked for anew",
    events: [...GRANTED, wants(1, [rule({ approvers: ["eve"] })], 2)],
    effects: ["request:call_1"],
  },
  {
    title: "so is a call that is not the one that was approved any more",
    events: [...GRANTED, wants(1, [rule()], 2, "b")],
    effects: ["request:call_1"],
  },
  {
    title: "votes of before do not count in the new wait",
    events: [
      ...GRANTED,
      wants(1, [rule({ quorum: 2 })], 2),
      requests(1, [rule({ quorum: 2 })], "a", "ask_2"),
      votes("eve", { waitId: "ask_2" }),
      settles({ decision: "approved" }, { waitId: "ask_2" }),
    ],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "edited arguments are gated again",
    events: [...ASKED, votes("bob", { arguments: { x: 9 } }), settles({ decision: "edited" })],
    effects: ["gate:call_1"],
  },
  {
    title: "and asked for again, the editor's vote first",
    events: [
      ...ASKED,
      votes("bob", { arguments: { x: 9 } }),
      settles({ decision: "edited" }),
      wants(1, [rule()], 1, "b"),
      requests(1, [rule()], "b", "ask_2"),
      votes("bob", { waitId: "ask_2", digest: "b" }),
      settles({ decision: "approved" }, { waitId: "ask_2" }),
    ],
    effects: ["start:call_1:1"],
  },
  {
    title: "an editor is the requester of the edit",
    events: [
      ...ASKED,
      votes("bob", { arguments: { x: 9 } }),
      settles({ decision: "edited" }),
      wants(1, OTHERS, 1, "b"),
      requests(1, OTHERS, "b", "ask_2"),
      votes("bob", { waitId: "ask_2", digest: "b" }),
      settles({ decision: "approved" }, { waitId: "ask_2" }),
    ],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "arguments that were edited into something that is denied do not run",
    events: [...ASKED, votes("bob", { arguments: { x: 9 } }), settles({ decision: "edited" }), forbids(1)],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "an edit after a denial is none",
    events: [
      ...ASKED,
      votes("eve", { decision: "denied", reason: "no" }),
      votes("bob", { arguments: { x: 9 } }),
      settles({ decision: "edited" }),
    ],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a request on another call than was gated means nothing",
    events: [...CALLED, wants(1), requests(1, [rule()], "b")],
    effects: ["request:call_1"],
  },
  {
    title: "what is needed is what the gate says, not what the request says",
    events: [...CALLED, wants(1, [rule({ quorum: 2 })]), requests(1), votes("bob"), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a rule that nobody need agree to is met by nobody",
    events: [...CALLED, wants(1, [rule({ quorum: 0 })]), requests(1), votes("bob"), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a start that names an approval where none was asked for means nothing",
    events: [...CALLED, lets(1), starts(1, GRANT)],
    effects: ["start:call_1:1"],
  },
  {
    title: "an edit without arguments is none",
    events: [...ASKED, votes("bob"), settles({ decision: "edited" })],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "arguments that were edited are not run as if they had been approved",
    events: [...ASKED, votes("bob", { arguments: { x: 9 } }), settles()],
    effects: ["tool.result(approval_denied)"],
  },
  {
    title: "a start without its approval means nothing (I5)",
    events: [...GRANTED, starts(1)],
    effects: ["start:call_1:1"],
  },
  {
    title: "nor does one with another digest",
    events: [...GRANTED, starts(1, { waitId: "ask_1", digest: "b" })],
    effects: ["start:call_1:1"],
  },
  { title: "nor one of a call that is still asked for", events: [...ASKED, starts(1, GRANT)], effects: [] },
  { title: "with its approval it is under way", events: [...GRANTED, starts(1, GRANT)], effects: [] },
  {
    title: "further attempts of an idempotent tool need no other",
    events: [...WITH({ idempotent: true }), votes("bob"), settles(), starts(1, GRANT), recovered(2)],
    fence: 2,
    effects: ["start:call_1:2"],
  },
  {
    title: "a denial ends the run where the tool's author says so",
    events: [
      ...WITH({ onDenied: "fail" }),
      votes("bob", { decision: "denied" }),
      settles({ decision: "denied" }),
      ends(1, { error: "approval_denied" }),
    ],
    effects: ["run.error run.failed(approval_denied)"],
  },
  {
    title: "or the policy does and the author says nothing",
    events: [...CALLED, forbids(1, "fail"), ends(1, { error: "approval_denied" })],
    effects: ["run.error run.failed(approval_denied)"],
  },
  {
    title: "the author's word comes before the policy's",
    events: [
      ...CALLED.slice(0, -1),
      calls(1, { onDenied: "continue" }),
      forbids(1, "fail"),
      ends(1, { error: "approval_denied" }),
    ],
    effects: ["ask:2:1"],
  },
  {
    title: "a grant that ran out ends the run, too, where a denial does",
    events: [...WITH({ onDenied: "fail" }), votes("bob"), settles(), ends(1, { error: "approval_denied" })],
    effects: ["run.error run.failed(approval_denied)"],
  },
  {
    title: "cancelling a run withdraws what is asked for",
    events: [...ASKED, CANCELLING],
    effects: ["wait.cancelled tool.result(cancelled) run.cancelled"],
  },
]);

function phaseAfter(...events: readonly EventDraft[]) {
  return stateOf(...events).calls.call_1?.phase;
}

test("what a denied call tells is the reason", () => {
  const rows: [readonly EventDraft[], string][] = [
    [DENIED, "denied: no"],
    [[...ASKED, EXPIRED], "denied: expired"],
    [[...ASKED, WITHDRAWN], "denied: too late"],
    [[...CALLED, forbids(1)], "denied: frozen"],
    [[...ASKED, settles({ decision: 7 })], "denied: the decision could not be read"],
    [[...CALLED, wants(1, [])], "denied: this call needs an approval"],
  ];
  for (const [events, message] of rows) {
    const [effect] = decide(stateOf(...events), { now: START + 20_000, fence: 1 });
    const [result] = effect?.kind === "append" ? effect.events : [];
    assert.equal(result?.type === "tool.result" ? result.data.error?.message : undefined, message);
  }
});

test("a start names the grant that it consumes and the revision at which the call was let through", () => {
  const [effect] = decide(stateOf(...GRANTED, wants(1, [rule()], 7)), { now: START + 20_000, fence: 1 });
  assert.ok(effect?.kind === "begin");
  assert.deepEqual(effect.grant, { ...GRANT, usableUntil: START + 9_000 + 600_000, resumeOriginal: false });
  assert.equal(effect.policyRevision, 7);
});

test("a grant that stands although the gate would let the call through is consumed all the same", () => {
  const [effect] = decide(stateOf(...GRANTED, lets(1, 2)), { now: START + 20_000, fence: 1 });
  assert.ok(effect?.kind === "begin");
  assert.deepEqual([effect.grant?.waitId, effect.policyRevision], ["ask_1", 2]);
});

test("further phases name neither", () => {
  const state = stateOf(...WITH({ idempotent: true }), votes("bob"), settles(), starts(1, GRANT), recovered(2));
  const [effect] = decide(state, { now: START + 20_000, fence: 2 });
  assert.ok(effect?.kind === "begin");
  assert.deepEqual([effect.grant, effect.policyRevision], [null, null]);
});

test("the strictest rule tells how long a grant is good", () => {
  const rules = [rule({ expiresSeconds: 600 }), rule({ policy: "q", expiresSeconds: 60 })];
  const phase = phaseAfter(...CALLED, wants(1, rules), requests(1, rules), votes("bob"), settles());
  assert.equal(phase?.at === "approved" ? phase.grant.usableUntil : null, Date.parse(at(9 + 60)));
});

test("an approver may let the version run that was asked for", () => {
  const phase = phaseAfter(...ASKED, votes("bob"), settles({ decision: "approved" }, { resumeOriginal: true }));
  assert.equal(phase?.at === "approved" && phase.grant.resumeOriginal, true);
});

test("an edit replaces the arguments, and is remembered with who made it", () => {
  const { calls: after } = stateOf(
    ...ASKED,
    votes("bob", { arguments: { x: 9 }, roles: ["ops"] }),
    settles({ decision: "edited" }),
  );
  assert.deepEqual(after.call_1?.arguments, { x: 9 });
  assert.deepEqual(after.call_1?.edit, { by: "bob", roles: ["ops"], decision: "approved", reason: null });
});

test("a deadline that cannot be read has passed", () => {
  const broken: EventDraft = { ...requests(1), data: { ...requests(1).data, expiresAt: "soon" } } as EventDraft;
  const effects = decide(stateOf(...CALLED, wants(1), broken), { now: START + 20_000, fence: 1 });
  assert.deepEqual(
    effects.map((effect) => effect.key),
    ["expire:ask_1"],
  );
});
