// What a tenant's policies and the tool's own author say of one call. Every doubt counts against running it (I5): a
// condition that fails, or takes too long, asks a person.

import { inTime, workedMs } from "@haft/contract/validation";
import type { ToolTraits } from "../events/payloads.ts";
import type { CompiledBook, CompiledPolicy } from "./compile-policies.ts";
import type { CallFacts, Truth } from "./condition.ts";
import { matchesTool } from "./match-tool.ts";
import type { ApprovalRule, Policy } from "./policy.ts";

/** How long one condition may work, in milliseconds, and all conditions of a call together. */
const LIMIT_MS = 100;
const LIMIT_OF_ALL_MS = 500;

/** How long a request stands, and a grant is good for, where nobody says otherwise: 7 days. */
export const DEFAULT_EXPIRES_SECONDS = 7 * 24 * 3600;

/** What the tool's author wants. */
export type OwnDemand = Pick<ToolTraits, "requiresApproval" | "approvalReason" | "onDenied">;

/** A judge that may spare people a question: where it does not approve, its rule must be met by people. */
export interface AskedJudge {
  readonly policy: string;
  readonly model: string;
  readonly prompt: string;
  readonly rule: ApprovalRule;
}

/** What policies and author say. */
export interface PolicyVerdict {
  /** `ask`: each of `rules` must be met, and that of each judge who does not approve; `run`: there is none of either. */
  readonly verdict: "run" | "ask" | "deny";
  readonly rules: readonly ApprovalRule[];
  readonly judges: readonly AskedJudge[];
  /** Ids of the policies that apply, in the order of the book. */
  readonly policies: readonly string[];
  /** `deny`: why; `ask`: why people are asked; null: nobody said. */
  readonly reason: string | null;
  /** `deny`: what it does to the run. The tool's author is asked first, then the policy. */
  readonly onDenied: "continue" | "fail";
}

interface Applying {
  readonly policy: Policy;
  /** Why its condition has no truth; null: it is met. */
  readonly failed: string | null;
}

/** Holds a call against the policies. Never throws. */
export function evaluatePolicies(book: CompiledBook, facts: CallFacts, own: OwnDemand): PolicyVerdict {
  const applying = applyingPolicies(book.policies, facts);
  const policies = applying.map(({ policy }) => policy.id);
  const denials = applying.filter(({ policy, failed }) => policy.effect === "deny" && failed === null);
  if (denials.length > 0) return denied(denials, policies, own);
  const { rules, judges } = demands(applying, own);
  const reasons = [...rules, ...judges.map((judge) => judge.rule)].flatMap((rule) => rule.reason ?? []);
  return {
    verdict: rules.length + judges.length === 0 ? "run" : "ask",
    rules,
    judges,
    policies,
    reason: reasons.length === 0 ? null : together(reasons),
    onDenied: own.onDenied ?? "continue",
  };
}

/** The policies whose tool and condition fit, and those whose condition has no truth. */
function applyingPolicies(policies: readonly CompiledPolicy[], facts: CallFacts): readonly Applying[] {
  let left = LIMIT_OF_ALL_MS;
  return policies.flatMap(({ policy, condition }): Applying[] => {
    if (!matchesTool(policy.match, facts.tool)) return [];
    if (condition === null) return [{ policy, failed: null }];
    const before = workedMs();
    const truth = truthInTime(() => condition(facts), Math.floor(Math.min(LIMIT_MS, left)));
    left -= workedMs() - before;
    if ("failed" in truth) return [{ policy, failed: truth.failed }];
    return truth.is ? [{ policy, failed: null }] : [];
  });
}

function truthInTime(run: () => Truth, milliseconds: number): Truth {
  const came = milliseconds < 1 ? { done: false as const } : inTime(milliseconds, run);
  return came.done ? came.value : { failed: "it takes too long" };
}

/** Each reason once. Those that are sentences stay sentences. */
function together(reasons: readonly string[]): string {
  return [...new Set(reasons)].reduce((all, next) => `${all}${/[.!?]$/.test(all) ? " " : "; "}${next}`);
}

function denied(denials: readonly Applying[], policies: readonly string[], own: OwnDemand): PolicyVerdict {
  const reasons = denials.map(({ policy }) => policy.reason ?? `the policy ${policy.id} denies it`);
  const said = denials.flatMap(({ policy }) => policy.onDenied ?? []);
  return {
    verdict: "deny",
    rules: [],
    judges: [],
    policies,
    reason: together(reasons),
    onDenied: own.onDenied ?? (said.includes("fail") ? "fail" : "continue"),
  };
}

/** What must be met, once what an `allow` of higher priority takes away has fallen away. */
function demands(
  applying: readonly Applying[],
  own: OwnDemand,
): { readonly rules: readonly ApprovalRule[]; readonly judges: readonly AskedJudge[] } {
  const allows = applying.filter(({ policy, failed }) => policy.effect === "allow" && failed === null);
  const allowed = Math.max(Number.NEGATIVE_INFINITY, ...allows.map(({ policy }) => policy.priority ?? 0));
  const ownStands = own.requiresApproval === true && !allows.some(({ policy }) => policy.overridesTool === true);
  const standing = applying.filter(
    ({ policy, failed }) =>
      // No `allow` takes away a `deny`, so that none takes away the question whether it applies.
      (policy.effect === "deny" && failed !== null) ||
      ((policy.effect === "require" || failed !== null) && (policy.priority ?? 0) >= allowed),
  );
  const judges = standing.flatMap(({ policy, failed }) =>
    policy.judge !== undefined && failed === null
      ? [{ policy: policy.id, ...policy.judge, rule: ruleOf(policy, null) }]
      : [],
  );
  const people = standing.filter(({ policy, failed }) => policy.judge === undefined || failed !== null);
  return {
    rules: [...(ownStands ? [ownRule(own)] : []), ...people.map(({ policy, failed }) => ruleOf(policy, failed))],
    judges,
  };
}

function ownRule(own: OwnDemand): ApprovalRule {
  return {
    policy: null,
    approvers: null,
    notRequester: false,
    quorum: 1,
    expiresSeconds: DEFAULT_EXPIRES_SECONDS,
    onDenied: own.onDenied ?? null,
    reason: own.approvalReason ?? null,
  };
}

function ruleOf(policy: Policy, failed: string | null): ApprovalRule {
  const doubt = failed === null ? null : `the condition of the policy ${policy.id} failed: ${failed}`;
  return {
    policy: policy.id,
    approvers: policy.approvers ?? null,
    notRequester: policy.notRequester ?? false,
    quorum: policy.quorum ?? 1,
    expiresSeconds: policy.expiresSeconds ?? DEFAULT_EXPIRES_SECONDS,
    onDenied: policy.onDenied ?? null,
    reason: doubt ?? policy.reason ?? null,
  };
}
