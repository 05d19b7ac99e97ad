// What the store does, by name: transactions, which are one commit each, and reads. Each database's driver runs them.

import type { Store } from "@haft/engine/ports";
import type { Moment, Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import { readArtifact, readArtifacts } from "../reads/artifacts.ts";
import { readCall, readIds, readOpenCalls } from "../reads/calls.ts";
import { readDefinition, readDefinitions } from "../reads/definitions.ts";
import { readFileWaits } from "../reads/file-waits.ts";
import { readHeldBy, readHolders } from "../reads/holders.ts";
import { loadRun, readEvents } from "../reads/log.ts";
import { readPolicies } from "../reads/policies.ts";
import { readRemembered } from "../reads/remembered.ts";
import { readRun } from "../reads/runs.ts";
import { readRunsOfThread, readThread, readThreads } from "../reads/threads.ts";
import { readToolset } from "../reads/toolsets.ts";
import { readWait, readWaits, waitRow } from "../reads/waits.ts";
import { append } from "../transactions/append.ts";
import { cancelRun } from "../transactions/cancel-run.ts";
import { claim } from "../transactions/claim.ts";
import { claimNext } from "../transactions/claim-next.ts";
import { create } from "../transactions/create.ts";
import { endWait } from "../transactions/end-wait.ts";
import { fireDue } from "../transactions/fire-due.ts";
import { giveBack } from "../transactions/give-back.ts";
import { note } from "../transactions/note.ts";
import { removeThread } from "../transactions/remove-thread.ts";
import { saveDefinition } from "../transactions/save-definition.ts";
import { savePolicy } from "../transactions/save-policy.ts";
import { saveSnapshot } from "../transactions/save-snapshot.ts";
import { saveThread } from "../transactions/save-thread.ts";
import { saveToolset } from "../transactions/save-toolset.ts";
import { signal } from "../transactions/signal.ts";
import { vote } from "../transactions/vote.ts";
import { UPKEEP_READS, UPKEEP_WRITES, type UpkeepWrite } from "./upkeep.ts";

type Result<M extends keyof Store> = Awaited<ReturnType<Store[M]>>;
/** Methods that write. */
export type WriteName =
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
  | "saveToolset"
  | "vote"
  | "signal"
  | "savePolicy"
  | "saveDefinition"
  | "saveThread"
  | "removeThread"
  | UpkeepWrite;
/** Methods that only read. */
export type ReadName = Exclude<keyof Store, WriteName>;

/** One transaction each. A `Refusal` that is thrown undoes what was written, and is the reply. */
export const WRITES: {
  readonly [M in WriteName]: (transaction: Transaction, ...parameters: Parameters<Store[M]>) => Work<Result<M>>;
} = {
  create,
  claim,
  claimNext,
  append,
  giveBack,
  note,
  endWait,
  cancelRun,
  fireDue,
  saveSnapshot,
  saveToolset,
  vote,
  signal,
  savePolicy,
  saveDefinition,
  saveThread,
  removeThread,
  ...UPKEEP_WRITES,
};

/** Reads see what was committed. Those that need a part of the program that few commands need come with it. */
export const READS: {
  readonly [M in ReadName]: (
    moment: Moment,
    ...parameters: Parameters<Store[M]>
  ) => Work<Result<M>> | Promise<Work<Result<M>>>;
} = {
  // biome-ignore lint/correctness/useYield: nothing has to be asked.
  *now({ now }) {
    return now;
  },
  load: ({ now }, tenant, runId, options) => loadRun(now, tenant, runId, options),
  heldBy: (_, workerId) => readHeldBy(workerId),
  run: (_, tenant, runId) => readRun(tenant, runId),
  runs: async (_, tenant, filter) => (await import("../reads/list-runs.ts")).readRuns(tenant, filter),
  events: (_, tenant, runId, after, limit) => readEvents(tenant, runId, after, limit),
  call: (_, tenant, callId) => readCall(tenant, callId),
  openCalls: (_, tenant, runId) => readOpenCalls(tenant, runId),
  *wait(_, tenant, waitId) {
    const row = yield* readWait(tenant, waitId);
    return row === undefined ? null : waitRow(row);
  },
  waits: (_, tenant, filter) => readWaits(tenant, filter),
  ids: (_, tenant, kind, prefix, limit) => readIds(tenant, kind, prefix, limit),
  toolset: (_, tenant, toolset, version) => readToolset(tenant, toolset, version),
  artifact: (_, ...wanted) => readArtifact(...wanted),
  artifacts: (_, tenant, threadId) => readArtifacts(tenant, threadId),
  policies: (_, tenant) => readPolicies(tenant),
  definition: (_, tenant, kind, id) => readDefinition(tenant, kind, id),
  definitions: (_, tenant, kind) => readDefinitions(tenant, kind),
  thread: (_, tenant, threadId) => readThread(tenant, threadId),
  threads: (_, tenant, limit) => readThreads(tenant, limit),
  runsOfThread: (_, tenant, threadId, before) => readRunsOfThread(tenant, threadId, before),
  fileWaits: (_, place, limit, after) => readFileWaits(place, limit, after),
  remembered: (_, tenant, key) => readRemembered(tenant, key),
  holders: () => readHolders(),
  ...UPKEEP_READS,
};

/** Whether a method of the store is a transaction. */
export function isWrite(name: keyof Store): name is WriteName {
  return Object.hasOwn(WRITES, name);
}

/**
 * The work of a transaction. The parameters were given to a client's method of this very name, which is typed by the
 * port; on their way here, through a message, their types are lost.
 */
export function writeOf(transaction: Transaction, name: WriteName, parameters: readonly unknown[]): Work<unknown> {
  const operation = WRITES[name] as (...given: unknown[]) => Work<unknown>;
  return operation(transaction, ...parameters);
}

/** The work of a read; the same is true of its parameters. */
export function readOf(
  moment: Moment,
  name: ReadName,
  parameters: readonly unknown[],
): Work<unknown> | Promise<Work<unknown>> {
  const operation = READS[name] as (...given: unknown[]) => Work<unknown> | Promise<Work<unknown>>;
  return operation(moment, ...parameters);
}
