-- That a lost terminal speaks is over as soon as it is lost no more: what is open of those found is judged anew.
insert into alarm_signal (device_id, kind, act)
  select alarm.device_id, 'LOST_CONTACT', 'LOOK'
  from alarm join device on device.id = alarm.device_id
  where alarm.kind = 'LOST_CONTACT' and alarm.closed_at is null and device.lifecycle <> 'LOST';
