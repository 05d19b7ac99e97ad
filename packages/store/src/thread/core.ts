// One connection that answers by name: reads at once, writes when they are flushed.

import type { Store } from "@haft/engine/ports";
import { otherProcesses } from "../leases/other-processes.ts";
import { isWrite, type ReadName, readOf, writeOf } from "../operations/operations.ts";
import type { Database } from "../sqlite/database.ts";
import { drive } from "../sqlite/drive.ts";
import { commitTogether, type Write } from "./gathering.ts";

/** Hears what came of what was asked. */
export interface Answer {
  done(value: unknown): void;
  failed(error: unknown): void;
}

/** The store on one connection. */
export interface Core extends Disposable {
  readonly database: Database;
  ask(name: keyof Store, parameters: readonly unknown[], answer: Answer): void;
  /** Commits the writes that were asked for. */
  flush(): void;
}

/** A store on an open database. `now` is the store's clock. */
export function createCore(database: Database, now: () => number): Core {
  let writes: Write[] = [];
  const othersBusy = otherProcesses(database);
  const read = (name: ReadName, parameters: readonly unknown[], answer: Answer): void => {
    try {
      const work = readOf({ now: now() }, name, parameters);
      if (work instanceof Promise) {
        work.then((ready) => drive(database, ready)).then(answer.done, answer.failed);
      } else answer.done(drive(database, work));
    } catch (error) {
      answer.failed(error);
    }
  };
  return {
    database,
    ask(name, parameters, answer) {
      if (!isWrite(name)) return read(name, parameters, answer);
      writes.push({
        work: (transaction) => writeOf(transaction, name, parameters),
        done: (result) => ("error" in result ? answer.failed(result.error) : answer.done(result.value)),
      });
    },
    flush() {
      const batch = writes;
      writes = [];
      if (batch.length > 0) commitTogether(database, now, batch, othersBusy);
    },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}
