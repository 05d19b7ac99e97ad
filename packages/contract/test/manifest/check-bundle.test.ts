// What a manifest says against what its bundle holds.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type BundleParts, checkBundle, checkFiles, readManifest } from "../../src/manifest/index.ts";

const text = `[meta]
name = "desk"
version = "1.0.0"

[runtime]
tools = ["open_issues", "read_file"]
require_tool = "open_issues"
network = ["{{config.tracker_url}}"]

[secrets]
required = ["TRACKER_TOKEN"]
`;

function parts(changes: Partial<BundleParts> & { readonly manifestText?: string }): BundleParts {
  const source = { file: "skill.toml", text: changes.manifestText ?? text };
  return {
    manifest: readManifest(source.text, source.file).manifest,
    source,
    tools: ["open_issues"],
    prompt: { file: "prompt.md", text: "You look after\n{{config.tracker_url}}." },
    configSchema: {
      file: "config_schema.json",
      text: '{"type": "object", "properties": {"tracker_url": {"type": "string"}}}',
    },
    sources: [{ file: "tools/a.py", text: 'ctx.secret("TRACKER_TOKEN")' }],
    ...changes,
  };
}

const found = (given: BundleParts): string[] =>
  checkBundle(given).map((each) => `${each.code} ${each.severity} ${each.file}:${each.line}`);

test("a bundle whose parts agree has no fault", () => {
  assert.deepEqual(found(parts({})), []);
});

const FAULTS: readonly (readonly [string, Parameters<typeof parts>[0], readonly string[]])[] = [
  [
    "a listed tool that nothing defines",
    { tools: ["open_issue"] },
    ["HAFT703 error skill.toml:6", "HAFT712 warning skill.toml:6"],
  ],
  ["a tool that is not listed", { tools: ["open_issues", "more"] }, ["HAFT712 warning skill.toml:6"]],
  [
    "a required tool that is not listed",
    { manifestText: text.replace('require_tool = "open_issues"', 'require_tool = "other"') },
    ["HAFT706 error skill.toml:7"],
  ],
  [
    "a prompt with an undeclared key",
    { prompt: { file: "prompt.md", text: "Hello\n{{config.nme}}" } },
    ["HAFT704 error prompt.md:2"],
  ],
  [
    "a config schema that is not JSON",
    { configSchema: { file: "config_schema.json", text: "{" } },
    ["HAFT705 error config_schema.json:1"],
  ],
  [
    "a config schema that is no schema",
    { configSchema: { file: "config_schema.json", text: '{"type": "objekt"}' } },
    ["HAFT705 error config_schema.json:1"],
  ],
  [
    "a secret that is not declared",
    { sources: [{ file: "tools/a.py", text: "\nctx.secret('OTHER')" }] },
    ["HAFT711 warning tools/a.py:2"],
  ],
];

for (const [title, changes, expected] of FAULTS) {
  test(`${title} is ${expected.join(", ")}`, () => assert.deepEqual(found(parts(changes)), expected));
}

test("files that leave the bundle, are too many, or double the manifest are told", () => {
  const file = { path: "skill.toml", bytes: 10 };
  assert.deepEqual(checkFiles([file], "skill.toml"), []);
  const codes = (files: Parameters<typeof checkFiles>[0]): string[] =>
    checkFiles(files, "skill.toml").map((each) => each.code);
  assert.deepEqual(codes([]), ["HAFT701"]);
  assert.deepEqual(codes([file, { path: "haft.toml", bytes: 1 }]), ["HAFT701"]);
  assert.deepEqual(codes([file, { path: "a", bytes: 1, link: { target: "/etc", inside: false } }]), ["HAFT709"]);
  assert.deepEqual(codes([file, { path: "data.bin", bytes: 51 * 1024 * 1024 }]), ["HAFT710"]);
});
