// Where open runs have their files.

import type { OpenRun, PlaceRow } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { all, type Work } from "../database/work.ts";

/** Plan: index runs_place, all of it: the open runs that have a place. */
const PLACES = `
select place, count(*) as open, sum(case when lease_until > :now then 1 else 0 end) as held
from runs where place <> '' and ended_at is null group by place order by place`;
/** Plan: index runs_place (place, tenant, run_id), from one of them on. */
const OPEN = `
select tenant, run_id from runs
where place = :place and place <> '' and ended_at is null and (tenant > :tenant or (tenant = :tenant and run_id > :runId))
order by tenant, run_id limit :limit`;
/** Plan: primary key (tenant, run_id, digest). */
const BLOBS = "select digest from blob_names where tenant = :tenant and run_id = :runId order by digest";

/** Places with how many open runs have their files there, and how many of those somebody holds. */
export function* readPlaces(now: number): Work<readonly PlaceRow[]> {
  return (yield* all(PLACES, { now })).map((row) => ({
    place: text(row, "place"),
    open: int(row, "open"),
    held: int(row, "held"),
  }));
}

/** Open runs of a place behind one of them, in the order of tenants and ids. */
export function* readOpenRuns(place: string, after: OpenRun | null, limit: number): Work<readonly OpenRun[]> {
  const { tenant, runId } = after ?? { tenant: "", runId: "" };
  return (yield* all(OPEN, { place, tenant, runId, limit })).map((row) => ({
    tenant: text(row, "tenant"),
    runId: text(row, "run_id"),
  }));
}

/** Digests of the blobs that a run's events name. */
export function* readBlobsOfRun(tenant: string, runId: string): Work<readonly string[]> {
  return (yield* all(BLOBS, { tenant, runId })).map((row) => text(row, "digest"));
}
