-- A place that is written for the first time is noted like whoever comes or goes: looked up as it was written, its
-- terminal's standing was missed where that changed before the place was there for others to see, and was looked up
-- again for each report of a place that is known.
create or replace function place_position() returns trigger language plpgsql as $$
begin
  select device.org_id, device.model_id into new.org_id, new.model_id
    from device where device.id = new.device_id and device.deleted_at is null;
  select signal_step(place.signal) into new.signal from device_order place where place.id = new.device_id;
  return new;
end $$;
create trigger device_position_stood after insert on device_position
  referencing new table as added for each statement execute function note_standing_begun();
