// Every fault of a manifest, by code and place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readManifest } from "../../src/manifest/index.ts";

const GOOD = `[meta]
name = "issue-desk"
version = "1.2.0"
description = "Looks after the tracker."

[runtime]
tools = ["open_issues"]
max_steps = 12
network = ["{{config.tracker_url}}", "*.example.com:8443"]

[secrets]
required = ["TRACKER_TOKEN"]

[secrets.TRACKER_TOKEN]
inject = "egress"
hosts = ["{{config.tracker_url}}"]
`;

const found = (text: string): string[] =>
  readManifest(text, "skill.toml").diagnostics.map((each) => `${each.code} ${each.severity} ${each.line}`);

test("a good manifest has its values and no fault", () => {
  const { manifest, diagnostics } = readManifest(GOOD, "skill.toml");
  assert.deepEqual(diagnostics, []);
  assert.equal(manifest.name, "issue-desk");
  assert.equal(manifest.maxSteps, 12);
  assert.equal(manifest.timeoutSeconds, 30);
  assert.deepEqual(manifest.secrets, [
    { name: "TRACKER_TOKEN", required: true, inject: "egress", hosts: ["{{config.tracker_url}}"] },
  ]);
});

const FAULTS: readonly (readonly [title: string, from: string, to: string, expected: readonly string[]])[] = [
  ["a line that is not TOML", "max_steps = 12", "max_steps 12", ["HAFT701 error 8"]],
  ["an unknown key", "max_steps", "max_stpes", ["HAFT702 error 8"]],
  ["an unknown table", "[secrets.TRACKER_TOKEN]", "[secret]", ["HAFT702 error 14"]],
  ["a value of the wrong type", "max_steps = 12", 'max_steps = "12"', ["HAFT702 error 8"]],
  ["a number out of range", "max_steps = 12", "max_steps = 51", ["HAFT702 error 8"]],
  ["a key of plnt's that has no meaning", "max_steps = 12", 'default_isolation = "none"', ["HAFT702 warning 8"]],
  ["a name that is no slug", "issue-desk", "Issue Desk", ["HAFT707 error 2"]],
  ["the name of the built-in tools", "issue-desk", "builtin", ["HAFT707 error 2"]],
  ["a version that is none", "1.2.0", "1.2", ["HAFT707 error 3"]],
  ["a bad name of a secret", 'required = ["TRACKER_TOKEN"]', 'required = ["token"]', ["HAFT708 error 12"]],
  ["an address instead of a host", "*.example.com:8443", "https://example.com/x", ["HAFT713 error 9"]],
  ["no host", "*.example.com:8443", "not a host", ["HAFT713 error 9"]],
  ["another way of injecting", '"egress"', '"header"', ["HAFT702 error 15"]],
];

for (const [title, from, to, expected] of FAULTS) {
  test(`${title} is ${expected.join(", ")}`, () => {
    assert.ok(GOOD.includes(from));
    assert.deepEqual(found(GOOD.replace(from, to)), expected);
  });
}

test("an unknown key names the nearest known one", () => {
  const [diagnostic] = readManifest(GOOD.replace("max_steps", "max_stpes"), "skill.toml").diagnostics;
  assert.equal(diagnostic?.hint, "did you mean max_steps?");
});
