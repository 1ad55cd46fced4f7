-- Terminals in service that are not heard of: for so many hours, or never. Counted as who is away is
-- (decision 0114), apart from those in stock, under repair or lost, of which nobody expects a word.
create function is_in_service(lifecycle text) returns boolean language sql immutable parallel safe as $$
  select lifecycle in ('ACTIVE', 'SUSPENDED')
$$;

alter table device_offline add column in_service boolean not null default false;
create function serve_offline() returns trigger language plpgsql as $$
begin
  new.in_service = coalesce((select is_in_service(lifecycle) from device where id = new.device_id), false);
  return new;
end $$;
create trigger device_offline_serve before insert on device_offline
  for each row execute function serve_offline();

create function away_measures(is_overdue boolean, away_hours smallint, in_service boolean) returns setof text
language sql immutable parallel safe as $$
  select measure from (values ('OFFLINE', true), ('AWAY', is_overdue), ('GONE_24', away_hours >= 24), ('GONE_72', away_hours >= 72),
    ('GONE_168', away_hours >= 168), ('GONE_720', away_hours >= 720),
    ('SILENT_24', in_service and away_hours >= 24), ('SILENT_72', in_service and away_hours >= 72),
    ('SILENT_168', in_service and away_hours >= 168), ('SILENT_720', in_service and away_hours >= 720))
    as told (measure, holds) where holds
$$;
create or replace function note_offline_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', count(*)
    from added cross join lateral away_measures(is_overdue, away_hours, in_service) as told
    where org_id is not null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_offline_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', -count(*)
    from removed cross join lateral away_measures(is_overdue, away_hours, in_service) as told
    where org_id is not null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_offline_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', sum(sign) from (
      select org_id, model_id, is_overdue, away_hours, in_service, 1 as sign from added
      union all select org_id, model_id, is_overdue, away_hours, in_service, -1 from removed) as moved
      cross join lateral away_measures(is_overdue, away_hours, in_service) as told
    where org_id is not null group by 1, 2, 3 having sum(sign) <> 0;
  return null;
end $$;

-- A terminal that begins or ends its service while it is away.
create function move_service() returns trigger language plpgsql as $$
begin
  if not exists (select id, is_in_service(lifecycle) from added except select id, is_in_service(lifecycle) from removed) then
    return null;
  end if;
  with moved as materialized (select offline.device_id, is_in_service(added.lifecycle) as in_service
      from added join device_offline offline on offline.device_id = added.id
      where offline.in_service <> is_in_service(added.lifecycle) order by 1 for update of offline)
  update device_offline offline set in_service = moved.in_service from moved where offline.device_id = moved.device_id;
  return null;
end $$;
create trigger device_offline_service after update on device
  referencing old table as removed new table as added for each statement execute function move_service();

-- Whoever has never spoken; the first word says so at once, not with the next look at who is there.
create function told_measures(battery smallint, signal smallint, free_mb integer, network_type text, never_in_service boolean)
    returns setof text language sql immutable parallel safe as $$
  select measure from (values
    -- "least" alone takes what is not told for the highest step.
    ('BATTERY_' || case when battery is not null then least(battery / 20, 4) * 20 end),
    ('SIGNAL_' || case when signal is not null then least(signal / 20, 4) * 20 end), ('NET_' || network_type),
    ('FREE_' || (array[0, 512, 1024, 2048, 4096])[width_bucket(free_mb, array[0, 512, 1024, 2048, 4096])]),
    (case when never_in_service then 'SILENT_NEVER' end)) as told (measure)
  where measure is not null
$$;
create or replace function note_told_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', count(*)
    from added cross join lateral told_measures(battery, signal, free_mb, network_type,
      seen_at is null and is_in_service(lifecycle)) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_told_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', -count(*)
    from removed cross join lateral told_measures(battery, signal, free_mb, network_type,
      seen_at is null and is_in_service(lifecycle)) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
-- Of the rows that a look writes few come to another step: the others are told apart before their measures are named.
create or replace function note_told_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', sum(moved.count) from (
      select org_id, model_id, least(battery / 20, case when battery is not null then 4 end) * 20 as battery,
        least(signal / 20, case when signal is not null then 4 end) * 20 as signal,
        width_bucket(free_mb, array[0, 512, 1024, 2048, 4096]) as free_step, network_type, is_never, sum(sign) as count
      from (
        select org_id, model_id, deleted_at, battery, signal, free_mb, network_type,
            seen_at is null and is_in_service(lifecycle) as is_never, 1 as sign from added
          union all select org_id, model_id, deleted_at, battery, signal, free_mb, network_type,
            seen_at is null and is_in_service(lifecycle), -1 from removed) as one
      where deleted_at is null group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0) as moved
      cross join lateral told_measures(moved.battery::smallint, moved.signal::smallint,
        (array[0, 512, 1024, 2048, 4096])[free_step], moved.network_type, is_never) as told
    group by 1, 2, 3 having sum(moved.count) <> 0;
  return null;
end $$;
create or replace function enter_seen() returns trigger language plpgsql as $$
begin
  -- Every beat comes by here.
  if not exists (select from added) then return null; end if;
  insert into device_offline (device_id)
    select added.device_id from added
      where not exists (select from device_online online where online.device_id = added.device_id) order by 1
    on conflict (device_id) do update set due_at = excluded.due_at, away_due_at = excluded.away_due_at;
  with heard as materialized (select place.id, added.last_seen_at from added join device_order place on place.id = added.device_id
      where place.seen_at is null order by 1 for update of place)
  update device_order place set seen_at = heard.last_seen_at from heard where place.id = heard.id;
  return null;
end $$;

create or replace view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral away_measures(offline.is_overdue, offline.away_hours, is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_order place join device on device.id = place.id
      cross join lateral told_measures(place.battery, place.signal, place.free_mb, place.network_type,
        place.seen_at is null and is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select 'SINCE_' || to_char(device.activated_at at time zone 'UTC', 'YYYY-MM'), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.activated_at is not null
  union all
  select 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from push_item item join device on device.id = item.device_id
    where item.counted_org is not null
  union all
  select 'ALARM_' || alarm.severity, alarm.org_id, alarm.model_id, alarm.created_by, 1
    from alarm where alarm.closed_at is null
  union all
  select 'ALARMED', org_id, model_id, created_by, 1
    from (select distinct device_id, org_id, model_id, created_by from alarm where closed_at is null) as alarmed;
drop function away_measures(boolean, smallint);
drop function told_measures(smallint, smallint, integer, text);

-- Who is silent now: by the triggers that note differences.
update device_offline offline set in_service = true from device
  where device.id = offline.device_id and is_in_service(device.lifecycle);
update device_order place set seen_at = state.last_seen_at from device_state state
  where state.device_id = place.id and place.seen_at is null;
insert into estate_change (org_id, model_id, measure, value, delta)
  select org_id, model_id, 'SILENT_NEVER', '', count(*) from device_order
  where deleted_at is null and seen_at is null and is_in_service(lifecycle) group by 1, 2;
select fold_estate_changes();
