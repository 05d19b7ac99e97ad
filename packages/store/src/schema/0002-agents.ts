// Migration 2: agents, models, policies with their revision, approvals and votes, signals, what threads hold, and which
// run names which blob.

/** The statements of the migration. */
export const AGENTS = `
alter table tenants add column policy_revision {integer} not null default 0;
-- How many days a run is kept after its end; null: for ever.
alter table tenants add column retention_days {integer};

alter table threads add column agent {text};
alter table threads add column title {text};
alter table threads add column metadata {text} not null default '{}';
alter table threads add column workspace {text};
alter table threads add column fork_thread {text};
alter table threads add column fork_before {text};
create index threads_list on threads (tenant, created_at, thread_id);

alter table runs add column agent {text};
-- The run's place among all that its thread ever had.
alter table runs add column thread_number {integer} not null default 0;
create index runs_thread on runs (tenant, thread_id, thread_number);
create index runs_agent on runs (tenant, agent, created_at) where agent is not null;
create index runs_ended on runs (tenant, ended_at) where ended_at is not null;
-- How many runs a tenant has at work is counted at every claim, and never by reading its runs.
create index runs_held_of_tenant on runs (tenant) where worker_id is not null;

-- Of calls that have no result: what else their status says changes with every phase, and would be written here each time.
drop index calls_open;
create index calls_open on calls (tenant, run_id) where settled_seq is null;

-- The event that opened the wait: it has what is too large for a row.
alter table waits add column opened_seq {integer} not null default 0;
-- With all that is asked of it, or a planner without counts prefers the primary key, which is the tenant's every wait.
drop index waits_signal;
create index waits_signal on waits (tenant, key, opened_at, run_id) where status = 'open' and kind = 'signal';
-- What people have to do, among a million runs that only sleep.
create index waits_people on waits (tenant, kind, coalesce(due_at, expires_at, 9007199254740991), opened_at)
  where status = 'open' and kind in ('answer', 'approval');
create index waits_files_open on waits (opened_at) where status = 'open' and kind = 'files';

create table approvals (
  tenant {text} not null,
  wait_id {text} not null,
  run_id {text} not null,
  call_id {text} not null,
  status {text} not null check (status in ('asked', 'granted', 'denied', 'edited', 'expired', 'cancelled', 'used')),
  reason {text},
  digest {text} not null,
  arguments {text},
  rules {text} not null,
  version {text} not null,
  have {integer} not null,
  need {integer} not null,
  -- How long a grant is good for, and until when it is.
  usable_ms {integer} not null,
  usable_until {integer},
  used_seq {integer},
  primary key (tenant, wait_id)
) {clustered};

create index approvals_granted on approvals (tenant, run_id) where status = 'granted';

create table votes (
  tenant {text} not null,
  wait_id {text} not null,
  digest {text} not null,
  by {text} not null,
  decision {text} not null check (decision in ('approved', 'denied')),
  roles {text} not null,
  reason {text},
  seq {integer} not null,
  at {integer} not null,
  primary key (tenant, wait_id, digest, by)
) {clustered};

-- Signals that came before anybody waited, and the ids of those that were delivered: one that comes again is the same.
create table signals (
  tenant {text} not null,
  key {text} not null,
  number {integer} not null,
  signal_id {text},
  status {text} not null check (status in ('kept', 'delivering', 'done')),
  payload {text} not null,
  -- Of one with an id, for whoever sends it again: what it said, and the waits that it ended, parted by commas.
  digest {text},
  waits {text} not null default '',
  by {text} not null,
  at {integer} not null,
  kept_until {integer} not null,
  forget_at {integer} not null,
  primary key (tenant, key, number)
) {clustered};

create unique index signals_id on signals (tenant, key, signal_id) where signal_id is not null;
create index signals_kept on signals (tenant, key, number) where status = 'kept';
create index signals_forget on signals (forget_at);

create table policies (
  tenant {text} not null,
  policy_id {text} not null,
  policy {text} not null,
  saved_by {text} not null,
  saved_at {integer} not null,
  primary key (tenant, policy_id)
) {clustered};

create table definitions (
  tenant {text} not null,
  kind {text} not null check (kind in ('agent', 'model')),
  definition_id {text} not null,
  definition {text} not null,
  version {integer} not null,
  saved_by {text} not null,
  saved_at {integer} not null,
  primary key (tenant, kind, definition_id)
) {clustered};

create table blob_names (
  tenant {text} not null,
  run_id {text} not null,
  digest {text} not null,
  primary key (tenant, run_id, digest)
) {clustered};

-- Of a blob that nothing names: when it is looked at next, and as what it was seen when it was looked at last.
alter table blobs add column look_at {integer};
alter table blobs add column seen_as {text};
create index blobs_unnamed on blobs (look_at) where look_at is not null;

-- Where open runs have their files, of those that are moved in one place only.
create index runs_place on runs (place, tenant, run_id) where place <> '' and ended_at is null;

-- What a store knows of itself and of those who work on it, by name.
create table facts (
  name {text} primary key,
  value {text} not null,
  at {integer} not null
) {clustered};

create index blob_names_digest on blob_names (tenant, digest);
create index artifacts_digest on artifacts (tenant, digest);
create index idempotency_run on idempotency (tenant, run_id);
-- Of inputs: what was replied. Those of signals are no run's, and are forgotten after a while.
alter table idempotency add column reply {text};
alter table idempotency add column forget_at {integer};
create index idempotency_forget on idempotency (forget_at) where forget_at is not null;
`;
