// What policies come to: denials before demands, priorities, what an `allow` takes away, and every doubt.

import assert from "node:assert/strict";
import { test } from "node:test";
import { compilePolicies } from "../../src/policies/compile-policies.ts";
import type { CallFacts } from "../../src/policies/condition.ts";
import { evaluatePolicies, type OwnDemand, type PolicyVerdict } from "../../src/policies/evaluate-policies.ts";
import type { Policy } from "../../src/policies/policy.ts";
import { settleJudges } from "../../src/policies/settle-judges.ts";

const FACTS: CallFacts = {
  tenant: "acme",
  tool: "desk/publish",
  arguments: { amount: 150, list: [1, 2, 3], name: "beta" },
  agent: "release",
  thread: "thr_1",
  context: { plan: "free" },
  capabilities: ["network"],
  requestedBy: "ada",
};

const OWN: OwnDemand = { requiresApproval: true, approvalReason: "it publishes" };

function policy(id: string, effect: Policy["effect"], more: Partial<Policy> = {}): Policy {
  return { id, match: "*/*", effect, enabled: true, ...more };
}

async function evaluate(
  policies: readonly Policy[],
  own: OwnDemand = {},
  facts: Partial<CallFacts> = {},
): Promise<PolicyVerdict> {
  return evaluatePolicies(await compilePolicies({ revision: 1, policies }), { ...FACTS, ...facts }, own);
}

/** The verdict, and whose rules must be met: `own`, or a policy's id. */
function short({ verdict, rules, judges }: PolicyVerdict): string {
  const asked = [...rules.map((rule) => rule.policy ?? "own"), ...judges.map((judge) => `judge ${judge.policy}`)];
  return [verdict, ...asked].join(" ");
}

const JUDGE = { kind: "judge", judge: { model: "small", prompt: "Is it harmless?" } } as const;
const wants = (id: string, more: Partial<Policy> = {}) => policy(id, "require", more);
const allow = (id: string, more: Partial<Policy> = {}) => policy(id, "allow", more);
const deny = (id: string, more: Partial<Policy> = {}) => policy(id, "deny", more);

const TABLE: readonly [string, readonly Policy[], OwnDemand, string][] = [
  ["nothing said", [], {}, "run"],
  ["the author demands", [], OWN, "ask own"],
  ["a policy demands", [wants("a")], {}, "ask a"],
  ["author and policies demand", [wants("a"), wants("b")], OWN, "ask own a b"],
  ["a denial beats demands", [wants("a"), deny("d")], OWN, "deny"],
  [
    "a denial beats an allow of any priority",
    [allow("a", { priority: 9, overridesTool: true }), deny("d")],
    {},
    "deny",
  ],
  ["an allow of the same priority takes nothing away", [wants("a"), allow("b")], {}, "ask a"],
  ["an allow of a higher priority takes a demand away", [wants("a"), allow("b", { priority: 1 })], {}, "run"],
  [
    "a demand of a higher priority stays",
    [wants("a", { priority: 2 }), wants("c"), allow("b", { priority: 1 })],
    {},
    "ask a",
  ],
  ["the highest allow counts", [wants("a", { priority: 2 }), allow("b"), allow("c", { priority: 3 })], {}, "run"],
  ["the author's demand stays under an allow", [allow("b", { priority: 9 })], OWN, "ask own"],
  ["the author's demand falls where it is overridden", [allow("b", { overridesTool: true })], OWN, "run"],
  ["overriding takes no demand of the same priority", [wants("a"), allow("b", { overridesTool: true })], OWN, "ask a"],
  ["what is switched off says nothing", [deny("d", { enabled: false }), wants("a", { enabled: false })], {}, "run"],
  [
    "another tool's policy says nothing",
    [deny("d", { match: "desk/list" }), wants("a", { match: "other/*" })],
    {},
    "run",
  ],
  ["a judge is asked", [wants("j", JUDGE)], {}, "ask judge j"],
  ["a judge and people are asked", [wants("j", JUDGE), wants("a")], OWN, "ask own a judge j"],
  ["a judge's demand falls under an allow", [wants("j", JUDGE), allow("b", { priority: 1 })], {}, "run"],
  ["a condition that is not met", [deny("d", { when: "arguments.amount > 1000" })], {}, "run"],
  ["a condition that is met", [deny("d", { when: "arguments.amount > 100" })], {}, "deny"],
  ["a denial whose condition fails asks a person", [deny("d", { when: "arguments.missing == 1" })], {}, "ask d"],
  [
    "no allow takes that away",
    [deny("d", { when: "arguments.missing == 1" }), allow("b", { priority: 9, overridesTool: true })],
    {},
    "ask d",
  ],
  ["a demand whose condition fails stands", [wants("a", { when: "arguments.missing == 1" })], {}, "ask a"],
  [
    "and falls where it would have",
    [wants("a", { when: "arguments.missing == 1" }), allow("b", { priority: 1 })],
    {},
    "run",
  ],
  ["an allow whose condition fails asks a person", [allow("b", { when: "arguments.missing == 1" })], {}, "ask b"],
  [
    "and allows nothing",
    [wants("a"), allow("b", { priority: 9, overridesTool: true, when: "context.missing" })],
    OWN,
    "ask own a b",
  ],
  [
    "a judge whose condition fails is a person",
    [wants("j", { ...JUDGE, when: "arguments.missing == 1" })],
    {},
    "ask j",
  ],
  ["a condition that is no truth fails", [deny("d", { when: "arguments.amount" })], {}, "ask d"],
  ["a condition that cannot be compiled fails", [deny("d", { when: "1 +" })], {}, "ask d"],
];

for (const [what, policies, own, wanted] of TABLE) {
  test(`${what}: ${wanted}`, async () => {
    assert.equal(short(await evaluate(policies, own)), wanted);
  });
}

const CONDITIONS: readonly [string, boolean][] = [
  ['tool == "desk/publish" && tenant == "acme" && agent == "release"', true],
  ['requestedBy == "ada" && thread == "thr_1" && context.plan == "free"', true],
  ['"network" in capabilities', true],
  ["arguments.amount == 150", true],
  ["arguments.list.exists(x, x == 2)", true],
  ["has(arguments.missing)", false],
  ['has(arguments.missing) && arguments.missing == "x"', false],
  ['arguments.name.matches("^b[a-z]+$")', true],
  ['arguments.name.lowerAscii() in ["beta", "canary"]', true],
  ["has(arguments.constructor)", false],
];

for (const [when, is] of CONDITIONS) {
  test(`${when} is ${is}`, async () => {
    assert.equal((await evaluate([deny("d", { when })])).verdict, is ? "deny" : "run");
  });
}

test("the agent of a direct call is null", async () => {
  assert.equal((await evaluate([deny("d", { when: "agent == null" })], {}, { agent: null })).verdict, "deny");
});

test("a condition that takes too long asks a person", async () => {
  const list = Array.from({ length: 3_000 }, (_, index) => index);
  const when = "arguments.list.all(x, arguments.list.all(y, arguments.list.all(z, x + y + z >= 0.0)))";
  const { verdict, reason } = await evaluate([deny("d", { when })], {}, { arguments: { list } });
  assert.equal(verdict, "ask");
  assert.match(reason ?? "", /the condition of the policy d failed: it takes too long/);
});

test("a text that a pattern is never done with takes no time", async () => {
  const name = `${"a".repeat(20_000)}!`;
  const { verdict } = await evaluate(
    [deny("d", { when: 'arguments.name.matches("^(a+)+$")' })],
    {},
    { arguments: { name } },
  );
  assert.equal(verdict, "run");
});

test("a verdict tells who applied, why, and what a denial does", async () => {
  const said = await evaluate([
    wants("a", {
      reason: "money",
      approvers: ["lead"],
      quorum: 2,
      notRequester: true,
      expiresSeconds: 60,
      onDenied: "fail",
    }),
    allow("b"),
  ]);
  assert.deepEqual(said, {
    verdict: "ask",
    rules: [
      {
        policy: "a",
        approvers: ["lead"],
        notRequester: true,
        quorum: 2,
        expiresSeconds: 60,
        onDenied: "fail",
        reason: "money",
      },
    ],
    judges: [],
    policies: ["a", "b"],
    reason: "money",
    onDenied: "continue",
  });
});

for (const [reasons, wanted] of [
  [["money", "night"], "money; night"],
  [["It spends money.", "It is night."], "It spends money. It is night."],
  [["money", "It is night.", "money"], "money; It is night."],
] as const) {
  test(`several reasons are one text: ${wanted}`, async () => {
    const asked = await evaluate(reasons.map((reason, index) => wants(`w${index}`, { reason })));
    assert.equal(asked.reason, wanted);
    const denied = await evaluate(reasons.map((reason, index) => deny(`d${index}`, { reason })));
    assert.equal(denied.reason, wanted);
  });
}

const ENDS: readonly [string, Policy["onDenied"], OwnDemand, "continue" | "fail"][] = [
  ["nobody says", undefined, {}, "continue"],
  ["the policy says", "fail", {}, "fail"],
  ["the author says first", "fail", { onDenied: "continue" }, "continue"],
  ["the author says alone", undefined, { onDenied: "fail" }, "fail"],
];

for (const [what, onDenied, own, wanted] of ENDS) {
  test(`what a denial does where ${what}: ${wanted}`, async () => {
    const said = await evaluate([deny("d", onDenied === undefined ? {} : { onDenied })], own);
    assert.equal(said.onDenied, wanted);
    assert.equal(said.reason, "the policy d denies it");
  });
}

test("a judge who approves spares people its own question and no other", async () => {
  const asked = await evaluate([wants("j", JUDGE), wants("k", JUDGE), wants("a")]);
  const approved = { approved: true, reason: "harmless" };
  const left = settleJudges(asked, [
    { policy: "j", ...approved },
    { policy: "k", approved: false, reason: "late" },
  ]);
  assert.equal(short(left), "ask a k");
  const alone = await evaluate([wants("j", JUDGE)]);
  assert.equal(short(settleJudges(alone, [{ policy: "j", ...approved }])), "run");
  assert.equal(short(settleJudges(alone, [])), "ask j");
  assert.equal(
    short(settleJudges(await evaluate([deny("d"), wants("j", JUDGE)]), [{ policy: "j", ...approved }])),
    "deny",
  );
});
