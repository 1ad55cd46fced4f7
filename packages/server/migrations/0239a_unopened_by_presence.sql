-- Who is online and has not opened an application for some days was counted among those who have it, and grew with
-- them. Now it is counted like who has not opened it at all (0230c), by the day of the last use: what a terminal has
-- knows whether it is online, and learns it as the places of the map do (0229a), by the same notes.

-- As it was when presence was last followed.
alter table device_app add column is_online boolean not null default false;
-- Since when presence is followed: of those alone of which a figure tells it, that some policy makes mandatory. Each
-- change of presence costs what a terminal has of these. Those that no policy asks for any more stay.
alter table counted_package add column watched_at timestamptz;

create function app_spread(package text, version_code bigint, source text, is_active boolean, is_online boolean,
    last_used_at timestamptz) returns table (kind text, value text) language sql stable parallel safe as $$
  select spread.kind || package, spread.value
  from (select coalesce(to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD'), 'NEVER') as day) as used
    cross join lateral (values ('APP ', version_code::text),
      ('APP_SIDE ', case when source = 'SIDE_LOADED' then source end),
      ('APP_USED ', case when is_active then used.day end),
      ('APP_IDLE ', case when is_active and is_online then used.day end)) as spread (kind, value)
  where spread.value is not null
$$;
create or replace function has_history(measure text, value text) returns boolean
language sql immutable parallel safe as $$
  select value <> '' and measure not in ('ACTIVATED', 'LABEL') and not starts_with(measure, 'APP_USED ')
    and not starts_with(measure, 'APP_IDLE ')
$$;

-- What is written for the first time is noted like whoever comes or goes: looked up as it is written, its terminal's
-- presence would be missed where that changes before the row is there for others to see.
create or replace function note_apps_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, count(*)
    from added cross join lateral app_spread(package, version_code, source, is_active, is_online, last_used_at) as spread
    where org_id is not null group by 1, 2, 3, 4;
  insert into location_stood (device_id) select distinct device_id from added where org_id is not null;
  return null;
end $$;
create or replace function note_apps_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, -count(*)
    from removed cross join lateral app_spread(package, version_code, source, is_active, is_online, last_used_at) as spread
    where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_apps_changed() returns trigger language plpgsql as $$
begin
  -- Most of what is told of an application says again what was known.
  if not exists (
      select device_id, package, version_code, source, org_id, model_id, is_active, is_online,
        (last_used_at at time zone 'UTC')::date from added
      except select device_id, package, version_code, source, org_id, model_id, is_active, is_online,
        (last_used_at at time zone 'UTC')::date from removed) then return null; end if;
  insert into estate_change (org_id, model_id, measure, value, delta)
    select moved.org_id, moved.model_id, spread.kind, spread.value, sum(moved.sign) from (
        select package, version_code, source, org_id, model_id, is_active, is_online, last_used_at, 1 as sign from added
        union all select package, version_code, source, org_id, model_id, is_active, is_online, last_used_at, -1
          from removed) as moved
      cross join lateral app_spread(package, version_code, source, is_active, is_online, last_used_at) as spread
    where moved.org_id is not null group by 1, 2, 3, 4 having sum(moved.sign) <> 0;
  return null;
end $$;

create or replace view device_spread_live as
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1::bigint as count
  from device cross join lateral (values ('FIRMWARE', device.firmware), ('AGENT', device.agent_version),
    ('ACTIVATED', to_char(device.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
  where device.deleted_at is null and spread.value is not null
  union all
  select part.kind, part.value, device.org_id, device.model_id, device.created_by, 1
  from device_part part join device on device.id = part.device_id where device.deleted_at is null
  union all
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1
  from device_app app join device on device.id = app.device_id
    cross join lateral app_spread(app.package, app.version_code, app.source, app.is_active, app.is_online,
      app.last_used_at) as spread
  where device.deleted_at is null and app.org_id is not null;
drop function app_spread(text, bigint, text, boolean, timestamptz);

create or replace function move_apps() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null, lifecycle = 'ACTIVE' from added
      except select id, org_id, model_id, deleted_at is null, lifecycle = 'ACTIVE' from removed) then
    return null;
  end if;
  with moved as materialized (
      select app.device_id, app.package, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id,
        case when added.deleted_at is null then added.lifecycle = 'ACTIVE' end as is_active, app.is_active is null as is_new
      from added join device_app app on app.device_id = added.id
        join counted_package known on known.package = app.package
      order by 1, 2 for update of app),
    noted as (insert into location_stood (device_id) select distinct device_id from moved where is_new)
  update device_app app set org_id = moved.org_id, model_id = moved.model_id, is_active = moved.is_active
    from moved where app.device_id = moved.device_id and app.package = moved.package
      and (app.org_id, app.model_id, app.is_active) is distinct from (moved.org_id, moved.model_id, moved.is_active);
  return null;
end $$;
create or replace function place_apps(most integer) returns bigint language plpgsql as $$
declare
  wanted text := (select package from counted_package where placed_at is null order by 1 limit 1);
  placed bigint;
begin
  if wanted is null then return 0; end if;
  with found as materialized (select app.device_id, device.org_id, device.model_id, device.lifecycle = 'ACTIVE' as is_active
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null order by 1 limit most for update of app skip locked),
    noted as (insert into location_stood (device_id) select device_id from found)
  update device_app app set org_id = found.org_id, model_id = found.model_id, is_active = found.is_active from found
    where app.device_id = found.device_id and app.package = wanted;
  get diagnostics placed = row_count;
  if placed < most and not exists (
      select from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null) then
    update counted_package set placed_at = now() where package = wanted;
  end if;
  return (select count(*) from counted_package where placed_at is null);
end $$;

-- What terminals have of the packages that are followed and what says something else of their presence, each
-- terminal looked up by itself.
create function apps_otherwise(ids uuid[])
returns table (device_id uuid, package text, is_online boolean) language sql stable as $$
  select app.device_id, app.package, now_is.is_online
  from (select asked.id, coalesce((select true from device_online online where online.device_id = asked.id limit 1), false)
        as is_online from unnest(ids) as asked (id) offset 0) as now_is
    join device_app app on app.device_id = now_is.id and app.is_online <> now_is.is_online
    join counted_package known on known.package = app.package and known.watched_at is not null
$$;

-- As places follow: who adds up waits for nothing that a gateway holds. The terminals of which something was held.
create function follow_apps(noted uuid[]) returns uuid[] language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  with free as materialized (
    select app.device_id, app.package, now_is.is_online
      from apps_otherwise(noted) as now_is join device_app app using (device_id, package)
      order by 1, 2 for update of app skip locked)
  update device_app app set is_online = free.is_online from free
    where app.device_id = free.device_id and app.package = free.package;
  return (select array_agg(distinct device_id) from apps_otherwise(noted));
end $$;

create or replace function follow_standing(most bigint) returns bigint language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  noted uuid[];
  otherwise uuid[];
  free uuid[];
  held_apps uuid[];
  held bigint;
  followed bigint;
  beyond bigint := coalesce((select min(id) from location_stood) + most, 9223372036854775807);
begin
  with taken as (delete from location_stood where id < beyond returning device_id)
  select array_agg(distinct device_id), count(*) into noted, followed from taken;
  if followed = 0 then return 0; end if;
  held_apps := follow_apps(noted);
  select array_agg(position.device_id) into otherwise
    from device_position position join standing_of(noted) as now_is using (device_id)
    where (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  select array_agg(device_id) into free from (
    select device_id from device_position where device_id = any(otherwise) for update skip locked) as locked;
  update device_position position set presence = now_is.presence, is_alarmed = now_is.is_alarmed
    from standing_of(free) as now_is where position.device_id = now_is.device_id
      and (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  insert into location_stood (device_id)
    select unnest(otherwise) except select unnest(free) union select unnest(held_apps);
  get diagnostics held = row_count;
  return followed - held;
end $$;

-- Terminals that have what is mandatory now are noted once; answers how many applications are new.
create function watch_apps() returns bigint language plpgsql as $$
declare
  wanted text[] := array(select package from counted_package known where watched_at is null and exists (
    select from app join org_apk policy on policy.app_id = app.id
    where app.package = known.package and policy.policy = 'MANDATORY' and policy.deleted_at is null and policy.status = 1));
begin
  if wanted = '{}' then return 0; end if;
  -- None follows meanwhile: whoever took a note before has changed nothing that is read here, or is seen.
  perform pg_advisory_xact_lock(7214068);
  update counted_package set watched_at = now() where package = any(wanted);
  insert into location_stood (device_id)
    select distinct app.device_id from device_app app left join device_online online using (device_id)
    where app.package = any(wanted) and app.is_online <> (online.device_id is not null);
  return cardinality(wanted);
end $$;
