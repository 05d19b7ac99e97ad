// Whether other processes work on this store: only then does a commit leave them room.

import { int } from "../database/row.ts";
import type { Database } from "../sqlite/database.ts";

/** Plan: all workers, a handful of rows. */
const OTHERS = "select count(*) as n from workers where seen_at > :since";
/** A worker that was not seen for this long does not count. */
const SEEN_MS = 60_000;
/** How long an answer is good for. */
const ASK_MS = 1_000;

/** A function that looks at most once a second. More than one worker means that another process may want the lock. */
export function otherProcesses(database: Database): () => boolean {
  let asked = Number.NEGATIVE_INFINITY;
  let others = false;
  return () => {
    if (performance.now() - asked > ASK_MS) {
      asked = performance.now();
      others = look(database);
    }
    return others;
  };
}

/** Only a courtesy: a store that cannot be read says so at the next thing that is asked of it. */
function look(database: Database): boolean {
  try {
    return int(database.get(OTHERS, { since: Date.now() - SEEN_MS }) ?? { n: 0 }, "n") > 1;
  } catch {
    return false;
  }
}
