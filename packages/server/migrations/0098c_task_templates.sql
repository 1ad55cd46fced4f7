-- Tasks that are given again and again: what is wanted and how, not from whom.
create table task_template (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id),
  name text not null,
  cmd text not null,
  args jsonb not null,
  options jsonb not null,
  -- Null: as long as tasks are usually worth delivering.
  ttl_seconds integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index task_template_name_unique on task_template (org_id, lower(name));

create view task_template_row as
  select t.id, t.org_id, t.name, t.cmd, t.args, t.options, t.ttl_seconds, t.version, t.created_at, t.created_by,
    t.updated_at, place.name as org_name, editor.user_name as updated_by
  from task_template t
    join organization place on place.id = t.org_id
    left join app_user editor on editor.id = coalesce(t.updated_by, t.created_by);
