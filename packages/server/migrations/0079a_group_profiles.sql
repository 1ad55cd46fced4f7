-- Profiles of groups: nearer than those of models, farther than one of the terminal itself.

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table functional add constraint functional_group_exists
  foreign key (group_id) references device_group (id) on delete cascade;
-- squawk-ignore require-concurrent-index-creation
create index functional_of_group on functional (group_id) where group_id is not null;

-- A terminal may be in several groups: what an organisation nearer to it says is nearer, of one
-- organisation the newer profile (whoever puts layers in order does so by rank, then by id).
create or replace function setting_layers(place uuid, of_model uuid, of_device uuid)
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
  select 800 + nlevel(above.path), profile.level, profile.id, profile.name, profile.org_id, profile.revision,
      profile.settings, profile.sealed
    from device_group_member member join functional_in_force profile on profile.group_id = member.group_id
      join organization above on above.id = profile.org_id
      join organization here on here.path <@ above.path
    where profile.level = 'GROUP' and member.device_id = of_device and here.id = place
  union all
  select 1000 + nlevel(above.path), profile.level, profile.id, profile.name, profile.org_id, profile.revision,
      profile.settings, profile.sealed
    from functional_in_force profile join organization above on above.id = profile.org_id
      join organization here on here.path <@ above.path
    where profile.level = 'DEVICE' and profile.device_id = of_device and here.id = place
$$;

-- Terminals that came into a group with a profile, or left one. Appended to, and never waited for: a
-- worker marks them, so that they are told under a higher number.
create table settings_regrouped (
  id bigint generated always as identity primary key,
  device_id uuid not null
) with (autovacuum_vacuum_scale_factor = 0.05);

-- By the mark of the group, which outlives its profile: the number that a terminal is told under never falls.
create function note_regrouped() returns trigger language plpgsql as $$
begin
  if exists (select from functional_mark mark where mark.target in (select distinct 'G' || group_id from changed)) then
    insert into settings_regrouped (device_id)
      select distinct changed.device_id from changed
        join functional_mark mark on mark.target = 'G' || changed.group_id;
  end if;
  return null;
end $$;
create trigger device_group_member_told_added after insert on device_group_member
  referencing new table as changed for each statement execute function note_regrouped();
create trigger device_group_member_told_removed after delete on device_group_member
  referencing old table as changed for each statement execute function note_regrouped();

create or replace view functional_row as
  select f.*, organization.name as org_name, model.name as model_name, device.sn as device_sn,
    told.published_at, told.settings as published_settings,
    case when f.revision is null then 'DRAFT' else 'PUBLISHED' end as state,
    coalesce(told.settings is distinct from f.settings or told.sealed is distinct from f.sealed, true) as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, own.name as group_name
  from functional f
    left join organization on organization.id = f.org_id
    left join model on model.id = f.model_id
    left join device on device.id = f.device_id
    left join device_group own on own.id = f.group_id
    left join functional_revision told on told.functional_id = f.id and told.revision = f.revision
    left join app_user editor on editor.id = coalesce(f.updated_by, f.created_by)
    left join app_user remover on remover.id = f.deleted_by;
