// One connection: prepared statements by their text, and transactions that wait their turn among processes. Whatever the
// place under the store refuses, at any statement, is thrown as a `StoreError`.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { spell } from "../database/dialect.ts";
import { numbered } from "../database/numbered.ts";
import type { Parameters, Row, Value } from "../database/work.ts";
import { SQLITE } from "./dialect.ts";
import { asStoreError, isBusy } from "./sqlite-error.ts";

/** How long a transaction waits for the lock, unless told otherwise. */
const BUSY_MS = 10_000;

/** A statement that was prepared. */
interface Prepared {
  readonly statement: StatementSync;
  /** Names of its parameters, by their places: bound by place, which costs a third of binding by name. */
  readonly parameters: readonly string[];
}

/** A connection to the database file. */
export class Database implements Disposable {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #patienceMs: number;
  readonly #statements = new Map<string, Prepared>();

  constructor(file: string, options: { readonly patienceMs?: number } = {}) {
    this.file = file;
    this.#patienceMs = options.patienceMs ?? BUSY_MS;
    try {
      this.#database = new DatabaseSync(file);
    } catch (error) {
      throw asStoreError(error, file);
    }
  }

  /** Runs statements that are used once. */
  script(sql: string): void {
    this.#patiently(() => this.#database.exec(sql));
  }

  /** The number of rows that a statement changed. */
  run(sql: string, parameters: Parameters = {}): number {
    const { statement, values } = this.#bound(sql, parameters);
    return Number(this.#named(() => statement.run(...values)).changes);
  }

  get(sql: string, parameters: Parameters = {}): Row | undefined {
    const { statement, values } = this.#bound(sql, parameters);
    return this.#patiently(() => statement.get(...values));
  }

  all(sql: string, parameters: Parameters = {}): readonly Row[] {
    const { statement, values } = this.#bound(sql, parameters);
    return this.#patiently(() => statement.all(...values));
  }

  /** Whether a transaction is open. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs `work` in a transaction that holds the write lock from its beginning. Blocks this thread while it waits. */
  write<T>(work: () => T): T {
    try {
      this.#begin();
      try {
        const value = work();
        this.#database.exec("commit");
        return value;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec("rollback");
        throw error;
      }
    } catch (error) {
      throw asStoreError(error, this.file);
    }
  }

  /** Runs `work` so that its failure undoes its own changes and no others of the transaction. */
  nested<T>(work: () => T): T {
    this.run("savepoint step");
    try {
      const value = work();
      this.run("release step");
      return value;
    } catch (error) {
      // A full disk ends the whole transaction; then there is no savepoint left to go back to.
      if (this.#database.isTransaction) this.#named(() => this.#database.exec("rollback to step; release step"));
      throw error;
    }
  }

  #begin(): void {
    this.#patiently(() => this.#database.exec("begin immediate"));
  }

  /** Tries again while another process holds a lock; inside a transaction nothing does. */
  #patiently<T>(work: () => T): T {
    const end = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        return work();
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw asStoreError(error, this.file);
        pause(0.1 + Math.random() * 0.4);
      }
    }
  }

  #named<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw asStoreError(error, this.file);
    }
  }

  #bound(sql: string, given: Parameters): { readonly statement: StatementSync; readonly values: readonly Value[] } {
    const { statement, parameters } = this.#prepared(sql);
    const values = parameters.map((name) => {
      const value = given[name];
      if (value === undefined) throw new TypeError(`no value was given for :${name} in ${sql}`);
      return value;
    });
    return { statement, values };
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const { text, parameters } = numbered(spell(SQLITE, sql), "?");
      prepared = { statement: this.#patiently(() => this.#database.prepare(text)), parameters };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Holds this thread for some milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}
