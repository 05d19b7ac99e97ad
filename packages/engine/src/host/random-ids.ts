// Ids of a kind and 80 random bits. The first letters are random too, so that a short beginning is enough to name one on a
// command line, but ids that are made close together share them and count up behind them: a store keeps its rows in the
// order of their ids, and what is written together lies together on few pages instead of each on a page of its own.

import { randomFillSync } from "node:crypto";
import type { IdKind, Ids } from "../ports/ids.ts";

/** Digits and letters without those that are taken for one another, in the order in which databases sort them: 5 bits each. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
/** Letters that neighbours share. */
const SHARED = 4;
/** Letters that count neighbours. */
const COUNTED = 2;
/** Random letters of each id's own: whoever knows its neighbours has to guess 60 bits. */
const OWN = 12;
/** So many neighbours, or as many as are made in so many milliseconds, are close together. */
const MOST_NEIGHBOURS = 32 ** COUNTED;
const TOGETHER_MS = 1_000;
/** Random bytes are taken from the system so many at a time. */
const POOL = 4_096;
/** These are no keys of rows: nothing is won where they lie together. */
const APART: ReadonlySet<IdKind> = new Set(["app"]);

/** Ids such as `run_8f3k0qz1m4c7x2ny5a`. `now` tells milliseconds, and is only used to see how far apart ids are made. */
export function createIds(now: () => number = () => performance.now()): Ids {
  const letters = createLetters();
  let shared = "";
  let count = MOST_NEIGHBOURS;
  let since = 0;
  const place = (): string => {
    const at = now();
    if (count === MOST_NEIGHBOURS || at - since >= TOGETHER_MS) {
      shared = letters(SHARED);
      count = 0;
      since = at;
    }
    const number = count++;
    return `${shared}${LETTERS[number >> 5]}${LETTERS[number & 31]}`;
  };
  return {
    next: (kind) => `${kind}_${APART.has(kind) ? letters(SHARED + COUNTED) : place()}${letters(OWN)}`,
  };
}

/** Random letters, out of a pool. */
function createLetters(): (length: number) => string {
  const pool = Buffer.allocUnsafe(POOL);
  let used = POOL;
  return (length) => {
    if (used + length > POOL) {
      randomFillSync(pool);
      used = 0;
    }
    let text = "";
    for (const byte of pool.subarray(used, used + length)) text += LETTERS[byte & 31];
    used += length;
    return text;
  };
}
