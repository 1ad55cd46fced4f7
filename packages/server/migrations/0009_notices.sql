-- What people are told, and what broke in their browsers.

-- A notice names its text; whoever reads it gets it in his language.
create table notice (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  severity text not null,
  text_key text not null,
  text_values jsonb not null default '{}',
  -- A path of the console, with its query.
  link text,
  image text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notice_severity check (severity in ('INFO', 'SUCCESS', 'WARNING', 'CRITICAL'))
);
create index notice_of_user on notice (user_id, id desc);
create index notice_unread on notice (user_id) where read_at is null;
create index notice_age on notice using brin (created_at);

-- Errors that a console met, scrubbed there and here.
create table client_error (
  id uuid primary key default uuid7(),
  -- What the user sees and may tell the support.
  short_id text not null,
  at timestamptz not null default now(),
  user_id uuid,
  user_name text not null,
  session_id uuid not null,
  org_id uuid,
  route text not null,
  message text not null,
  stack text not null default '',
  console_version text not null default '',
  user_agent text not null default '',
  ip text
);
create index client_error_session on client_error (session_id, at);
create index client_error_at on client_error (at);
