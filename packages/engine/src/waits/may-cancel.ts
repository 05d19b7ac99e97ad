// Who may cancel a wait: whoever it is for, and always whoever asked for its run. A wait that is for nobody in particular is
// anybody's. Its companion may be called with the cancellation, so that this is a way of answering it.

import { counts } from "../approvals/tally.ts";
import type { ApprovalRule } from "../policies/policy.ts";
import type { WaitRow } from "../ports/store-rows.ts";
import { EngineError } from "../refusals/engine-error.ts";
import { mayAnswer, type Person } from "./may-answer.ts";
import { isNamed } from "./same-name.ts";

/** An open wait, as far as it says who may cancel it. */
export interface Cancellable extends Pick<WaitRow, "waitId" | "to"> {
  /** Of an approval: whose votes count. */
  readonly rules?: readonly ApprovalRule[];
  /** Who asked for the run, and of an approval also whoever edited the arguments. */
  readonly requesters: readonly string[];
}

/** Throws `not_allowed` for anybody else. */
export function requireCanceller(wait: Cancellable, person: Person): void {
  if (wait.requesters.some((requester) => isNamed(requester, person.name))) return;
  if (isFor(wait, person)) return;
  const { waitId, requesters } = wait;
  const whom = [...new Set([...namedIn(wait), ...requesters])];
  const { name, roles } = person;
  const you = roles.length === 0 ? name : `${name} (${roles.join(", ")})`;
  const [first = ""] = whom;
  throw new EngineError(
    "not_allowed",
    `${waitId} can be cancelled by ${whom.join(", ")}; you are ${you}`,
    `as one of them: --as ${first}, or where it is a role --as ${name}:${first}`,
  );
}

/** An approval is for those who may decide it. */
function isFor({ to, rules, requesters }: Cancellable, person: Person): boolean {
  if (rules === undefined) return mayAnswer(to, person);
  return rules.some((rule) => counts(rule, { by: person.name, roles: person.roles }, requesters));
}

function namedIn({ to, rules }: Cancellable): readonly string[] {
  return rules === undefined ? (to ?? []) : rules.flatMap((rule) => rule.approvers ?? []);
}
