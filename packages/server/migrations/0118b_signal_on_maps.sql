-- How well terminals hear, by the squares of the map: in the steps that the statistics count, so that a beat
-- that says nearly the same writes nothing here.
create function signal_step(signal smallint) returns smallint language sql immutable parallel safe as $$
  -- "least" alone takes what is not told for the highest step.
  select case when signal is not null then least(signal / 20, 4) * 20 end::smallint
$$;

-- Its step; null: it has not told.
alter table device_position add column signal smallint;
-- Terminals that have told, those of them below 40 percent, and the sum of their steps.
alter table location_change add column told integer not null default 0, add column weak integer not null default 0,
  add column signal bigint not null default 0;
alter table location_cell add column told integer not null default 0, add column weak integer not null default 0,
  add column signal bigint not null default 0;

create function place_position() returns trigger language plpgsql as $$
begin
  select device.org_id, device.model_id into new.org_id, new.model_id
    from device where device.id = new.device_id and device.deleted_at is null;
  select signal_step(place.signal) into new.signal from device_order place where place.id = new.device_id;
  return new;
end $$;
drop trigger device_position_place on device_position;
create trigger device_position_place before insert on device_position
  for each row execute function place_position();

create function follow_signal() returns trigger language plpgsql as $$
begin
  if not exists (select id, signal_step(signal) from added except select id, signal_step(signal) from removed) then
    return null;
  end if;
  with told as materialized (
      select id, signal_step(signal) as step from added except select id, signal_step(signal) from removed),
    -- Locked in the order in which reports lock them.
    held as materialized (select position.device_id, told.step
      from told join device_position position on position.device_id = told.id
      where position.signal is distinct from told.step
      order by 1 for update of position)
  update device_position position set signal = held.step from held where position.device_id = held.device_id;
  return null;
end $$;
create trigger device_order_signal after update on device_order
  referencing old table as removed new table as added for each statement execute function follow_signal();

create or replace function fold_location_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time.
  perform pg_advisory_xact_lock(7214068);
  with taken as (delete from location_change
      returning org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal),
    summed as (select level, (map_column::bigint >> (16 - level)) << 16 | (map_row >> (16 - level)) as cell,
        counted.org_id, counted.model_id, sum(count) as count, sum(latitude) as latitude,
        sum(longitude) as longitude, sum(told) as told, sum(weak) as weak, sum(signal) as signal
      from taken cross join unnest(array[4, 6, 8, 10, 12, 14, 16]) as level
        cross join lateral (values (taken.org_id, taken.model_id), (nil_uuid(), nil_uuid()))
          as counted (org_id, model_id)
      group by 1, 2, 3, 4
      having sum(count) <> 0 or sum(latitude) <> 0 or sum(longitude) <> 0 or sum(told) <> 0 or sum(weak) <> 0
        or sum(signal) <> 0),
    added as (insert into location_cell as known
        (level, cell, org_id, model_id, count, latitude, longitude, told, weak, signal)
      select * from summed order by 1, 2, 3, 4
      on conflict (level, cell, org_id, model_id) do update set count = known.count + excluded.count,
        latitude = known.latitude + excluded.latitude, longitude = known.longitude + excluded.longitude,
        told = known.told + excluded.told, weak = known.weak + excluded.weak, signal = known.signal + excluded.signal)
  select count(*) into folded from taken;
  delete from location_cell where count = 0;
  return folded;
end $$;

create or replace function note_position_added() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), count(*),
      sum(round(latitude * 1e6)), sum(round(longitude * 1e6)), count(signal), count(*) filter (where signal < 40),
      coalesce(sum(signal), 0)
    from added where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_position_removed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), -count(*),
      -sum(round(latitude * 1e6)), -sum(round(longitude * 1e6)), -count(signal), -count(*) filter (where signal < 40),
      -coalesce(sum(signal), 0)
    from removed where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
-- Most reports change nothing but their moment, and leave nothing here.
create or replace function note_position_changed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), sum(sign),
      sum(sign * round(latitude * 1e6)), sum(sign * round(longitude * 1e6)),
      coalesce(sum(sign) filter (where signal is not null), 0), coalesce(sum(sign) filter (where signal < 40), 0),
      coalesce(sum(sign * signal), 0)
    from (select org_id, model_id, latitude, longitude, signal, 1 as sign from added
        union all select org_id, model_id, latitude, longitude, signal, -1 from removed) as moved
    where org_id is not null group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * round(latitude * 1e6)) <> 0
      or sum(sign * round(longitude * 1e6)) <> 0 or coalesce(sum(sign) filter (where signal is not null), 0) <> 0
      or coalesce(sum(sign) filter (where signal < 40), 0) <> 0 or coalesce(sum(sign * signal), 0) <> 0;
  return null;
end $$;

update device_position position set signal = signal_step(place.signal)
  from device_order place where place.id = position.device_id and place.signal is not null;
select fold_location_changes();
