// What the store does, by name: transactions, which are gathered and committed together, and reads.

import type { Store } from "@haft/engine/ports";
import type { Database } from "../database/database.ts";
import type { Transaction } from "../database/transaction.ts";
import { readArtifact, readArtifacts } from "../reads/artifacts.ts";
import { readCall, readIds } from "../reads/calls.ts";
import { readHolders } from "../reads/holders.ts";
import { loadRun, readEvents } from "../reads/log.ts";
import { readHeads, readRun, readRuns } from "../reads/runs.ts";
import { readToolset } from "../reads/toolsets.ts";
import { readWait, readWaits, waitRow } from "../reads/waits.ts";
import { append } from "../transactions/append.ts";
import { cancelRun } from "../transactions/cancel-run.ts";
import { claim, claimNext } from "../transactions/claim.ts";
import { create } from "../transactions/create.ts";
import { endWait } from "../transactions/end-wait.ts";
import { fireDue } from "../transactions/fire-due.ts";
import { giveBack } from "../transactions/give-back.ts";
import { note } from "../transactions/note.ts";
import { saveSnapshot } from "../transactions/save-snapshot.ts";
import { saveToolset } from "../transactions/save-toolset.ts";

type Result<M extends keyof Store> = Awaited<ReturnType<Store[M]>>;
type WriteName =
  | "create"
  | "claim"
  | "claimNext"
  | "append"
  | "giveBack"
  | "note"
  | "endWait"
  | "cancelRun"
  | "fireDue"
  | "saveSnapshot"
  | "saveToolset";
type ReadName = Exclude<keyof Store, WriteName>;

/** One transaction each. */
export const WRITES: {
  readonly [M in WriteName]: (transaction: Transaction, ...parameters: Parameters<Store[M]>) => Result<M>;
} = { create, claim, claimNext, append, giveBack, note, endWait, cancelRun, fireDue, saveSnapshot, saveToolset };

/** A connection, and the store's clock. */
export interface Reader {
  readonly database: Database;
  readonly now: () => number;
}

/** Reads see what was committed. */
export const READS: {
  readonly [M in ReadName]: (reader: Reader, ...parameters: Parameters<Store[M]>) => Result<M> | Promise<Result<M>>;
} = {
  now: ({ now }) => now(),
  load: ({ database, now }, tenant, runId, options) => loadRun(database, now(), tenant, runId, options),
  heads: ({ database }, tenant, runIds) => readHeads(database, tenant, runIds),
  run: ({ database }, tenant, runId) => readRun(database, tenant, runId),
  runs: ({ database }, tenant, filter) => readRuns(database, tenant, filter),
  events: ({ database }, tenant, runId, after, limit) => readEvents(database, tenant, runId, after, limit),
  call: ({ database }, tenant, callId) => readCall(database, tenant, callId),
  wait: ({ database }, tenant, waitId) => {
    const row = readWait(database, tenant, waitId);
    return row === undefined ? null : waitRow(row);
  },
  waits: ({ database }, tenant, filter) => readWaits(database, tenant, filter),
  ids: ({ database }, tenant, kind, prefix, limit) => readIds(database, tenant, kind, prefix, limit),
  toolset: ({ database }, tenant, toolset, version) => readToolset(database, tenant, toolset, version),
  artifact: ({ database }, ...wanted) => readArtifact(database, ...wanted),
  artifacts: ({ database }, tenant, threadId) => readArtifacts(database, tenant, threadId),
  holders: ({ database }) => readHolders(database),
};
