-- What came, went and changed on terminals, and what failed to: where it came of, whose terminal it was then.
alter table device_app_event
  add column sn text,
  add column org_id uuid,
  add column vendor_id uuid,
  add column model_id uuid,
  add column created_by uuid,
  -- TASK, POLICY, STORE, SIDE_LOAD, SYSTEM or UNKNOWN.
  add column trigger text not null default 'UNKNOWN',
  -- The item that wanted it, its push, and who gave that.
  add column item_id uuid,
  add column push_id uuid,
  add column task_no text,
  add column user_id uuid,
  -- Why it failed: a code, and a sentence of the terminal's own.
  add column code text,
  add column message text,
  add column network_type text;
-- squawk-ignore require-concurrent-index-creation
create index device_app_event_of_org on device_app_event (org_id, at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_app_event_of_trigger on device_app_event (trigger, at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_app_event_of_kind on device_app_event (kind, at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_app_event_of_code on device_app_event (code, at desc, id desc) where code is not null;

-- The newest item of a month that wanted this of a terminal, and what it belongs to.
create function item_behind(of_device uuid, of_package text, of_kind text, of_code bigint, moment timestamptz)
returns table (item_id uuid, push_id uuid, task_no text, user_id uuid, is_policy boolean) language sql stable as $$
  select item.id, push.id, push.task_no, coalesce(item.created_by, push.created_by),
    exists (select from org_apk_push given where given.push_id = push.id)
  from push_item item left join push on push.id = item.push_id
  where item.device_id = of_device and item.created_at > moment - interval '31 days' and item.created_at <= moment
    and item.cmd = case of_kind when 'REMOVED' then 'APP_UNINSTALL' else 'APP_INSTALL' end and item.acked_at is not null
    and coalesce(item.args, push.args) ->> 'pkg' = of_package
    and (of_kind = 'REMOVED' or (coalesce(item.args, push.args) ->> 'vc')::bigint = of_code)
  order by item.created_at desc limit 1
$$;

-- Whoever writes an event says what the terminal told; the rest is known here, in the same statement.
create function explain_app_event() returns trigger language plpgsql as $$
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
    new.trigger := case when behind.is_policy then 'POLICY' when behind.item_id is not null then 'TASK'
      when new.source = 'STORE' then 'STORE' when new.source = 'SIDE_LOADED' then 'SIDE_LOAD'
      when new.source = 'SYSTEM' then 'SYSTEM' else 'UNKNOWN' end;
  end if;
  return new;
end $$;
create trigger device_app_event_explained before insert on device_app_event
  for each row execute function explain_app_event();

update device_app_event event set sn = device.sn, org_id = device.org_id, vendor_id = device.vendor_id,
    model_id = device.model_id, created_by = device.created_by, item_id = told.item_id, push_id = told.push_id,
    task_no = told.task_no, user_id = told.user_id, trigger = told.trigger
  from device, (select event.id, event.at, behind.item_id, behind.push_id, behind.task_no, behind.user_id,
      case when behind.is_policy then 'POLICY' when behind.item_id is not null then 'TASK'
        when event.source = 'STORE' then 'STORE' when event.source = 'SIDE_LOADED' then 'SIDE_LOAD'
        when event.source = 'SYSTEM' then 'SYSTEM' else 'UNKNOWN' end as trigger
    from device_app_event event left join lateral
      item_behind(event.device_id, event.package, event.kind, event.to_code, event.at) behind on true) as told
  where device.id = event.device_id and told.id = event.id and told.at = event.at;

-- What was wanted and failed for good changed nothing on the terminal, so no inventory tells it.
create function log_app_failures() returns trigger language plpgsql as $$
begin
  insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source, trigger, item_id,
      push_id, task_no, user_id, code, message)
    select item.device_id, wanted.args ->> 'pkg',
      case item.cmd when 'APP_UNINSTALL' then 'REMOVE_FAILED' else 'INSTALL_FAILED' end,
      app.version_code, app.version_name, (wanted.args ->> 'vc')::bigint, wanted.args ->> 'vn', app.source,
      case when exists (select from org_apk_push given where given.push_id = push.id) then 'POLICY' else 'TASK' end,
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
create trigger push_item_app_failed after update on push_item
  referencing old table as removed new table as added for each statement execute function log_app_failures();

select fence_off_months('device_app_event');

create view app_log_row as
  select event.id, event.at, event.device_id, event.sn, event.package, event.kind, event.from_code, event.from_name, event.to_code,
    event.to_name, event.source, event.trigger, event.item_id, event.push_id, event.task_no, event.user_id, actor.user_name,
    event.code, event.message, event.network_type, event.org_id, own.name as org_name, event.vendor_id, event.model_id,
    model.name as model_name, event.created_by, item.bytes,
    -- One package may be registered by several: the nearest one above the terminal is meant.
    (select app.name from app join organization place on place.id = app.org_id and place.path @> own.path
      where app.package = event.package and app.deleted_at is null order by nlevel(place.path) desc limit 1) as app_name,
    (extract(epoch from steps.downloaded - steps.began) * 1000)::integer as download_ms,
    (extract(epoch from steps.done - steps.installing) * 1000)::integer as install_ms,
    exists (select from device where device.id = event.device_id and device.deleted_at is null) as is_there
  from device_app_event event
    left join organization own on own.id = event.org_id
    left join model on model.id = event.model_id
    left join app_user actor on actor.id = event.user_id
    left join push_item item on item.id = event.item_id
    left join lateral (select min(report.reported_at) filter (where report.step = 'DOWNLOADING') as began,
        min(report.reported_at) filter (where report.step in ('DOWNLOADED', 'VERIFIED', 'INSTALL_WAIT', 'INSTALLING')) as downloaded,
        min(report.reported_at) filter (where report.step = 'INSTALLING') as installing,
        max(report.reported_at) filter (where report.state in ('SUCCESS', 'FAILED')) as done
      from push_report report where report.item_id = event.item_id) steps on event.item_id is not null;
