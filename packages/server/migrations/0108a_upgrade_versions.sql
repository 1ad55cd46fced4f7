-- The numbers of a version, so that versions are in order: of `aurora-a8-2.3.1` those with points between
-- them count; zeros at the end say nothing. Null: it has none. As compareVersions of the contract has it.
create function version_key(version text) returns numeric[] language sql immutable strict parallel safe as $$
  with runs as (select found[1] as run, place
    from regexp_matches(version, '(\d+(?:\.\d+)*)', 'g') with ordinality as every (found, place))
  select string_to_array(regexp_replace(coalesce(
      (select run from runs where run like '%.%' order by place limit 1),
      (select run from runs order by place desc limit 1)), '(\.0+)+$', ''), '.')::numeric[]
$$;

-- Versions of what upgrades replace on terminals: which file, for which of them, and what people decided.
create table upgrade_version (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id),
  name text not null,
  -- What of a terminal it replaces.
  kind text not null check (kind in ('FIRMWARE', 'OS', 'SP', 'KERNEL', 'AGENT', 'BOOTLOGO', 'RESOURCE')),
  vendor_id uuid not null references vendor (id),
  model_ids uuid[] not null,
  -- As terminals tell it.
  version_name text not null,
  -- A differential one is put upon one of these.
  is_diff boolean not null default false,
  from_versions text[] not null default '{}',
  -- Versions that must not jump to it.
  forbidden_from text[] not null default '{}',
  file_id uuid not null references upload (id),
  signature text,
  -- The name of the key that it is signed with.
  signer text,
  -- Revisions; empty: all.
  hardware text[] not null default '{}',
  min_agent text,
  min_battery smallint not null default 30 check (min_battery between 0 and 100),
  need_reboot boolean not null default true,
  need_idle boolean not null default false,
  free_space_mb integer,
  -- Other parts, each with the version that it has at least: `[{"kind": "AGENT", "version": "3.1"}]`.
  needs jsonb not null default '[]',
  channel text not null default 'STABLE' check (channel in ('STABLE', 'BETA', 'HOTFIX')),
  release_notes text not null,
  known_issues text,
  -- Under which approval of the card industry it is listed, and until when.
  pts_approval text,
  pts_until date,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'CHECKING', 'PENDING', 'REJECTED', 'APPROVED',
    'ONLINE', 'SUSPENDED', 'OFFLINE')),
  -- What its check has found: the key of a text and the values for its places.
  problems jsonb not null default '[]',
  lab_tested_at timestamptz,
  lab_tested_by uuid,
  lab_evidence text,
  submitted_by uuid,
  submitted_at timestamptz,
  reviewed_by uuid,
  reviewed_at timestamptz,
  -- What was said with the last decision.
  reason text,
  online_at timestamptz,
  recalled_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (not is_diff or from_versions <> '{}')
);
create unique index upgrade_version_version_name_unique
  on upgrade_version (org_id, vendor_id, kind, lower(version_name), is_diff, from_versions, model_ids)
  where deleted_at is null;
create index upgrade_version_models on upgrade_version using gin (model_ids);
create index upgrade_version_file on upgrade_version (file_id);
create index upgrade_version_vendor on upgrade_version (vendor_id);
create index upgrade_version_checking on upgrade_version (id) where state = 'CHECKING';
create index upgrade_version_recalled on upgrade_version (kind, version_name) where recalled_at is not null;

-- What became of a version: by whom, and what he said.
create table upgrade_version_review (
  id uuid primary key default uuid7(),
  upgrade_version_id uuid not null references upgrade_version (id) on delete cascade,
  before text,
  after text not null,
  reason text,
  at timestamptz not null default clock_timestamp(),
  -- Null: the platform itself.
  by_user uuid
);
create index upgrade_version_review_of on upgrade_version_review (upgrade_version_id, id);

create view upgrade_version_row as
  select v.*, own.name as org_name, vendor.name as vendor_name,
    (select coalesce(array_agg(model.name order by model.name), '{}') from model where model.id = any(v.model_ids)) as model_names,
    file.name as file_name, file.bytes, encode(file.sha256, 'hex') as sha256,
    submitter.user_name as submitted_by_name, reviewer.user_name as reviewed_by_name,
    tester.user_name as lab_tested_by_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from upgrade_version v
    join organization own on own.id = v.org_id
    join vendor on vendor.id = v.vendor_id
    join upload file on file.id = v.file_id
    left join app_user submitter on submitter.id = v.submitted_by
    left join app_user reviewer on reviewer.id = v.reviewed_by
    left join app_user tester on tester.id = v.lab_tested_by
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

-- What brings which version.
-- squawk-ignore require-concurrent-index-creation
create index push_of_upgrade on push ((args #>> '{gate,versionId}')) where kind = 'UPGRADE';
-- What a terminal's own telling is still to show.
-- squawk-ignore require-concurrent-index-creation
create index push_item_upgrade_unproved on push_item (device_id)
  where proved_at is null and cmd = 'UPGRADE' and (ended_at is null or state = 'SUCCESS');
