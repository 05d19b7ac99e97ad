// Whatever events come in whatever order, folding and deciding are total: histories here make no sense on purpose.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { EventDraft, RunEvent } from "../../src/index.ts";
import type { ApprovalRule } from "../../src/policies/policy.ts";
import { consequences, number } from "../../src/state/consequences.ts";
import { decide } from "../../src/state/decide.ts";
import { wakeAt } from "../../src/state/due.ts";
import { evolve, fold } from "../../src/state/evolve.ts";
import { type RunState, unborn } from "../../src/state/run-state.ts";
import { sequencesOf } from "../../src/state/sequences.ts";
import { standing } from "../../src/state/standing.ts";
import * as agents from "../harness/agent-histories.ts";
import { CANCELLING, recovered, START } from "../harness/histories.ts";

const small = fc.integer({ min: 1, max: 3 });
const seconds = fc.integer({ min: 0, max: 60 });
const text = fc.constantFrom("", "done", "\u0000", "__proto__");
const ids = fc.constantFrom("ask_1", "ask_2", "wait_1", "wait_2");
const digests = fc.constantFrom("a", "a", "a", "b");
const traits = fc.record({
  readOnly: fc.boolean(),
  idempotent: fc.boolean(),
  parallel: fc.boolean(),
  onDenied: fc.constantFrom("continue" as const, "fail" as const),
  resume: fc.constantFrom(null, { on: ["answer", "timeout"] as const, idempotent: true }),
});
const rules = fc.array(
  fc
    .record({ quorum: fc.integer({ min: 0, max: 2 }), notRequester: fc.boolean(), expiresSeconds: seconds })
    .map((given) => agents.rule(given)),
  { maxLength: 2 },
);
const decisions = fc.constantFrom("approved", "denied", "edited", "nonsense", 7, null);
const step = fc.record({ step: small, attempt: small });

const anyEvent: fc.Arbitrary<EventDraft> = fc.oneof(
  { weight: 3, arbitrary: step.map((given) => agents.asks(given.step, given.attempt, given.attempt)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(step, small, text)
      .map(([given, calls, said]) => agents.says(calls === 3 ? said : calls, given)),
  },
  fc
    .tuple(step, seconds, fc.boolean())
    .map(([given, at, retryable]) => agents.fails({ ...given, retryAt: agents.at(at), retryable })),
  {
    weight: 4,
    arbitrary: fc.tuple(small, traits, small).map(([ordinal, given, of]) => agents.calls(ordinal, given, { step: of })),
  },
  { weight: 2, arbitrary: fc.tuple(small, digests).map(([ordinal, digest]) => agents.lets(ordinal, 1, digest)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, rules, digests)
      .map(([ordinal, given, digest]) => agents.wants(ordinal, given, 1, digest)),
  },
  small.map((ordinal) => agents.forbids(ordinal)),
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, rules, digests, ids)
      .map(([ordinal, given, digest, id]) => agents.requests(ordinal, given, digest, id)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, fc.constantFrom("ada", "bob"), digests, ids, fc.boolean())
      .map(([ordinal, by, digest, waitId, edits]) =>
        agents.votes(by, { ordinal, digest, waitId, ...(edits ? { arguments: { e: 1 } } : {}) }),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, decisions, ids)
      .map(([ordinal, decision, waitId]) => agents.settles({ decision }, { ordinal, waitId })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, ids, digests, small)
      .map(([ordinal, waitId, digest, fence]) => agents.starts(ordinal, { waitId, digest }, fence)),
  },
  { weight: 2, arbitrary: small.map((ordinal) => agents.starts(ordinal)) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, ids, seconds)
      .map(([ordinal, waitId, at]) => agents.parks(ordinal, { waitId, expiresAt: agents.at(at) })),
  },
  fc.tuple(small, ids).map(([ordinal, waitId]) => agents.answers(ordinal, { waitId, scriptStep: ordinal })),
  fc.tuple(small, small).map(([ordinal, fence]) => agents.resumes(ordinal, fence)),
  {
    weight: 2,
    arbitrary: fc
      .tuple(small, fc.constantFrom("ValueError", "outcome_unknown", "approval_denied"))
      .map(([ordinal, error]) => agents.ends(ordinal, { error })),
  },
  small.map((ordinal) => agents.ends(ordinal)),
  seconds.map((by): EventDraft => ({ type: "clock.advanced", data: { seconds: by - 30, scriptStep: by % 5 } })),
  small.map((fence) => recovered(fence)),
  text.map((said): EventDraft => ({ type: "message.assistant", data: { text: said } })),
  text.map((said): EventDraft => ({ type: "message.user", data: { text: said, from: "haft" } })),
  fc.constant(CANCELLING),
);

const script = fc.option(
  fc.array(
    fc.constantFrom(
      { type: "tool.call", toolName: "publish", arguments: {} } as const,
      { type: "assistant.output", content: "done" } as const,
      { type: "answer", response: 1, tool: "publish" } as const,
      { type: "approve" } as const,
      { type: "signal", key: "k", payload: null } as const,
      { type: "advance", seconds: 5 } as const,
    ),
    { maxLength: 4 },
  ),
);
const limits = fc.record(
  {
    maxSteps: fc.integer({ min: 0, max: 3 }),
    tokens: seconds,
    wallSeconds: seconds,
    toolFailures: fc.integer({ min: 0, max: 2 }),
    requireTool: fc.constant("publish"),
  },
  { requiredKeys: [] },
);

const anyHistory = fc
  .tuple(script, limits, fc.array(anyEvent, { maxLength: 40, size: "max" }))
  .map(([steps, bounds, events]) => [
    ...agents.agent({ limits: bounds, ...(steps === null ? {} : { script: steps }) }),
    ...events,
  ]);

function play(drafts: readonly EventDraft[]): RunState {
  const events = drafts.flatMap((draft, index) => number("run_1", [draft], index + 1, START + index * 1000));
  return events.reduce((state: RunState, event: RunEvent) => evolve(state, event), unborn("run_1"));
}

const moments = fc.record({
  now: fc.integer({ min: 0, max: 200 }).map((after) => START + after * 1000),
  fence: fc.integer({ min: 0, max: 4 }),
});

test("whatever happened, something can be said of it, and nothing that was given is changed", () => {
  fc.assert(
    fc.property(anyHistory, moments, (drafts, moment) => {
      const state = play(drafts);
      const before = JSON.stringify(state);
      assert.equal(state.seq, drafts.length);
      assert.deepEqual(JSON.parse(before), state, "a state is plain JSON");
      const effects = decide(state, moment);
      assert.deepEqual(decide(state, moment), effects);
      assert.equal(new Set(effects.map(({ key }) => key)).size, effects.length);
      assert.ok(effects.filter(({ key }) => key === "end").length <= 1);
      standing(state);
      wakeAt(state);
      sequencesOf(state.agent?.transcript ?? []);
      const { state: rest } = consequences(state, moment);
      assert.ok(decide(rest, moment).every(({ kind }) => kind !== "append"));
      assert.equal(JSON.stringify(state), before);
    }),
    { numRuns: 1_000 },
  );
});

test("whatever happened, folding at once and one by one come to the same", () => {
  fc.assert(
    fc.property(anyHistory, (drafts) => {
      const events = drafts.flatMap((draft, index) => number("run_1", [draft], index + 1, START + index * 1000));
      assert.deepEqual(fold(unborn("run_1"), events), play(drafts));
    }),
    { numRuns: 300 },
  );
});

/** What is said about one call and whether it runs: close enough to each other to come to something now and then. */
const anyDecision: fc.Arbitrary<Decision> = fc.record({
  stale: fc.constantFrom(false, false, false, false, true),
  digest: fc.constantFrom("a", "a", "a", "b"),
  by: fc.constantFrom("ada", "bob", "bob"),
  rules: fc.constantFrom(
    [],
    [agents.rule()],
    [agents.rule()],
    [agents.rule({ notRequester: true })],
    [agents.rule({ quorum: 0 })],
  ),
  decision: fc.constantFrom("approved", "approved", "approved", "denied", "edited", "nonsense"),
  edits: fc.constantFrom(false, false, false, true),
  kind: fc.nat({ max: 5 }),
});

interface Decision {
  readonly stale: boolean;
  readonly digest: string;
  readonly by: string;
  readonly rules: readonly ApprovalRule[];
  readonly decision: string;
  readonly edits: boolean;
  readonly kind: number;
}

/** An approval as it should be, of which anything may be missing, with anything in between. */
const anyApproval = fc
  .tuple(
    fc.array(fc.array(anyDecision, { maxLength: 2, size: "max" }), { minLength: 5, maxLength: 5 }),
    fc.array(fc.constantFrom(true, true, true, true, true, true, false), { minLength: 4, maxLength: 4 }),
  )
  .map(([between, present]) => {
    const right = { stale: false, digest: "a", by: "bob", rules: [agents.rule()], decision: "approved", edits: false };
    return between.flatMap((others, kind): Decision[] =>
      present[kind] === true ? [...others, { ...right, kind }] : others,
    );
  });

/** The events of it: every request opens a wait of its own; votes and ends are for the last one, or for the one before. */
function saidOf(decisions: readonly Decision[]): EventDraft[] {
  let opened = 0;
  return decisions.map(({ stale, digest, by, rules: given, decision, edits, kind }) => {
    if (kind === 1) opened += 1;
    const waitId = `ask_${opened - (stale && kind !== 1 ? 1 : 0)}`;
    const edit = edits ? { arguments: { e: 1 } } : {};
    switch (kind) {
      case 0:
        return agents.wants(1, given, 1, digest);
      case 1:
        return agents.requests(1, given, digest, waitId);
      case 2:
        return agents.votes(by, { digest, waitId, decision: decision === "denied" ? "denied" : "approved", ...edit });
      case 3:
        return agents.settles({ decision }, { waitId });
      case 4:
        return agents.starts(1, { waitId, digest });
      default:
        return edits ? agents.forbids(1) : agents.wants(1, given, 2, digest);
    }
  });
}

test("whatever happened, no call starts that was not let through by votes that meet every rule (I5)", () => {
  const before = play([...agents.agent(), agents.asks(), agents.says(1), agents.calls(1)]);
  let granted = 0;
  fc.assert(
    fc.property(anyApproval, (decisions) => {
      const events = saidOf(decisions);
      let state = before;
      for (const [index, event] of events.entries()) {
        const now = START + (before.seq + index) * 1000;
        for (const one of number("run_1", [event], state.seq + 1, now)) state = evolve(state, one);
        const [effect] = decide(state, { now, fence: 1 });
        if (effect?.kind !== "begin") continue;
        granted += 1;
        assertLetThrough(events.slice(0, index + 1), effect.grant);
      }
    }),
    { numRuns: 800 },
  );
  assert.ok(granted > 100, `${granted} starts were seen`);
});

/** Looks for itself: the gate, the request, the votes on it, and how the wait ended. */
function assertLetThrough(drafts: readonly EventDraft[], grant: { waitId: string; digest: string } | null): void {
  assert.ok(grant !== null);
  const of = (event: EventDraft): boolean => "waitId" in event.data && event.data.waitId === grant.waitId;
  const asked = drafts.findIndex((event) => event.type === "approval.requested" && of(event));
  const end = drafts.findIndex((event) => event.type === "wait.resolved" && of(event));
  // While people are asked, nobody asks the gate: it is asked again when the call starts, should policies have moved.
  const gates = drafts.flatMap((event, index) =>
    event.type === "call.gated" && (index < asked || index > end) ? [event.data] : [],
  );
  const votes = drafts.slice(asked, end).flatMap((event) => {
    const counts = event.type === "approval.decided" && of(event) && event.data.digest === grant.digest;
    return counts ? [event.data] : [];
  });
  const gate = gates.at(-1);
  assert.ok(gate !== undefined && asked >= 0 && votes.length > 0);
  assert.deepEqual([gate.verdict, gate.digest], ["ask", grant.digest]);
  assert.ok(votes.every(({ decision, arguments: edited }) => decision === "approved" && edited === undefined));
  const needed = gate.rules ?? [];
  assert.ok(needed.length > 0 && needed.every(({ quorum }) => quorum > 0));
  if (needed.some(({ notRequester }) => notRequester)) assert.ok(votes.some(({ by }) => by !== "ada"));
}
