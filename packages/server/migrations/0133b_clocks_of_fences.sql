-- Who is not looked for any more is not missing: his alarm ends as it does when he comes back.
create function signal_fence_forgotten() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'FENCE', 'END' from removed where state = 'OUT';
  return null;
end $$;
create trigger device_fence_forgotten after delete on device_fence
  referencing old table as removed for each statement execute function signal_fence_forgotten();

-- squawk-ignore require-concurrent-index-creation
create index station_timezone on station (timezone_id) where timezone_id is not null;

-- Stations that go by a time zone, whether it is their own or their area's, or by the clock of an area.
create function stations_by_clock(zone uuid, area uuid) returns table (id uuid, org_id uuid)
language sql stable parallel safe as $$
  select station.id, station.org_id from station
    where station.timezone_id = zone and station.deleted_at is null
  union all
  select station.id, station.org_id from timezone_area above
      join station on station.area_id = above.id and station.timezone_id is null and station.deleted_at is null
    where above.id = area or above.timezone_id = zone
$$;

-- They open at other moments, their terminals are told of fences by another clock, and what would count
-- from an hour of the former clock on is seen anew.
create function stations_go_by_another_clock(zone uuid, area uuid) returns void language plpgsql as $$
declare
  places uuid[] := array(select id from stations_by_clock(zone, area));
begin
  insert into alarm_signal (device_id, kind, act)
    select due.device_id, 'OFFLINE', 'LOOK' from device
      join alarm_due due on due.device_id = device.id and due.kind = 'OFFLINE'
    where device.station_id = any(places);
  update station set settings_rev = nextval('settings_rev')
    where id = any(array(select id from station where id = any(places)
      and jsonb_typeof(fence -> 'schedule') = 'object' order by id for no key update));
  update device_fence set turning_since = null, turns_at = null
    where device_id = any(array(select device_id from device_fence
      where station_id = any(places) and turning_since > now() order by device_id for update));
end $$;

create or replace function area_goes_by_another_clock() returns trigger language plpgsql as $$
begin
  perform stations_go_by_another_clock(null, new.id);
  return null;
end $$;
create or replace function renumber_zone_users() returns trigger language plpgsql as $$
begin
  update organization set settings_rev = nextval('settings_rev') where timezone_id = new.id;
  perform stations_go_by_another_clock(new.id, null);
  return null;
end $$;

-- Places are found by their address, too.
-- squawk-ignore require-concurrent-index-creation
create index station_address on station using gin (address gin_trgm_ops) where deleted_at is null;
