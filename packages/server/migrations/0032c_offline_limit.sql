-- After how long a terminal is offline for too long: as its organisation says, else the parameter.

-- Organisations for which they themselves or one above them say so; of several the nearest.
create view offline_limit as
  select distinct on (below.id) below.id as org_id, (own.settings ->> 'offlineAlarmMinutes')::integer as minutes
  from organization_config own
    join organization above on above.id = own.org_id
    join organization below on below.path <@ above.path
  where own.settings ? 'offlineAlarmMinutes'
  order by below.id, nlevel(above.path) desc;

-- As before, but that AWAY is offline for too long.
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
      cross join lateral (values ('SEEN', true),
        ('AWAY', online.device_id is null and state.offline_since < now() - make_interval(
          mins => coalesce(offline_limit.minutes, (select steered('device.offline.alarm.minutes', 1440))))))
        as told (measure, holds)
    where device.deleted_at is null and told.holds
  union all
  select 'SLOW', 'SEEN', device.org_id, device.model_id, device.created_by, 1
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
      and not exists (select from device_state state where state.device_id = online.device_id);
