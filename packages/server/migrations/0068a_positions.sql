-- Where each terminal is by its latest report, and how many are where: both follow what changes
-- (decision 0050), so that no map and no list asks the history or counts the estate.

create table device_position (
  -- Of a terminal; no foreign key, which would be checked row by row: triggers follow the terminal.
  device_id uuid primary key,
  -- The place that it is counted at; none: it lies in the recycle bin.
  org_id uuid,
  model_id uuid,
  latitude double precision not null,
  longitude double precision not null,
  -- Radius of uncertainty in metres; null: the terminal did not say.
  accuracy real,
  source text not null,
  -- When it came to stand here, and when it last said that it does.
  moved_at timestamptz not null,
  reported_at timestamptz not null
) with (fillfactor = 80);
create index device_position_place on device_position using gist (point(longitude, latitude));

-- The square of a place, when the world (Web Mercator) is cut into 2^level squares each way.
create function map_column(longitude double precision, level integer)
returns integer language sql immutable parallel safe as $$
  select greatest(0, least((1 << level) - 1, floor((longitude + 180) / 360 * (1 << level))))::integer
$$;
create function map_row(latitude double precision, level integer)
returns integer language sql immutable parallel safe as $$
  select greatest(0, least((1 << level) - 1, floor((0.5
    - asinh(tand(greatest(-85.06, least(85.06, latitude)))) / (2 * pi())) * (1 << level))))::integer
$$;

-- Terminals by square, organisation and model, and all of a square (with the nil id for both), for every
-- second level from 4 to 16. The sums of the
-- coordinates are in millionths of a degree: whole numbers, so that what is taken away is what was added.
create table location_cell (
  level smallint not null,
  -- Column times 2^16 and row, so that a column of squares is one stretch of the index.
  cell bigint not null,
  org_id uuid not null,
  model_id uuid not null,
  count integer not null,
  latitude bigint not null,
  longitude bigint not null,
  primary key (level, cell, org_id, model_id)
) with (fillfactor = 80);
create index location_cell_place on location_cell (org_id, level, cell);
create index location_cell_empty on location_cell (level) where count = 0;

-- Differences that are in no square yet, on level 16: nobody waits for anybody else's commit.
create table location_change (
  id bigint generated always as identity primary key,
  org_id uuid not null,
  model_id uuid not null,
  map_column integer not null,
  map_row integer not null,
  count integer not null,
  latitude bigint not null,
  longitude bigint not null
);

-- Adds the differences up; a worker does it every few seconds.
create function fold_location_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time.
  perform pg_advisory_xact_lock(7214068);
  with taken as (delete from location_change
      returning org_id, model_id, map_column, map_row, count, latitude, longitude),
    summed as (select level, (map_column::bigint >> (16 - level)) << 16 | (map_row >> (16 - level)) as cell,
        counted.org_id, counted.model_id, sum(count) as count, sum(latitude) as latitude,
        sum(longitude) as longitude
      from taken cross join unnest(array[4, 6, 8, 10, 12, 14, 16]) as level
        cross join lateral (values (taken.org_id, taken.model_id), (nil_uuid(), nil_uuid()))
          as counted (org_id, model_id)
      group by 1, 2, 3, 4
      having sum(count) <> 0 or sum(latitude) <> 0 or sum(longitude) <> 0),
    added as (insert into location_cell as known (level, cell, org_id, model_id, count, latitude, longitude)
      select * from summed order by 1, 2, 3, 4
      on conflict (level, cell, org_id, model_id) do update set count = known.count + excluded.count,
        latitude = known.latitude + excluded.latitude, longitude = known.longitude + excluded.longitude)
  select count(*) into folded from taken;
  delete from location_cell where count = 0;
  return folded;
end $$;

create function note_position_added() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), count(*),
      sum(round(latitude * 1e6)), sum(round(longitude * 1e6))
    from added where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create function note_position_removed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), -count(*),
      -sum(round(latitude * 1e6)), -sum(round(longitude * 1e6))
    from removed where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
-- Most reports change nothing but their moment, and leave nothing here.
create function note_position_changed() returns trigger language plpgsql as $$
begin
  insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude)
    select org_id, model_id, map_column(longitude, 16), map_row(latitude, 16), sum(sign),
      sum(sign * round(latitude * 1e6)), sum(sign * round(longitude * 1e6))
    from (select org_id, model_id, latitude, longitude, 1 as sign from added
        union all select org_id, model_id, latitude, longitude, -1 from removed) as moved
    where org_id is not null group by 1, 2, 3, 4
    having sum(sign) <> 0 or sum(sign * round(latitude * 1e6)) <> 0
      or sum(sign * round(longitude * 1e6)) <> 0;
  return null;
end $$;
create trigger device_position_added after insert on device_position
  referencing new table as added for each statement execute function note_position_added();
create trigger device_position_removed after delete on device_position
  referencing old table as removed for each statement execute function note_position_removed();
create trigger device_position_changed after update on device_position
  referencing old table as removed new table as added for each statement execute function note_position_changed();

create trigger device_position_place before insert on device_position
  for each row execute function place_online();

-- A terminal that moves to another organisation, becomes another model or goes to the recycle bin is
-- counted elsewhere.
create function move_position() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) then
    return null;
  end if;
  with told as materialized (
      select id, case when is_counted then org_id end as org_id, case when is_counted then model_id end as model_id
      from (select id, org_id, model_id, deleted_at is null as is_counted from added
          except select id, org_id, model_id, deleted_at is null from removed) as moved),
    -- Locked in the order in which reports lock them.
    held as materialized (select position.device_id, told.org_id, told.model_id
      from told join device_position position on position.device_id = told.id
      order by 1 for update of position)
  update device_position position set org_id = held.org_id, model_id = held.model_id
    from held where position.device_id = held.device_id;
  return null;
end $$;
create trigger device_position_follow after update on device
  referencing old table as removed new table as added for each statement execute function move_position();

create function forget_position() returns trigger language plpgsql as $$
begin
  delete from device_position where device_id in (select id from removed);
  return null;
end $$;
create trigger device_position_forget after delete on device
  referencing old table as removed for each statement execute function forget_position();

-- Up to where the history has been thinned to one place a day.
create table location_thinned (
  is_only boolean primary key default true check (is_only),
  until timestamptz not null
);
insert into location_thinned (until) values ('-infinity');

-- What is known so far.
insert into device_position (device_id, latitude, longitude, accuracy, source, moved_at, reported_at)
  select distinct on (place.device_id) place.device_id, place.latitude, place.longitude, place.accuracy,
    place.source, place.at, place.at
  from device_location place join device on device.id = place.device_id
  order by place.device_id, place.at desc;
select fold_location_changes();
