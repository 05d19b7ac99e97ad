// A signal that is sent at the very moment at which its wait opens: on each kind of store, from two connections that work at
// the same time. That they miss each other would show at once: without a common lock nearly every pair did.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type OpenedStore, openStore } from "../../src/index.ts";
import { appendOf, firstEvents, newRun, parked, started, waiting } from "../contract/requests.ts";
import { PLACES } from "../harness/places.ts";

const SIGNALS = 1_000;
/** So many pairs at once. */
const AT_ONCE = 25;

/** Creates a run whose call is about to wait. */
async function begin(store: OpenedStore, name: string): Promise<void> {
  const [runId, callId] = [`run_${name}`, `call_${name}`];
  const reply = await store.create(
    newRun({ runId, threadId: runId, events: [...firstEvents(callId), started(callId)] }),
  );
  assert.equal(reply.ok, true);
}

/** Opens the wait. */
async function park(store: OpenedStore, name: string): Promise<void> {
  const events = [parked(`wait_${name}`, { callId: `call_${name}`, key: `desk/${name}` })];
  const decision = { events, standing: waiting(), release: true, lastSeq: 4 };
  const reply = await store.append(appendOf({ runId: `run_${name}`, decision }));
  assert.equal(reply.ok && reply.decided, true);
}

for (const { kind, open } of PLACES) {
  test(`${kind}: of ${SIGNALS} signals none misses the wait that opens for it`, { timeout: 120_000 }, async () => {
    await using place = await open();
    await using one = await openStore(place.address);
    await using two = await openStore(place.address);
    const names = Array.from({ length: SIGNALS }, (_, index) => String(index));
    let early = 0;
    for (let from = 0; from < SIGNALS; from += AT_ONCE) {
      const batch = names.slice(from, from + AT_ONCE);
      await Promise.all(batch.map((name) => begin(one, name)));
      const signals = batch.map((name) =>
        two.signal({ tenant: "t", key: `desk/${name}`, payload: name, id: null, by: "shop" }),
      );
      await Promise.all(batch.map((name) => park(one, name)));
      early += (await Promise.all(signals)).filter(({ waits }) => waits.length === 0).length;
    }
    assert.deepEqual(await one.waits("t", { open: true, limit: 10 }), []);
    for (const name of names) {
      const events = await two.events("t", `run_${name}`, 4, 10);
      assert.deepEqual(
        events.map(({ type }) => type),
        ["tool.parked", "wait.resolved"],
      );
      assert.deepEqual(JSON.parse(events[1]?.data ?? "").payload, { payload: name });
    }
    // Both orders took place: it was a race.
    assert.ok(early > 0 && early < SIGNALS, `${early} of ${SIGNALS} came early`);
  });
}
