-- The platform itself: its processes, its jobs, and where terminals find it.

-- Processes of the platform; each writes its own row every few seconds. One that ends as it should
-- takes its row with it, one that was killed leaves it behind.
create table server_node (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  roles text[] not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Share of one core, 1 is a whole one.
  cpu real not null,
  memory_bytes bigint not null,
  -- How late the process comes to its work: the 99th percentile since the beat before.
  loop_delay_ms real not null,
  disk_free_bytes bigint not null,
  disk_total_bytes bigint not null,
  terminals integer not null,
  sockets integer not null,
  -- What an operator set that belongs to no open network.
  warnings text[] not null
) with (fillfactor = 50);

-- The last run of each job that comes round by itself.
create table job_run (
  name text primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  error text,
  failed_at timestamptz,
  host text not null
);

-- Where terminals find the platform.
create table access_point (
  id uuid primary key default uuid7(),
  name text not null,
  kind text not null,
  url text not null,
  region text not null default '',
  -- Terminals of this organisation and those below it; null: all.
  org_id uuid references organization (id),
  weight integer not null default 100,
  ca_fingerprint text,
  remark text,
  -- What the last look at its certificate found.
  certificate_until timestamptz,
  certificate_checked_at timestamptz,
  certificate_problem text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index access_point_name_unique on access_point (lower(name)) where deleted_at is null;
create unique index access_point_url_unique on access_point (kind, url) where deleted_at is null;
create index access_point_org on access_point (org_id);

create view access_point_row as
  select point.*, own.name as org_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from access_point point
    left join organization own on own.id = point.org_id
    left join app_user editor on editor.id = coalesce(point.updated_by, point.created_by)
    left join app_user remover on remover.id = point.deleted_by;
