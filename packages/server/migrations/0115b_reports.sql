-- Lists that people are sent as a file, again and again.
create table report (
  id uuid primary key default uuid7(),
  name text not null,
  -- The list's page call, and what its export was asked for.
  path text not null,
  wish jsonb not null,
  rhythm text not null check (rhythm in ('DAILY', 'WEEKLY', 'MONTHLY')),
  -- 1: Monday; of a weekly report. Of a monthly one the day of the month.
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 28),
  -- Wall clock of its zone, HH:MM.
  clock text not null,
  time_zone text not null,
  status smallint not null default 1,
  org_id uuid not null references organization (id),
  next_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references app_user (id) on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create index report_due on report (next_at) where status = 1;
create index report_org on report (org_id);
create index report_maker on report (created_by);

create table report_reader (
  report_id uuid not null references report (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  -- Since then he wants it no more.
  stopped_at timestamptz,
  primary key (report_id, user_id)
);
create index report_reader_user on report_reader (user_id);

-- What each reader was sent, or why he was not.
create table report_run (
  id uuid primary key default uuid7(),
  report_id uuid not null references report (id) on delete cascade,
  user_id uuid not null references app_user (id) on delete cascade,
  at timestamptz not null default now(),
  -- The time that it is about, where the list has one.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- DUE, MAKING, SENT, NO_RIGHT, NO_ADDRESS, FAILED
  state text not null default 'DUE',
  file_id uuid references file_task (id) on delete set null,
  rows integer
);
create index report_run_of on report_run (report_id, id desc);
create index report_run_user on report_run (user_id);
create index report_run_file on report_run (file_id) where file_id is not null;
create index report_run_open on report_run (id) where state in ('DUE', 'MAKING');
