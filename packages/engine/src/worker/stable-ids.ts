// Ids for what is decided and not written yet: deciding again gives the same thing the same id.

import type { IdKind, Ids } from "../ports/ids.ts";

/** Ids by what they are for. */
export class StableIds {
  readonly #ids: Ids;
  readonly #known = new Map<string, string>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** The id of a kind for the thing that this key names. */
  for(kind: IdKind, key: string): string {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#ids.next(kind);
    this.#known.set(key, id);
    return id;
  }

  /** What was decided is written: the next ones are others. */
  clear(): void {
    this.#known.clear();
  }
}
