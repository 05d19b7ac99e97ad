// What the votes on one approval come to: each rule has its own approvers and quorum, the first denial denies.

import type { ApprovalRule } from "../policies/policy.ts";

/** One person's word on a call. */
export interface Vote {
  readonly by: string;
  readonly roles: readonly string[];
  readonly decision: "approved" | "denied";
  readonly reason: string | null;
}

/** Who asked for what is voted on: the run's requester, and whoever edited the arguments. */
export type Requesters = readonly string[];

/** How the votes stand. */
export interface Tally {
  readonly standing: "open" | "granted" | "denied";
  /** Votes that count for some rule, and how many are needed over all rules. */
  readonly have: number;
  readonly need: number;
  readonly denial: Vote | null;
}

/** Whether a person's vote counts for a rule. */
export function counts(rule: ApprovalRule, vote: Pick<Vote, "by" | "roles">, requesters: Requesters): boolean {
  if (rule.notRequester && requesters.includes(vote.by)) return false;
  return rule.approvers === null || rule.approvers.some((named) => named === vote.by || vote.roles.includes(named));
}

/** Counts the votes; each person once, by the first vote. */
export function tally(rules: readonly ApprovalRule[], votes: readonly Vote[], requesters: Requesters): Tally {
  const once = [...new Map([...votes].reverse().map((vote) => [vote.by, vote])).values()];
  const perRule = rules.map((rule) => {
    const approving = once.filter((vote) => vote.decision === "approved" && counts(rule, vote, requesters));
    return Math.min(approving.length, rule.quorum);
  });
  const have = perRule.reduce((sum, each) => sum + each, 0);
  const need = rules.reduce((sum, rule) => sum + rule.quorum, 0);
  const denial = votes.find((vote) => vote.decision === "denied") ?? null;
  const standing = denial !== null ? "denied" : rules.length > 0 && have >= need ? "granted" : "open";
  return { standing, have, need, denial };
}
