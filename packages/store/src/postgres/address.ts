// Where a store is, without its password: what messages may show.

/** The parts of an address that a person is told. */
export interface Address {
  /** What is given to the driver. */
  readonly url: string;
  /** `database "haft" at db.example:5432 as "ada"` */
  readonly place: string;
}

/** Reads `postgres://user:password@host:port/database?…`. Throws a `TypeError` that shows no password. */
export function addressOf(url: string): Address {
  if (!URL.canParse(url))
    throw new TypeError("the address of the store is no URL: postgres://USER:PASSWORD@HOST:PORT/DATABASE");
  const { hostname, port, pathname, username } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username);
  const user = username === "" ? "" : ` as "${decodeURIComponent(username)}"`;
  return { url, place: `database "${database}" at ${hostname || "localhost"}:${port || "5432"}${user}` };
}
