// Empty stores of each kind, for tests that open them as any process does: by their address.

import { join } from "node:path";
import { postgresDatabase } from "../postgres/server.ts";
import { folder } from "./folder.ts";

/** An address, and a folder for what belongs to it; both are gone in the end. */
export interface Place extends AsyncDisposable {
  readonly address: string;
  readonly folder: string;
}

/** One of each kind. */
export const PLACES: readonly { readonly kind: string; readonly open: () => Promise<Place> }[] = [
  {
    kind: "SQLite",
    async open() {
      const own = await folder();
      const address = join(own.path, "haft.db");
      return { address, folder: own.path, [Symbol.asyncDispose]: () => own[Symbol.asyncDispose]() };
    },
  },
  {
    kind: "PostgreSQL",
    async open() {
      const ends = new AsyncDisposableStack();
      const own = ends.use(await folder());
      const { url } = ends.use(await postgresDatabase());
      return { address: url, folder: own.path, [Symbol.asyncDispose]: () => ends.disposeAsync() };
    },
  },
];
