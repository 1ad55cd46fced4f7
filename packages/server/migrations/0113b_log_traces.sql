-- Traces: what one terminal writes down, line by line as it happens.

create table log_trace (
  id uuid primary key default uuid7(),
  trace_no text not null default '',
  device_id uuid references device (id) on delete set null,
  -- As they were when it began: terminals move on, their traces stay.
  sn text not null,
  org_id uuid not null references organization (id),
  vendor_id uuid not null,
  model_id uuid not null,
  kinds text[] not null,
  level text not null,
  packages text[] not null default '{}',
  pattern text,
  -- LIVE: sent as it comes; CAPTURE: sent in large pieces.
  mode text not null,
  max_minutes integer not null,
  max_mb integer not null,
  reason text not null,
  state text not null default 'REQUESTED',
  -- Of an end: USER, TERMINAL, SIZE, TIME, or the code that the terminal said.
  cause text,
  created_at timestamptz not null default now(),
  created_by uuid,
  started_at timestamptz,
  last_at timestamptz,
  ended_at timestamptz,
  -- Of the lines that have come, before they were packed.
  bytes bigint not null default 0,
  lines bigint not null default 0,
  chunks integer not null default 0,
  -- The highest number of a chunk so far; numbers below it that are missing are gaps.
  last_seq integer,
  -- Lines that the terminal says it threw away.
  lost_lines bigint not null default 0,
  -- The terminal has said that there is no more to come.
  is_complete boolean not null default false,
  -- When it was last told to stop.
  stop_told_at timestamptz,
  -- The file of it, once it is over.
  sha256 bytea,
  file_bytes bigint,
  found jsonb not null default '[]',
  constraint log_trace_state check
    (state in ('REQUESTED', 'STREAMING', 'STOPPED', 'TIMEOUT', 'FAILED', 'DEVICE_OFFLINE')),
  constraint log_trace_mode check (mode in ('LIVE', 'CAPTURE'))
);
create index log_trace_latest on log_trace (id desc);
create index log_trace_device on log_trace (device_id);
create index log_trace_org on log_trace (org_id, id desc);
create index log_trace_content on log_trace (sha256) where sha256 is not null;
-- A terminal is traced once at a time.
create unique index log_trace_open on log_trace (device_id) where ended_at is null;
create index log_trace_unfiled on log_trace (ended_at) where ended_at is not null and sha256 is null and chunks > 0;

create sequence log_trace_number;

-- Pieces of a trace until its file is made of them.
create table log_trace_chunk (
  trace_id uuid not null references log_trace (id) on delete cascade,
  seq integer not null,
  -- Text, packed by gzip.
  data bytea not null,
  lines integer not null,
  bytes integer not null,
  -- Lines that the terminal threw away before these.
  lost integer not null default 0,
  at timestamptz not null default now(),
  primary key (trace_id, seq)
);
