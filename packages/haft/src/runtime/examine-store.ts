// The store as `haft doctor` sees it: whether it opens, of which kind it is, and how this process hears of what others write.

import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { ModelSettings } from "@haft/engine";
import { type OpenedStore, openStore } from "@haft/store";
import type { DoctorCheck } from "../session/checks.ts";
import type { SessionOptions } from "../session/session-options.ts";
import { isDatabaseUrl } from "../session/store-name.ts";
import { examineFiles } from "./examine-files.ts";
import { failedCheck } from "./failed-check.ts";
import { LOCAL } from "./local-tenant.ts";
import { storeAddress } from "./store-address.ts";

/** How long a database may take to bring this process its own announcement. */
const HEARING_MS = 3_000;

/** What was found. */
export interface StoreFindings {
  readonly checks: readonly DoctorCheck[];
  /** The models that it keeps. */
  readonly models: readonly ModelSettings[];
}

/** Looks at the store, and changes nothing: one that is not there yet is made by the first call. */
export async function examineStore(options: SessionOptions): Promise<StoreFindings> {
  const address = storeAddress(options);
  const onServer = isDatabaseUrl(address);
  if (!onServer && !existsSync(address)) {
    return { checks: [{ name: "store", ok: true, detail: `${address} is made by the first call` }], models: [] };
  }
  try {
    const listenUrl = options.environment?.HAFT_LISTEN_URL;
    await using store = await openStore(address, listenUrl === undefined ? {} : { listenUrl });
    const runs = await store.runs(LOCAL, { limit: 1 });
    const kept = await store.definitions(LOCAL, "model");
    const kind = onServer ? "PostgreSQL" : "SQLite";
    const detail = `${kind}, ${store.place}${runs.length === 0 ? ", no run yet" : ""}`;
    return {
      checks: [
        { name: "store", ok: true, detail },
        ...(onServer ? [await examineWakeups(store), await examineFiles(store, options)] : []),
      ],
      // Parsed when they were saved, and by nobody else written.
      models: kept.map(({ definition }) => definition as unknown as ModelSettings),
    };
  } catch (error) {
    return { checks: [failedCheck("store", error, "name another with --store FILE")], models: [] };
  }
}

/** Whether this process hears of what others write: it announces something, and listens for that. */
async function examineWakeups(store: OpenedStore): Promise<DoctorCheck> {
  using _watch = store.watch(() => undefined);
  const end = performance.now() + HEARING_MS;
  let state = store.wakeupState();
  while (state?.hears !== true && performance.now() < end) {
    await setTimeout(20);
    state = store.wakeupState();
  }
  if (state?.hears === true) return { name: "wake-ups", ok: true, detail: "LISTEN is heard" };
  return {
    name: "wake-ups",
    ok: false,
    detail: `LISTEN is not heard, so workers look every 500 ms: ${state?.why ?? "nothing listens"}`,
    remedy: "name the database itself, without a pooler before it, in HAFT_LISTEN_URL",
  };
}
