-- An application that is gone crashes no more: whatever takes it from the list of its terminal calls for the end of
-- its alarm.
create function signal_apps_removed() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act, data)
    select removed.device_id, 'APP_CRASHED', 'END', jsonb_build_object('package', removed.package)
    from removed
      -- Found one by one: a join would be planned for nobody knows how many.
      cross join lateral (select from alarm where alarm.device_id = removed.device_id and alarm.kind = 'APP_CRASHED'
        and alarm.subject = removed.package and alarm.closed_at is null limit 1) as ailing
    order by removed.device_id, removed.package;
  return null;
end $$;
create trigger device_app_alarms_removed after delete on device_app
  referencing old table as removed for each statement execute function signal_apps_removed();

-- Those that are open still of what is gone already.
insert into alarm_signal (device_id, kind, act, data)
  select alarm.device_id, alarm.kind, 'END', jsonb_build_object('package', alarm.subject)
  from alarm where alarm.kind = 'APP_CRASHED' and alarm.subject <> '' and alarm.closed_at is null
    and not exists (select from device_app held where held.device_id = alarm.device_id and held.package = alarm.subject);
