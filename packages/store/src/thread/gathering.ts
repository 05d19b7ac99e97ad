// Group commit: the writes that have come in while the last commit was under way go into one transaction. One that is
// refused undoes nothing of its neighbours: then all are written again, each in a savepoint of its own.

import { Refusal } from "../database/refusal.ts";
import type { Transaction } from "../database/transaction.ts";
import type { Work } from "../database/work.ts";
import { type Database, pause } from "../sqlite/database.ts";
import { SQLITE } from "../sqlite/dialect.ts";
import { drive } from "../sqlite/drive.ts";

/** One write, and what to do with what came of it. */
export interface Write {
  readonly work: (transaction: Transaction) => Work<unknown>;
  readonly done: (result: Result) => void;
}

/** More than this in one transaction would let the first wait too long. */
const MOST = 256;

/** Commits all writes, at most 256 at a time, and tells each what came of it after its commit. */
export function commitTogether(
  database: Database,
  now: () => number,
  writes: readonly Write[],
  othersBusy: () => boolean,
): void {
  for (let from = 0; from < writes.length; from += MOST) {
    const batch = writes.slice(from, from + MOST);
    commit(database, now, batch);
    // Without a pause one of two busy processes would starve: the lock is taken again before the other looks.
    if (othersBusy()) pause(0.1);
  }
}

type Result = { readonly value: unknown } | { readonly error: unknown };

function commit(database: Database, now: () => number, batch: readonly Write[]): void {
  const results = together(database, now, batch) ?? apart(database, now, batch);
  batch.forEach((write, index) => {
    write.done(results[index] ?? { error: new Error("a write was lost") });
  });
}

/** All in one, as if none were ever refused; null: one of several was, so nothing was written. */
function together(database: Database, now: () => number, batch: readonly Write[]): readonly Result[] | null {
  let refused = false;
  try {
    return database.write(() => {
      const transaction: Transaction = { dialect: SQLITE, now: now() };
      return batch.map((write) => {
        try {
          return { value: drive(database, write.work(transaction)) };
        } catch (error) {
          refused = true;
          throw error;
        }
      });
    });
  } catch (error) {
    if (refused && batch.length > 1) return null;
    return batch.map(() => cameTo(error));
  }
}

/** Each in a savepoint of its own. It makes a third copy of every page, so it is kept for when it is needed. */
function apart(database: Database, now: () => number, batch: readonly Write[]): readonly Result[] {
  try {
    return database.write(() => {
      const transaction: Transaction = { dialect: SQLITE, now: now() };
      return batch.map((write) => attempt(database, transaction, write));
    });
  } catch (error) {
    return batch.map(() => ({ error }));
  }
}

function attempt(database: Database, transaction: Transaction, write: Write): Result {
  try {
    return { value: database.nested(() => drive(database, write.work(transaction))) };
  } catch (error) {
    // A full disk ends the whole transaction.
    if (!database.inTransaction) throw error;
    return cameTo(error);
  }
}

/** A refusal is a reply. */
function cameTo(error: unknown): Result {
  return error instanceof Refusal ? { value: error.reply } : { error };
}
