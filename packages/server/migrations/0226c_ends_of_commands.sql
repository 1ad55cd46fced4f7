-- Each change of commands asked in full for what only some of them are: applications that failed, commands that are
-- told of in the terminal's log, ends. Where there is none of it, that is seen at once.
create or replace function log_app_failures() returns trigger language plpgsql as $$
begin
  if not exists (select from added where ended_at is not null and cmd in ('APP_INSTALL', 'APP_UNINSTALL')) then
    return null;
  end if;
  insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source, trigger, item_id,
      push_id, task_no, user_id, code, message)
    select item.device_id, wanted.args ->> 'pkg',
      case item.cmd when 'APP_UNINSTALL' then 'REMOVE_FAILED' else 'INSTALL_FAILED' end,
      app.version_code, app.version_name, (wanted.args ->> 'vc')::bigint, wanted.args ->> 'vn', app.source,
      task_trigger(push.id, wanted.args),
      item.id, push.id, push.task_no, coalesce(item.created_by, push.created_by), coalesce(item.code, item.state), item.message
    from (select id from added where ended_at is not null and cmd in ('APP_INSTALL', 'APP_UNINSTALL')
          and state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT')
        except select id from removed where ended_at is not null) as ended
      join push_item item on item.id = ended.id left join push on push.id = item.push_id
      cross join lateral (select coalesce(item.args, push.args) as args) wanted
      left join device_app app on app.device_id = item.device_id and app.package = wanted.args ->> 'pkg'
    where wanted.args ->> 'pkg' is not null;
  return null;
end $$;

create or replace function log_commands_done() returns trigger language plpgsql as $$
begin
  if not exists (select from added where state = 'SUCCESS' and cmd in ('RKI', 'CERT_UPDATE', 'WIPE', 'SET_LAUNCHER',
      'SET_TIME_ZONE', 'SET_LANGUAGE', 'SET_WIFI', 'SET_APN')) then
    return null;
  end if;
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, ref_kind,
      ref_id, ref_no, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
      case item.cmd when 'RKI' then 'KEYS_LOADED' when 'CERT_UPDATE' then 'CERTIFICATE_RENEWED' when 'WIPE' then 'WIPED'
        else 'SETTING_DONE' end,
      case when item.created_by is null then 'PLATFORM' else 'USER' end, item.created_by,
      jsonb_build_object('cmd', item.cmd), case when push.id is not null then 'TASK' end, push.id, push.task_no, now()
    from (select id from added where state = 'SUCCESS' and cmd in ('RKI', 'CERT_UPDATE', 'WIPE', 'SET_LAUNCHER', 'SET_TIME_ZONE',
          'SET_LANGUAGE', 'SET_WIFI', 'SET_APN')
        except select id from removed where state = 'SUCCESS') as done
      join push_item item on item.id = done.id join device on device.id = item.device_id
      left join push on push.id = item.push_id;
  return null;
end $$;

create or replace function note_plan_ends() returns trigger language plpgsql as $$
begin
  if not exists (select from added where ended_at is not null) and not exists (select from removed where ended_at is not null) then
    return null;
  end if;
  insert into plan_stat_change (plan_id, measure, value, delta)
    -- What begins anew is taken away again; what only told more after its end is added and taken away.
    select made.plan_id, told.measure, told.value, sum(told.delta * moved.sign)
    from (
        select push_id, state, code, bytes, queued_at, created_at, ended_at, at_org, at_model, end_network, 1 as sign
          from added where ended_at is not null
        union all select push_id, state, code, bytes, queued_at, created_at, ended_at, at_org, at_model, end_network, -1
          from removed where ended_at is not null) as moved
      join plan_push made on made.push_id = moved.push_id and made.purpose = 'FORTH'
      cross join lateral (select extract(epoch from moved.ended_at - coalesce(moved.queued_at, moved.created_at))::float8 as seconds,
        moved.state = 'SUCCESS' and made.is_last as is_done,
        moved.state in ('FAILED', 'REFUSED', 'TIMEOUT', 'EXPIRED', 'CANCELLED') as has_failed) as said
      cross join lateral (
        select * from (values ('DONE', case when said.is_done then duration_step(said.seconds) end, 1::bigint),
            ('SECONDS', case when said.is_done then '' end, said.seconds::bigint),
            ('BYTES', case when moved.bytes > 0 then '' end, moved.bytes)) as one (measure, value, delta)
          where said.is_done or moved.bytes > 0
        union all select * from (values ('CODE', coalesce(moved.code, ''), 1), ('MODEL', moved.at_model::text, 1),
            ('ORG', moved.at_org::text, 1), ('NETWORK', coalesce(moved.end_network, ''), 1),
            ('HOUR', extract(hour from moved.ended_at at time zone 'UTC')::text, 1)) as one (measure, value, delta)
          where said.has_failed) as told
    where told.value is not null group by 1, 2, 3 having sum(told.delta * moved.sign) <> 0;
  return null;
end $$;

-- Whoever writes a whole slice down knows where its terminals are.
drop trigger push_item_upgrade_place on push_item;
create trigger push_item_upgrade_place before insert on push_item
  for each row when (new.cmd = 'UPGRADE' and (new.at_org is null or new.at_model is null)) execute function place_upgrade();
