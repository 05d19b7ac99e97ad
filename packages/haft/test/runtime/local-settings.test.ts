import assert from "node:assert/strict";
import { test } from "node:test";
import { settingsDigest } from "@haft/engine";
import { grantsOf, parseSettings, settingsJson } from "../../src/runtime/local-settings.ts";

const PLAIN = { path: "/p/desk.py", network: false };

test("settings come back from the log as they were written", () => {
  const full = {
    ...PLAIN,
    network: true,
    workspace: "/w",
    environment: { name: "data", folder: "/envs/data" },
    secrets: ["TOKEN"],
  };
  for (const settings of [PLAIN, full]) assert.deepEqual(parseSettings(settingsJson(settings)), settings);
});

test("the network and the names of secrets count for an approval; where things lie does not", () => {
  const digest = (settings: Parameters<typeof settingsJson>[0]): string =>
    settingsDigest(grantsOf(settingsJson(settings)));
  const granted = [PLAIN, { ...PLAIN, network: true }, { ...PLAIN, secrets: ["A"] }, { ...PLAIN, secrets: ["A", "B"] }];
  assert.equal(new Set(granted.map(digest)).size, granted.length);
  assert.equal(digest({ ...PLAIN, path: "/elsewhere/desk.py", workspace: "/w" }), digest(PLAIN));
});

test("settings of another host are granted nothing, and are refused by name only where they are needed", () => {
  assert.deepEqual(grantsOf({ kind: "server" }), { network: false, secrets: [], subprocess: false, env: [] });
  assert.throws(() => parseSettings({ kind: "server" }), { type: "unknown_source" });
});
