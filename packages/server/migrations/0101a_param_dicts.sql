-- The parameters that applications know: what a value may be, and what it is where nobody says.
create table param_dict (
  id uuid primary key default uuid7(),
  pid text not null,
  title text not null,
  -- In other languages, by their codes.
  titles jsonb not null default '{}',
  group_name text,
  data_type text not null,
  -- Null: the usual one of the type.
  control text,
  min_length integer,
  max_length integer,
  min_value double precision,
  max_value double precision,
  pattern text,
  pattern_message text,
  items jsonb not null default '[]',
  columns jsonb not null default '[]',
  max_rows integer,
  default_value text,
  -- The default of a secret, which nobody reads but terminals.
  sealed bytea,
  -- Variables that the default names.
  names text[] not null default '{}',
  required boolean not null default false,
  read_only boolean not null default false,
  secret boolean not null default false,
  access_level text not null default 'BASIC',
  depends_on jsonb,
  unit text,
  description text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (case when secret then default_value is null else sealed is null end)
);
-- Two that differ in nothing but the size of letters would be taken for each other.
create unique index param_dict_pid_unique on param_dict (lower(pid)) where deleted_at is null;
create index param_dict_order on param_dict (group_name, pid, id) where deleted_at is null;
create index param_dict_words on param_dict using gin (pid gin_trgm_ops, title gin_trgm_ops) where deleted_at is null;
create index param_dict_names on param_dict using gin (names) where deleted_at is null;
create index param_dict_parent on param_dict ((depends_on ->> 'pid')) where depends_on is not null;

create view param_dict_row as
  select d.*, d.sealed is not null as has_secret,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from param_dict d
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
