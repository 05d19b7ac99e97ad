// What a policy may be, and what is said of what it may not.

import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText } from "../../src/definitions/parser.ts";
import type { Json, JsonObject } from "../../src/json/json.ts";
import { compileCondition } from "../../src/policies/condition.ts";
import { parsePolicy } from "../../src/policies/parse-policy.ts";

const GOOD: JsonObject = { id: "prod", match: "deploy/*", effect: "require" };

test("a policy is taken as it is, enabled unless it says otherwise", () => {
  const full: JsonObject = {
    ...GOOD,
    when: "arguments.env == 'prod'",
    priority: 2,
    kind: "judge",
    judge: { model: "small", prompt: "Is it safe?" },
    approvers: ["lead", "ops"],
    notRequester: true,
    quorum: 2,
    expiresSeconds: 3600,
    onDenied: "fail",
    reason: "production",
    enabled: false,
  };
  assert.deepEqual(parsePolicy(full), { ok: true, value: full });
  assert.deepEqual(parsePolicy(GOOD), { ok: true, value: { ...GOOD, enabled: true } });
});

const BAD: readonly [Json, string][] = [
  ["prod", 'is "prod"; expected an object'],
  [{ match: "a/b", effect: "deny" }, "`id` is missing"],
  [
    { ...GOOD, id: "Prod" },
    '`id` is "Prod"; expected up to 63 of a-z, 0-9, `.`, `_`, `-`, the first a letter or digit',
  ],
  [
    { ...GOOD, match: "*" },
    '`match` is "*"; expected `toolset/tool`, where `*` stands for any characters: `*/*` is every tool',
  ],
  [{ ...GOOD, effect: "requires" }, '`effect` is "requires"; expected require, deny, allow; did you mean "require"?'],
  [{ ...GOOD, notrequester: true }, "`notrequester` is no known key; did you mean `notRequester`?"],
  [{ ...GOOD, approvers: [] }, "`approvers` is []; expected a list of at least one"],
  [{ ...GOOD, approvers: ["a", 1] }, "`approvers[1]` is 1; expected text"],
  [{ ...GOOD, quorum: 0 }, "`quorum` is 0; expected a whole number from 1 to 100"],
  [{ ...GOOD, quorum: 1.5 }, "`quorum` is 1.5; expected a whole number from 1 to 100"],
  [{ ...GOOD, kind: "judge" }, '`judge` is missing; a judge is {"model": …, "prompt": …}'],
  [{ ...GOOD, judge: { model: "m", prompt: "p" } }, '`kind` is person; with `judge` it is "judge"'],
  [
    { ...GOOD, kind: "judge", judge: { model: "m", promt: "p" } },
    "`judge.promt` is no known key; did you mean `prompt`?; `judge.prompt` is missing",
  ],
  [{ ...GOOD, effect: "deny", quorum: 2 }, '`quorum` means nothing for a policy with the effect "deny"; leave it out'],
  [
    { ...GOOD, overridesTool: true },
    '`overridesTool` means nothing for a policy with the effect "require"; leave it out',
  ],
  [{ ...GOOD, enabled: "yes" }, '`enabled` is "yes"; expected true or false'],
  [{ ...GOOD, reason: "x".repeat(1_001) }, "`reason` has 1001 characters; at most 1000 are taken"],
  [
    { ...GOOD, approvers: Array.from({ length: 101 }, (_, at) => `p${at}`) },
    "`approvers` has 101 names; at most 100 are taken: use a role",
  ],
  [{ ...GOOD, when: "x".repeat(5_000) }, "`when` has 5000 characters; at most 4000 are taken"],
];

for (const [given, wanted] of BAD) {
  test(`refused: ${wanted}`, () => {
    const parsed = parsePolicy(given);
    assert.equal(parsed.ok, false);
    assert.equal(faultText("policy", parsed.faults), `policy: ${wanted}`);
  });
}

const CONDITIONS: readonly [string, RegExp][] = [
  ["arguments.amount >", /^column 18: found > but expecting end of input$/],
  ["argments.amount > 1", /^there is no name `argments`; did you mean `arguments`\?$/],
  ["user == 'x'", /^there is no name `user`; there are tool, arguments,/],
  ["arguments.name.startWith('x')", /^there is no function `startWith`; did you mean `startsWith`\?$/],
  ["arguments.list.exists(x, y == 1)", /^there is no name `y`/],
  ["true || nobody", /^there is no name `nobody`/],
  ["(".repeat(3_000), /^it is nested too deep|found/],
];

for (const [when, wanted] of CONDITIONS) {
  test(`a condition that does not compile: ${when.slice(0, 40)}`, async () => {
    const compiled = await compileCondition(when);
    assert.equal(compiled.ok, false);
    assert.match(compiled.message, wanted);
  });
}

test("names that macros bind, types and functions of namespaces are known", async () => {
  for (const when of [
    "arguments.list.map(x, x * 2.0).exists(y, y > 3.0)",
    "type(arguments.n) == double",
    "strings.quote(tool) != ''",
    "timestamp('2030-01-01T00:00:00Z') > timestamp('2029-01-01T00:00:00Z')",
    "{'a': 1}['a'] == 1 && [1, 2][0] == 1 && !(1 in [2]) && (true ? -1 : 1) == -1",
  ])
    assert.deepEqual(
      await compileCondition(when).then(({ ok, ...rest }) => ({ ok, message: "message" in rest ? rest.message : "" })),
      { ok: true, message: "" },
    );
});
