// Parsing a policy, strictly: a misspelt key must not leave a call unguarded.

import { type Fault, list, type Parsed, record, text, textLike, truth, whole, word } from "../definitions/parser.ts";
import { type Parsing, parseWith } from "../definitions/parsing.ts";
import type { Json } from "../json/json.ts";
import type { Policy } from "./policy.ts";

/** The longest request or grant, in seconds: 366 days. */
const MAX_SECONDS = 366 * 24 * 3600;
/** The longest condition and reason, in characters, and the most approvers: each call that it is about is told all of it. */
const MAX_WHEN = 4_000;
const MAX_REASON = 1_000;
const MAX_APPROVERS = 100;

const policy = record(
  {
    id: textLike(/^[a-z0-9][a-z0-9._-]{0,62}$/, "up to 63 of a-z, 0-9, `.`, `_`, `-`, the first a letter or digit"),
    match: textLike(/^[^/\s]+\/[^/\s]+$/, "`toolset/tool`, where `*` stands for any characters: `*/*` is every tool"),
    effect: word("require", "deny", "allow"),
  },
  {
    when: text,
    priority: whole(-1_000_000, 1_000_000),
    overridesTool: truth,
    kind: word("person", "judge"),
    judge: record({ model: text, prompt: text }, {}),
    approvers: list(text, 1),
    notRequester: truth,
    quorum: whole(1, 100),
    expiresSeconds: whole(1, MAX_SECONDS),
    onDenied: word("continue", "fail"),
    reason: text,
    enabled: truth,
  },
);

/** The policy, or everything that is wrong with it. `enabled` may be left out: then it is. Its condition is compiled elsewhere. */
export function parsePolicy(given: Json): Parsing<Policy> {
  const parsed = parseWith(policy, given, faultsOfWhole);
  return parsed.ok
    ? { ok: true, value: Object.freeze({ ...parsed.value, enabled: parsed.value.enabled ?? true }) }
    : parsed;
}

function faultsOfWhole(given: Parsed<typeof policy>): readonly Fault[] {
  const { effect, kind, judge, when, reason, approvers } = given;
  const faults: Fault[] = [];
  const only = (name: string, effects: readonly string[]): void => {
    if (Object.hasOwn(given, name) && !effects.includes(effect))
      faults.push({ path: name, message: `means nothing for a policy with the effect "${effect}"; leave it out` });
  };
  if (when !== undefined && when.length > MAX_WHEN)
    faults.push({ path: "when", message: `has ${when.length} characters; at most ${MAX_WHEN} are taken` });
  if (reason !== undefined && reason.length > MAX_REASON)
    faults.push({ path: "reason", message: `has ${reason.length} characters; at most ${MAX_REASON} are taken` });
  if (approvers !== undefined && approvers.length > MAX_APPROVERS)
    faults.push({
      path: "approvers",
      message: `has ${approvers.length} names; at most ${MAX_APPROVERS} are taken: use a role`,
    });
  for (const name of ["kind", "judge", "approvers", "notRequester", "quorum", "expiresSeconds"])
    only(name, ["require"]);
  only("overridesTool", ["allow"]);
  only("onDenied", ["require", "deny"]);
  if (kind === "judge" && judge === undefined)
    faults.push({ path: "judge", message: 'is missing; a judge is {"model": …, "prompt": …}' });
  if (kind !== "judge" && judge !== undefined)
    faults.push({ path: "kind", message: `is ${kind ?? "person"}; with \`judge\` it is "judge"` });
  return faults;
}
