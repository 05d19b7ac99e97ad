import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import type { EventDraft, EventPayloads } from "../../src/index.ts";
import * as agents from "../harness/agent-histories.ts";
import {
  CANCELLING,
  called,
  created,
  ended,
  gated,
  history,
  parked,
  recovered,
  result,
  resumed,
  started,
} from "../harness/histories.ts";
import { checkLog, type LedgerLine, RULES } from "./check-log.ts";
import { readLog } from "./log.ts";

const { agent, answers, asks, at, calls, ends, fails, forbids, lets, message, parks } = agents;
const { requests, resumes, rule, says, settles, starts, votes, wants } = agents;

const DONE: EventDraft = { type: "run.completed", data: { output: 42 } };
const SAID: EventDraft = { type: "message.assistant", data: { text: "done" } };
const OPEN = [created(), called(), gated(), started()];
const GOOD = [...OPEN, parked(), ended("resolved"), resumed(), result(), DONE];
const RAN: readonly LedgerLine[] = [
  { callId: "call_1", phase: "call" },
  { callId: "call_1", phase: "wait_1" },
];

const GRANT = { waitId: "ask_1", digest: "a" };
const CALLED = [...agent(), asks(), says(1), calls(1)];
const ASKED = [...CALLED, wants(), requests()];
const GRANTED = [...ASKED, votes("bob"), settles()];
const LAST = [asks(2), says("done", { step: 2 }), SAID, DONE];
const EDITED = [...ASKED, votes("bob", { arguments: { x: 9 } }), settles({ decision: "edited" })];
const ANEW = { waitId: "ask_2", digest: "b" };

function failed(type: string): EventDraft[] {
  const error = { type, message: `${type}!` };
  return [
    { type: "run.error", data: { error } },
    { type: "run.failed", data: { error } },
  ];
}

function expired(waitId: string, kind: "answer" | "approval"): EventDraft {
  return { type: "wait.expired", data: { callId: "call_1", waitId, kind, payload: {}, by: "clock" } };
}

/** The same event with some of its data changed. */
function but<T extends EventDraft>(event: T, data: Readonly<Record<string, unknown>>): T {
  return { ...event, data: { ...event.data, ...data } };
}

const lost: EventPayloads["tool.result"]["error"] = { type: "outcome_unknown", message: "?" };

/** Two calls alike of which the first gets lost, with what comes of it before the second starts. */
function lostSibling(before: readonly EventDraft[], after: readonly EventDraft[]): EventDraft[] {
  const same = (ordinal: number): EventDraft => calls(ordinal, {}, { arguments: { x: 1 } });
  return [
    ...[...agent(), asks(), says(2), same(1), same(2), lets(1), ...before, starts(1), recovered(2)],
    ...[but(ends(), { ok: false, error: lost }), ...after],
  ];
}

const SECOND = { waitId: "ask_2", digest: "a" };
const YES = [votes("bob", { ordinal: 2 }), settles({ decision: "approved" }, { ordinal: 2 })];

/** A run that goes on, as eve, from where an approved call of ada's waited, with what comes after the answer. */
function sharing(...after: readonly EventDraft[]): EventDraft[] {
  const [first, ...rest] = [...GRANTED, starts(1, GRANT), parks()];
  const rerunOf = { runId: "run_0", seq: rest.length + 1, shared: [rest.length + 1] };
  return first === undefined ? [] : [but(first, { rerunOf, requestedBy: "eve" }), ...rest, answers(), ...after];
}

const OWN = { waitId: "ask_9", digest: "a" };
const ASKED_HERE = [wants(), requests(1, [rule()], "a", "ask_9")];
const GRANTED_HERE = [...ASKED_HERE, votes("bob", OWN), settles({ decision: "approved" }, { waitId: "ask_9" })];
const GOES_ON = but(resumes(), { approval: "ask_9", digest: "a" });

const RIGHT: readonly [string, readonly EventDraft[], readonly LedgerLine[]][] = [
  ["a call that waited", GOOD, RAN],
  [
    "a call that was begun again, for it is idempotent",
    [created(), called({ idempotent: true }), gated(), started(), recovered(2), started(2, 2), result(), DONE],
    [RAN[0], RAN[0]].flatMap((line) => line ?? []),
  ],
  [
    "a call of a lost worker",
    [
      ...OPEN,
      recovered(2),
      but(result(false), { error: { type: "outcome_unknown", message: "?" } }),
      ...failed("outcome_unknown"),
    ],
    RAN.slice(0, 1),
  ],
  ["an approved call", [...GRANTED, starts(1, GRANT), ends(), ...LAST], RAN.slice(0, 1)],
  ["one that was gated again and let through", [...GRANTED, lets(1, 2), starts(1, GRANT), ends(), ...LAST], []],
  [
    "an edited one, voted for anew",
    [
      ...EDITED,
      wants(1, [rule()], 1, "b"),
      requests(1, [rule()], "b", "ask_2"),
      votes("bob", ANEW),
      settles({ decision: "approved" }, { waitId: "ask_2" }),
      starts(1, ANEW),
      ends(),
      ...LAST,
    ],
    [],
  ],
  [
    "a denied one",
    [
      ...ASKED,
      votes("bob", { decision: "denied" }),
      settles({ decision: "denied" }),
      ends(1, { error: "approval_denied" }),
      ...LAST,
    ],
    [],
  ],
  [
    "one whose wait expired",
    [
      ...ASKED,
      { type: "clock.advanced", data: { seconds: 600, scriptStep: 1 } },
      expired("ask_1", "approval"),
      ends(1, { error: "approval_denied" }),
      ...LAST,
    ],
    [],
  ],
  [
    "calls in their order",
    [
      ...message({ readOnly: true }, { readOnly: true }, {}),
      starts(1),
      starts(2),
      ends(2),
      ends(1),
      starts(3),
      parks(3),
      answers(3),
      resumes(3),
      ends(3),
      ...LAST,
    ],
    [],
  ],
  [
    "requests that failed",
    [...agent(), asks(), fails(), asks(1, 2), recovered(2), asks(1, 3, 2), says("done", { attempt: 3 }), SAID, DONE],
    [],
  ],
  [
    "a failure too many, with a call under way",
    [
      ...agent({ limits: { toolFailures: 0 } }),
      ...message({ parallel: true }, { parallel: true }).slice(3),
      starts(1),
      starts(2),
      ends(1, { error: "ValueError" }),
      ends(2, { error: "cancelled" }),
      ...failed("ValueError"),
    ],
    [],
  ],
  [
    "a call like one that got lost, which somebody approved knowing that",
    lostSibling([lets(2)], [wants(2), requests(2), ...YES, starts(2, SECOND, 2)]),
    [],
  ],
  ["a call of a shared history, approved anew", sharing(...GRANTED_HERE, GOES_ON, ends(), ...LAST), []],
  [
    "a script that votes as who asked for its run",
    [
      ...[but(agent({ script: [] })[0] ?? DONE, { requestedByRoles: ["lead"] }), ...agent().slice(1), asks(), says(1)],
      ...[calls(1), wants(), requests(), votes("ada", { roles: ["lead"], scriptStep: 1 }), settles()],
      ...[starts(1, GRANT), ends(), ...LAST],
    ],
    [],
  ],
  [
    "a cancelled run",
    [
      ...ASKED,
      CANCELLING,
      { type: "wait.cancelled", data: { callId: "call_1", waitId: "ask_1", kind: "approval", payload: {}, by: "bob" } },
      ends(1, { error: "cancelled" }),
      { type: "run.cancelled", data: { by: "bob" } },
    ],
    [],
  ],
];

test("an approval of what runs passes", () => assert.deepEqual(checkLog(history(...digested(WHAT_RUNS)), []), []));

for (const [title, events, ledger] of RIGHT) {
  test(`the log of ${title} passes`, () => assert.deepEqual(checkLog(history(...events), ledger), []));
}

const again = started(2, 2);
const FREE = { parallel: true };
const ALONE = agent({ limits: { toolFailures: 0 } });

/** An approved call whose digest is that of `{"x":1}`, edited to it from something else; and what is started. */
function digested(digest: string): EventDraft[] {
  const grant = { waitId: "ask_1", digest };
  return [
    ...agent(),
    asks(),
    says(1),
    calls(1, {}, { arguments: { x: 1 } }),
    wants(1, [rule()], 1, digest),
    requests(1, [rule()], digest),
    votes("bob", { digest }),
    settles(),
    but(starts(1, grant), { settingsDigest: "s" }),
  ];
}

const WHAT_RUNS = createHash("sha256")
  .update(
    '{"arguments":{"x":1},"call":"call_1","run":"run_1","settings":"s","source":"d","tenant":"t","tool":"desk/publish"}',
  )
  .digest("hex");

/** The rule that refuses it, what is wrong, the log, the ledger, and what is said. */
const WRONG: readonly [string, string, readonly EventDraft[], readonly LedgerLine[], RegExp][] = [
  [
    "toolsWereStarted",
    "a tool that ran without a start",
    [created(), called(), gated()],
    RAN.slice(0, 1),
    /^I1: call_1 ran \(call\) and/,
  ],
  [
    "toolsWereStarted",
    "a tool that ran before its start",
    OPEN,
    [{ callId: "call_1", phase: "call", at: 0 }],
    /^I1: call_1 ran \(call\) before/,
  ],
  [
    "toolsWereStarted",
    "a value of a call that was not started",
    [...CALLED, ends()],
    [],
    /^I1: call_1 has a tool\.result at 7 and no start/,
  ],
  [
    "toolsWereStarted",
    "a call that parks twice",
    [...OPEN, parked(), parked("wait_2")],
    [],
    /^I1: call_1 parks at 6 and was not/,
  ],
  [
    "modelsWereAsked",
    "a response that was not asked for",
    [...agent(), says("x")],
    [],
    /^I1: step 1, attempt 1 has a model\.responded at 4/,
  ],
  [
    "modelsWereAsked",
    "two outcomes of a request",
    [...agent(), asks(), fails(), says("x")],
    [],
    /^I1: step 1, attempt 1 has a model\.responded at 6/,
  ],
  [
    "modelsWereAsked",
    "a call before its response",
    [...agent(), asks(), calls(1)],
    [],
    /^I1: call_1 is called at 5, before/,
  ],
  [
    "modelsWereAsked",
    "a start of a response that was cut short",
    [...agent(), asks(), says(1, { finishReason: "length" }), calls(1), lets(), starts()],
    [],
    /cut short$/,
  ],
  ["ordered", "a fence that falls", [...OPEN, recovered(3), started(2)], [], /^I2: event 6 has the fence 2 after 3/],
  [
    "ordered",
    "a request under a fence that is over",
    [...agent(), recovered(2), asks()],
    [],
    /^I2: event 5 has the fence 1 after 2/,
  ],
  [
    "fenced",
    "a result of a worker that is lost",
    [...OPEN, recovered(2), result()],
    [],
    /^I2: call_1 has a tool\.result at 6 of the fence 1/,
  ],
  [
    "fenced",
    "a park of a worker that is lost",
    [...OPEN, recovered(2), parked()],
    [],
    /^I2: call_1 has a tool\.parked at 6/,
  ],
  [
    "fenced",
    "a response to a worker that is lost",
    [...agent(), asks(), recovered(2), says("x")],
    [],
    /^I2: step 1 has a model\.responded at 6/,
  ],
  [
    "fenced",
    "a tool that ran on after another worker had come",
    [...OPEN, recovered(2)],
    [{ callId: "call_1", phase: "call", at: Date.parse(at(9)) }],
    /^I2: call_1 ran \(call\) after the fence 2/,
  ],
  ["begunOnce", "a second start under one fence", [...OPEN, started()], [], /^I3: call_1 call is begun twice/],
  [
    "begunOnce",
    "a second start of a tool that is not idempotent",
    [...OPEN, recovered(2), again],
    [],
    /not idempotent/,
  ],
  [
    "begunOnce",
    "a second key of a call",
    [created(), called({ idempotent: true }), gated(), started(), but(again, { idempotencyKey: "other" })],
    [],
    /two keys/,
  ],
  ["begunOnce", "a start after the result", [...OPEN, result(), again], [], /after its result$/],
  [
    "begunOnce",
    "a fourth start",
    [created(), called({ idempotent: true }), gated(), started(), started(2, 2), started(3, 3), started(4, 4)],
    [],
    /more than three times/,
  ],
  [
    "begunOnce",
    "a tool that ran more often than it was begun",
    OPEN,
    [...RAN.slice(0, 1), ...RAN.slice(0, 1)],
    /^I3: call_1 call ran 2/,
  ],
  [
    "unknownNotRepeated",
    "a repetition of what has an unknown outcome",
    [
      ...CALLED,
      lets(),
      starts(),
      recovered(2),
      but(ends(), { ok: false, error: lost }),
      asks(2, 1, 2),
      says(1, { step: 2 }),
      calls(2, {}, { step: 2, ordinal: 1, arguments: { x: 1 } }),
      lets(2),
      starts(2, undefined, 2),
    ],
    [],
    /^I3: call_2 repeats at 15 .* at 10, and nobody was asked/,
  ],
  [
    "unknownNotRepeated",
    "a start of what was let through before an equal call of its message got lost",
    lostSibling([lets(2)], [starts(2, undefined, 2)]),
    [],
    /^I3: call_2 repeats at 13 .* at 12, and nobody was asked/,
  ],
  [
    "unknownNotRepeated",
    "a start with an approval from before an equal call got lost",
    lostSibling([wants(2), requests(2), ...YES], [starts(2, SECOND, 2)]),
    [],
    /^I3: call_2 repeats at 16 .* at 15, and whoever was asked did not know/,
  ],
  [
    "unknownNotRepeated",
    "a new gate, and an approval from before",
    lostSibling([wants(2), requests(2), ...YES], [wants(2), starts(2, SECOND, 2)]),
    [],
    /^I3: call_2 repeats at 17 .* and whoever was asked did not know/,
  ],
  [
    "inheritedIsLetThrough",
    "a call that goes on with the approval of another run",
    sharing(resumes()),
    [],
    /^I5: call_1 goes on at 14 without having been let through/,
  ],
  [
    "inheritedIsLetThrough",
    "a call that was approved in another run, and is only let through here",
    sharing(lets(), resumes()),
    [],
    /^I5: call_1 goes on at 15 without an approval of this run/,
  ],
  [
    "inheritedIsLetThrough",
    "a call that names the approval of another run",
    sharing(wants(), but(resumes(), { approval: "ask_1", digest: "a" })),
    [],
    /^I5: call_1 goes on at 15 with an approval of another run/,
  ],
  [
    "inheritedIsLetThrough",
    "a call that goes on although nobody has approved it here",
    sharing(...ASKED_HERE, GOES_ON),
    [],
    /^I5: call_1 goes on at 16 with an approval that was not granted/,
  ],
  [
    "inheritedIsLetThrough",
    "a call that goes on although it is denied here",
    sharing(forbids(), resumes()),
    [],
    /^I5: call_1 goes on at 15 without having been let through/,
  ],
  [
    "scriptsVoteAsRequester",
    "a script that votes as somebody else",
    [
      ...[but(agent({ script: [] })[0] ?? DONE, { requestedByRoles: [] }), ...ASKED.slice(1)],
      votes("bob", { scriptStep: 1 }),
    ],
    [],
    /^I5: the script votes at 9 as bob, for ada/,
  ],
  [
    "oneEndPerWait",
    "two ends of a wait",
    [...OPEN, parked(), ended("resolved"), ended("expired")],
    [],
    /^I4: wait_1 is ended at 7 and was not open/,
  ],
  [
    "oneEndPerWait",
    "a resume without an end",
    [...OPEN, parked(), resumed()],
    [],
    /^I4: wait_1 is gone on with at 6, open/,
  ],
  [
    "oneEndPerWait",
    "a resume with another end",
    [...OPEN, parked("wait_1", { expires: 1 }), ended("expired"), resumed()],
    [],
    /as if by answer$/,
  ],
  [
    "oneEndPerWait",
    "a wait that is open at the end",
    [...OPEN, parked(), result(), DONE],
    [],
    /^I4: wait_1 is open after/,
  ],
  ["oneEndPerWait", "an approval that is open at the end", [...ASKED, ...failed("x")], [], /^I4: ask_1 is open after/],
  [
    "oneEndPerWait",
    "a wait that is opened twice",
    [...OPEN, parked(), ended("resolved"), resumed(), parked()],
    [],
    /^I4: wait_1 is opened again at 8/,
  ],
  [
    "oneEndPerWait",
    "an end of a wait of another kind",
    [...OPEN, parked("wait_1", { due: 1 }), ended("resolved")],
    [],
    /^I4: wait_1 of kind time is ended at 6 as answer/,
  ],
  [
    "oneEndPerWait",
    "an answer after the deadline",
    [...OPEN, parked("wait_1", { expires: 5 }), ended("resolved")],
    [],
    /after its deadline$/,
  ],
  [
    "oneEndPerWait",
    "an expiry before its time",
    [...OPEN, parked("wait_1", { expires: 60 }), ended("expired")],
    [],
    /before its time$/,
  ],
  [
    "oneEndPerWait",
    "a vote on a wait that has ended",
    [...GRANTED, votes("eve")],
    [],
    /^I4: ask_1 is voted on at 11 and is not open/,
  ],
  [
    "approved",
    "a start that was denied",
    [created(), called(), gated("deny"), started()],
    [],
    /^I5: call_1 is started at 4/,
  ],
  ["approved", "a start that was not gated", [created(), called(), started()], [], /^I5: call_1 is started at 3/],
  [
    "approved",
    "a start that was denied after the approval",
    [...GRANTED, forbids(), starts(1, GRANT)],
    [],
    /without having been let through$/,
  ],
  ["approved", "a start without its approval", [...GRANTED, starts()], [], /without its approval$/],
  ["approved", "a start while people are asked", [...ASKED, starts(1, GRANT)], [], /that was not granted$/],
  [
    "approved",
    "a start after a denial",
    [...ASKED, votes("bob", { decision: "denied" }), settles({ decision: "denied" }), starts(1, GRANT)],
    [],
    /that was not granted$/,
  ],
  [
    "approved",
    "a start with another digest",
    [...GRANTED, starts(1, { ...GRANT, digest: "b" })],
    [],
    /of another digest$/,
  ],
  [
    "approved",
    "a start of what was gated as another",
    [...GRANTED, wants(1, [rule()], 2, "b"), starts(1, GRANT)],
    [],
    /of another digest$/,
  ],
  [
    "approved",
    "a grant without a vote",
    [...ASKED, settles(), starts(1, GRANT)],
    [],
    /without the 1 votes that p needs$/,
  ],
  [
    "approved",
    "a grant by the requester",
    [
      ...CALLED,
      wants(1, [rule({ notRequester: true })]),
      requests(1, [rule({ notRequester: true })]),
      votes("ada"),
      settles(),
      starts(1, GRANT),
    ],
    [],
    /without the 1 votes/,
  ],
  [
    "approved",
    "a grant by somebody who may not",
    [
      ...CALLED,
      wants(1, [rule({ approvers: ["ops"] })]),
      requests(1, [rule({ approvers: ["ops"] })]),
      votes("bob", { roles: ["dev"] }),
      settles(),
      starts(1, GRANT),
    ],
    [],
    /without the 1 votes/,
  ],
  [
    "approved",
    "one person's vote counted twice",
    [
      ...CALLED,
      wants(1, [rule({ quorum: 2 })]),
      requests(1, [rule({ quorum: 2 })]),
      votes("bob"),
      votes("bob"),
      settles(),
      starts(1, GRANT),
    ],
    [],
    /without the 2 votes/,
  ],
  [
    "approved",
    "votes that do not meet the rules of the last gate",
    [...GRANTED, wants(1, [rule({ policy: "q", quorum: 2 })], 2), starts(1, GRANT)],
    [],
    /without the 2 votes that q needs$/,
  ],
  [
    "approved",
    "a vote for edited arguments taken for the call as it was",
    [...ASKED, votes("bob", { arguments: { x: 9 } }), settles(), starts(1, GRANT)],
    [],
    /that not all votes were for$/,
  ],
  [
    "approved",
    "a grant that had expired",
    [
      ...CALLED,
      wants(1, [rule({ expiresSeconds: 1 })]),
      requests(1, [rule({ expiresSeconds: 1 })]),
      votes("bob"),
      settles(),
      starts(1, GRANT),
    ],
    [],
    /that had expired$/,
  ],
  [
    "approved",
    "an approval of another call",
    [
      ...message({}, {}).slice(0, -2),
      wants(1),
      requests(1),
      votes("bob"),
      settles(),
      lets(2),
      wants(2),
      starts(2, GRANT),
    ],
    [],
    /with an approval of another call$/,
  ],
  [
    "approved",
    "an approval that is used twice",
    [
      ...message(FREE, FREE).slice(0, -2),
      wants(1),
      requests(1),
      votes("bob"),
      settles(),
      starts(1, GRANT),
      lets(2),
      starts(2, GRANT),
    ],
    [],
    /uses at \d+ the approval that was used at/,
  ],
  [
    "approvedIsWhatRuns",
    "an approval of something else than what runs",
    digested("e".repeat(64)),
    [],
    /^I5: call_1 is started at \d+ with a digest that is not that of what runs$/,
  ],
  [
    "votesBind",
    "a vote on another call than was asked for",
    [...ASKED, votes("bob", { digest: "b" })],
    [],
    /^I5: the vote at 9 is on another call/,
  ],
  [
    "sameVersion",
    "a resume of another version",
    [...OPEN, parked(), ended("resolved"), but(resumed(), { version: "2" })],
    [],
    /^I6: call_1 goes on with version 2/,
  ],
  [
    "inOrder",
    "a start before an earlier call has settled",
    [...message({}, {}), starts(2)],
    [],
    /^call_2 is started at 10, before call_1/,
  ],
  [
    "inOrder",
    "a read before an earlier call with effects has settled",
    [...message({}, { readOnly: true }), starts(1), parks(1), starts(2)],
    [],
    /before call_1 has settled$/,
  ],
  [
    "notTooMany",
    "a ninth call under way",
    [
      ...message(...Array.from({ length: 9 }, () => FREE)),
      ...Array.from({ length: 9 }, (_, index) => starts(index + 1)),
    ],
    [],
    /^call_9 is started at \d+, with 8 under way/,
  ],
  [
    "stepsInOrder",
    "a step that is left out",
    [...agent(), asks(), says("x"), asks(3)],
    [],
    /^step 3, attempt 1 is asked at 6, after 1, 1/,
  ],
  [
    "stepsInOrder",
    "a step before all calls have settled",
    [...CALLED, lets(), starts(), asks(2)],
    [],
    /^step 2 is asked at 9, before call_1/,
  ],
  ["stepsInOrder", "two responses of a step", [...agent(), asks(), says("x"), says("y")], [], /two responses/],
  ["stepsInOrder", "a request without instructions", [...agents.unprepared(), asks()], [], /without instructions$/],
  [
    "callsOfResponses",
    "a call that was left out",
    [...agent(), asks(), says(2), calls(1), lets(), starts(), ends(), asks(2)],
    [],
    /^step 1 asked for \[toolu_1,toolu_2\] and \[toolu_1\] were called/,
  ],
  [
    "callsOfResponses",
    "a call that nobody asked for",
    [...CALLED, calls(2)],
    [],
    /^step 1 asked for \[toolu_1\] and \[toolu_1,toolu_2\] were called/,
  ],
  ["callsOfResponses", "a call of no step", [...CALLED, calls(2, {}, { step: 7 })], [], /^call_2 belongs to step 7/],
  ["oneEnd", "two ends", [...OPEN, result(), DONE, DONE], [], /^the run has 2 ends/],
  ["oneEnd", "two results", [...OPEN, result(), result(false)], [], /^call_1 has two results/],
  [
    "oneEnd",
    "an event after the end",
    [...OPEN, result(), DONE, recovered(2)],
    [],
    /run\.recovered comes after the end/,
  ],
  ["oneEnd", "a call that is open at the end", [...OPEN, DONE], [], /^call_1 has no result/],
  ["oneEnd", "a call that was not called", [created(), gated()], [], /was not called$/],
  [
    "errorOfRun",
    "a failure without a reason",
    [...OPEN, result(false), ...failed("ValueError").slice(1)],
    [],
    /failed without an error/,
  ],
  [
    "errorOfRun",
    "a failure with another reason",
    [...OPEN, result(false), ...failed("A").slice(0, 1), ...failed("B").slice(1)],
    [],
    /with another error/,
  ],
  [
    "errorOfRun",
    "an error of a run that was completed",
    [...OPEN, result(), ...failed("A").slice(0, 1), DONE],
    [],
    /^a run with an error ended with run\.completed/,
  ],
  [
    "errorOfRun",
    "a limit that does not end the run",
    [...agent(), { type: "budget.exceeded", data: { limit: "tokens", used: 2, allowed: 1 } }, ...failed("x")],
    [],
    /^a limit was exceeded/,
  ],
  [
    "nothingAfterCancelling",
    "a start after the cancellation",
    [...OPEN.slice(0, 3), CANCELLING, started()],
    [],
    /^tool\.started at 5 comes after the run was cancelled/,
  ],
  [
    "nothingAfterCancelling",
    "a request after the cancellation",
    [...agent(), CANCELLING, asks()],
    [],
    /^model\.requested at 5/,
  ],
  [
    "nothingAfterCancelling",
    "a cancelled run that is completed",
    [...agent(), CANCELLING, DONE],
    [],
    /^a cancelled run is completed/,
  ],
  [
    "nothingAfterFatal",
    "a step after the failure that was one too many",
    [...ALONE, asks(), says(1), calls(1), ends(1, { error: "ValueError" }), asks(2)],
    [],
    /^model\.requested at 8 comes after the failure at 7/,
  ],
  [
    "nothingAfterFatal",
    "a run that is completed all the same",
    [...ALONE, asks(), says(1), calls(1), ends(1, { error: "ValueError" }), DONE],
    [],
    /is completed although the failure at 7/,
  ],
  [
    "nothingAfterFatal",
    "a run that fails with something else",
    [...ALONE, asks(), says(1), calls(1), ends(1, { error: "ValueError" }), ...failed("x")],
    [],
    /^the run failed with x/,
  ],
  [
    "nothingAfterFatal",
    "a step after a denial that ends the run",
    [...CALLED, forbids(1, "fail"), ends(1, { error: "approval_denied" }), asks(2)],
    [],
    /^model\.requested at 9/,
  ],
  [
    "nothingAfterFatal",
    "a step after a denial in a script",
    [...agent({ script: [] }), ...CALLED.slice(3), forbids(1), ends(1, { error: "approval_denied" }), asks(2)],
    [],
    /^model\.requested at 9/,
  ],
  [
    "nothingAfterFatal",
    "a step of a script after a call whose outcome is not known",
    [...agent({ script: [] }), asks(), says(1), calls(1), ends(1, { error: "outcome_unknown" }), asks(2)],
    [],
    /^model\.requested at \d+ comes after the failure/,
  ],
];

for (const [name, title, events, ledger, expected] of WRONG) {
  test(`${title} is refused`, () => {
    const faults = RULES[name]?.(readLog(history(...events)), ledger) ?? [];
    assert.ok(
      faults.some((fault) => expected.test(fault)),
      `${faults.join("; ")} is not ${expected}`,
    );
  });
}

test("every rule refuses something", () => {
  assert.deepEqual(new Set(WRONG.map(([name]) => name)), new Set(Object.keys(RULES)));
});

test("gaps and time that goes back are refused", () => {
  const events = history(...GOOD);
  assert.match(checkLog(events.toSpliced(2, 1), RAN).join(), /I2: event 3 has the sequence 4/);
  const [first, second, ...rest] = events;
  assert.ok(first !== undefined && second !== undefined);
  assert.match(
    checkLog([first, { ...second, at: "2029-01-01T00:00:00.000Z" }, ...rest], RAN).join(),
    /I2: time goes back/,
  );
});
