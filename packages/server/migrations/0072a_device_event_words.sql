-- What terminals add to their events.
alter table device_event
  -- As the terminal takes it; the rules of alarms decide.
  add column severity text,
  -- It has ended: the battery is charged, there is paper again.
  add column is_over boolean not null default false;
