-- The clock that a place goes by: its own, else that of its area; null: nobody has said.
create function station_zone(own uuid, area uuid) returns text language sql stable parallel safe as $$
  select coalesce((select zone.zone_id from timezone zone where zone.id = own),
    (select zone.zone_id from timezone_area above join timezone zone on zone.id = above.timezone_id
      where above.id = area))
$$;

-- Under which revision a terminal is told that the platform finds it outside, or no more.
alter table device_fence add column settings_rev bigint;

-- A fence may hold by the clock of its station.
drop trigger station_settings_rev on station;
-- Fences of before say nothing of it; nobody has to be told anew.
update station set fence = '{"lockMinutes": null, "blocksPayments": false, "schedule": null}'::jsonb || fence
  where fence is not null;
create trigger station_settings_rev
  before update of fence, latitude, longitude, status, deleted_at, timezone_id, area_id on station
  for each row when ((old.fence, old.latitude, old.longitude, old.status, old.deleted_at, old.timezone_id, old.area_id)
    is distinct from (new.fence, new.latitude, new.longitude, new.status, new.deleted_at, new.timezone_id, new.area_id))
  execute function take_settings_rev();

-- One that is suspended takes no payments.
create trigger device_payments before update of lifecycle on device
  for each row when ((old.lifecycle = 'SUSPENDED') <> (new.lifecycle = 'SUSPENDED'))
  execute function take_settings_rev();

-- Whoever waits until his station opens waits for another moment when its hours are others.
create function station_opens_otherwise() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select due.device_id, 'OFFLINE', 'LOOK' from device
      join alarm_due due on due.device_id = device.id and due.kind = 'OFFLINE'
    where device.station_id = new.id;
  -- What would count from an hour of the other clock on is seen anew.
  if (old.timezone_id, old.area_id) is distinct from (new.timezone_id, new.area_id) then
    update device_fence set turning_since = null, turns_at = null
      where device_id = any(array(select device_id from device_fence
        where station_id = new.id and turning_since > now() order by device_id for update));
  end if;
  return null;
end $$;
create trigger station_opens_otherwise after update of business_hours, timezone_id, area_id, deleted_at on station
  for each row when ((old.business_hours, old.timezone_id, old.area_id, old.deleted_at)
    is distinct from (new.business_hours, new.timezone_id, new.area_id, new.deleted_at))
  execute function station_opens_otherwise();

create function device_waits_elsewhere() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select due.device_id, 'OFFLINE', 'LOOK' from alarm_due due where due.device_id = new.id and due.kind = 'OFFLINE';
  return null;
end $$;
create trigger device_waits_elsewhere after update of station_id on device
  for each row when (old.station_id is distinct from new.station_id) execute function device_waits_elsewhere();

-- An area that gets another clock: its stations without one of their own go by it.
create function area_goes_by_another_clock() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select due.device_id, 'OFFLINE', 'LOOK' from station
      join device on device.station_id = station.id
      join alarm_due due on due.device_id = device.id and due.kind = 'OFFLINE'
    where station.area_id = new.id and station.timezone_id is null;
  update station set settings_rev = nextval('settings_rev')
    where area_id = new.id and timezone_id is null and jsonb_typeof(fence -> 'schedule') = 'object';
  return null;
end $$;
create trigger area_goes_by_another_clock after update of timezone_id on timezone_area
  for each row when (old.timezone_id is distinct from new.timezone_id) execute function area_goes_by_another_clock();
