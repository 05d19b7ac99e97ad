// Telling all processes that something has changed: after the commit and on its own, because a `notify` inside of
// transactions lines all their commits up; and not at every one.

import { setTimeout } from "node:timers/promises";
import type { Change } from "@haft/engine/ports";
import type { Database } from "./database.ts";

/** The channel that all processes of a store hear. */
export const CHANNEL = "haft";
/** No more often than this: what there is to do soon, what there is to see when somebody may look at it. */
const EVERY_MS: Readonly<Record<Change, number>> = { work: 10, log: 50 };

/** Tells the others, soon. Several calls may come to one. */
export type Announce = (change: Change) => void;

/** `name` is who tells, and has no spaces. What cannot be told is found by those who look. */
export function announcer(database: Database, name: string): Announce {
  const every = (change: Change): (() => void) => {
    const statement = {
      name: "haft_announce",
      text: "select pg_notify($1, $2)",
      values: [CHANNEL, `${name} ${change}`],
    };
    let last = Number.NEGATIVE_INFINITY;
    let soon = false;
    const tell = async (): Promise<void> => {
      const wait = last + EVERY_MS[change] - performance.now();
      if (wait > 0) await setTimeout(wait);
      soon = false;
      last = performance.now();
      await database.use((connection) => connection.query(statement));
    };
    return () => {
      if (soon) return;
      soon = true;
      tell().catch(() => undefined);
    };
  };
  const announces = { work: every("work"), log: every("log") };
  return (change) => announces[change]();
}
