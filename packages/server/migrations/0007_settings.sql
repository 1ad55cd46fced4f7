-- Settings, parameters and pictures.

-- What an administrator has saved of a group of settings; what is not here has its default in the contract.
create table setting (
  -- The path of the setting's save call.
  path text primary key,
  -- Null after a reset: the row stays, so that whoever still edits the older value is told.
  value jsonb,
  -- A setting that holds secrets lies here instead.
  sealed_value bytea,
  version integer not null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);

-- Named values that steer the running system. The earlier table of this name was never written to.
-- squawk-ignore ban-drop-table
drop table parameter;
create table parameter (
  id uuid primary key default uuid7(),
  key text not null,
  -- Empty for what is shipped: its name is a text of the language packs.
  name text not null default '',
  group_code text not null,
  value_type text not null,
  -- Null: the default holds.
  value jsonb,
  sealed_value bytea,
  default_value jsonb,
  -- Bounds, pattern or choices that a value keeps to.
  rule jsonb not null default '{}',
  remark text,
  restart_needed boolean not null default false,
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index parameter_key_unique on parameter (key);

create view parameter_row as
  select p.id, p.key, p.name, p.group_code, p.value_type,
    case when p.value_type = 'secret' then null else coalesce(p.value, p.default_value) end as value,
    p.sealed_value is not null as has_secret, p.value is not null or p.sealed_value is not null as is_changed,
    p.default_value, p.rule, p.remark, p.restart_needed, p.is_system, p.version,
    p.created_at, p.updated_at, p.updated_by, editor.user_name as updated_by_name
  from parameter p left join app_user editor on editor.id = coalesce(p.updated_by, p.created_by);

create table parameter_history (
  id uuid primary key default uuid7(),
  parameter_id uuid not null references parameter (id) on delete cascade,
  at timestamptz not null default now(),
  user_name text not null,
  -- A secret is only named, never kept.
  old_value jsonb,
  new_value jsonb
);
create index parameter_history_of on parameter_history (parameter_id, at desc);

-- Pictures of the site and its people, by what they hold: in the database, so that every node has them.
create table image (
  hash bytea primary key,
  kind text not null,
  bytes bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now(),
  created_by uuid
);
alter table image alter column bytes set storage external;
