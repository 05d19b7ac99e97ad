// Runs get another place, a page of a tenant's at a time; those that somebody holds stay where they are.

import type { MovePlace, MovePlaceReply } from "@haft/engine/ports";
import { intOrNull, text } from "../database/row.ts";
import type { Transaction } from "../database/transaction.ts";
import { all, each, type Work } from "../database/work.ts";
import { audit } from "./audit.ts";

/** Plan: primary key (tenant, run_id), from one of them on: so many runs, whatever their place. */
const PAGE = `
select run_id, place, lease_until, ended_at from runs where tenant = :tenant and run_id > :after
order by run_id limit :limit {lock row}`;
/** Plan: primary key. */
const MOVE = "update runs set place = :to where tenant = :tenant and run_id = :runId and place = :from";

/** Moves one page. */
export function* movePlace(transaction: Transaction, request: MovePlace): Work<MovePlaceReply> {
  const { tenant, from, to, by, after, limit } = request;
  const page = yield* all(PAGE, { tenant, after, limit });
  const there = page.filter((row) => row.place === from);
  const held = there.filter((row) => (intOrNull(row, "lease_until") ?? 0) > transaction.now);
  const moved = there.filter((row) => !held.includes(row));
  yield* each(
    MOVE,
    moved.map((row) => ({ tenant, runId: text(row, "run_id"), from, to })),
  );
  if (moved.length > 0) {
    const detail = { to, runs: String(moved.length) };
    yield* audit(transaction, tenant, { by, action: "place.moved", subject: from, detail });
  }
  const last = page.at(-1);
  return {
    open: moved.filter((row) => row.ended_at === null).length,
    ended: moved.filter((row) => row.ended_at !== null).length,
    held: held.map((row) => text(row, "run_id")),
    next: page.length < limit || last === undefined ? null : text(last, "run_id"),
  };
}
