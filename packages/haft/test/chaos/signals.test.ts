// Signals that are sent at the very moment at which their waits open, by another process than the one that parks the call:
// none is missed, and each is heard once.

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { LOCAL } from "../../src/runtime/local-tenant.ts";
import { until } from "./condition.ts";
import type { Acknowledged } from "./people.ts";
import { scene } from "./scene.ts";
import { STORES } from "./stores.ts";

/** More by hand: `HAFT_SIGNALS=1000`. */
const SIGNALS = Number(process.env.HAFT_SIGNALS ?? 200);
/** Calls under way at once. */
const AT_ONCE = 16;
/** How far signals are sent around the moment at which calls park. */
const SPREAD = 0.5;
/** No call takes longer to park, on however slow a machine. */
const LONGEST_MS = 2_000;

/** When the signal for a call is sent: before it begins, about when it parks, or after it has parked. */
function momentOf(index: number): "before" | "about" | "after" {
  if (index % 10 === 0) return "before";
  return index % 10 === 9 ? "after" : "about";
}

suite("signals that are sent while their waits open", { concurrency: 2, timeout: 600_000 }, () => {
  for (const store of STORES) {
    test(`are all heard, on ${store.name}`, () =>
      store.with(async (address) => {
        await using on = await scene(address, 30_000);
        const { engine } = on.parts;
        const workers = await Promise.all([on.worker(), on.worker()]);
        const acknowledged: Acknowledged[] = [];
        const sending: Promise<void>[] = [];
        const indexes = new Map<string, number>();
        /** So long after its start a call parks, as far as the signals so far have shown. */
        let parksAfterMs = 20;
        const send = async (index: number): Promise<void> => {
          const key = `k${index}`;
          const moment = momentOf(index);
          const spread = 1 - SPREAD + (2 * SPREAD * (index % AT_ONCE)) / AT_ONCE;
          if (moment === "about") await setTimeout(parksAfterMs * spread);
          const { waits } = await engine.signal(LOCAL, `${on.project.toolset}/${key}`, `heard ${key}`, "shop");
          acknowledged.push({ what: "signalled", key, payload: `heard ${key}` });
          const early = waits.length === 0;
          // The next one comes a little nearer to the moment itself, whatever this machine is busy with.
          if (moment === "about") parksAfterMs = Math.min(LONGEST_MS, parksAfterMs * (early ? 1.2 : 1 / 1.2));
          else assert.equal(early, moment === "before", key);
        };
        on.listen(({ type, runId, arguments: args }) => {
          if (type === "tool.called") indexes.set(runId, Number(String(args?.key).slice(1)));
          const index = indexes.get(runId);
          if (index === undefined) return;
          const moment = momentOf(index);
          if (type === "tool.started" && moment === "about") sending.push(send(index));
          if (type === "tool.parked" && moment === "after") sending.push(send(index));
        });
        for (let index = 0; index < SIGNALS; index++) {
          await until(
            () => index - acknowledged.length < AT_ONCE,
            60_000,
            () => `${index} calls were asked for, and ${acknowledged.length} have started`,
          );
          if (momentOf(index) === "before") await send(index);
          workers[index % 2]?.order({ path: on.project.folder, tool: "hear", arguments: { key: `k${index}` } });
        }
        await until(
          () => acknowledged.length === SIGNALS,
          60_000,
          () => `only ${acknowledged.length} signals were sent`,
        );
        await Promise.all(sending);
        const verdict = await on.verdict(acknowledged);
        assert.deepEqual(verdict.faults, []);
        assert.equal(verdict.runs, SIGNALS);
        const results = await engine.listRuns(LOCAL, { status: "completed", limit: SIGNALS + 1 });
        assert.equal(results.length, SIGNALS);
      }));
  }
});
