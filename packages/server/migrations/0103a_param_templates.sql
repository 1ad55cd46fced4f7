-- Which parameters an application has: a form with tabs, and the files that they are written into.
create table param_template (
  id uuid primary key default uuid7(),
  -- Whose it is; it is for this organisation and those below it.
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  code text not null,
  app_id uuid not null references app (id) on delete cascade,
  -- Versions of the application, both included; null: no bound.
  version_from integer,
  version_to integer,
  remark text,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED', 'DEPRECATED', 'RETIRED')),
  -- The newest revision; null: none.
  rev integer,
  -- Of the draft: the sum of its text, its parameters, and what it is written as.
  draft_sha256 text not null default '',
  pids text[] not null default '{}',
  formats text[] not null default '{}',
  file_count integer not null default 0,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (version_to >= version_from),
  check ((state = 'DRAFT') = (rev is null))
);
create unique index param_template_code_unique on param_template (org_id, lower(code)) where deleted_at is null;
create index param_template_app on param_template (app_id);
create index param_template_pids on param_template using gin (pids) where deleted_at is null;

-- What is being designed, beside the record: lists do not read it.
create table param_template_draft (
  template_id uuid primary key references param_template (id) on delete cascade,
  content jsonb not null
);

-- What was published: with everything that the dictionary said of its parameters at the time.
create table param_template_rev (
  id uuid primary key default uuid7(),
  template_id uuid not null references param_template (id) on delete cascade,
  rev integer not null check (rev > 0),
  content jsonb not null,
  -- Of its canonical text, hexadecimal.
  sha256 text not null,
  -- Of the draft that it was made of.
  draft_sha256 text not null,
  pids text[] not null,
  file_count integer not null,
  note text,
  published_at timestamptz not null default now(),
  published_by uuid,
  unique (template_id, rev)
);
create index param_template_rev_pids on param_template_rev using gin (pids);
create trigger param_template_rev_stays before update on param_template_rev
  for each row execute function refuse_change();

-- A revision goes with its template, and not before.
create function keep_revision() returns trigger language plpgsql as $$
begin
  if exists (select from param_template where id = old.template_id) then
    raise exception 'what was published is not removed';
  end if;
  return old;
end $$;
create trigger param_template_rev_kept before delete on param_template_rev
  for each row execute function keep_revision();

create view param_template_row as
  select t.*, own.name as org_name, app.name as app_name, app.package,
    newest.published_at, cardinality(t.pids) as pid_count,
    t.draft_sha256 is distinct from newest.draft_sha256 as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from param_template t
    join organization own on own.id = t.org_id
    join app on app.id = t.app_id
    left join param_template_rev newest on newest.template_id = t.id and newest.rev = t.rev
    left join app_user editor on editor.id = coalesce(t.updated_by, t.created_by)
    left join app_user remover on remover.id = t.deleted_by;
