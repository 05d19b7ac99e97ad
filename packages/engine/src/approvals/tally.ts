// What the votes on one approval come to: each rule has its own approvers and quorum, the first denial denies.

import type { ApprovalRule } from "../policies/policy.ts";
import { isOneOf } from "../waits/may-answer.ts";
import { personKey } from "../waits/same-name.ts";

/** One person's word on a call. */
export interface Vote {
  readonly by: string;
  readonly roles: readonly string[];
  readonly decision: "approved" | "denied";
  readonly reason: string | null;
  /** Approved whatever the source is by now: the version that was asked for runs. */
  readonly resumeOriginal?: boolean;
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
  const person = personKey(vote.by);
  if (rule.notRequester && requesters.some((requester) => personKey(requester) === person)) return false;
  return rule.approvers === null || isOneOf(rule.approvers, { name: vote.by, roles: vote.roles });
}

/** Counts the votes; each person once, by the first vote. */
export function tally(rules: readonly ApprovalRule[], votes: readonly Vote[], requesters: Requesters): Tally {
  const once = [...new Map([...votes].reverse().map((vote) => [personKey(vote.by), vote])).values()];
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
