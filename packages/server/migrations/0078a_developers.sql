-- Who makes applications for terminals: what he said when he applied, and what became of it.
create table developer (
  id uuid primary key default uuid7(),
  type text not null,
  name text not null,
  org_id uuid not null references organization (id),
  -- Who acts for him.
  account_id uuid not null references app_user (id),
  country text not null,
  contact text not null,
  email text not null,
  phone text,
  licence_no text,
  licence_file_id uuid references upload (id),
  -- Whether downloads for developers are for him.
  sdk_access boolean not null default true,
  remark text,
  state text not null default 'APPLIED',
  applied_at timestamptz not null default now(),
  -- Whoever looks after him told late reviews of this application once.
  late_told_at timestamptz,
  -- Where two have to agree: who did first.
  first_approved_by uuid,
  reviewed_by uuid,
  reviewed_at timestamptz,
  -- What was said with the last decision.
  reason text,
  agreement_version text,
  agreed_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index developer_name_unique on developer (org_id, lower(name)) where deleted_at is null;
create unique index developer_account_id_unique on developer (account_id) where deleted_at is null;
create index developer_licence_file on developer (licence_file_id);
create index developer_waiting on developer (applied_at) where state in ('APPLIED', 'REVIEWING') and deleted_at is null;

-- With these a developer's build machine signs its links; two are good for a day after a change.
create table developer_secret (
  id uuid primary key default uuid7(),
  developer_id uuid not null references developer (id) on delete cascade,
  sealed bytea not null,
  valid_from timestamptz not null default now(),
  valid_to timestamptz,
  created_by uuid
);
create index developer_secret_developer on developer_secret (developer_id);

create view developer_row as
  select d.*, own.name as org_name, account.user_name as account_name, licence.name as licence_file_name,
    reviewer.user_name as reviewer_name, approver.user_name as first_approver_name,
    current.valid_from as secret_since,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from developer d
    join organization own on own.id = d.org_id
    join app_user account on account.id = d.account_id
    left join upload licence on licence.id = d.licence_file_id
    left join app_user reviewer on reviewer.id = d.reviewed_by
    left join app_user approver on approver.id = d.first_approved_by
    left join lateral (select secret.valid_from from developer_secret secret
      where secret.developer_id = d.id and secret.valid_to is null
      order by secret.valid_from desc limit 1) current on true
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
