// The same script on both stores leaves the same log, byte for byte as it is stored, but for times and ids.

import assert from "node:assert/strict";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Json } from "@haft/sdk/wire";
import { openStore } from "@haft/store";
import { openLocalSession } from "../../src/runtime/local-session.ts";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import type { RunEvent } from "../../src/session/run.ts";
import { type Project, project } from "./project.ts";
import { STORES } from "./stores.ts";

const DESK = fileURLToPath(new URL("../../../../examples/release-desk", import.meta.url));

/** A script, and what it is played in. */
interface Play {
  readonly name: string;
  readonly source?: string;
  readonly script: (place: Project) => Json;
  readonly config: Readonly<Record<string, Json>>;
  readonly workspace?: string;
  readonly status: string;
}

const call = (toolName: string, args: Readonly<Record<string, Json>>) => ({
  ...{ type: "tool.call", toolName },
  arguments: args,
});

const PLAYS: readonly Play[] = [
  {
    name: "the release desk: a file read, an answer, an approval, a time, a watched file",
    source: DESK,
    script: ({ folder }) => JSON.parse(readFileSync(join(folder, "evals", "release.script.json"), "utf8")).script,
    config: {},
    workspace: "workspace",
    status: "completed",
  },
  {
    name: "several calls of one message, artifacts, a signal, arguments that are edited",
    script: ({ toolset }) => [
      call("note", { word: "ä\u0000\ud83d\ude00 \"'" }),
      {
        type: "tool.calls",
        calls: [
          { toolName: "keep", arguments: { path: "a/b.txt" } },
          { toolName: "count", arguments: { beats: "2" } },
          { toolName: "publish", arguments: { version: "1" } },
        ],
      },
      { type: "approve", arguments: { version: "2" } },
      call("hear", { key: "called" }),
      { type: "signal", key: `${toolset}/called`, payload: { n: 1.5, b: 2, a: [null, true] } },
      call("ask", { question: "?" }),
      { type: "answer", response: "yes" },
      { type: "advance", seconds: 60 },
      { type: "assistant.output", content: "done" },
    ],
    config: {},
    status: "completed",
  },
  {
    name: "a denial",
    script: () => [call("publish", { version: "1" }), { type: "deny", reason: "not today" }],
    config: {},
    status: "failed",
  },
  {
    name: "a tool that fails",
    script: () => [call("fail", { reason: "no" })],
    config: {},
    status: "failed",
  },
];

/** Plays it on a store; resolves with its log, an event a line. */
async function logOf(play: Play, address: string | undefined): Promise<readonly string[]> {
  using place = project(play.source);
  const workspace = play.workspace === undefined ? {} : { workspace: join(place.folder, play.workspace) };
  // No lease runs out, however busy the machine: that would be in the log.
  const timing = { leaseMs: 30_000, lookMs: 250 };
  const more = address === undefined ? {} : { store: address };
  const options = place.options({ ...workspace, wait: true, timing, ...more });
  const request = { path: place.folder, input: "play", script: play.script(place), config: play.config };
  let runId: string;
  {
    await using session = await openLocalSession(options);
    const result = await session.run(request, { event: rollOut(place) }, new AbortController().signal);
    assert.equal(result.status, play.status, JSON.stringify(result));
    runId = result.runId;
  }
  await using store = await openStore(options.store ?? "");
  const events = await store.events(LOCAL, runId, 0, 10_000);
  const lines = events.map(({ seq, type, v, data }) => `${seq} ${type} ${v} ${data}`);
  return anonymous(lines.join("\n"), place).split("\n");
}

/** Does what the desk waits for: writes the result of the roll-out when it is watched for. */
function rollOut({ folder }: Project): (event: RunEvent) => void {
  return ({ type, data }) => {
    if (type !== "tool.parked" || data.kind !== "files") return;
    const [rollout = ""] = globSync(join(folder, ".haft", "**", "rollout"));
    writeFileSync(join(rollout, "2.0.0.json"), '{"ok":true,"machines":3}');
  };
}

/** Times become one word, ids and digests their number in the order in which they come first. */
function anonymous(text: string, { folder, toolset }: Project): string {
  const known = new Map<string, string>();
  const numbered = (name: string) => (id: string) => {
    const word = known.get(id) ?? `${name}-${known.size}`;
    known.set(id, word);
    return word;
  };
  return text
    .replaceAll(folder, "FOLDER")
    .replaceAll(new RegExp(`${toolset}(?=["/])`, "g"), "TOOLSET")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g, "TIME")
    .replaceAll(/"(durationMs|latencyMs|elapsed_seconds|mtime_after|mtimeMs|inode)":[\d.]+/g, '"$1":TIME')
    .replaceAll(/\b(?:run|call|wait|thr|wrk|app)_[0-9a-z]{12,}\b/g, numbered("id"))
    .replaceAll(/\b[0-9a-f]{64}\b/g, numbered("digest"))
    .replaceAll(/(FOLDER\/\.haft\/work\/)[^"/]+/g, "$1ID");
}

for (const play of PLAYS) {
  test(`both stores have the same log of ${play.name}`, { timeout: 60_000 }, async () => {
    const [first = [], second = []] = await Promise.all(STORES.map((store) => store.with((at) => logOf(play, at))));
    assert.ok(first.length > 5, `only ${first.length} events`);
    assert.deepEqual(second, first);
  });
}
