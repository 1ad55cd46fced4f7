-- What a terminal's user has chosen in its store comes as an item, too, of nobody's: the log of applications
-- says that it came of the store.
create function task_trigger(of_push uuid, args jsonb) returns text language sql stable as $$
  select case when args #> '{gate,isFromStore}' = 'true' then 'STORE'
    when exists (select from org_apk_push given where given.push_id = of_push) then 'POLICY' else 'TASK' end
$$;

drop function item_behind(uuid, text, text, bigint, timestamptz);
create function item_behind(of_device uuid, of_package text, of_kind text, of_code bigint, moment timestamptz)
returns table (item_id uuid, push_id uuid, task_no text, user_id uuid, trigger text) language sql stable as $$
  select item.id, push.id, push.task_no, coalesce(item.created_by, push.created_by),
    task_trigger(push.id, coalesce(item.args, push.args))
  from push_item item left join push on push.id = item.push_id
  where item.device_id = of_device and item.created_at > moment - interval '31 days' and item.created_at <= moment
    and item.cmd = case of_kind when 'REMOVED' then 'APP_UNINSTALL' else 'APP_INSTALL' end and item.acked_at is not null
    and coalesce(item.args, push.args) ->> 'pkg' = of_package
    and (of_kind = 'REMOVED' or (coalesce(item.args, push.args) ->> 'vc')::bigint = of_code)
  order by item.created_at desc limit 1
$$;

create or replace function explain_app_event() returns trigger language plpgsql as $$
declare
  behind record;
begin
  select device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, state.network_type
    into new.sn, new.org_id, new.vendor_id, new.model_id, new.created_by, new.network_type
    from device left join device_state state on state.device_id = device.id where device.id = new.device_id;
  if new.item_id is null then
    select * into behind from item_behind(new.device_id, new.package, new.kind, new.to_code, new.at);
    new.item_id := behind.item_id;
    new.push_id := behind.push_id;
    new.task_no := behind.task_no;
    new.user_id := behind.user_id;
    new.trigger := coalesce(behind.trigger, case new.source when 'STORE' then 'STORE' when 'SIDE_LOADED' then 'SIDE_LOAD'
      when 'SYSTEM' then 'SYSTEM' else 'UNKNOWN' end);
  end if;
  return new;
end $$;

create or replace function log_app_failures() returns trigger language plpgsql as $$
begin
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
