// The config of a call, held against the schema of its bundle.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "@haft/sdk/wire";
import { configOf } from "../../src/runtime/bundle-config.ts";
import { CommandError } from "../../src/session/command-error.ts";
import { locate } from "../../src/toolsets/locate.ts";
import type { LoadedToolset } from "../../src/toolsets/read-toolset.ts";
import { seed } from "../seeds/folder.ts";

const SCHEMA = {
  type: "object",
  properties: {
    tracker_url: { type: "string", format: "uri" },
    limit: { type: "integer", default: 20, maximum: 100 },
    tags: { type: "array", items: { type: "string" } },
  },
  required: ["tracker_url"],
  additionalProperties: false,
};

function toolset(schema: Json | undefined): LoadedToolset {
  const otherTexts = schema === undefined ? {} : { "config_schema.json": JSON.stringify(schema) };
  const place = locate(seed("plnt"), "/");
  return { id: "desk", place, packages: { pythonPath: [] }, texts: {}, files: [], diagnostics: [], otherTexts };
}

test("texts become the types of the schema, and its defaults are filled in", () => {
  const given: JsonObject = { tracker_url: "https://example.com", tags: "a,b" };
  const config = configOf(toolset(SCHEMA), { ...given, tags: '["a", "b"]' });
  assert.deepEqual(config, { tracker_url: "https://example.com", limit: 20, tags: ["a", "b"] });
  assert.equal(configOf(toolset(SCHEMA), { ...given, tags: '["a"]', limit: "5" }).limit, 5);
});

test("without a schema the config is open", () => {
  assert.deepEqual(configOf(toolset(undefined), { any: "thing" }), { any: "thing" });
});

const REFUSED: readonly (readonly [string, JsonObject, RegExp, RegExp])[] = [
  ["a missing value", {}, /tracker_url/, /--config NAME=VALUE/],
  ["a misspelt name", { tracker_ur: "https://example.com" }, /no config `tracker_ur`/, /--config tracker_url=/],
  ["a text that is no number", { tracker_url: "https://example.com", limit: "many" }, /config `limit` .*many/, /limit/],
  ["a number out of range", { tracker_url: "https://example.com", limit: "500" }, /100/, /--config/],
];

for (const [title, given, message, hint] of REFUSED) {
  test(`${title} is refused with what to write`, () => {
    assert.throws(
      () => configOf(toolset(SCHEMA), given),
      (error) => error instanceof CommandError && message.test(error.message) && hint.test(error.hint ?? ""),
    );
  });
}
