-- What was found out about a fence says nothing about one that lies elsewhere, or that nobody looks at any more.
create function station_fence_moves() returns trigger language plpgsql as $$
begin
  delete from device_fence where device_id = any(array(select device_id from device_fence
    where station_id = new.id order by device_id for update));
  return null;
end $$;
create trigger station_fence_moves after update of latitude, longitude, status on station
  for each row when (old.status is distinct from new.status or (old.fence ->> 'kind' = 'CIRCLE'
    and (old.latitude, old.longitude) is distinct from (new.latitude, new.longitude)))
  execute function station_fence_moves();

-- Of fences that have moved or ended before.
delete from device_fence held using station
  where station.id = held.station_id and station.status <> 1;
