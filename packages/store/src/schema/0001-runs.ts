// Migration 1: runs, their events, calls and waits, toolsets and artifacts. Every key starts with the tenant, except that
// of workers, which belong to the machine. Everything but `events` can be rebuilt from them, except inputs' own data.

/** The statements of the migration. */
export const RUNS = `
create table tenants (
  tenant {text} primary key,
  max_running {integer} not null default 50,
  created_at {integer} not null
) {clustered};

create table threads (
  tenant {text} not null,
  thread_id {text} not null,
  created_at {integer} not null,
  primary key (tenant, thread_id)
) {clustered};

create table runs (
  tenant {text} not null,
  run_id {text} not null,
  thread_id {text} not null,
  kind {text} not null check (kind in ('call', 'agent')),
  tool {text},
  requested_by {text} not null,
  min_engine {integer} not null,
  place {text} not null,
  status {text} not null check (status in ('queued', 'ready', 'waiting', 'completed', 'failed', 'cancelled')),
  fence {integer} not null,
  last_seq {integer} not null,
  last_at {integer} not null,
  last_append {text},
  last_append_seq {integer},
  worker_id {text},
  lease_until {integer},
  ready_at {integer},
  due_at {integer},
  queue_number {integer},
  created_at {integer} not null,
  ended_at {integer},
  error {text},
  primary key (tenant, run_id),
  check ((worker_id is null) = (lease_until is null))
) {clustered};

create unique index runs_open_in_thread on runs (tenant, thread_id) where status in ('ready', 'waiting');
create index runs_queue on runs (tenant, thread_id, queue_number) where status = 'queued';
create index runs_claim on runs (place, tenant, ready_at) where status = 'ready' and worker_id is null;
create index runs_held on runs (lease_until, tenant, worker_id) where worker_id is not null;
create index runs_due on runs (due_at) where status = 'waiting' and due_at is not null;
create index runs_list on runs (tenant, created_at);

create table events (
  tenant {text} not null,
  run_id {text} not null,
  seq {integer} not null,
  at {integer} not null,
  type {text} not null,
  data {text} not null,
  v {integer} not null,
  primary key (tenant, run_id, seq)
) {clustered};

create table snapshots (
  tenant {text} not null,
  run_id {text} not null,
  seq {integer} not null,
  evolve {integer} not null,
  state {text} not null,
  primary key (tenant, run_id)
) {clustered};

create table calls (
  tenant {text} not null,
  call_id {text} not null,
  run_id {text} not null,
  ordinal {integer} not null,
  toolset {text} not null,
  tool {text} not null,
  version {text} not null,
  digest {text} not null,
  status {text} not null check (status in ('called', 'running', 'parked', 'completed', 'failed')),
  attempt {integer} not null,
  started_seq {integer},
  settled_seq {integer},
  primary key (tenant, call_id)
) {clustered};

create index calls_open on calls (tenant, run_id) where status in ('called', 'running', 'parked');

create table waits (
  tenant {text} not null,
  wait_id {text} not null,
  run_id {text} not null,
  call_id {text} not null,
  thread_id {text} not null,
  toolset {text} not null,
  tool {text} not null,
  kind {text} not null check (kind in ('answer', 'approval', 'time', 'files', 'signal')),
  status {text} not null check (status in ('open', 'resolved', 'expired', 'cancelled')),
  prompt {text},
  schema {text},
  choices {text},
  recipients {text},
  due_at {integer},
  paths {text},
  key {text},
  file_state {text},
  meta {text} not null,
  opened_at {integer} not null,
  expires_at {integer},
  ended_at {integer},
  ended_by {text},
  ended_with {text},
  primary key (tenant, wait_id)
) {clustered};

create index waits_inbox on waits (tenant, coalesce(due_at, expires_at, 9007199254740991), opened_at) where status = 'open';
create index waits_of_run on waits (tenant, run_id) where status = 'open';
create index waits_signal on waits (tenant, key) where status = 'open' and kind = 'signal';
create index waits_files on waits (tenant, thread_id) where status = 'open' and kind = 'files';
create index waits_ended on waits (tenant, ended_at) where status <> 'open';

create table idempotency (
  tenant {text} not null,
  key {text} not null,
  digest {text} not null,
  run_id {text} not null,
  created_at {integer} not null,
  primary key (tenant, key)
) {clustered};

create table toolsets (
  tenant {text} not null,
  toolset {text} not null,
  current {integer} not null,
  created_at {integer} not null,
  primary key (tenant, toolset)
) {clustered};

create table toolset_versions (
  tenant {text} not null,
  toolset {text} not null,
  version {integer} not null,
  digest {text} not null,
  language {text} not null,
  source {text} not null,
  built {text} not null,
  saved_by {text} not null,
  saved_at {integer} not null,
  primary key (tenant, toolset, version)
) {heap};

create index toolset_versions_digest on toolset_versions (tenant, toolset, digest);

create table artifacts (
  tenant {text} not null,
  thread_id {text} not null,
  path {text} not null,
  version {integer} not null,
  digest {text} not null,
  size {integer} not null,
  mime_type {text} not null,
  run_id {text} not null,
  call_id {text} not null,
  written_at {integer} not null,
  primary key (tenant, thread_id, path, version)
) {clustered};

create table blobs (
  tenant {text} not null,
  digest {text} not null,
  bytes {integer} not null,
  named_at {integer} not null,
  primary key (tenant, digest)
) {clustered};

create table workers (
  worker_id {text} primary key,
  machine {text} not null,
  processes {text} not null,
  seen_at {integer} not null
) {clustered};

create table audit (
  tenant {text} not null,
  entry {integer} not null,
  at {integer} not null,
  by {text} not null,
  action {text} not null,
  subject {text} not null,
  detail {text} not null,
  primary key (tenant, entry)
) {clustered};
`;
