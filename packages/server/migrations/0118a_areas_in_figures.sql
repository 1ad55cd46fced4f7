-- What the map of figures shows (decision 0118): terminals by the area where they stand, counted anew each
-- minute or so, and one row a day of each, so that what has been stays with the area where it was.

create table stat_area (
  -- Of its station, else of its organisation; the nil id: neither says one.
  area_id uuid not null,
  org_id uuid not null,
  model_id uuid not null,
  terminals integer not null,
  online integer not null,
  -- Terminals with open alarms, and those with a command of the last day that failed.
  alarmed integer not null,
  failing integer not null,
  -- Those that have said where they are, and the middle of these; in hundredths of a degree, so that who
  -- wanders within a street writes nothing.
  located integer not null,
  latitude numeric(5, 2),
  longitude numeric(5, 2),
  primary key (area_id, org_id, model_id)
) with (fillfactor = 70);
create index stat_area_place on stat_area (org_id, model_id);

create table stat_area_day (
  day date not null,
  area_id uuid not null,
  org_id uuid not null,
  model_id uuid not null,
  -- When the day was last counted; of those online the mean of its hours.
  terminals integer not null,
  online real not null,
  alarmed integer not null,
  failing integer not null,
  hours smallint not null default 1,
  primary key (day, area_id, org_id, model_id)
) with (fillfactor = 80);

create table stat_area_counted (
  is_only boolean primary key default true check (is_only),
  at timestamptz,
  -- How long it took.
  seconds real not null default 0,
  -- The hour that the day knows of.
  hour timestamptz
);
insert into stat_area_counted default values;

-- squawk-ignore require-concurrent-index-creation
create index push_item_failed on push_item (device_id)
  where counted_org is not null and state in ('FAILED', 'REFUSED', 'TIMEOUT');
-- squawk-ignore require-concurrent-index-creation
create index device_fence_out on device_fence (station_id) where state = 'OUT';

-- Terminals one by one: what is counted, and for those who see what they made themselves.
create view stat_area_live as
  select coalesce(station.area_id, own.area_id, nil_uuid()) as area_id, device.org_id, device.model_id, device.created_by,
    1 as terminals, (online.device_id is not null)::integer as online, (alarmed.device_id is not null)::integer as alarmed,
    (failing.device_id is not null)::integer as failing, (position.device_id is not null)::integer as located,
    position.latitude, position.longitude
  from device join organization own on own.id = device.org_id
    left join station on station.id = device.station_id
    left join device_online online on online.device_id = device.id
    left join device_position position on position.device_id = device.id
    left join (select distinct device_id from alarm where closed_at is null) as alarmed on alarmed.device_id = device.id
    left join (select distinct device_id from push_item
      where counted_org is not null and state in ('FAILED', 'REFUSED', 'TIMEOUT')) as failing on failing.device_id = device.id
  where device.deleted_at is null;

create function count_areas() returns void language plpgsql as $$
declare
  begun timestamptz := clock_timestamp();
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  today date := (now() at time zone 'UTC')::date;
  known_hour timestamptz;
begin
  with fresh as materialized (
      select area_id, org_id, model_id, count(*)::integer as terminals, sum(online)::integer as online,
        sum(alarmed)::integer as alarmed, sum(failing)::integer as failing, sum(located)::integer as located,
        round(avg(latitude)::numeric, 2) as latitude, round(avg(longitude)::numeric, 2) as longitude
      from stat_area_live group by 1, 2, 3),
    gone as (delete from stat_area old where not exists (select from fresh
      where (fresh.area_id, fresh.org_id, fresh.model_id) = (old.area_id, old.org_id, old.model_id)))
  insert into stat_area as known (area_id, org_id, model_id, terminals, online, alarmed, failing, located, latitude, longitude)
    select area_id, org_id, model_id, terminals, online, alarmed, failing, located, latitude, longitude
    from fresh order by 1, 2, 3
    on conflict (area_id, org_id, model_id) do update set terminals = excluded.terminals, online = excluded.online,
      alarmed = excluded.alarmed, failing = excluded.failing, located = excluded.located,
      latitude = excluded.latitude, longitude = excluded.longitude
    where (known.terminals, known.online, known.alarmed, known.failing, known.located, known.latitude, known.longitude)
      is distinct from (excluded.terminals, excluded.online, excluded.alarmed, excluded.failing, excluded.located,
        excluded.latitude, excluded.longitude);
  select hour into known_hour from stat_area_counted;
  if known_hour is distinct from this_hour then
    delete from stat_area_day old where day = today and not exists (select from stat_area now
      where (now.area_id, now.org_id, now.model_id) = (old.area_id, old.org_id, old.model_id));
    insert into stat_area_day as known (day, area_id, org_id, model_id, terminals, online, alarmed, failing)
      select today, area_id, org_id, model_id, terminals, online, alarmed, failing from stat_area order by 2, 3, 4
      on conflict (day, area_id, org_id, model_id) do update set terminals = excluded.terminals,
        online = (known.online * known.hours + excluded.online) / (known.hours + 1), hours = known.hours + 1,
        alarmed = excluded.alarmed, failing = excluded.failing;
    delete from stat_area_day where day <= today - 92;
  end if;
  update stat_area_counted set at = now(), hour = this_hour,
    seconds = extract(epoch from clock_timestamp() - begun);
end $$;

select count_areas();

-- Groups and labels that ask for areas follow the records that say where terminals stand.
create function note_area_of_organization() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field in ('areaId', 'placeAreaId')) then
    insert into device_changed (device_id) select id from device where org_id = new.id;
  end if;
  return null;
end $$;
create trigger organization_area_noted after update on organization
  for each row when (old.area_id is distinct from new.area_id) execute function note_area_of_organization();

create function note_area_of_station() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'placeAreaId') then
    insert into device_changed (device_id) select id from device where station_id = new.id;
  end if;
  return null;
end $$;
create trigger station_area_noted after update on station
  for each row when (old.area_id <> new.area_id) execute function note_area_of_station();

create function note_area_moved() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'placeAreaId') then
    insert into device_changed (device_id)
      with recursive below as (select new.id union select area.id from timezone_area area join below on area.parent_id = below.id)
      select device.id from device join station on station.id = device.station_id where station.area_id in (select id from below)
      union all select device.id from device join organization own on own.id = device.org_id
        where device.station_id is null and own.area_id in (select id from below);
  end if;
  return null;
end $$;
create trigger timezone_area_noted after update on timezone_area
  for each row when (old.parent_id is distinct from new.parent_id) execute function note_area_moved();
