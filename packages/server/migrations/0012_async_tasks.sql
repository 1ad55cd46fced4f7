-- Background work and the files it makes.

create sequence async_task_number;

create table async_task (
  id uuid primary key default uuid7(),
  task_no text not null default 'AS' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('async_task_number')::text, 4, '0'),
  type text not null,
  title text not null,
  -- What the work needs to know; the work itself reads it.
  params jsonb not null,
  -- Who asked, with the rights and the scope of that moment: the work may do no more.
  principal jsonb not null,
  org_id uuid not null references organization (id),
  created_by uuid not null,
  language text not null,
  state text not null default 'QUEUED',
  total integer,
  done integer not null default 0,
  failed integer not null default 0,
  message text,
  attempts smallint not null default 0,
  cancel_asked boolean not null default false,
  run_at timestamptz not null default now(),
  -- A worker that is gone lets its lease run out; another one takes the task up.
  lease_until timestamptz,
  node text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz
);
create index async_task_waiting on async_task (run_at) where state in ('QUEUED', 'RUNNING');
create index async_task_of on async_task (created_by, created_at desc);
create index async_task_org on async_task (org_id, created_at desc);

create table async_task_item (
  id uuid primary key default uuid7(),
  task_id uuid not null references async_task (id) on delete cascade,
  number integer not null,
  key text,
  message text not null
);
create index async_task_item_of on async_task_item (task_id, number);

create table file_task (
  id uuid primary key default uuid7(),
  name text not null,
  kind text not null,
  source text not null,
  media_type text not null,
  rows integer,
  bytes bigint,
  sha256 bytea,
  state text not null default 'QUEUED',
  filter jsonb not null default '{}',
  message text,
  task_id uuid references async_task (id) on delete set null,
  org_id uuid not null references organization (id),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index file_task_of on file_task (created_by, created_at desc);
create index file_task_org on file_task (org_id, created_at desc);
create index file_task_task on file_task (task_id);
create index file_task_expiry on file_task (expires_at) where state = 'READY';
create index file_task_content on file_task (sha256) where state = 'READY';

create view async_task_row as
  select task.id, task.task_no, task.type, task.title, task.org_id, organization.name as org_name,
    task.created_by as created_by_id, coalesce(creator.user_name, '') as created_by, task.state, task.total,
    task.done, task.failed, task.message, task.node, task.attempts, task.created_at, task.started_at,
    task.ended_at,
    (select file.id from file_task as file where file.task_id = task.id and file.state = 'READY'
      order by file.created_at desc limit 1) as file_id
  from async_task as task
    join organization on organization.id = task.org_id
    left join app_user as creator on creator.id = task.created_by;

create view file_task_row as
  select file.id, file.name, file.kind, file.source, file.rows, file.bytes,
    encode(file.sha256, 'hex') as sha256, file.org_id, file.created_by as created_by_id,
    coalesce(creator.user_name, '') as created_by, file.created_at, file.state,
    case when file.state = 'READY' then 100
      when task.total > 0 then least(99, 100 * task.done / task.total) else 0 end as percent,
    file.expires_at, file.filter, file.message, file.task_id
  from file_task as file
    left join async_task as task on task.id = file.task_id
    left join app_user as creator on creator.id = file.created_by;
