-- What was found out about a fence says nothing about one that lies elsewhere, or that nobody looks at any more.
-- Those of many stations are locked in one order, as whoever judges fences does.
create function station_fences_move() returns trigger language plpgsql as $$
begin
  delete from device_fence where device_id = any(array(
    select held.device_id from device_fence held where held.station_id in (
      select moved.id from (
        select id, status, case when fence ->> 'kind' = 'CIRCLE' then (latitude, longitude) end from removed
        except select id, status, case when fence ->> 'kind' = 'CIRCLE' then (latitude, longitude) end from added) as moved)
    order by held.device_id for update));
  return null;
end $$;
create trigger station_fences_move after update on station
  referencing old table as removed new table as added for each statement execute function station_fences_move();

-- Of fences of stations that were disabled before.
delete from device_fence held using station
  where station.id = held.station_id and station.status <> 1;
