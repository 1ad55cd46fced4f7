-- What only shows of an alarm is joined where it is shown: a page and a count that do not ask for it pass it by.
create or replace view alarm_row as
  select a.id, a.device_id, a.kind, a.rule_id, a.severity, a.state, a.count, a.data, a.first_at, a.last_at,
    a.acked_at, a.closed_at, a.close_cause, a.close_note, a.org_id, a.vendor_id, a.model_id, a.created_by, a.version,
    device.sn, device.name as device_name, own.name as org_name, model.name as model_name, rule.name as rule_name,
    acker.user_name as acked_by_name, closer.user_name as closed_by_name,
    null::text as updated_by_name, null::text as deleted_by_name,
    array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], a.severity) as grade,
    mute.until as muted_until, mute.reason as mute_reason, muter.user_name as muted_by_name,
    station.name as station_name
  from alarm a
    left join device on device.id = a.device_id
    left join station on station.id = device.station_id and station.deleted_at is null
    left join organization own on own.id = a.org_id
    left join model on model.id = a.model_id
    left join alarm_rule rule on rule.id = a.rule_id
    left join app_user acker on acker.id = a.acked_by
    left join app_user closer on closer.id = a.closed_by
    left join alarm_mute mute on mute.device_id = a.device_id and mute.kind = a.kind and mute.until > now()
      and a.closed_at is null
    left join app_user muter on muter.id = mute.muted_by;
