// A rule of a tenant's about which calls run, which are asked for, and which do not run.

/** Who can be asked by a policy. */
export type ApproverKind = "person" | "judge";

/** One policy, as it is stored. */
export interface Policy {
  readonly id: string;
  /** `toolset/tool`, with `*` for any characters but `/`. */
  readonly match: string;
  /** CEL over tool, arguments, tenant, agent, thread, context, capabilities, requestedBy; absent: always. */
  readonly when?: string;
  readonly effect: "require" | "deny" | "allow";
  /** Default 0. */
  readonly priority?: number;
  /** `allow` only: takes away the tool's own requirement as well. Default false. */
  readonly overridesTool?: boolean;
  /** `require` only. Default `person`. */
  readonly kind?: ApproverKind;
  readonly judge?: { readonly model: string; readonly prompt: string };
  /** Names or roles; absent: whoever may decide approvals. */
  readonly approvers?: readonly string[];
  readonly notRequester?: boolean;
  /** How many people must approve. Default 1. */
  readonly quorum?: number;
  /** How long the request stands, and how long a grant is good for afterwards. Default 604,800 (7 days). */
  readonly expiresSeconds?: number;
  readonly onDenied?: "continue" | "fail";
  readonly reason?: string;
  readonly enabled: boolean;
}

/** The policies of a tenant at one revision: every save raises it. */
export interface PolicyBook {
  readonly revision: number;
  readonly policies: readonly Policy[];
}

/** One requirement that must be met before a call runs: a policy's, or the tool's own. */
export interface ApprovalRule {
  /** The policy's id; null: the tool's own requirement. */
  readonly policy: string | null;
  /** Names or roles; null: whoever may decide approvals. */
  readonly approvers: readonly string[] | null;
  readonly notRequester: boolean;
  readonly quorum: number;
  readonly expiresSeconds: number;
  readonly onDenied: "continue" | "fail" | null;
  readonly reason: string | null;
}
