// What migration 2 adds to stores from before it, which were all SQLite's.

/** Fills the new columns and tables from the events that are there. */
export const FILL_AGENTS = `
update waits set opened_seq = coalesce((
  select seq from events where events.tenant = waits.tenant and events.run_id = waits.run_id
    and type = 'tool.parked' and json_extract(data, '$.waitId') = waits.wait_id), 0);

update runs set thread_number = numbered.number from (
  select tenant, run_id, row_number() over (
    partition by tenant, thread_id order by created_at, coalesce(queue_number, 0), run_id) as number
  from runs) as numbered
where numbered.tenant = runs.tenant and numbered.run_id = runs.run_id;

insert into blob_names (tenant, run_id, digest)
select distinct events.tenant, events.run_id, json_extract(named.value, '$.digest')
from events, json_each(events.data, '$.blobs') as named
where json_extract(named.value, '$.digest') is not null;
`;
