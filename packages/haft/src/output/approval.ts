// A call that waits for approval, as whoever decides sees it: what would run, with what, from which source, and who is asked.

import type { JsonObject } from "@haft/sdk/wire";
import { hasPassed } from "../session/has-passed.ts";
import type { Wait } from "../session/wait.ts";
import { type Change, changesOf, formatChange } from "./changes.ts";
import { count } from "./count.ts";
import { jsonText, visible } from "./json-text.ts";
import { formatMoment, fromNow } from "./moment.ts";
import { plainLine, plainText } from "./plain-text.ts";

/** One vote, as the log has it. */
export interface Vote {
  readonly decision: string;
  readonly by: string;
  readonly reason?: string;
  /** Whether it came with other arguments. */
  readonly edited: boolean;
}

/** What the log has beside the wait. */
export interface ApprovalFacts {
  /** What the tool says of itself, and the source that would run; absent where they cannot be read. */
  readonly description?: string;
  readonly source?: { readonly file: string; readonly text: string };
  readonly requestedBy?: string;
  readonly agent?: string;
  readonly grants: { readonly network: boolean; readonly secrets: readonly string[]; readonly workspace?: string };
  readonly repairs: readonly Change[];
  readonly votes: readonly Vote[];
  /** Ids of the policies that ask. */
  readonly policies: readonly string[];
}

type Approval = NonNullable<Wait["approval"]>;

/** The whole view, one fact a line. */
export function describeApproval(wait: Wait, facts: ApprovalFacts, now: number): readonly string[] {
  const { approval } = wait;
  const lines = [`${wait.id} waits for approval: ${plainLine(wait.tool)}`];
  if (approval === undefined) return lines;
  const { reason } = approval;
  const { description } = facts;
  if (description !== undefined) lines.push(...indented(description));
  if (reason !== undefined) lines.push(fact("why", reason));
  lines.push(...argumentLines(approval.arguments));
  for (const repair of facts.repairs) lines.push(fact("repaired", formatChange(repair)));
  lines.push(fact("may use", grantsOf(facts.grants)));
  lines.push(fact("source", `version ${shortVersion(approval.version)}${sourceFile(facts)}`));
  for (const rule of approval.rules) lines.push(fact("asks", ruleText(rule)));
  lines.push(fact("votes", `${approval.have} of ${approval.need}${votesText(facts.votes)}`));
  lines.push(fact("asked by", whoAsked(facts)));
  lines.push(...expiry(wait, now));
  return lines;
}

/** What is different in edited arguments; empty where nothing is. */
export function describeEdit(before: JsonObject, after: JsonObject): readonly string[] {
  return changesOf(before, after).map((change) => fact("edited", formatChange(change)));
}

function argumentLines(given: JsonObject): readonly string[] {
  const listed = Object.entries(given);
  if (listed.length === 0) return [fact("arguments", "none")];
  return [
    "  arguments as they will run:",
    ...listed.map(([name, value]) => plainLine(`    ${visible(name)}: ${visible(jsonText(value))}`)),
  ];
}

function grantsOf({ network, secrets, workspace }: ApprovalFacts["grants"]): string {
  const granted = [
    network ? "the machine's network" : "",
    secrets.length > 0 ? `the ${secrets.length === 1 ? "secret" : "secrets"} ${secrets.join(", ")}` : "",
    workspace === undefined ? "" : `the workspace ${workspace}`,
  ].filter((grant) => grant !== "");
  return granted.length === 0 ? "nothing outside of its sandbox" : granted.join(", ");
}

function shortVersion(version: string): string {
  return /^[0-9a-f]{20,}$/.test(version) ? version.slice(0, 12) : version;
}

function sourceFile({ source }: ApprovalFacts): string {
  return source === undefined ? "" : ` of ${source.file}`;
}

/** Who must agree, and why. */
function ruleText(rule: Approval["rules"][number]): string {
  const asker = rule.policy === null ? "the tool's author" : `policy ${rule.policy}`;
  const people = rule.quorum === 1 ? "one person" : count(rule.quorum, "person").replace("persons", "people");
  const among = rule.approvers === null ? "" : ` of ${rule.approvers.join(", ")}`;
  return `${asker}: ${people}${among}${rule.notRequester ? ", not whoever asked for it" : ""}`;
}

function votesText(votes: readonly Vote[]): string {
  return votes
    .map(({ decision, by, reason, edited }) => {
      const why = reason === undefined ? "" : `: ${reason}`;
      return ` · ${decision}${edited ? " with other arguments" : ""} by ${by}${why}`;
    })
    .join("");
}

function whoAsked({ requestedBy, agent }: ApprovalFacts): string {
  const person = requestedBy ?? "somebody";
  return agent === undefined ? person : `the agent ${agent}, for ${person}`;
}

function expiry(wait: Wait, now: number): readonly string[] {
  if (wait.expiresAt === undefined) return [];
  const word = hasPassed(wait, now) ? "expired" : "expires";
  return [`  ${word} ${formatMoment(wait.expiresAt)} (${fromNow(wait.expiresAt, now)})`];
}

function fact(name: string, text: string): string {
  return `  ${name}: ${plainLine(text)}`;
}

function indented(text: string): readonly string[] {
  return plainText(text)
    .trim()
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `  ${line}`.trimEnd());
}
