-- A store as Haft wrote it when its schema was at version 1: calls that ended well and badly, that wait, that were answered and cancelled.
CREATE TABLE tenants (
  tenant text primary key,
  max_running integer not null default 50,
  created_at integer not null
) strict, without rowid;
CREATE TABLE threads (
  tenant text not null,
  thread_id text not null,
  created_at integer not null,
  primary key (tenant, thread_id)
) strict, without rowid;
CREATE TABLE runs (
  tenant text not null,
  run_id text not null,
  thread_id text not null,
  kind text not null check (kind in ('call', 'agent')),
  tool text,
  requested_by text not null,
  min_engine integer not null,
  place text not null,
  status text not null check (status in ('queued', 'ready', 'waiting', 'completed', 'failed', 'cancelled')),
  fence integer not null,
  last_seq integer not null,
  last_at integer not null,
  last_append text,
  last_append_seq integer,
  worker_id text,
  lease_until integer,
  ready_at integer,
  due_at integer,
  queue_number integer,
  created_at integer not null,
  ended_at integer,
  error text,
  primary key (tenant, run_id),
  check ((worker_id is null) = (lease_until is null))
) strict, without rowid;
CREATE UNIQUE INDEX runs_open_in_thread on runs (tenant, thread_id) where status in ('ready', 'waiting');
CREATE INDEX runs_queue on runs (tenant, thread_id, queue_number) where status = 'queued';
CREATE INDEX runs_claim on runs (place, tenant, ready_at) where status = 'ready' and worker_id is null;
CREATE INDEX runs_held on runs (lease_until, tenant, worker_id) where worker_id is not null;
CREATE INDEX runs_due on runs (due_at) where status = 'waiting' and due_at is not null;
CREATE INDEX runs_list on runs (tenant, created_at);
CREATE TABLE events (
  tenant text not null,
  run_id text not null,
  seq integer not null,
  at integer not null,
  type text not null,
  data text not null,
  v integer not null,
  primary key (tenant, run_id, seq)
) strict, without rowid;
CREATE TABLE snapshots (
  tenant text not null,
  run_id text not null,
  seq integer not null,
  evolve integer not null,
  state text not null,
  primary key (tenant, run_id)
) strict, without rowid;
CREATE TABLE calls (
  tenant text not null,
  call_id text not null,
  run_id text not null,
  ordinal integer not null,
  toolset text not null,
  tool text not null,
  version text not null,
  digest text not null,
  status text not null check (status in ('called', 'running', 'parked', 'completed', 'failed')),
  attempt integer not null,
  started_seq integer,
  settled_seq integer,
  primary key (tenant, call_id)
) strict, without rowid;
CREATE INDEX calls_open on calls (tenant, run_id) where status in ('called', 'running', 'parked');
CREATE TABLE waits (
  tenant text not null,
  wait_id text not null,
  run_id text not null,
  call_id text not null,
  thread_id text not null,
  toolset text not null,
  tool text not null,
  kind text not null check (kind in ('answer', 'approval', 'time', 'files', 'signal')),
  status text not null check (status in ('open', 'resolved', 'expired', 'cancelled')),
  prompt text,
  schema text,
  choices text,
  recipients text,
  due_at integer,
  paths text,
  key text,
  file_state text,
  meta text not null,
  opened_at integer not null,
  expires_at integer,
  ended_at integer,
  ended_by text,
  ended_with text,
  primary key (tenant, wait_id)
) strict, without rowid;
CREATE INDEX waits_inbox on waits (tenant, coalesce(due_at, expires_at, 9007199254740991), opened_at) where status = 'open';
CREATE INDEX waits_of_run on waits (tenant, run_id) where status = 'open';
CREATE INDEX waits_signal on waits (tenant, key) where status = 'open' and kind = 'signal';
CREATE INDEX waits_files on waits (tenant, thread_id) where status = 'open' and kind = 'files';
CREATE INDEX waits_ended on waits (tenant, ended_at) where status <> 'open';
CREATE TABLE idempotency (
  tenant text not null,
  key text not null,
  digest text not null,
  run_id text not null,
  created_at integer not null,
  primary key (tenant, key)
) strict, without rowid;
CREATE TABLE toolsets (
  tenant text not null,
  toolset text not null,
  current integer not null,
  created_at integer not null,
  primary key (tenant, toolset)
) strict, without rowid;
CREATE TABLE toolset_versions (
  tenant text not null,
  toolset text not null,
  version integer not null,
  digest text not null,
  language text not null,
  source text not null,
  built text not null,
  saved_by text not null,
  saved_at integer not null,
  primary key (tenant, toolset, version)
) strict;
CREATE INDEX toolset_versions_digest on toolset_versions (tenant, toolset, digest);
CREATE TABLE artifacts (
  tenant text not null,
  thread_id text not null,
  path text not null,
  version integer not null,
  digest text not null,
  size integer not null,
  mime_type text not null,
  run_id text not null,
  call_id text not null,
  written_at integer not null,
  primary key (tenant, thread_id, path, version)
) strict, without rowid;
CREATE TABLE blobs (
  tenant text not null,
  digest text not null,
  bytes integer not null,
  named_at integer not null,
  primary key (tenant, digest)
) strict, without rowid;
CREATE TABLE workers (
  worker_id text primary key,
  machine text not null,
  processes text not null,
  seen_at integer not null
) strict, without rowid;
CREATE TABLE audit (
  tenant text not null,
  entry integer not null,
  at integer not null,
  by text not null,
  action text not null,
  subject text not null,
  detail text not null,
  primary key (tenant, entry)
) strict, without rowid;
insert into tenants ("tenant", "max_running", "created_at") values ('local', 50, 1796070616043);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_58f7m60wxm5n5xb7', 1796070616073);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_ax05b0bjch00t6xn', 1796070616162);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_kgm1czs9h09e8f8r', 1796070616144);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_p75sspmz13jd0skr', 1796070616156);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_qeytcw3saxjcnbb2', 1796070616083);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_r6c5carpfte9wkzy', 1796070616043);
insert into threads ("tenant", "thread_id", "created_at") values ('local', 'thr_rp2qc5n7gm9x686g', 1796070616129);
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_0e33m3yejbybf6vk', 'thr_58f7m60wxm5n5xb7', 'call', 'desk/fail', 'ada', 1, '', 'failed', 1, 8, 1796070616081, 'app_876t96cc1ymc606j', 8, null, null, null, null, null, 1796070616073, 1796070616081, '{"type":"E","message":"no"}');
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_5y5x8swybqtx4qxv', 'thr_p75sspmz13jd0skr', 'call', 'desk/ask', 'ada', 1, '', 'waiting', 1, 5, 1796070616157, 'app_cb1xky5y5bn47dmb', 5, null, null, null, 1796675416156, null, 1796070616156, null, null);
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_9wv6t9w2bkc15swn', 'thr_r6c5carpfte9wkzy', 'call', 'desk/echo', 'ada', 1, '', 'completed', 1, 7, 1796070616067, 'app_f59m79rvcxz5we3q', 7, null, null, null, null, null, 1796070616043, 1796070616067, null);
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_cwccx1zrnqyfzj5c', 'thr_kgm1czs9h09e8f8r', 'call', 'desk/ask', 'ada', 1, '', 'failed', 2, 9, 1796070616190, 'app_x2kne118vnvmkebe', 9, null, null, null, null, null, 1796070616144, 1796070616190, '{"type":"wait_cancelled","message":"the answer wait of `ask` was cancelled","hint":"a companion that asks for it (`on` with \"cancel\") is called in this case, too"}');
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_hzpdpzkaf1wgydyg', 'thr_qeytcw3saxjcnbb2', 'call', 'desk/big', 'ada', 1, '', 'completed', 1, 7, 1796070616125, 'app_a4hhjpnpss39pex9', 7, null, null, null, null, null, 1796070616083, 1796070616125, null);
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_szbe8ttvmkk38hcd', 'thr_rp2qc5n7gm9x686g', 'call', 'desk/ask', 'ada', 1, '', 'completed', 2, 10, 1796070616188, 'app_4j7b750qv3yf6m8n', 10, null, null, null, null, null, 1796070616129, 1796070616188, null);
insert into runs ("tenant", "run_id", "thread_id", "kind", "tool", "requested_by", "min_engine", "place", "status", "fence", "last_seq", "last_at", "last_append", "last_append_seq", "worker_id", "lease_until", "ready_at", "due_at", "queue_number", "created_at", "ended_at", "error") values ('local', 'run_wcr7rpmfzxfdssk1', 'thr_ax05b0bjch00t6xn', 'call', 'desk/sleep', 'ada', 1, '', 'waiting', 1, 5, 1796070616164, 'app_q4x5qas09dszh377', 5, null, null, null, 1796074216163, null, 1796070616162, null, null);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 1, 1796070616073, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_58f7m60wxm5n5xb7","tool":"desk/fail","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 2, 1796070616073, 'tool.called', '{"callId":"call_2wfke276fkbdajht","ordinal":1,"tool":"fail","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 3, 1796070616073, 'call.gated', '{"callId":"call_2wfke276fkbdajht","policies":[],"policyRevision":0,"digest":"d09502356ca219beb8c1858747dc6dff78f739f16673ee916e36efbd4337cb04","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 4, 1796070616073, 'tool.started', '{"callId":"call_2wfke276fkbdajht","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.067Z","idempotencyKey":"call_2wfke276fkbdajht","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 5, 1796070616078, 'artifact.written', '{"path":"a.txt","version":1,"digest":"51280dabfbc880cdc5f92cc2f4f22c8032de5aba401c3268250a11eeb2df1f73","size":4,"mimeType":"text/plain","callId":"call_2wfke276fkbdajht"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 6, 1796070616081, 'tool.result', '{"callId":"call_2wfke276fkbdajht","ok":false,"error":{"type":"E","message":"no"},"durationMs":5.302}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 7, 1796070616081, 'run.error', '{"error":{"type":"E","message":"no"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_0e33m3yejbybf6vk', 8, 1796070616081, 'run.failed', '{"error":{"type":"E","message":"no"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_5y5x8swybqtx4qxv', 1, 1796070616156, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_p75sspmz13jd0skr","tool":"desk/ask","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_5y5x8swybqtx4qxv', 2, 1796070616156, 'tool.called', '{"callId":"call_7ttkcttyb8hcsdd2","ordinal":1,"tool":"ask","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_5y5x8swybqtx4qxv', 3, 1796070616156, 'call.gated', '{"callId":"call_7ttkcttyb8hcsdd2","policies":[],"policyRevision":0,"digest":"0c7d000287e0c022dc8ef2b907d55f44f09a6cd092f59bb0ccf1b9fee25aacce","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_5y5x8swybqtx4qxv', 4, 1796070616156, 'tool.started', '{"callId":"call_7ttkcttyb8hcsdd2","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.155Z","idempotencyKey":"call_7ttkcttyb8hcsdd2","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_5y5x8swybqtx4qxv', 5, 1796070616157, 'tool.parked', '{"callId":"call_7ttkcttyb8hcsdd2","waitId":"wait_rsnvbjm5gpjgrs83","kind":"answer","meta":{"x":1},"version":"1","durationMs":0.026,"prompt":"?","choices":["a"],"expiresAt":"2026-12-07T20:30:16.156Z"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 1, 1796070616043, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_r6c5carpfte9wkzy","tool":"desk/echo","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 2, 1796070616043, 'tool.called', '{"callId":"call_75y09kmvkbq5czw8","ordinal":1,"tool":"echo","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 3, 1796070616043, 'call.gated', '{"callId":"call_75y09kmvkbq5czw8","policies":[],"policyRevision":0,"digest":"a7dc027936b18816c360e03dff14ed3249b78365554060a06e7b13f685b5fcb5","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 4, 1796070616043, 'tool.started', '{"callId":"call_75y09kmvkbq5czw8","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.038Z","idempotencyKey":"call_75y09kmvkbq5czw8","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 5, 1796070616062, 'artifact.written', '{"path":"a.txt","version":1,"digest":"092c79e8f80e559e404bcf660c48f3522b67aba9ff1484b0367e1a4ddef7431d","size":4,"mimeType":"text/plain","callId":"call_75y09kmvkbq5czw8"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 6, 1796070616067, 'tool.result', '{"callId":"call_75y09kmvkbq5czw8","ok":true,"value":1,"durationMs":17.939}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_9wv6t9w2bkc15swn', 7, 1796070616067, 'run.completed', '{"output":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 1, 1796070616144, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_kgm1czs9h09e8f8r","tool":"desk/ask","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 2, 1796070616144, 'tool.called', '{"callId":"call_wwr3h82n8kr2a6z6","ordinal":1,"tool":"ask","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 3, 1796070616144, 'call.gated', '{"callId":"call_wwr3h82n8kr2a6z6","policies":[],"policyRevision":0,"digest":"f7bbbb29b722f497c9cd970dcae7c70965d17f49ff01e2868eecca5a3f68437e","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 4, 1796070616144, 'tool.started', '{"callId":"call_wwr3h82n8kr2a6z6","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.141Z","idempotencyKey":"call_wwr3h82n8kr2a6z6","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 5, 1796070616153, 'tool.parked', '{"callId":"call_wwr3h82n8kr2a6z6","waitId":"wait_g3j2eebnp14dma2e","kind":"answer","meta":{"x":1},"version":"1","durationMs":0.034,"prompt":"?","choices":["a"],"expiresAt":"2026-12-07T20:30:16.152Z"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 6, 1796070616173, 'wait.cancelled', '{"callId":"call_wwr3h82n8kr2a6z6","waitId":"wait_g3j2eebnp14dma2e","kind":"answer","payload":{"cancelled":true,"reason":"cancelled","by":"bob"},"by":"bob"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 7, 1796070616190, 'tool.result', '{"callId":"call_wwr3h82n8kr2a6z6","ok":false,"error":{"type":"wait_cancelled","message":"the answer wait of `ask` was cancelled","hint":"a companion that asks for it (`on` with \"cancel\") is called in this case, too"},"durationMs":0.034}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 8, 1796070616190, 'run.error', '{"error":{"type":"wait_cancelled","message":"the answer wait of `ask` was cancelled","hint":"a companion that asks for it (`on` with \"cancel\") is called in this case, too"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_cwccx1zrnqyfzj5c', 9, 1796070616190, 'run.failed', '{"error":{"type":"wait_cancelled","message":"the answer wait of `ask` was cancelled","hint":"a companion that asks for it (`on` with \"cancel\") is called in this case, too"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 1, 1796070616083, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_qeytcw3saxjcnbb2","tool":"desk/big","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 2, 1796070616083, 'tool.called', '{"callId":"call_khyhep2s4sq3wy26","ordinal":1,"tool":"big","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 3, 1796070616083, 'call.gated', '{"callId":"call_khyhep2s4sq3wy26","policies":[],"policyRevision":0,"digest":"25a30cb5ecfc635e6c4dd3201660591fcdf602f7d8eb23df0cf4f49dd18ba321","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 4, 1796070616083, 'tool.started', '{"callId":"call_khyhep2s4sq3wy26","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.082Z","idempotencyKey":"call_khyhep2s4sq3wy26","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 5, 1796070616093, 'artifact.written', '{"path":"a.txt","version":1,"digest":"2a21fe6d592a19b7de898b50eb53c429608de1a66f3e9f62da19714a770553d1","size":3,"mimeType":"text/plain","callId":"call_khyhep2s4sq3wy26"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 6, 1796070616125, 'tool.result', '{"callId":"call_khyhep2s4sq3wy26","ok":true,"durationMs":19.081,"blobs":{"value":{"digest":"b985368dd3a63df0d5e0decca438e8c8d303fedac64ed881ae4c12cdf0e588d3","bytes":1200002}}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_hzpdpzkaf1wgydyg', 7, 1796070616125, 'run.completed', '{"blobs":{"output":{"digest":"b985368dd3a63df0d5e0decca438e8c8d303fedac64ed881ae4c12cdf0e588d3","bytes":1200002}}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 1, 1796070616129, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_rp2qc5n7gm9x686g","tool":"desk/ask","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 2, 1796070616129, 'tool.called', '{"callId":"call_pz8mwm6qjx14wctn","ordinal":1,"tool":"ask","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 3, 1796070616129, 'call.gated', '{"callId":"call_pz8mwm6qjx14wctn","policies":[],"policyRevision":0,"digest":"515c6d6e3ada6f31cc0f97345e38ab1aaf61d9c33a4412a3209fee7b88d6d4be","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 4, 1796070616129, 'tool.started', '{"callId":"call_pz8mwm6qjx14wctn","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.128Z","idempotencyKey":"call_pz8mwm6qjx14wctn","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 5, 1796070616138, 'tool.parked', '{"callId":"call_pz8mwm6qjx14wctn","waitId":"wait_hbbp8s9f9rqs4hbm","kind":"answer","meta":{"x":1},"version":"1","durationMs":0.048,"prompt":"?","choices":["a"],"expiresAt":"2026-12-07T20:30:16.136Z"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 6, 1796070616169, 'wait.resolved', '{"callId":"call_pz8mwm6qjx14wctn","waitId":"wait_hbbp8s9f9rqs4hbm","kind":"answer","payload":{"response":"a","answered_by":"bob"},"by":"bob"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 7, 1796070616181, 'tool.resumed', '{"callId":"call_pz8mwm6qjx14wctn","attempt":1,"fence":2,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.175Z","idempotencyKey":"call_pz8mwm6qjx14wctn","waitId":"wait_hbbp8s9f9rqs4hbm","end":"answer","version":"1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 8, 1796070616187, 'artifact.written', '{"path":"a.txt","version":1,"digest":"2f2fc7f2e9ce13b09b84f63d54d0b4a59f4dbd46aea41da67023817e2d0c5e59","size":3,"mimeType":"text/plain","callId":"call_pz8mwm6qjx14wctn"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 9, 1796070616188, 'tool.result', '{"callId":"call_pz8mwm6qjx14wctn","ok":true,"value":1,"durationMs":2.47}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_szbe8ttvmkk38hcd', 10, 1796070616188, 'run.completed', '{"output":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_wcr7rpmfzxfdssk1', 1, 1796070616162, 'run.created', '{"kind":"call","tenant":"local","thread":"thr_ax05b0bjch00t6xn","tool":"desk/sleep","limits":{},"requestedBy":"ada","engine":1}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_wcr7rpmfzxfdssk1', 2, 1796070616162, 'tool.called', '{"callId":"call_2f1k16pb9ws6s9m2","ordinal":1,"tool":"sleep","toolset":"desk","version":"1","digest":"d1","arguments":{},"traits":{"idempotent":false,"readOnly":false,"timeoutSeconds":30,"resume":{"on":["answer"],"idempotent":false},"onSourceChange":"refuse"}}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_wcr7rpmfzxfdssk1', 3, 1796070616162, 'call.gated', '{"callId":"call_2f1k16pb9ws6s9m2","policies":[],"policyRevision":0,"digest":"55de991d3ec014b25eaca54a78250464f552c05d3f618a71fdcdd1f04bca5f18","verdict":"run"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_wcr7rpmfzxfdssk1', 4, 1796070616162, 'tool.started', '{"callId":"call_2f1k16pb9ws6s9m2","attempt":1,"fence":1,"isolation":"none","interpreter":"fake","deadline":"2026-11-30T20:30:46.160Z","idempotencyKey":"call_2f1k16pb9ws6s9m2","settingsDigest":"s1"}', 1);
insert into events ("tenant", "run_id", "seq", "at", "type", "data", "v") values ('local', 'run_wcr7rpmfzxfdssk1', 5, 1796070616164, 'tool.parked', '{"callId":"call_2f1k16pb9ws6s9m2","waitId":"wait_qngz4hw0923pb784","kind":"time","meta":{},"version":"1","durationMs":0.03,"time":"2026-11-30T21:30:16.163Z"}', 1);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_2f1k16pb9ws6s9m2', 'run_wcr7rpmfzxfdssk1', 1, 'desk', 'sleep', '1', 'd1', 'parked', 1, 4, null);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_2wfke276fkbdajht', 'run_0e33m3yejbybf6vk', 1, 'desk', 'fail', '1', 'd1', 'failed', 1, 4, 6);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_75y09kmvkbq5czw8', 'run_9wv6t9w2bkc15swn', 1, 'desk', 'echo', '1', 'd1', 'completed', 1, 4, 6);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_7ttkcttyb8hcsdd2', 'run_5y5x8swybqtx4qxv', 1, 'desk', 'ask', '1', 'd1', 'parked', 1, 4, null);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_khyhep2s4sq3wy26', 'run_hzpdpzkaf1wgydyg', 1, 'desk', 'big', '1', 'd1', 'completed', 1, 4, 6);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_pz8mwm6qjx14wctn', 'run_szbe8ttvmkk38hcd', 1, 'desk', 'ask', '1', 'd1', 'completed', 1, 4, 9);
insert into calls ("tenant", "call_id", "run_id", "ordinal", "toolset", "tool", "version", "digest", "status", "attempt", "started_seq", "settled_seq") values ('local', 'call_wwr3h82n8kr2a6z6', 'run_cwccx1zrnqyfzj5c', 1, 'desk', 'ask', '1', 'd1', 'failed', 1, 4, 7);
insert into waits ("tenant", "wait_id", "run_id", "call_id", "thread_id", "toolset", "tool", "kind", "status", "prompt", "schema", "choices", "recipients", "due_at", "paths", "key", "file_state", "meta", "opened_at", "expires_at", "ended_at", "ended_by", "ended_with") values ('local', 'wait_g3j2eebnp14dma2e', 'run_cwccx1zrnqyfzj5c', 'call_wwr3h82n8kr2a6z6', 'thr_kgm1czs9h09e8f8r', 'desk', 'ask', 'answer', 'cancelled', '?', null, '["a"]', null, null, null, null, null, '{"x":1}', 1796070616153, 1796675416152, 1796070616173, 'bob', '{"cancelled":true,"reason":"cancelled","by":"bob"}');
insert into waits ("tenant", "wait_id", "run_id", "call_id", "thread_id", "toolset", "tool", "kind", "status", "prompt", "schema", "choices", "recipients", "due_at", "paths", "key", "file_state", "meta", "opened_at", "expires_at", "ended_at", "ended_by", "ended_with") values ('local', 'wait_hbbp8s9f9rqs4hbm', 'run_szbe8ttvmkk38hcd', 'call_pz8mwm6qjx14wctn', 'thr_rp2qc5n7gm9x686g', 'desk', 'ask', 'answer', 'resolved', '?', null, '["a"]', null, null, null, null, null, '{"x":1}', 1796070616138, 1796675416136, 1796070616169, 'bob', '{"response":"a","answered_by":"bob"}');
insert into waits ("tenant", "wait_id", "run_id", "call_id", "thread_id", "toolset", "tool", "kind", "status", "prompt", "schema", "choices", "recipients", "due_at", "paths", "key", "file_state", "meta", "opened_at", "expires_at", "ended_at", "ended_by", "ended_with") values ('local', 'wait_qngz4hw0923pb784', 'run_wcr7rpmfzxfdssk1', 'call_2f1k16pb9ws6s9m2', 'thr_ax05b0bjch00t6xn', 'desk', 'sleep', 'time', 'open', null, null, null, null, 1796074216163, null, null, null, '{}', 1796070616164, null, null, null, null);
insert into waits ("tenant", "wait_id", "run_id", "call_id", "thread_id", "toolset", "tool", "kind", "status", "prompt", "schema", "choices", "recipients", "due_at", "paths", "key", "file_state", "meta", "opened_at", "expires_at", "ended_at", "ended_by", "ended_with") values ('local', 'wait_rsnvbjm5gpjgrs83', 'run_5y5x8swybqtx4qxv', 'call_7ttkcttyb8hcsdd2', 'thr_p75sspmz13jd0skr', 'desk', 'ask', 'answer', 'open', '?', null, '["a"]', null, null, null, null, null, '{"x":1}', 1796070616157, 1796675416156, null, null, null);
insert into toolsets ("tenant", "toolset", "current", "created_at") values ('local', 'desk', 1, 1796070616190);
insert into toolset_versions ("tenant", "toolset", "version", "digest", "language", "source", "built", "saved_by", "saved_at") values ('local', 'desk', 1, 'd1', 'python', 's', 'b', 'ada', 1796070616190);
insert into artifacts ("tenant", "thread_id", "path", "version", "digest", "size", "mime_type", "run_id", "call_id", "written_at") values ('local', 'thr_58f7m60wxm5n5xb7', 'a.txt', 1, '51280dabfbc880cdc5f92cc2f4f22c8032de5aba401c3268250a11eeb2df1f73', 4, 'text/plain', 'run_0e33m3yejbybf6vk', 'call_2wfke276fkbdajht', 1796070616078);
insert into artifacts ("tenant", "thread_id", "path", "version", "digest", "size", "mime_type", "run_id", "call_id", "written_at") values ('local', 'thr_qeytcw3saxjcnbb2', 'a.txt', 1, '2a21fe6d592a19b7de898b50eb53c429608de1a66f3e9f62da19714a770553d1', 3, 'text/plain', 'run_hzpdpzkaf1wgydyg', 'call_khyhep2s4sq3wy26', 1796070616093);
insert into artifacts ("tenant", "thread_id", "path", "version", "digest", "size", "mime_type", "run_id", "call_id", "written_at") values ('local', 'thr_r6c5carpfte9wkzy', 'a.txt', 1, '092c79e8f80e559e404bcf660c48f3522b67aba9ff1484b0367e1a4ddef7431d', 4, 'text/plain', 'run_9wv6t9w2bkc15swn', 'call_75y09kmvkbq5czw8', 1796070616062);
insert into artifacts ("tenant", "thread_id", "path", "version", "digest", "size", "mime_type", "run_id", "call_id", "written_at") values ('local', 'thr_rp2qc5n7gm9x686g', 'a.txt', 1, '2f2fc7f2e9ce13b09b84f63d54d0b4a59f4dbd46aea41da67023817e2d0c5e59', 3, 'text/plain', 'run_szbe8ttvmkk38hcd', 'call_pz8mwm6qjx14wctn', 1796070616187);
insert into blobs ("tenant", "digest", "bytes", "named_at") values ('local', '092c79e8f80e559e404bcf660c48f3522b67aba9ff1484b0367e1a4ddef7431d', 4, 1796070616062);
insert into blobs ("tenant", "digest", "bytes", "named_at") values ('local', '2a21fe6d592a19b7de898b50eb53c429608de1a66f3e9f62da19714a770553d1', 3, 1796070616093);
insert into blobs ("tenant", "digest", "bytes", "named_at") values ('local', '2f2fc7f2e9ce13b09b84f63d54d0b4a59f4dbd46aea41da67023817e2d0c5e59', 3, 1796070616187);
insert into blobs ("tenant", "digest", "bytes", "named_at") values ('local', '51280dabfbc880cdc5f92cc2f4f22c8032de5aba401c3268250a11eeb2df1f73', 4, 1796070616078);
insert into blobs ("tenant", "digest", "bytes", "named_at") values ('local', 'b985368dd3a63df0d5e0decca438e8c8d303fedac64ed881ae4c12cdf0e588d3', 1200002, 1796070616125);
insert into workers ("worker_id", "machine", "processes", "seen_at") values ('wrk_y514fbd94hpe3rvy', 'elsewhere', '[]', 1796070616043);
insert into audit ("tenant", "entry", "at", "by", "action", "subject", "detail") values ('local', 1, 1796070616169, 'bob', 'wait.resolved', 'wait_hbbp8s9f9rqs4hbm', '{"runId":"run_szbe8ttvmkk38hcd"}');
insert into audit ("tenant", "entry", "at", "by", "action", "subject", "detail") values ('local', 2, 1796070616173, 'bob', 'wait.cancelled', 'wait_g3j2eebnp14dma2e', '{"runId":"run_cwccx1zrnqyfzj5c"}');
insert into audit ("tenant", "entry", "at", "by", "action", "subject", "detail") values ('local', 3, 1796070616190, 'ada', 'toolset.saved', 'desk', '{"version":"1"}');
pragma user_version = 1;
pragma application_id = 1212237396;
