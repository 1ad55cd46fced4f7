-- Which applications terminals must have, may have, are not shown or must not have; and versions that
-- reach a part of them first.

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table app_banner add constraint app_banner_target_exists
  foreign key (target_app_id) references app (id) on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index app_banner_target on app_banner (target_app_id) where target_app_id is not null;

create table org_apk (
  id uuid primary key default uuid7(),
  name text not null,
  -- Whose it is: it holds for terminals of this organisation and, but for ORG, of those below it.
  org_id uuid not null references organization (id),
  app_id uuid not null references app (id) on delete cascade,
  policy text not null check (policy in ('MANDATORY', 'ALLOWED', 'HIDDEN', 'PROHIBITED')),
  version_rule text not null default 'LATEST' check (version_rule in ('LATEST', 'FIXED', 'MIN', 'CHANNEL')),
  version_code bigint,
  track text,
  scope_kind text not null check (scope_kind in ('SUBTREE', 'ORG', 'CLASSIFICATION', 'GROUP')),
  group_id uuid references device_group (id) on delete cascade,
  classification_id uuid references classification (id) on delete cascade,
  update_mode text not null default 'SILENT',
  uninstall_when_left boolean not null default false,
  is_launcher boolean not null default false,
  start_at timestamptz,
  end_at timestamptz,
  remark text,
  -- What it asks for has changed since its terminals were counted.
  is_pending boolean not null default true,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (end_at > start_at),
  check ((scope_kind = 'GROUP') = (group_id is not null)),
  check ((scope_kind = 'CLASSIFICATION') = (classification_id is not null)),
  check ((version_rule in ('FIXED', 'MIN')) = (version_code is not null)),
  check ((version_rule = 'CHANNEL') = (track is not null))
);
create unique index org_apk_app_id_unique on org_apk
  (org_id, app_id, scope_kind, group_id, classification_id) nulls not distinct where deleted_at is null;
create index org_apk_app on org_apk (app_id) where deleted_at is null;
create index org_apk_group on org_apk (group_id) where group_id is not null;
create index org_apk_classification on org_apk (classification_id) where classification_id is not null;

-- How its terminals stand to a policy, as they were counted last.
create table org_apk_compliance (
  org_apk_id uuid primary key references org_apk (id) on delete cascade,
  devices bigint not null,
  compliant bigint not null,
  missing bigint not null,
  outdated bigint not null,
  forbidden bigint not null,
  counted_at timestamptz not null
) with (fillfactor = 80);

-- A version on its way through the terminals of a policy, a share of them after the other.
create table org_apk_release (
  id uuid primary key default uuid7(),
  org_apk_id uuid not null references org_apk (id) on delete cascade,
  apk_id uuid not null references apk (id) on delete cascade,
  state text not null default 'RUNNING'
    check (state in ('RUNNING', 'PAUSED', 'FULL', 'STOPPED', 'ROLLED_BACK')),
  percent smallint not null check (percent between 1 and 100),
  -- The shares that it widens to.
  steps smallint[] not null,
  success_percent smallint not null check (success_percent between 1 and 100),
  error_percent smallint not null check (error_percent between 1 and 100),
  -- Terminals that must have had their say before it goes on or stops.
  min_results integer not null check (min_results > 0),
  -- Terminals that it has reached, those that run the version, those that went back from it; as counted last.
  reached bigint not null default 0,
  succeeded bigint not null default 0,
  failed bigint not null default 0,
  counted_at timestamptz,
  widened_at timestamptz not null default now(),
  started_at timestamptz not null default now(),
  started_by uuid,
  ended_at timestamptz
);
-- One at a time; the one that reached everybody stays in force until another one begins.
create unique index org_apk_release_open on org_apk_release (org_apk_id) where ended_at is null;
create index org_apk_release_of_policy on org_apk_release (org_apk_id, started_at desc);
create index org_apk_release_of_version on org_apk_release (apk_id);
create index org_apk_release_running on org_apk_release (id) where state = 'RUNNING';

-- Where a terminal stands in the order of a release, from 0 to 9999: the same whoever asks, and another in each release.
create function release_place(device uuid, release uuid) returns integer
language sql immutable parallel safe as $$
  select (('x' || left(md5(device::text || release::text), 8))::bit(32)::bigint % 10000)::integer
$$;

-- How a terminal stands to what a policy asks for; the same as standingOf of policy.rules.ts.
create function app_standing(policy text, rule text, lowest bigint, wanted bigint, installed bigint) returns text
language sql immutable parallel safe as $$
  select case
    when policy = 'PROHIBITED' then case when installed is null then 'OK' else 'FORBIDDEN' end
    when installed is null then case when policy = 'MANDATORY' then 'MISSING' else 'OK' end
    when rule = 'MIN' then case when installed < lowest then 'OUTDATED' else 'OK' end
    when wanted is null then 'OK'
    when rule = 'FIXED' then case when installed <> wanted then 'OUTDATED' else 'OK' end
    when policy = 'MANDATORY' and installed < wanted then 'OUTDATED'
    else 'OK' end
$$;

-- Every policy in force that speaks of a terminal; what ranks higher is nearer to it.
create view org_apk_reach as
  select device.id as device_id, policy.app_id, policy.id as org_apk_id, policy.policy,
    10 * nlevel(above.path) + case policy.scope_kind when 'SUBTREE' then 0 when 'ORG' then 1
      when 'CLASSIFICATION' then 2 else 3 end as rank
  from device
    join organization here on here.id = device.org_id
    join organization above on above.path @> here.path
    join org_apk policy on policy.org_id = above.id
  where policy.status = 1 and policy.deleted_at is null and device.deleted_at is null
    and (policy.start_at is null or policy.start_at <= now()) and (policy.end_at is null or policy.end_at > now())
    and case policy.scope_kind when 'SUBTREE' then true when 'ORG' then above.id = here.id
      when 'GROUP' then exists (select from device_group_member member
        where member.group_id = policy.group_id and member.device_id = device.id)
      else exists (select from device_classification label
        where label.classification_id = policy.classification_id and label.device_id = device.id) end;

-- The one of them that decides about a terminal and an application: what is prohibited stays so, then what is
-- mandatory; else the nearest, and of those that are equally near what hides it. The same as decide of policy.rules.ts.
create view org_apk_effective as
  select distinct on (device_id, app_id) device_id, app_id, org_apk_id, policy, rank
  from org_apk_reach
  order by device_id, app_id, case policy when 'PROHIBITED' then 2 when 'MANDATORY' then 1 else 0 end desc,
    rank desc, policy = 'HIDDEN' desc, org_apk_id desc;

-- The version that a policy wants; of a release the version that those have first whom it has reached.
create view org_apk_target as
  select p.id as org_apk_id, base.id as apk_id, base.version_code, base.version_name,
    case when released.id is not null then release.id end as release_id, release.percent, released.id as release_apk_id,
    released.version_code as release_code, released.version_name as release_name
  from org_apk p
    left join lateral (select apk.id, apk.version_code, apk.version_name from apk
      where apk.app_id = p.app_id and apk.deleted_at is null and apk.status = 1
        and case when p.version_rule = 'FIXED'
          then apk.version_code = p.version_code and apk.state in ('ONLINE', 'SUPERSEDED', 'GREY', 'GREY_PAUSED')
          else apk.state = 'ONLINE' and apk.track = coalesce(p.track, 'PRODUCTION') end
      order by apk.version_code desc limit 1) base on true
    left join org_apk_release release on release.org_apk_id = p.id and release.ended_at is null
    left join apk released on released.id = release.apk_id and released.deleted_at is null and released.status = 1
      and released.state in ('ONLINE', 'SUPERSEDED', 'GREY', 'GREY_PAUSED')
      -- What came online after a release that everybody has is newer.
      and (release.state <> 'FULL' or p.version_rule = 'FIXED' or released.version_code >= coalesce(base.version_code, 0));

create view org_apk_row as
  select p.*, own.name as org_name, app.name as app_name, app.package, app.icon,
    device_group.name as group_name, classification.name as classification_name,
    counted.devices, counted.compliant, counted.counted_at,
    release.state as release_state, release.percent as release_percent,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from org_apk p
    join organization own on own.id = p.org_id
    join app on app.id = p.app_id
    left join device_group on device_group.id = p.group_id
    left join classification on classification.id = p.classification_id
    left join org_apk_compliance counted on counted.org_apk_id = p.id
    left join lateral (select r.state, r.percent from org_apk_release r
      where r.org_apk_id = p.id order by r.started_at desc limit 1) release on true
    left join app_user editor on editor.id = coalesce(p.updated_by, p.created_by)
    left join app_user remover on remover.id = p.deleted_by;
