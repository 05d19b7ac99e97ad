// Where a store is, without its password: what messages may show.

import { StoreError } from "../database/store-error.ts";

/** The parts of an address that a person is told. */
export interface Address {
  /** What is given to the driver. */
  readonly url: string;
  /** `database "haft" at db.example:5432 as "ada"` */
  readonly place: string;
}

/** Reads `postgres://user:password@host:port/database?…`. Throws a `StoreError` that shows nothing of a wrong one: its password may be anywhere. */
export function addressOf(url: string): Address {
  try {
    const { hostname, port, pathname, username } = new URL(url);
    const user = decodeURIComponent(username);
    const database = decodeURIComponent(pathname.slice(1)) || user;
    const who = user === "" ? "" : ` as "${user}"`;
    return { url, place: `database "${database}" at ${hostname || "localhost"}:${port || "5432"}${who}` };
  } catch {
    throw new StoreError(
      "store_unreadable",
      "the address of the store on PostgreSQL cannot be read",
      "write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %40 for @, %2F for / and %3A for : in the password",
    );
  }
}
