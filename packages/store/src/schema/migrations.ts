// The migrations, in order: forward only, each in one transaction, the number in `user_version`.

import { SQL as runs } from "./0001-runs.ts";

/** Migration n is at index n - 1. A migration that was released is never changed. */
export const MIGRATIONS: readonly string[] = [runs];
