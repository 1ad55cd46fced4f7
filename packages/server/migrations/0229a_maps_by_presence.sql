-- The squares of the map know who is online, who is away and who has an open alarm, so that a map of most of an
-- estate is no dearer under these filters than without one (decision 0068).

-- As the filters say it: 0 never spoke, 1 away, 2 online; as it was when the squares were last added up.
alter table device_position add column presence smallint not null default 0,
  add column is_alarmed boolean not null default false;
alter table location_change add column online integer not null default 0, add column offline integer not null default 0,
  add column alarmed integer not null default 0;
alter table location_cell add column online integer not null default 0, add column offline integer not null default 0,
  add column alarmed integer not null default 0;
-- The few of a wide map; of the many no map asks for each.
-- squawk-ignore require-concurrent-index-creation
create index device_position_alarmed on device_position (device_id) where is_alarmed;

-- Terminals whose presence or alarms have changed: noted by whoever changes them, looked at by whoever adds up. So
-- nobody who comes or goes waits for a place that somebody else reports, and coming back at once costs nothing.
create table location_stood (
  id bigint generated always as identity primary key,
  device_id uuid not null
);
create function note_standing_begun() returns trigger language plpgsql as $$
begin
  insert into location_stood (device_id) select device_id from added;
  return null;
end $$;
create function note_standing_ended() returns trigger language plpgsql as $$
begin
  insert into location_stood (device_id) select device_id from removed;
  return null;
end $$;
create trigger device_online_stood after insert on device_online
  referencing new table as added for each statement execute function note_standing_begun();
create trigger device_online_stood_no_more after delete on device_online
  referencing old table as removed for each statement execute function note_standing_ended();
create trigger device_state_stood after insert on device_state
  referencing new table as added for each statement execute function note_standing_begun();
create trigger device_state_stood_no_more after delete on device_state
  referencing old table as removed for each statement execute function note_standing_ended();
create trigger device_position_stood after insert on device_position
  referencing new table as added for each statement execute function note_standing_begun();
create trigger alarm_stood after insert on alarm
  referencing new table as added for each statement execute function note_standing_begun();
create trigger alarm_stood_no_more after delete on alarm
  referencing old table as removed for each statement execute function note_standing_ended();
-- Most changes of an alarm neither end it nor begin it again.
create function note_alarm_turned() returns trigger language plpgsql as $$
begin
  insert into location_stood (device_id) select device_id from
    (select id, device_id, closed_at is null from added except select id, device_id, closed_at is null from removed) as turned;
  return null;
end $$;
create trigger alarm_stood_otherwise after update on alarm
  referencing old table as removed new table as added for each statement execute function note_alarm_turned();

-- How terminals stand now, each looked up by itself: as one of many "exists" it would be looked for among all that are
-- online. Of alarms by the index of terminals: after a flood, which nobody has counted yet, all that are open seem as
-- few as those of one.
create function standing_of(ids uuid[])
returns table (device_id uuid, presence smallint, is_alarmed boolean) language sql stable as $$
  select asked.id, coalesce((select 2 from device_online online where online.device_id = asked.id limit 1),
      (select 1 from device_state state where state.device_id = asked.id limit 1), 0)::smallint,
    coalesce((select true from alarm where alarm.device_id = asked.id
      and coalesce(alarm.closed_at, 'infinity') = 'infinity' limit 1), false)
  from unnest(ids) as asked (id)
$$;

-- A place that is written for the first time is noted like whoever comes or goes: looked up as it is written, its
-- terminal's standing would be missed where that changes before the place is there for others to see.
create or replace function place_position() returns trigger language plpgsql as $$
begin
  select device.org_id, device.model_id into new.org_id, new.model_id
    from device where device.id = new.device_id and device.deleted_at is null;
  select signal_step(place.signal) into new.signal from device_order place where place.id = new.device_id;
  return new;
end $$;

create or replace function note_position_added() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal,
      online, offline, alarmed)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), count(*),
      sum(round(latitude * 1e6)), sum(round(longitude * 1e6)), count(signal), count(*) filter (where signal < 40),
      coalesce(sum(signal), 0), count(*) filter (where presence = 2), count(*) filter (where presence = 1),
      count(*) filter (where is_alarmed)
    from added where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_position_removed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal,
      online, offline, alarmed)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), -count(*),
      -sum(round(latitude * 1e6)), -sum(round(longitude * 1e6)), -count(signal), -count(*) filter (where signal < 40),
      -coalesce(sum(signal), 0), -count(*) filter (where presence = 2), -count(*) filter (where presence = 1),
      -count(*) filter (where is_alarmed)
    from removed where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_position_changed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal,
      online, offline, alarmed)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), sum(sign),
      sum(sign * round(latitude * 1e6)), sum(sign * round(longitude * 1e6)),
      coalesce(sum(sign) filter (where signal is not null), 0), coalesce(sum(sign) filter (where signal < 40), 0),
      coalesce(sum(sign * signal), 0), coalesce(sum(sign) filter (where presence = 2), 0),
      coalesce(sum(sign) filter (where presence = 1), 0), coalesce(sum(sign) filter (where is_alarmed), 0)
    from (select org_id, model_id, latitude, longitude, signal, presence, is_alarmed, 1 as sign from added
        union all select org_id, model_id, latitude, longitude, signal, presence, is_alarmed, -1 from removed) as moved
    where org_id is not null group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * round(latitude * 1e6)) <> 0
      or sum(sign * round(longitude * 1e6)) <> 0 or coalesce(sum(sign) filter (where signal is not null), 0) <> 0
      or coalesce(sum(sign) filter (where signal < 40), 0) <> 0 or coalesce(sum(sign * signal), 0) <> 0
      or coalesce(sum(sign) filter (where presence = 2), 0) <> 0
      or coalesce(sum(sign) filter (where presence = 1), 0) <> 0
      or coalesce(sum(sign) filter (where is_alarmed), 0) <> 0;
  return null;
end $$;

-- Places take over how their terminals stand; answers how many notes that took. Each is looked up, however many places
-- there are.
-- Who adds up waits for no place while he holds others: a gateway holds some for their signal before it asks for those
-- that are reported, and the two would wait for each other. What somebody else holds is noted once more.
create function follow_standing(most bigint) returns bigint language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  noted uuid[];
  free uuid[];
  followed bigint;
  beyond bigint := coalesce((select min(id) from location_stood) + most, 9223372036854775807);
begin
  with taken as (delete from location_stood where id < beyond returning device_id)
  select array_agg(distinct device_id), count(*) into noted, followed from taken;
  select array_agg(device_id) into free from (
    select position.device_id from device_position position join standing_of(noted) as now_is using (device_id)
      where (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed)
      for update of position skip locked) as locked;
  update device_position position set presence = now_is.presence, is_alarmed = now_is.is_alarmed
    from standing_of(free) as now_is where position.device_id = now_is.device_id
      and (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  insert into location_stood (device_id)
    select position.device_id from device_position position join standing_of(noted) as now_is using (device_id)
      where (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  return followed;
end $$;

create or replace function fold_location_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  followed bigint;
  folded bigint;
  beyond bigint;
begin
  -- One at a time.
  perform pg_advisory_xact_lock(7214068);
  followed := follow_standing(most);
  beyond := coalesce((select min(id) from location_change) + most, 9223372036854775807);
  with taken as (delete from location_change where id < beyond
      returning org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal, online, offline, alarmed),
    summed as (select level, (map_column::bigint >> (16 - level)) << 16 | (map_row >> (16 - level)) as cell,
        counted.org_id, counted.model_id, sum(count) as count, sum(latitude) as latitude,
        sum(longitude) as longitude, sum(told) as told, sum(weak) as weak, sum(signal) as signal,
        sum(online) as online, sum(offline) as offline, sum(alarmed) as alarmed
      from taken cross join unnest(array[4, 6, 8, 10, 12, 14, 16]) as level
        cross join lateral (values (taken.org_id, taken.model_id), (nil_uuid(), nil_uuid()))
          as counted (org_id, model_id)
      group by 1, 2, 3, 4
      having sum(count) <> 0 or sum(latitude) <> 0 or sum(longitude) <> 0 or sum(told) <> 0 or sum(weak) <> 0
        or sum(signal) <> 0 or sum(online) <> 0 or sum(offline) <> 0 or sum(alarmed) <> 0),
    added as (insert into location_cell as known
        (level, cell, org_id, model_id, count, latitude, longitude, told, weak, signal, online, offline, alarmed)
      select * from summed order by 1, 2, 3, 4
      on conflict (level, cell, org_id, model_id) do update set count = known.count + excluded.count,
        latitude = known.latitude + excluded.latitude, longitude = known.longitude + excluded.longitude,
        told = known.told + excluded.told, weak = known.weak + excluded.weak, signal = known.signal + excluded.signal,
        online = known.online + excluded.online, offline = known.offline + excluded.offline,
        alarmed = known.alarmed + excluded.alarmed)
  select count(*) into folded from taken;
  -- A part of what has come together may say that one went from a cell before it says that it came.
  delete from location_cell where count = 0 and latitude = 0 and longitude = 0 and told = 0 and weak = 0 and signal = 0
    and online = 0 and offline = 0 and alarmed = 0;
  return greatest(folded, followed);
end $$;

-- What is known so far.
update device_position position set presence = now_is.presence, is_alarmed = now_is.is_alarmed
  from standing_of(array(select device_id from device_position)) as now_is
  where position.device_id = now_is.device_id;
select fold_location_changes();
