-- After how long a terminal is offline for too long: as its organisation says, else its category,
-- else the parameter.

-- Models whose category says so.
create view offline_limit_of_model as
  select model.id as model_id, category.offline_alarm_minutes as minutes
  from model join category on category.id = model.category_id
  where category.offline_alarm_minutes is not null;

create or replace view estate_count_live as
  select 'MINUTE' as pace, 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select 'MINUTE', 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from device_task_item item join device on device.id = item.device_id
    where item.created_at > now() - interval '24 hours' and device.deleted_at is null
  union all
  select 'SLOW', told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_state state join device on device.id = state.device_id
      left join device_online online on online.device_id = state.device_id
      left join offline_limit on offline_limit.org_id = device.org_id
      left join offline_limit_of_model usual on usual.model_id = device.model_id
      cross join lateral (values ('SEEN', true),
        ('AWAY', online.device_id is null and state.offline_since < now() - make_interval(
          mins => coalesce(offline_limit.minutes, usual.minutes,
            (select steered('device.offline.alarm.minutes', 1440))))))
        as told (measure, holds)
    where device.deleted_at is null and told.holds
  union all
  select 'SLOW', 'SEEN', device.org_id, device.model_id, device.created_by, 1
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
      and not exists (select from device_state state where state.device_id = online.device_id);
