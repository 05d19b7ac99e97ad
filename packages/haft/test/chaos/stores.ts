// The stores on which every one of these tests runs.

import { withPostgres } from "../../../store/test/postgres/server.ts";

/** A store's name, and how a test gets the address of an empty one; undefined: a file in the test's own folder. */
export const STORES: readonly {
  readonly name: string;
  with<T>(work: (address: string | undefined) => Promise<T>): Promise<T>;
}[] = [
  { name: "SQLite", with: (work) => work(undefined) },
  { name: "PostgreSQL", with: (work) => withPostgres(work) },
];
