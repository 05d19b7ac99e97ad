// A store of a size at which a plan that reads a table from end to end would be noticed: 100,000 runs with what belongs to
// them, nearly all of one tenant.

import { run, type Work } from "../../src/database/work.ts";
import { START } from "./fixture.ts";

const ROWS = 100_000;
const NUMBERS = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})`;
/** One row in a hundred is another tenant's. */
const TENANT = "case when i % 100 = 7 then 'u' || i else 't' end";
/** One run in twenty has not ended: it waits, mostly, or is ready, or held. */
const STATUS = `case when i % 20 > 0 then 'completed' when i % 200 = 0 then 'ready' else 'waiting' end`;
const HELD = "i % 4000 = 0";

const INSERTS = [
  `insert into tenants (tenant, created_at) ${NUMBERS} select distinct ${TENANT}, ${START} from n`,
  `insert into threads (tenant, thread_id, created_at)
   ${NUMBERS} select ${TENANT}, 'thr_' || i, ${START} + i from n`,
  `insert into runs (tenant, run_id, thread_id, kind, tool, agent, requested_by, min_engine, place, status, fence, last_seq,
     last_at, worker_id, lease_until, ready_at, due_at, created_at, ended_at, thread_number)
   ${NUMBERS} select ${TENANT}, 'run_' || i, 'thr_' || i, case when i % 3 = 0 then 'agent' else 'call' end, 'desk/greet',
     case when i % 3 = 0 then 'agent_' || (i % 50) end, 'ada', 1, '', ${STATUS}, 1, 3, ${START} + i,
     case when ${HELD} then 'wrk_' || (i % 7) end, case when ${HELD} then ${START} + i end,
     case when i % 200 = 0 then ${START} + i end, case when i % 20 = 0 and i % 200 > 0 then ${START} + 1000 * i end,
     ${START} + i, case when i % 20 > 0 then ${START} + i end, 1 from n`,
  `insert into events (tenant, run_id, seq, at, type, data, v)
   ${NUMBERS} select ${TENANT}, 'run_' || i, 1, ${START} + i, 'run.created', '{"kind":"call"}', 1 from n`,
  `insert into calls (tenant, call_id, run_id, ordinal, toolset, tool, version, digest, status, attempt)
   ${NUMBERS} select ${TENANT}, 'call_b' || i, 'run_' || i, 1, 'desk', 'greet', '1', 'd',
     case when i % 20 > 0 then 'completed' else 'parked' end, 1 from n`,
  `insert into waits (tenant, wait_id, run_id, call_id, thread_id, toolset, tool, kind, status, key, meta, opened_at,
     expires_at, ended_at, ended_by, opened_seq)
   ${NUMBERS} select ${TENANT}, 'wait_' || i, 'run_' || i, 'call_b' || i, 'thr_' || i, 'desk', 'greet',
     case i % 100 when 0 then 'approval' when 20 then 'answer' when 40 then 'files' when 60 then 'signal' else 'time' end,
     case when i % 20 > 0 then 'resolved' else 'open' end, case when i % 100 = 60 then 'desk/' || (i % 1000) end, '{}',
     ${START} + i, ${START} + 1000 * i, case when i % 20 > 0 then ${START} + i end, case when i % 20 > 0 then 'bob' end, 2 from n`,
  `insert into approvals (tenant, wait_id, run_id, call_id, status, digest, rules, version, have, need, usable_ms)
   ${NUMBERS} select 't', 'wait_' || i, 'run_' || i, 'call_b' || i, case when i % 100 = 1 then 'granted' else 'used' end, 'dig',
     '[]', '1', 0, 1, 1000 from n where i % 5 = 1`,
  `insert into votes (tenant, wait_id, digest, by, decision, roles, seq, at)
   ${NUMBERS} select 't', 'wait_' || i, 'dig', 'bob', 'approved', '[]', 1, ${START} from n where i % 5 = 1`,
  `insert into signals (tenant, key, number, signal_id, status, payload, by, at, kept_until, forget_at)
   ${NUMBERS} select ${TENANT}, 'desk/' || (i % 1000), i, 'evt_' || i, case when i % 50 = 0 then 'kept' else 'done' end,
     'null', 'shop', ${START}, ${START} + i, ${START} + 1000 * i from n where i % 5 = 0`,
  `insert into artifacts (tenant, thread_id, path, version, digest, size, mime_type, run_id, call_id, written_at)
   ${NUMBERS} select ${TENANT}, 'thr_' || i, 'a.txt', 1, 'blob_' || i, 1, 'text/plain', 'run_' || i, 'call_b' || i, ${START}
   from n where i % 5 = 0`,
  `insert into blobs (tenant, digest, bytes, named_at)
   ${NUMBERS} select ${TENANT}, 'blob_' || i, 1, ${START} from n where i % 5 = 0`,
  `insert into blob_names (tenant, run_id, digest)
   ${NUMBERS} select ${TENANT}, 'run_' || i, 'blob_' || i from n where i % 5 = 0`,
  `insert into idempotency (tenant, key, digest, run_id, created_at)
   ${NUMBERS} select ${TENANT}, 'key_' || i, 'd', 'run_' || i, ${START} from n where i % 5 = 0`,
  `insert into audit (tenant, entry, at, by, action, subject, detail)
   ${NUMBERS} select ${TENANT}, -i, ${START} + i, 'ada', 'x', 'run_' || i, '{}' from n where i % 5 = 0`,
];

/** Fills an empty store. */
export function* fill(): Work<void> {
  for (const sql of INSERTS) yield* run(sql);
}
