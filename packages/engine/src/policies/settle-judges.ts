// What is left of a verdict once the judges have spoken.

import type { PolicyVerdict } from "./evaluate-policies.ts";

/** What one judge said; a judge that failed, came late or made no sense has not approved. */
export interface Judgement {
  readonly policy: string;
  readonly approved: boolean;
  readonly reason: string;
}

/** The verdict without its judges: the rule of each who did not approve is people's. A judge never denies. */
export function settleJudges(verdict: PolicyVerdict, judgements: readonly Judgement[]): PolicyVerdict {
  if (verdict.verdict === "deny") return verdict;
  const spared = new Set(judgements.filter((one) => one.approved).map((one) => one.policy));
  const left = verdict.judges.filter((judge) => !spared.has(judge.policy)).map((judge) => judge.rule);
  const rules = [...verdict.rules, ...left];
  return { ...verdict, verdict: rules.length === 0 ? "run" : "ask", rules, judges: [] };
}
