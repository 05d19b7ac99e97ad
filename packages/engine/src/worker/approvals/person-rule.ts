// The rule that some person must agree, whoever may decide approvals.

import { DEFAULT_EXPIRES_SECONDS } from "../../policies/evaluate-policies.ts";
import type { ApprovalRule } from "../../policies/policy.ts";

/** One person, for this reason. */
export function personRule(reason: string): ApprovalRule {
  return {
    policy: null,
    approvers: null,
    notRequester: false,
    quorum: 1,
    expiresSeconds: DEFAULT_EXPIRES_SECONDS,
    onDenied: null,
    reason,
  };
}
