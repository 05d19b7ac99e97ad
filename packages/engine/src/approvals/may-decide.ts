// Who may decide on an approval: somebody whom one of its rules counts.

import type { ApprovalRule } from "../policies/policy.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { notAllowed } from "../refusals/wait-refusals.ts";
import type { Person } from "../waits/may-answer.ts";
import { counts, type Requesters } from "./tally.ts";

/** Throws `requester_may_not` for whoever asked for the call, where somebody else must decide, and `not_allowed` for anybody else who may not. */
export function requireApprover(
  waitId: string,
  rules: readonly ApprovalRule[],
  person: Person,
  requesters: Requesters,
): void {
  const vote = { by: person.name, roles: person.roles };
  if (rules.some((rule) => counts(rule, vote, requesters))) return;
  if (rules.some((rule) => counts(rule, vote, []))) throw ownRequest(waitId, rules, person);
  const named = [...new Set(rules.flatMap((rule) => rule.approvers ?? []))];
  throw notAllowed(waitId, named, person, "decided");
}

function ownRequest(waitId: string, rules: readonly ApprovalRule[], { name }: Person): EngineError {
  const policy = rules.find((rule) => rule.notRequester)?.policy;
  const who = policy === null || policy === undefined ? "" : ` (policy ${policy})`;
  return new EngineError(
    "requester_may_not",
    `${waitId} was asked for by ${name}, and somebody else must decide it${who}`,
    `another person: --as NAME; to withdraw the request: haft cancel ${waitId}`,
  );
}
