-- The link to terminals: signs of life, presence, snapshots, enrolment, commands.

-- What every heartbeat writes. Narrow, half-empty pages and no index but the key, so that an
-- update stays on its page (HOT); an index on last_seen_at would make heartbeats ten times dearer.
create table device_state (
  device_id uuid primary key references device (id) on delete cascade,
  last_seen_at timestamptz not null,
  battery smallint,
  is_charging boolean,
  network_type text,
  signal smallint,
  free_mb integer,
  temperature real,
  uptime_seconds integer,
  cfg_rev integer,
  -- Since when the terminal is away; null before its first absence. Written by presence, not by beats.
  offline_since timestamptz
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.1);

-- Processes that hold connections of terminals. One that stopped beating is dead.
create table gateway_node (
  id uuid primary key,
  started_at timestamptz not null default now(),
  beat_at timestamptz not null default now()
);

-- Connections of terminals, by month. Rows of the current connection have no end yet.
create table device_session (
  id uuid not null,
  device_id uuid not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz,
  ip text,
  reason text,
  primary key (connected_at, id)
) partition by range (connected_at);
create table device_session_rest partition of device_session default;
create index device_session_of_device on device_session (device_id, connected_at desc);

-- Terminals that are connected now; a small set, so that no filter needs an index on beats.
create table device_online (
  device_id uuid primary key references device (id) on delete cascade,
  since timestamptz not null,
  session_id uuid not null,
  -- The gateway that holds the connection; null where a broker of its own holds it.
  node_id uuid,
  ip text
);
create index device_online_node on device_online (node_id);

-- The latest document of each kind that a terminal reported; written when it differs.
create table device_snapshot (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null,
  document jsonb not null,
  reported_at timestamptz not null,
  primary key (device_id, kind)
);

-- Passwords that were shown once: each proves one connection only.
create table device_nonce (
  device_id uuid not null references device (id) on delete cascade,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (device_id, nonce)
);
create index device_nonce_expiry on device_nonce (expires_at);

-- Keys that terminals of an organisation show at their first contact; only a hash is kept.
create table enrolment_key (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  created_by uuid,
  expires_at timestamptz not null,
  max_uses integer not null,
  uses integer not null default 0,
  revoked_at timestamptz
);
create index enrolment_key_org on enrolment_key (org_id);

-- One command to one terminal, functional.md 3.3.4.
create table device_task_item (
  id uuid primary key default uuid7(),
  device_id uuid not null references device (id) on delete cascade,
  cmd text not null,
  args jsonb not null,
  state text not null,
  percent smallint,
  code text,
  message text,
  attempt integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  queued_at timestamptz,
  published_at timestamptz,
  delivered_at timestamptz,
  acked_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz not null,
  stale_reports integer not null default 0,
  -- One id for all sendings of an attempt: the terminal acts on it at most once.
  message_id uuid not null default uuid7(),
  publications integer not null default 0,
  next_publish_at timestamptz,
  last_report_at timestamptz,
  constraint device_task_item_state check (state in ('CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED', 'ACKED',
    'RUNNING', 'SUCCESS', 'FAILED', 'REFUSED', 'DEFERRED', 'CANCELLED', 'EXPIRED', 'TIMEOUT'))
);
create index device_task_item_device on device_task_item (device_id, created_at desc, id desc);
-- What waits for its terminal, and what time will end: both stay as small as the open work.
create index device_task_item_waiting on device_task_item (device_id)
  where state in ('QUEUED', 'PUBLISHED', 'DELIVERED');
create index device_task_item_due on device_task_item (next_publish_at)
  where state in ('PUBLISHED', 'DELIVERED') and next_publish_at is not null;
create index device_task_item_open on device_task_item (expires_at) where ended_at is null;

-- Every answer of a terminal to a command, also those that came late or twice.
create table device_task_report (
  id uuid primary key default uuid7(),
  item_id uuid not null references device_task_item (id) on delete cascade,
  message_id text not null,
  state text not null,
  percent smallint,
  code text,
  message text,
  reported_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- MOVED, LATE or REPEATED
  outcome text not null
);
create index device_task_report_item on device_task_report (item_id, received_at);
create index device_task_report_message on device_task_report (item_id, message_id);

-- Makes the partitions of this month and of the months to come; safe to call at any time.
create function make_month_partitions(parent text, months integer) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', now() at time zone 'UTC');
begin
  for step in 0 .. months loop
    execute format(
      'create table if not exists %I partition of %I for values from (%L) to (%L)',
      parent || to_char(month + step * interval '1 month', '_YYYY_MM'), parent,
      (month + step * interval '1 month')::text || '+00',
      (month + (step + 1) * interval '1 month')::text || '+00');
  end loop;
end $$;
select make_month_partitions('device_session', 2);
