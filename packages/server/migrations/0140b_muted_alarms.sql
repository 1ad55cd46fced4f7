-- Alarms of a terminal and kind that nobody is told of until then: those that are open, and those that
-- come meanwhile.
create table alarm_mute (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null,
  until timestamptz not null,
  reason text not null,
  muted_at timestamptz not null default now(),
  muted_by uuid,
  primary key (device_id, kind)
);
create index alarm_mute_until on alarm_mute (until);

create or replace view alarm_row as
  select a.id, a.device_id, a.kind, a.rule_id, a.severity, a.state, a.count, a.data, a.first_at, a.last_at,
    a.acked_at, a.closed_at, a.close_cause, a.close_note, a.org_id, a.vendor_id, a.model_id, a.created_by, a.version,
    device.sn, device.name as device_name, own.name as org_name, model.name as model_name, rule.name as rule_name,
    acker.user_name as acked_by_name, closer.user_name as closed_by_name,
    null::text as updated_by_name, null::text as deleted_by_name,
    array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], a.severity) as grade,
    mute.until as muted_until, mute.reason as mute_reason, muter.user_name as muted_by_name
  from alarm a
    join device on device.id = a.device_id
    join organization own on own.id = a.org_id
    join model on model.id = a.model_id
    left join alarm_rule rule on rule.id = a.rule_id
    left join app_user acker on acker.id = a.acked_by
    left join app_user closer on closer.id = a.closed_by
    left join alarm_mute mute on mute.device_id = a.device_id and mute.kind = a.kind and mute.until > now()
      and a.closed_at is null
    left join app_user muter on muter.id = mute.muted_by;

create or replace function tell_alarm_raised() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.alarm')) then
    perform tell_clients('device.alarm', array(select alarm_subject(alarm)
      from alarm join added on added.id = alarm.id where alarm.tells_webhook
        and not exists (select from alarm_mute mute
          where mute.device_id = alarm.device_id and mute.kind = alarm.kind and mute.until > now())
      order by alarm.id));
  end if;
  return null;
end $$;
create or replace function tell_alarm_moved() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.alarm')) then
    perform tell_clients('device.alarm', array(select alarm_subject(alarm)
      from alarm join (select id, state from added except select id, state from removed) as moved on moved.id = alarm.id
      where alarm.tells_webhook and not exists (select from alarm_mute mute
        where mute.device_id = alarm.device_id and mute.kind = alarm.kind and mute.until > now())
      order by alarm.id));
  end if;
  return null;
end $$;

-- What began or began again while it was muted, and is there still, clients hear of when that is over.
create function alarm_mute_ended() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.alarm')) then
    perform tell_clients('device.alarm', array(select alarm_subject(alarm)
      from removed join alarm on alarm.device_id = removed.device_id and alarm.kind = removed.kind
        and alarm.closed_at is null
        join device on device.id = alarm.device_id
      where alarm.tells_webhook and alarm.last_at >= removed.muted_at order by alarm.id));
  end if;
  return null;
end $$;
create trigger alarm_mute_ended after delete on alarm_mute
  referencing old table as removed for each statement execute function alarm_mute_ended();
