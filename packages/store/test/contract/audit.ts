// The trail of what people did: one entry for each thing that took effect, none for what did not.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "@haft/engine/ports";
import { all } from "../../src/database/work.ts";
import { type Open, START } from "./fixture.ts";
import { appendOf, asked, decided, gatedRun, newRun, parkedRun, voted, waiting } from "./requests.ts";

const ANSWER = { tenant: "t", waitId: "wait_1", payload: 1, by: "bob", resumeOriginal: false } as const;
const CANCEL = { tenant: "t", runId: "run_1", by: "bob", ifHeld: [], ifFree: [], gone: [] } as const;
const CANCELLING = { type: "run.cancelling", data: { by: "bob" } } as const;
const TOOLSET = { tenant: "t", toolset: "desk", digest: "d", language: "python", source: "", built: "", by: "ada" };
const AGENT = { tenant: "t", kind: "agent", id: "writer", definition: {}, by: "ada" } as const;
const POLICY = {
  ...{ tenant: "t", id: "p", by: "ada" },
  policy: { id: "p", match: "*", effect: "deny", enabled: true },
} as const;

async function askedRun(store: Store): Promise<void> {
  await store.create(gatedRun());
  const events = [asked("wait_1", new Date(START + 9_000).toISOString())];
  await store.append(appendOf({ decision: { events, standing: waiting(), release: true, lastSeq: 3 } }));
}

/** What is done, again and again, and what is in the trail afterwards. */
const INPUTS: readonly {
  readonly title: string;
  readonly before?: (store: Store) => Promise<unknown>;
  readonly act: (store: Store) => Promise<unknown>;
  readonly action: string;
}[] = [
  {
    title: "an answer",
    before: parkedRun,
    act: (store) => store.endWait({ ...ANSWER, end: "resolved" }),
    action: "wait.resolved",
  },
  {
    title: "the cancellation of a wait",
    before: parkedRun,
    act: (store) => store.endWait({ ...ANSWER, end: "cancelled" }),
    action: "wait.cancelled",
  },
  {
    title: "a vote",
    before: askedRun,
    act: (store) =>
      store.vote({
        ...{ tenant: "t", runId: "run_1", waitId: "wait_1", by: "bob", lastSeq: 4 },
        events: [decided("wait_1", "bob", { have: 1, need: 1 }), voted("wait_1", "approved")],
      }),
    action: "approval.approved",
  },
  {
    title: "a signal with an id",
    act: (store) => store.signal({ tenant: "t", key: "k", payload: 1, id: "evt", by: "shop" }),
    action: "signal.brought",
  },
  {
    title: "the cancellation of a run",
    before: (store) => store.create(newRun({ hold: null })),
    act: (store) =>
      store.cancelRun({ ...CANCEL, lastSeq: 4, ifFree: [CANCELLING, { type: "run.cancelled", data: { by: "bob" } }] }),
    action: "run.cancelled",
  },
  {
    title: "the cancellation of a run that somebody holds",
    before: (store) => store.create(newRun()),
    async act(store) {
      // As whoever asks again decides it: nothing is left to be said.
      const told = await store.cancelRun({ ...CANCEL, lastSeq: 4, ifHeld: [CANCELLING] });
      if (!told.ok) await store.cancelRun({ ...CANCEL, lastSeq: 5 });
    },
    action: "run.cancelled",
  },
  { title: "a toolset that is saved", act: (store) => store.saveToolset(TOOLSET), action: "toolset.saved" },
  {
    title: "an agent that is saved",
    act: (store) => store.saveDefinition({ ...AGENT, ifMatch: 0 }),
    action: "agent.saved",
  },
  {
    title: "an agent that is removed",
    before: (store) => store.saveDefinition({ ...AGENT, by: "other" }),
    act: (store) => store.saveDefinition({ ...AGENT, definition: null }),
    action: "agent.removed",
  },
  {
    title: "a policy that is removed",
    before: (store) => store.savePolicy({ ...POLICY, by: "other" }),
    act: (store) => store.savePolicy({ ...POLICY, policy: null }),
    action: "policy.removed",
  },
];

/** The audit trail. */
export function audits(open: Open): void {
  for (const { title, before, act, action } of INPUTS) {
    test(`${title} has one entry, however often it comes`, async () => {
      await using o = await open();
      const other = await o.another();
      await before?.(o.store);
      await Promise.all([act(o.store), act(other), act(o.store)]);
      await act(other);
      const rows = await o.perform(() => all("select action from audit where tenant = :tenant", { tenant: "t" }));
      assert.deepEqual(
        rows.map((row) => row.action).filter((found) => found === action),
        [action],
      );
    });
  }
}
