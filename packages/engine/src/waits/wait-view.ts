// A wait as people see it.

import type { WaitKind } from "../events/payloads.ts";
import type { Json, JsonObject } from "../json/json.ts";
import type { ApprovalRule } from "../policies/policy.ts";
import type { WaitRow } from "../ports/store-rows.ts";

/** A durable reason why a call is parked. */
export interface WaitView {
  readonly id: string;
  readonly kind: WaitKind;
  readonly status: "open" | "resolved" | "expired" | "cancelled";
  readonly runId: string;
  readonly callId: string;
  /** `toolset/tool` */
  readonly tool: string;
  readonly prompt?: string;
  readonly schema?: JsonObject;
  readonly choices?: readonly Json[];
  readonly to?: readonly string[];
  /** time: when it is over, ISO 8601 */
  readonly due?: string;
  readonly paths?: readonly string[];
  readonly key?: string;
  /** approval: what would run, and who must agree. */
  readonly approval?: {
    readonly reason?: string;
    readonly arguments: JsonObject;
    readonly digest: string;
    readonly rules: readonly ApprovalRule[];
    readonly version: string;
    /** Votes that count, and how many are needed over all rules. */
    readonly have: number;
    readonly need: number;
  };
  readonly meta: JsonObject;
  readonly openedAt: string;
  readonly expiresAt?: string;
  readonly endedAt?: string;
  readonly endedBy?: string;
}

/** A row as it is shown: absent instead of null, times as text. */
export function waitView(row: WaitRow): WaitView {
  return {
    id: row.waitId,
    kind: row.kind,
    status: row.status,
    runId: row.runId,
    callId: row.callId,
    tool: `${row.toolset}/${row.tool}`,
    ...given("prompt", row.prompt),
    ...given("schema", row.schema),
    ...given("choices", row.choices),
    ...given("to", row.to),
    ...given("due", time(row.dueAt)),
    ...given("paths", row.paths),
    ...given("key", row.key),
    ...given("approval", approval(row)),
    meta: row.meta,
    openedAt: new Date(row.openedAt).toISOString(),
    ...given("expiresAt", time(row.expiresAt)),
    ...given("endedAt", time(row.endedAt)),
    ...given("endedBy", row.endedBy),
  };
}

/** Arguments that are not in the row are brought by `large-approval.ts`. */
function approval({ approval: asked }: WaitRow): NonNullable<WaitView["approval"]> | null {
  if (asked === null) return null;
  const { reason, arguments: would, digest, rules, version, have, need } = asked;
  return { ...given("reason", reason), arguments: would ?? {}, digest, rules, version, have, need };
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function given<K extends string, T>(name: K, value: T | null): { readonly [P in K]?: T } {
  // One property of the one name that was given.
  return value === null ? {} : ({ [name]: value } as { readonly [P in K]?: T });
}
