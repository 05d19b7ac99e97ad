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
/** A call parks so long after its start, give or take: signals are sent all over this time. */
const SPREAD_MS = 40;

suite("signals that are sent while their waits open", { concurrency: 2, timeout: 600_000 }, () => {
  for (const store of STORES) {
    test(`are all heard, on ${store.name}`, () =>
      store.with(async (address) => {
        await using on = await scene(address, 30_000);
        const { engine } = on.parts;
        const workers = await Promise.all([on.worker(), on.worker()]);
        const acknowledged: Acknowledged[] = [];
        const sending: Promise<void>[] = [];
        const keys = new Map<string, string>();
        let early = 0;
        const send = async (key: string): Promise<void> => {
          await setTimeout((sending.length % AT_ONCE) * (SPREAD_MS / AT_ONCE));
          const { waits } = await engine.signal(LOCAL, `${on.project.toolset}/${key}`, `heard ${key}`, "shop");
          if (waits.length === 0) early += 1;
          acknowledged.push({ what: "signalled", key, payload: `heard ${key}` });
        };
        on.listen(({ type, runId, arguments: args }) => {
          if (type === "tool.called") keys.set(runId, String(args?.key));
          const key = keys.get(runId);
          if (type === "tool.started" && key !== undefined) sending.push(send(key));
        });
        for (let index = 0; index < SIGNALS; index++) {
          await until(
            () => index - acknowledged.length < AT_ONCE,
            60_000,
            () => `${index} calls were asked for, and ${acknowledged.length} have started`,
          );
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
        // Otherwise they were not sent at that moment.
        assert.ok(early > 0 && early < SIGNALS, `${early} of ${SIGNALS} came before their waits`);
      }));
  }
});
