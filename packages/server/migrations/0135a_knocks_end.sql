-- How a terminal knocked is of use until somebody has claimed it.
create function forget_knock() returns trigger language plpgsql as $$
begin
  delete from device_knock where device_id = new.id;
  return null;
end $$;
create trigger device_knock_over after update of lifecycle on device
  for each row when (old.lifecycle = 'UNCLAIMED' and new.lifecycle <> 'UNCLAIMED') execute function forget_knock();
delete from device_knock knock using device
  where device.id = knock.device_id and device.lifecycle <> 'UNCLAIMED';
