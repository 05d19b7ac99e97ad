// The part of the store that looks after it, by name.

import type { Store } from "@haft/engine/ports";
import type { Moment, Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import { readUnknownBlobs, readUnnamedBlobs } from "../reads/blobs.ts";
import { readFacts } from "../reads/facts.ts";
import { readBlobsOfRun, readOpenRuns, readPlaces } from "../reads/places.ts";
import { readTenants } from "../reads/tenants.ts";
import { forgetBlob, markBlobs } from "../transactions/collect-blobs.ts";
import { movePlace } from "../transactions/move-place.ts";
import { prune } from "../transactions/prune.ts";
import { saveFact } from "../transactions/save-fact.ts";
import { saveTenant } from "../transactions/save-tenant.ts";

type Result<M extends keyof Store> = Awaited<ReturnType<Store[M]>>;

/** Transactions that look after the store. */
export type UpkeepWrite = "saveTenant" | "prune" | "markBlobs" | "forgetBlob" | "movePlace" | "saveFact";
type UpkeepRead = "tenants" | "unnamedBlobs" | "unknownBlobs" | "places" | "openRuns" | "blobsOfRun" | "facts";

/** One transaction each. */
export const UPKEEP_WRITES: {
  readonly [M in UpkeepWrite]: (transaction: Transaction, ...parameters: Parameters<Store[M]>) => Work<Result<M>>;
} = { saveTenant, prune, markBlobs, forgetBlob, movePlace, saveFact };

/** What is asked for so that it can be looked after. */
export const UPKEEP_READS: {
  readonly [M in UpkeepRead]: (moment: Moment, ...parameters: Parameters<Store[M]>) => Work<Result<M>>;
} = {
  tenants: (_, after, limit) => readTenants(after, limit),
  unnamedBlobs: ({ now }, limit) => readUnnamedBlobs(now, limit),
  unknownBlobs: (_, tenant, digests) => readUnknownBlobs(tenant, digests),
  places: ({ now }) => readPlaces(now),
  openRuns: (_, place, after, limit) => readOpenRuns(place, after, limit),
  blobsOfRun: (_, tenant, runId) => readBlobsOfRun(tenant, runId),
  facts: (_, prefix) => readFacts(prefix),
};
