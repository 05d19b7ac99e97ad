// Asks a store that lies on a bad place for one thing after another, and says what came of each, one word a line.

import { appendFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { openSqliteStore } from "../../src/sqlite-store.ts";
import { appendOf, newRun } from "../contract/requests.ts";

const [file = "", place] = process.argv.slice(2);
const NOTE = { type: "tool.log", data: { callId: "call_1", stream: "stdout", text: "x".repeat(8_000) } } as const;

async function said(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => "done",
    (error: Error & { code?: string }) => error.code ?? `${error.name}: ${error.message}`,
  );
}

async function say(name: string, asked: Promise<unknown>): Promise<void> {
  console.log(`${name} ${await said(asked)}`);
}

await using store = await openSqliteStore({ file, renewMs: 10 });
// Both look at the store all the time, and neither may end the process.
using _watching = store.watch(() => undefined);
using _keeping = store.keep("wrk_1", () => undefined);

if (place === "read-only") {
  await say("runs", store.runs("t", { limit: 5 }));
  await say("create", store.create(newRun()));
  const saved = { tenant: "t", toolset: "x", digest: "d", language: "python", source: "", built: "", by: "ada" };
  await say("saveToolset", store.saveToolset(saved));
  await say("fireDue", store.fireDue(5));
} else {
  const ballast = join(dirname(file), "ballast");
  await say("create", store.create(newRun()));
  fill(ballast);
  let last = "done";
  for (let count = 0; count < 2_000 && last === "done"; count++)
    last = await said(store.append(appendOf({ facts: [NOTE] })));
  console.log(`append ${last}`);
  await setTimeout(300);
  await say("events", store.events("t", "run_1", 0, 5));
  rmSync(ballast);
  await say("append", store.append(appendOf({ facts: [NOTE] })));
}

/** Writes until nothing more can be written. */
function fill(path: string): void {
  for (;;) {
    try {
      appendFileSync(path, Buffer.alloc(4096));
    } catch {
      return;
    }
  }
}
