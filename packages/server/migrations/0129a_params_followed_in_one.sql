-- What terminals should have is written by the hundred thousand when something changes at the root: keys of other
-- tables are not looked up for each row. Sets are forgotten under a lock that whoever names one shares, and
-- terminals are locked by whoever writes what they should have.
alter table param_desired drop constraint param_desired_set_id_fkey;
alter table param_desired drop constraint param_desired_device_id_fkey;
create function forget_params_of_devices() returns trigger language plpgsql as $$
begin
  delete from param_desired where device_id in (select id from went);
  return null;
end $$;
create trigger device_params_forgotten after delete on device
  referencing old table as went for each statement execute function forget_params_of_devices();

-- Of what a terminal said last that its applications run with, once that is kept: who says the same again is not
-- looked at any further.
alter table device_state add column params_print uuid;
