-- Mail: servers, wordings, and every mail with what became of it.

create table mail_server (
  id uuid primary key default uuid7(),
  name text not null,
  host text not null,
  port integer not null,
  -- none, starttls, tls
  security text not null,
  user_name text not null default '',
  sealed_password bytea,
  sender_name text not null default '',
  sender_address text not null,
  reply_to text,
  org_id uuid references organization (id),
  daily_limit integer,
  is_default boolean not null default false,
  last_test_at timestamptz,
  last_test_error text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index mail_server_name_unique on mail_server (lower(name)) where deleted_at is null;
create unique index mail_server_default on mail_server (org_id) nulls not distinct
  where is_default and deleted_at is null;

-- A wording of an administrator; what is not here has the wording that is shipped.
-- Versions never come again, so that an editor notices a reset that came between.
create sequence mail_template_version as integer;
create table mail_template (
  code text not null,
  language text not null,
  subject text not null,
  body text not null,
  version integer not null default nextval('mail_template_version'),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (code, language)
);

-- Log and outbox in one: a mail is written with its cause and sent after the commit.
create table mail_log (
  id uuid primary key default uuid7(),
  at timestamptz not null default now(),
  to_address text not null,
  template text not null,
  language text not null,
  subject text not null,
  html text not null,
  -- What stays of a mail that opens a door once it is sent or too old; null for the others.
  blotted_html text,
  is_blotted boolean not null default false,
  org_id uuid references organization (id),
  -- QUEUED, SENT, FAILED
  state text not null default 'QUEUED',
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  expires_at timestamptz not null default now() + interval '1 day',
  server_id uuid references mail_server (id) on delete set null,
  error text,
  sent_at timestamptz
);
create index mail_log_due on mail_log (next_attempt_at) where state = 'QUEUED';
create index mail_log_at on mail_log (at desc);
create index mail_log_sent on mail_log (server_id, sent_at) where sent_at is not null;

create view mail_server_row as
  select s.id, s.name, s.host, s.port, s.security, s.user_name, null::text as password,
    s.sealed_password is not null as has_password, s.sender_name, s.sender_address, s.reply_to, s.org_id,
    o.name as org_name, s.daily_limit, s.is_default, s.last_test_at, s.last_test_error,
    (select count(*)::integer from mail_log m
      where m.server_id = s.id and m.sent_at >= date_trunc('day', now())) as sent_today,
    s.status, s.version, s.created_at, s.updated_at, s.updated_by, s.deleted_at, s.deleted_by,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from mail_server s
    left join organization o on o.id = s.org_id
    left join app_user editor on editor.id = coalesce(s.updated_by, s.created_by)
    left join app_user remover on remover.id = s.deleted_by;

create view mail_log_row as
  select m.id, m.at, m.to_address as "to", m.template, m.language, m.subject, m.html, m.org_id, m.state,
    m.attempts, m.next_attempt_at, m.error, m.sent_at, m.is_blotted, s.name as server_name
  from mail_log m left join mail_server s on s.id = m.server_id;
