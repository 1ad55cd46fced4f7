-- What agents do, by level: everybody's, an organisation's, of a model within an organisation, one terminal's.
create table functional (
  id uuid primary key default uuid7(),
  name text not null,
  level text not null check (level in ('PLATFORM', 'ORGANIZATION', 'MODEL', 'GROUP', 'DEVICE')),
  -- Whose it is: it holds for terminals of this organisation and of those below it. Null: the platform's.
  org_id uuid references organization (id) on delete cascade,
  model_id uuid references model (id) on delete cascade,
  group_id uuid,
  device_id uuid references device (id) on delete cascade,
  -- The draft, only what is set; passwords in it lie sealed beside it.
  settings jsonb not null default '{}',
  sealed bytea,
  -- The revision that is in force; null: none was published yet.
  revision integer,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (case level
    when 'PLATFORM' then num_nonnulls(org_id, model_id, group_id, device_id) = 0
    when 'ORGANIZATION' then org_id is not null and num_nonnulls(model_id, group_id, device_id) = 0
    when 'MODEL' then num_nonnulls(org_id, model_id) = 2 and num_nonnulls(group_id, device_id) = 0
    when 'GROUP' then num_nonnulls(org_id, group_id) = 2 and num_nonnulls(model_id, device_id) = 0
    else num_nonnulls(org_id, device_id) = 2 and num_nonnulls(model_id, group_id) = 0 end)
);
create unique index functional_name_unique on functional (org_id, lower(name)) nulls not distinct
  where deleted_at is null;
-- One profile a target: of two nobody could say which is nearer.
create unique index functional_level_unique on functional
  (level, org_id, model_id, group_id) nulls not distinct where deleted_at is null and level <> 'DEVICE';
create unique index functional_device_id_unique on functional (device_id, org_id)
  where deleted_at is null and level = 'DEVICE';
create index functional_of_organization on functional (org_id, model_id);
create index functional_of_model on functional (model_id) where model_id is not null;
create index functional_of_device on functional (device_id) where device_id is not null;

-- What was published stays as it was.
create table functional_revision (
  functional_id uuid not null references functional (id) on delete cascade,
  revision integer not null,
  settings jsonb not null,
  sealed bytea,
  -- The earlier revision that was published again.
  restores integer,
  -- Terminals that it was meant for when it was published.
  device_count integer not null,
  note text,
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (functional_id, revision)
);
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was published is not changed';
end $$;
-- But for passwords that a lost key makes worthless.
create trigger functional_revision_stays before update on functional_revision
  for each row when (new.sealed is not null or to_jsonb(new) - 'sealed' is distinct from to_jsonb(old) - 'sealed')
  execute function refuse_change();

-- The number under which terminals are told of a target's profile: it outlives the profile, so that it only ever rises.
create table functional_mark (
  target text primary key,
  settings_rev integer not null
);
create function functional_target(level text, org uuid, model uuid, within_group uuid, device uuid) returns text
language sql immutable parallel safe as $$
  select case level when 'PLATFORM' then level when 'ORGANIZATION' then 'O' || org
    when 'MODEL' then 'M' || org || model when 'GROUP' then 'G' || within_group else 'D' || device end
$$;
create function mark_functional() returns trigger language plpgsql as $$
begin
  insert into functional_mark (target, settings_rev)
    values (functional_target(new.level, new.org_id, new.model_id, new.group_id, new.device_id), nextval('settings_rev'))
    on conflict (target) do update set settings_rev = excluded.settings_rev;
  return null;
end $$;
create trigger functional_marked after update on functional for each row
  when ((old.revision, old.status, old.deleted_at) is distinct from (new.revision, new.status, new.deleted_at)
    and new.revision is not null)
  execute function mark_functional();

create view functional_in_force as
  select profile.id, profile.name, profile.level, profile.org_id, profile.model_id, profile.group_id,
    profile.device_id, told.revision, told.settings, told.sealed
  from functional profile join functional_revision told
    on told.functional_id = profile.id and told.revision = profile.revision
  where profile.status = 1 and profile.deleted_at is null;

/*
 * Whatever says something about the settings of the terminals of a model at an organisation (and of one terminal),
 * each with its rank: what ranks higher is nearer and wins, value by value. The one order of all settings.
 */
create function setting_layers(place uuid, of_model uuid, of_device uuid)
returns table (rank integer, source text, id uuid, name text, org_id uuid, revision integer, settings jsonb, sealed bytea)
language sql stable as $$
  select 0, 'MODEL_SHEET', model.id, model.name, null::uuid, null::integer,
      jsonb_build_object('heartbeatSeconds', model.heartbeat_seconds), null::bytea
    from model where model.id = of_model and model.heartbeat_seconds is not null
  union all
  select 100, profile.level, profile.id, profile.name, null, profile.revision, profile.settings, profile.sealed
    from functional_in_force profile where profile.level = 'PLATFORM'
  union all
  select 200 + 2 * nlevel(above.path), 'ORGANIZATION_SETTING', above.id, above.name, above.id, null, own.settings, null
    from organization here join organization above on above.path @> here.path
      join organization_config own on own.org_id = above.id
    where here.id = place
  union all
  -- Of one organisation its profile is nearer than what its page says.
  select case profile.level when 'ORGANIZATION' then 201 else 500 end + 2 * nlevel(above.path), profile.level,
      profile.id, profile.name, profile.org_id, profile.revision, profile.settings, profile.sealed
    from organization here join organization above on above.path @> here.path
      join functional_in_force profile on profile.org_id = above.id
    where here.id = place and (profile.level = 'ORGANIZATION' or profile.level = 'MODEL' and profile.model_id = of_model)
  union all
  select 1000 + nlevel(above.path), profile.level, profile.id, profile.name, profile.org_id, profile.revision,
      profile.settings, profile.sealed
    from functional_in_force profile join organization above on above.id = profile.org_id
      join organization here on here.path <@ above.path
    where profile.level = 'DEVICE' and profile.device_id = of_device and here.id = place
$$;

create view functional_row as
  select f.*, organization.name as org_name, model.name as model_name, device.sn as device_sn,
    told.published_at, told.settings as published_settings,
    case when f.revision is null then 'DRAFT' else 'PUBLISHED' end as state,
    coalesce(told.settings is distinct from f.settings or told.sealed is distinct from f.sealed, true) as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from functional f
    left join organization on organization.id = f.org_id
    left join model on model.id = f.model_id
    left join device on device.id = f.device_id
    left join functional_revision told on told.functional_id = f.id and told.revision = f.revision
    left join app_user editor on editor.id = coalesce(f.updated_by, f.created_by)
    left join app_user remover on remover.id = f.deleted_by;
