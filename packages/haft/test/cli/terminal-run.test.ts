// An agent run on a terminal: text as it comes, and questions and approvals where the run comes to them.

import assert from "node:assert/strict";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import type { WireReply } from "../models/wire-server/reply.ts";
import { startWireServer } from "../models/wire-server/wire-server.ts";
import { onTerminal, type Typed } from "./on-terminal.ts";
import { runHaft } from "./run-haft.ts";

const DESK = fileURLToPath(new URL("../../../../examples/release-desk", import.meta.url));

const calls = (name: string, given: object): WireReply => ({
  text: "",
  calls: [{ name, arguments: JSON.stringify(given) }],
});

const REPLIES: readonly WireReply[] = [
  calls("choose_version", { versions: ["2.0.0", "1.9.4"] }),
  calls("publish", { version: "2.0.0" }),
  { text: ["It is ", "in the ", "outbox."] },
];

async function publish(replies: readonly WireReply[], steps: readonly Typed[]) {
  const folder = await mkdtempDisposable(join(tmpdir(), "haft-terminal-"));
  await using server = await startWireServer({ replies });
  const data = join(folder.path, ".haft");
  const environment = {
    HAFT_MODEL: "openai-compatible/desk",
    HAFT_MODEL_URL: server.baseUrl("chat-completions"),
    HAFT_DATA: data,
    HAFT_STORE: join(data, "haft.db"),
  };
  const shown = await onTerminal(["run", "Publish.", "--workspace", "workspace"], steps, DESK, environment);
  const { out } = await runHaft(["runs", "--json"], { folder: folder.path, environment });
  await folder[Symbol.asyncDispose]();
  const [run] = JSON.parse(out).runs;
  return { ...shown, run, requests: server.requests };
}

test("a run asks its question and its approval, and its last words are there once", async () => {
  const { exitCode, text, run } = await publish(REPLIES, [
    ["1–2: ", "2\r"],
    ["approve, edit, deny", "e\r"],
    ['version ("2.0.0"), Enter keeps it: ', "1.9.4\r"],
    ["approve with these? yes or no: ", "y\r"],
  ]);
  assert.equal(exitCode, 0, text);
  assert.match(text, /Which version shall be published\?[\s\S]*waits for approval: release-desk\/publish/);
  assert.match(text, /why: A published version reaches every customer\./);
  assert.match(text, /edited: version: "2\.0\.0" → "1\.9\.4"/);
  assert.match(text, /← release-desk\/publish "1\.9\.4 is in the outbox"/);
  assert.equal(text.split("It is in the outbox.").length, 2, text);
  assert.equal(run.status, "completed");
});

test("a denial is told to the model with its reason", async () => {
  const { exitCode, text, requests } = await publish(
    [calls("publish", { version: "2.0.0" }), { text: "Then not." }],
    [
      ["approve, edit, deny", "d\r"],
      ["why not: ", "not on a Friday\r"],
    ],
  );
  assert.equal(exitCode, 0, text);
  assert.match(JSON.stringify(requests.at(-1)?.body), /denied: not on a Friday/);
  assert.match(text, /Then not\./);
});

test("Ctrl-C at an approval cancels the run, and nothing is published", async () => {
  const { exitCode, text, run } = await publish(
    [calls("publish", { version: "2.0.0" })],
    [["approve, edit, deny", "\u0003"]],
  );
  assert.equal(exitCode, 130, text);
  assert.match(text, /cancelled · .*run_/);
  assert.equal(run.status, "cancelled");
});
