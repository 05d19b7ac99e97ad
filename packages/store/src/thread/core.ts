// One connection that answers by name: reads at once, writes when they are flushed.

import type { Database } from "../database/database.ts";
import { otherProcesses } from "../leases/other-processes.ts";
import { commitTogether, type Write } from "./gathering.ts";
import { READS, WRITES } from "./operations.ts";

/** Hears what came of what was asked. */
export interface Answer {
  done(value: unknown): void;
  failed(error: unknown): void;
}

/** The store on one connection. */
export interface Core extends Disposable {
  readonly database: Database;
  ask(name: string, parameters: readonly unknown[], answer: Answer): void;
  /** Commits the writes that were asked for. */
  flush(): void;
}

/** A store on an open database. `now` is the store's clock. */
export function createCore(database: Database, now: () => number): Core {
  let writes: Write[] = [];
  const othersBusy = otherProcesses(database);
  return {
    database,
    ask(name, parameters, answer) {
      if (Object.hasOwn(WRITES, name)) {
        // Sent by this package's own client, whose methods have these very parameters.
        const work = WRITES[name as keyof typeof WRITES] as (...given: unknown[]) => unknown;
        writes.push({
          work: (transaction) => work(transaction, ...parameters),
          done: (result) => ("error" in result ? answer.failed(result.error) : answer.done(result.value)),
        });
        return;
      }
      const read = READS[name as keyof typeof READS] as (...given: unknown[]) => unknown;
      try {
        const value = read({ database, now }, ...parameters);
        if (value instanceof Promise) value.then(answer.done, answer.failed);
        else answer.done(value);
      } catch (error) {
        answer.failed(error);
      }
    },
    flush() {
      const batch = writes;
      writes = [];
      if (batch.length > 0) commitTogether(database, now, batch, othersBusy);
    },
    [Symbol.dispose]: () => database[Symbol.dispose](),
  };
}
