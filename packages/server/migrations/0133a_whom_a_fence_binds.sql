-- A terminal that is on its way to its station, or in the workshop, is not told of the station's fence, as
-- nobody judges it by it: whoever crosses that border is told another configuration, and what was found
-- out before says nothing of afterwards.
create function is_fenced(lifecycle text) returns boolean language sql immutable parallel safe as $$
  select lifecycle in ('ACTIVE', 'SUSPENDED', 'LOST')
$$;
create function device_is_fenced_otherwise() returns trigger language plpgsql as $$
begin
  new.settings_rev := nextval('settings_rev');
  if not is_fenced(new.lifecycle) then
    delete from device_fence where device_id = new.id;
  end if;
  return new;
end $$;
create trigger device_is_fenced_otherwise before update of lifecycle on device
  for each row when (new.station_id is not null and is_fenced(old.lifecycle) <> is_fenced(new.lifecycle))
  execute function device_is_fenced_otherwise();

-- Those that hold a fence which does not bind them drop it.
update device set settings_rev = nextval('settings_rev')
  where not is_fenced(lifecycle) and deleted_at is null
    and station_id in (select id from station where fence is not null);
delete from device_fence where device_id in (select id from device where not is_fenced(lifecycle));
