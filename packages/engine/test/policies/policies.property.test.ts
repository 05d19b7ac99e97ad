// Whatever the policies: what asks for more never lets more through.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compilePolicies } from "../../src/policies/compile-policies.ts";
import type { CallFacts } from "../../src/policies/condition.ts";
import { evaluatePolicies, type OwnDemand, type PolicyVerdict } from "../../src/policies/evaluate-policies.ts";
import type { Policy } from "../../src/policies/policy.ts";

const FACTS: CallFacts = {
  tenant: "t",
  tool: "desk/publish",
  arguments: { x: 1 },
  agent: null,
  thread: "thr_1",
  context: null,
  capabilities: [],
  requestedBy: "ada",
};

const STRICTNESS = { run: 0, ask: 1, deny: 2 } as const;
/** Met, not met, and without a truth. */
const WHEN = ["true", "false", "arguments.missing == 1"];

const policy = fc.record({
  effect: fc.constantFrom<Policy["effect"][]>("require", "deny", "allow"),
  match: fc.constantFrom("*/*", "desk/publish", "other/*"),
  when: fc.option(fc.constantFrom(...WHEN), { nil: undefined }),
  priority: fc.integer({ min: 0, max: 2 }),
  overridesTool: fc.boolean(),
  judged: fc.boolean(),
});
const book = fc.array(policy, { maxLength: 6 }).map((all) =>
  all.map(
    ({ effect, match, when, priority, overridesTool, judged }, index): Policy => ({
      ...{ id: `p${index}`, effect, match, priority, enabled: true },
      ...(when === undefined ? {} : { when }),
      ...(effect === "allow" ? { overridesTool } : {}),
      ...(effect === "require" && judged ? { kind: "judge", judge: { model: "small", prompt: "?" } } : {}),
    }),
  ),
);
const own = fc.boolean().map((requiresApproval): OwnDemand => ({ requiresApproval }));

async function evaluate(policies: readonly Policy[], demand: OwnDemand): Promise<PolicyVerdict> {
  return evaluatePolicies(await compilePolicies({ revision: 1, policies }), FACTS, demand);
}

const rulesOf = ({ rules, judges }: PolicyVerdict): readonly (string | null)[] => [
  ...rules.map((rule) => rule.policy),
  ...judges.map((judge) => judge.policy),
];

test("a policy that requires or denies, taken away, never makes the verdict stricter", async () => {
  await fc.assert(
    fc.asyncProperty(book, own, async (policies, demand) => {
      const whole = await evaluate(policies, demand);
      for (const gone of policies.filter(({ effect }) => effect !== "allow")) {
        const less = await evaluate(
          policies.filter((one) => one !== gone),
          demand,
        );
        assert.ok(STRICTNESS[less.verdict] <= STRICTNESS[whole.verdict], `without ${gone.id}`);
      }
    }),
    { numRuns: 400 },
  );
});

test("an allow whose condition is met lets more through, and one whose condition is not changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(book, own, async (policies, demand) => {
      const before = await evaluate(policies, demand);
      const allow = {
        id: "more",
        match: "*/*",
        effect: "allow",
        priority: 1,
        overridesTool: true,
        enabled: true,
      } as const;
      const after = await evaluate([...policies, allow], demand);
      assert.ok(STRICTNESS[after.verdict] <= STRICTNESS[before.verdict]);
      if (before.verdict === "deny") assert.equal(after.verdict, "deny");
      const kept = rulesOf(before);
      assert.ok(
        rulesOf(after).every((rule) => kept.includes(rule)),
        "and asks for nothing new",
      );
      assert.deepEqual(await evaluate([...policies, { ...allow, when: "false" }], demand), before);
      const doubtful = await evaluate([...policies, { ...allow, when: "arguments.missing == 1" }], demand);
      assert.ok(STRICTNESS[doubtful.verdict] >= STRICTNESS[before.verdict], "a doubtful one lets nothing through");
    }),
    { numRuns: 400 },
  );
});

test("the order in which policies are kept does not decide", async () => {
  await fc.assert(
    fc.asyncProperty(book, own, async (policies, demand) => {
      const [there, back] = [await evaluate(policies, demand), await evaluate([...policies].reverse(), demand)];
      assert.equal(there.verdict, back.verdict);
      assert.deepEqual([...rulesOf(there)].sort(), [...rulesOf(back)].sort());
    }),
    { numRuns: 200 },
  );
});
