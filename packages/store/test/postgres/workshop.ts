// Runs for several workers, answered while they are killed, cut off or lose their database; and what must be true of them
// in the end.

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { checkLog } from "../../../engine/test/checker/check-log.ts";
import { type OpenedStore, openStore } from "../../src/index.ts";
import { called, firstEvents, newRun } from "../contract/requests.ts";
import { folder } from "../harness/folder.ts";

const CHILD = fileURLToPath(new URL("./worker.child.ts", import.meta.url));
const TOOLS = ["echo", "ask", "sleep", "slow"];

/** Work under way. */
export interface Workshop extends AsyncDisposable {
  /** Starts a worker on an address of the store; resolves when it works. */
  worker(url: string, leaseMs?: number): Promise<ChildProcess>;
  /** Creates a run of each kind, held by nobody, and answers what is asked. */
  turn(): Promise<void>;
  /** Waits until everything has ended, and checks what was promised. */
  settle(): Promise<{ readonly runs: number; readonly unknown: number }>;
}

/** Opens a store for whoever brings work. */
export async function workshop(url: string): Promise<Workshop> {
  const ends = new AsyncDisposableStack();
  const place = ends.use(await folder());
  const ledger = join(place.path, "ledger");
  const store = ends.use(await openStore(url));
  const created: string[] = [];
  const answered = new Map<string, string>();
  const children = new Set<ChildProcess>();
  ends.defer(async () => {
    await Promise.all([...children].map(kill));
  });
  const answerAll = async (): Promise<void> => {
    for (const { waitId } of await store.waits("t", { open: true, kind: "answer", limit: 50 })) {
      const by = `person ${answered.size}`;
      const reply = await store.endWait({
        ...{ tenant: "t", waitId, payload: { response: by }, by },
        ...{ end: "resolved", resumeOriginal: false },
      });
      if (reply.ok) answered.set(waitId, by);
    }
  };
  return {
    async worker(address, leaseMs = 1_000) {
      const child = spawn(process.execPath, [CHILD, address, ledger, String(leaseMs)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.add(child);
      child.once("close", () => children.delete(child));
      await once(createInterface({ input: child.stdout }), "line");
      return child;
    },
    async turn() {
      await Promise.all(
        TOOLS.map(async (tool) => {
          const runId = `run_${created.length}_${tool}`;
          created.push(runId);
          const events = firstEvents(`call_${runId}`).map((event) =>
            event.type === "tool.called" ? toolCall(`call_${runId}`, tool) : event,
          );
          const reply = await store.create(newRun({ runId, threadId: runId, hold: null, events }));
          assert.equal(reply.ok, true);
        }),
      );
      await answerAll();
    },
    async settle() {
      for (;;) {
        await answerAll();
        const rows = await store.runs("t", { limit: 10_000 });
        if (rows.every((row) => row.endedAt !== null)) break;
        await setTimeout(50);
      }
      return check(store, { ledger, created, answered });
    },
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

/** Kills a process, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

function toolCall(callId: string, tool: string): ReturnType<typeof called> {
  const event = called(callId);
  assert.equal(event.type, "tool.called");
  return {
    ...event,
    data: {
      ...event.data,
      tool,
      traits: { ...event.data.traits, resume: { on: ["answer"], idempotent: false } },
    },
  };
}

interface Promised {
  readonly ledger: string;
  readonly created: readonly string[];
  readonly answered: ReadonlyMap<string, string>;
}

async function check(
  store: OpenedStore,
  { ledger, created, answered }: Promised,
): Promise<{ readonly runs: number; readonly unknown: number }> {
  const lines = (await readFile(ledger, "utf8"))
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  const ran = Map.groupBy(
    lines.map(([callId = "", phase = "", at = ""]) => ({ callId, phase, at: Number(at) })),
    ({ callId }) => callId,
  );
  const ends = new Map<string, string>();
  let unknown = 0;
  for (const runId of created) {
    const row = await store.run("t", runId);
    assert.ok(row, `${runId} was created and is gone`);
    const events = (await store.events("t", runId, 0, 1_000)).map((event) => ({
      ...event,
      at: new Date(event.at).toISOString(),
      data: JSON.parse(event.data),
    }));
    assert.deepEqual(checkLog(events, ran.get(`call_${runId}`) ?? []), [], runId);
    ran.delete(`call_${runId}`);
    for (const { type, data } of events) if (type === "wait.resolved") ends.set(data.waitId, data.by);
    if (row.status === "completed") continue;
    // A call was under way with its worker; or the run had lost three workers before it came to anything.
    assert.match(row.error?.type ?? "", /^(?:outcome_unknown|worker_lost)$/, `${runId}: ${JSON.stringify(row.error)}`);
    unknown += 1;
  }
  assert.deepEqual([...ran.keys()], [], "ran without a run");
  for (const [waitId, by] of answered) assert.equal(ends.get(waitId), by, `the answer to ${waitId} is gone`);
  return { runs: created.length, unknown };
}
