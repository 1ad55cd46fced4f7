-- What terminals run: applications, and the versions of each with how far their review has come.
create table app (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id),
  -- What its versions call themselves; nobody else on the same line of organisations has it.
  package text not null,
  name text not null,
  app_type text not null,
  os_kind text not null,
  developer_id uuid references developer (id),
  -- Who is offered it: everybody, some organisations, stations of some types, its own organisation.
  visibility text not null default 'PUBLIC',
  visible_org_ids uuid[] not null default '{}',
  station_types text[] not null default '{}',
  category_ids uuid[] not null default '{}',
  -- Empty: for every model that has what it needs.
  model_ids uuid[] not null default '{}',
  required_feature_ids uuid[] not null default '{}',
  charge text not null default 'FREE',
  price numeric(12, 2),
  currency text,
  -- Names of kept pictures.
  icon text,
  feature_image text,
  screenshots text[] not null default '{}',
  -- By language.
  summary jsonb not null default '{}',
  description jsonb not null default '{}',
  support_email text,
  privacy_url text,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index app_package_unique on app (org_id, os_kind, lower(package)) where deleted_at is null;
create index app_package on app (package) where deleted_at is null;
create index app_developer on app (developer_id) where developer_id is not null;

-- A version of an application: its file, what the file says of itself, and what people decided about it.
create table apk (
  id uuid primary key default uuid7(),
  app_id uuid not null references app (id) on delete cascade,
  version_code bigint not null check (version_code between 0 and 9007199254740991),
  version_name text not null,
  label text,
  file_id uuid not null references upload (id),
  -- SHA-256 of the certificate that it is signed with, in hexadecimal digits; then those it followed.
  signer_sha256 text,
  lineage text[] not null default '{}',
  -- Of the signature: v1, v2, v3, v3.1.
  schemes text[] not null default '{}',
  min_sdk integer,
  target_sdk integer,
  -- Empty: it has nothing that depends on the processor.
  abis text[] not null default '{}',
  permissions text[] not null default '{}',
  features text[] not null default '{}',
  locales text[] not null default '{}',
  is_debuggable boolean not null default false,
  state text not null default 'DRAFT',
  -- What stands in its way: the key of a text and the values for its places.
  problems jsonb not null default '[]',
  track text not null default 'PRODUCTION',
  release_notes text not null,
  -- Made to go back to: its code may be lower than the last one's.
  is_rollback boolean not null default false,
  uninstall_first boolean not null default false,
  force_update boolean not null default false,
  min_agent text,
  -- The version that must be there before it is installed.
  min_previous_code bigint,
  -- Packages that must be there, each with the code that they have at least.
  dependencies jsonb not null default '[]',
  -- Empty: the models of the application.
  model_ids uuid[] not null default '{}',
  submitted_by uuid,
  submitted_at timestamptz,
  reviewed_by uuid,
  reviewed_at timestamptz,
  -- What was said with the last decision.
  reason text,
  -- When it is to be published by itself.
  publish_at timestamptz,
  published_at timestamptz,
  published_by uuid,
  offline_at timestamptz,
  grey_percent smallint check (grey_percent between 1 and 100),
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index apk_version_code_unique on apk (app_id, version_code) where deleted_at is null;
-- One at a time waits for a decision, and one of each track is online.
create unique index apk_pending_unique on apk (app_id)
  where state in ('DRAFT', 'CHECK_FAILED', 'READY', 'SUBMITTED', 'IN_REVIEW', 'CHANGES_REQUESTED') and deleted_at is null;
create unique index apk_online_unique on apk (app_id, track) where state = 'ONLINE' and deleted_at is null;
create index apk_app on apk (app_id, version_code desc);
create index apk_file on apk (file_id);
create index apk_due on apk (publish_at) where publish_at is not null and state = 'SIGNED' and deleted_at is null;

-- What was done with a version, by whom, and what he said.
create table apk_review (
  id uuid primary key default uuid7(),
  apk_id uuid not null references apk (id) on delete cascade,
  before text,
  after text not null,
  reason text,
  -- Of the checklist, what was looked at.
  checked text[] not null default '{}',
  at timestamptz not null default now(),
  -- Null: the platform itself.
  by_user uuid
);
create index apk_review_apk on apk_review (apk_id, id);

-- What the check of a file said, by the hash of its content: the same bytes are judged once.
create table package_report (
  sha256 bytea primary key check (octet_length(sha256) = 32),
  facts jsonb not null,
  judged_at timestamptz not null default now()
);

create view app_row as
  select a.*, own.name as org_name, developer.name as developer_name,
    online.version_name as online_version, online.version_code as online_code,
    pending.version_name as pending_version, pending.state as pending_state, versions.apk_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from app a
    join organization own on own.id = a.org_id
    left join developer on developer.id = a.developer_id
    left join lateral (select apk.version_name, apk.version_code from apk
      where apk.app_id = a.id and apk.state = 'ONLINE' and apk.deleted_at is null
      order by apk.track = 'PRODUCTION' desc, apk.version_code desc limit 1) online on true
    left join lateral (select apk.version_name, apk.state from apk
      where apk.app_id = a.id and apk.deleted_at is null
        and apk.state not in ('ONLINE', 'SUPERSEDED', 'OFFLINE', 'REJECTED')
      order by apk.version_code desc limit 1) pending on true
    left join lateral (select count(*)::integer as apk_count from apk
      where apk.app_id = a.id and apk.deleted_at is null) versions on true
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;

create view apk_row as
  select v.*, a.org_id, a.name as app_name, a.package, a.os_kind, a.icon,
    file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    submitter.user_name as submitted_by_name, reviewer.user_name as reviewed_by_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from apk v
    join app a on a.id = v.app_id
    join upload file on file.id = v.file_id
    left join app_user submitter on submitter.id = v.submitted_by
    left join app_user reviewer on reviewer.id = v.reviewed_by
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;
