-- What happened to terminals becomes their log: beside what they tell and the server finds, what people did
-- with them. Whoever causes it writes it in the same statement; set-based, whatever the number of terminals.

alter table device_event
  -- The terminal as it was then: its log outlives it, and stays with whose it was.
  add column sn text,
  add column org_id uuid,
  add column vendor_id uuid,
  add column model_id uuid,
  add column created_by uuid,
  -- DEVICE: the terminal says so; PLATFORM: the server found out; USER: somebody did it.
  add column source text not null default 'DEVICE',
  add column user_id uuid,
  -- What it came of or led to: TASK, ALARM, REPAIR or DEVICE, its id, and what people call it.
  add column ref_kind text,
  add column ref_id uuid,
  add column ref_no text,
  -- What belongs together for whoever looks for it; the contract's table says the same, and a test holds them together.
  -- Written anew once, by the upgrade that brings the log: terminals have told little by then.
  -- squawk-ignore adding-field-with-default
  add column kind text not null generated always as (case
    when code in ('CREATED', 'CLAIMED') then 'CREATED'
    when code = 'IMPORTED' then 'IMPORTED'
    when code = 'ACTIVATED' then 'ACTIVATED'
    when code in ('MOVED_IN', 'MOVED_OUT', 'STATION_CHANGED') then 'MOVED'
    when code in ('SUSPEND', 'RESUME', 'DISABLED', 'ENABLED') then 'SUSPENDED'
    when code in ('LOCKED', 'UNLOCKED') then 'LOCKED'
    when code in ('SWAP', 'SUCCEED') then 'SWAPPED'
    when code in ('REPAIR', 'RETURN', 'REPAIR_MOVED') then 'REPAIRED'
    when code in ('LOSE', 'FIND') then 'LOST'
    when code in ('SCRAP', 'REMOVED', 'RESTORED', 'DESTROYED', 'WIPED') then 'REMOVED'
    when code = 'SIM_CHANGED' then 'SIM'
    when code in ('APP_INSTALLED', 'APP_UPDATED', 'APP_DOWNGRADED', 'APP_REMOVED', 'APP_CRASHED') then 'APP'
    when code in ('PARAM_APPLIED', 'PARAM_DRIFTED') then 'PARAM'
    when code in ('FIRMWARE_CHANGED', 'AGENT_CHANGED') then 'FIRMWARE'
    when code in ('ALARM_RAISED', 'ALARM_CLOSED') then 'ALARM'
    when code in ('FENCE_LEFT', 'FENCE_ENTERED') then 'FENCE'
    when code in ('KEYS_LOADED', 'CERTIFICATE_RENEWED') then 'KEY'
    when code in ('LOST_CONTACT', 'UNAUTHORISED_CONTACT') then 'CONTACT'
    when code in ('TID_CHANGED', 'SETTING_DONE', 'CAPABILITY_MISMATCH') then 'CONFIG'
    when code in ('TAMPERED', 'ROOTED', 'CLONE_SUSPECTED') then 'SECURITY'
    else 'CONDITION' end) stored;
update device_event event set sn = device.sn, org_id = device.org_id, vendor_id = device.vendor_id,
    model_id = device.model_id, created_by = device.created_by,
    source = case when event.code in ('CLONE_SUSPECTED', 'UNAUTHORISED_CONTACT', 'LOST_CONTACT', 'CAPABILITY_MISMATCH')
      then 'PLATFORM' else 'DEVICE' end
  from device where device.id = event.device_id;

-- Each filter of the list has an index that keeps its order.
-- squawk-ignore require-concurrent-index-creation
create index device_event_of_kind on device_event (kind, at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_event_of_org on device_event (org_id, at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_event_of_user on device_event (user_id, at desc, id desc) where user_id is not null;

-- A month can be parted from the others without anybody waiting only where none is the default.
create function fence_off_months(parent text) returns void language plpgsql as $$
declare
  first timestamptz := (select min(to_date(right(part.relname, 7), 'YYYY_MM')) from pg_inherits
    join pg_class part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = parent::regclass and part.relname ~ '_[0-9]{4}_[0-9]{2}$')::timestamp at time zone 'UTC';
begin
  execute format('alter table %I detach partition %I', parent, parent || '_rest');
  execute format('alter table %I rename to %I', parent || '_rest', parent || '_before');
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)',
    parent, parent || '_before', first);
end $$;

-- A terminal that comes into being: by hand, by a sheet, or by itself.
create function log_devices_added() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, happened_at)
    select id, sn, org_id, vendor_id, model_id, created_by,
      case when current_setting('muster.by_sheet', true) = 'on' then 'IMPORTED' else 'CREATED' end,
      case when created_by is null then 'DEVICE' else 'USER' end, created_by,
      jsonb_strip_nulls(jsonb_build_object('lifecycle', lifecycle, 'batch', batch_no)), now()
    from added;
  return null;
end $$;
create trigger device_log_added after insert on device
  referencing new table as added for each statement execute function log_devices_added();

create function log_devices_destroyed() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, happened_at)
    select id, sn, org_id, vendor_id, model_id, created_by, 'DESTROYED',
      case when deleted_by is null then 'PLATFORM' else 'USER' end, deleted_by, now() from removed;
  return null;
end $$;
create trigger device_log_destroyed after delete on device
  referencing old table as removed for each statement execute function log_devices_destroyed();

-- What changed of a terminal. A move is told in both organisations: each keeps its own part of the story.
-- Whoever edits a terminal raises its version; what a terminal changes of itself leaves it.
create function log_devices_changed() returns trigger language plpgsql as $$
begin
  -- Few of the statements that write terminals change any of this.
  if not exists (
      select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at from added
      except select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at
        from removed) then
    return null;
  end if;
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, happened_at)
    with state as (
        select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at, version,
          true as is_now from added
        union all select id, org_id, station_id, lifecycle, activated_at, firmware, agent_version, status, tid, mid, deleted_at,
          version, false from removed),
      -- By their order instead of a join: nobody knows how many there are when this is planned.
      changed as (select state.*, lag(id) over way as was_id, lag(org_id) over way as was_org_id,
          lag(station_id) over way as was_station_id, lag(lifecycle) over way as was_lifecycle,
          lag(activated_at) over way as was_activated_at, lag(firmware) over way as was_firmware,
          lag(agent_version) over way as was_agent_version, lag(status) over way as was_status, lag(tid) over way as was_tid,
          lag(mid) over way as was_mid, lag(deleted_at) over way as was_deleted_at, lag(version) over way as was_version
        from state window way as (partition by id order by is_now)),
      told as (select changed.id, changed.version > changed.was_version as is_edited, event.*
        from changed cross join lateral (values
          (was_org_id <> org_id, 'MOVED_OUT', 'PLATFORM', was_org_id, jsonb_build_object('orgId', org_id)),
          (was_org_id <> org_id, 'MOVED_IN', 'PLATFORM', org_id, jsonb_build_object('orgId', was_org_id)),
          (was_org_id = org_id and was_station_id is distinct from station_id, 'STATION_CHANGED', 'PLATFORM', org_id,
            jsonb_strip_nulls(jsonb_build_object('from', (select name from station where station.id = was_station_id),
              'to', (select name from station where station.id = changed.station_id)))),
          (was_activated_at is null and activated_at is not null, 'ACTIVATED', 'DEVICE', org_id, '{}'),
          (was_lifecycle = 'UNCLAIMED' and lifecycle <> 'UNCLAIMED', 'CLAIMED', 'PLATFORM', org_id, '{}'),
          (was_firmware <> firmware, 'FIRMWARE_CHANGED', 'DEVICE', org_id, jsonb_build_object('from', was_firmware, 'to', firmware)),
          (was_agent_version <> agent_version, 'AGENT_CHANGED', 'DEVICE', org_id,
            jsonb_build_object('from', was_agent_version, 'to', agent_version)),
          (was_status = 1 and status = 0, 'DISABLED', 'PLATFORM', org_id, '{}'),
          (was_status = 0 and status = 1, 'ENABLED', 'PLATFORM', org_id, '{}'),
          ((was_tid, was_mid) is distinct from (tid, mid), 'TID_CHANGED', 'PLATFORM', org_id,
            jsonb_strip_nulls(jsonb_build_object('from', was_tid, 'to', tid, 'mid', mid))),
          (was_deleted_at is null and deleted_at is not null, 'REMOVED', 'PLATFORM', org_id, '{}'),
          (was_deleted_at is not null and deleted_at is null, 'RESTORED', 'PLATFORM', org_id, '{}')
        ) as event (is_so, code, source, org_id, data)
        where changed.is_now and changed.was_id is not null and event.is_so)
    select device.id, device.sn, told.org_id, device.vendor_id, device.model_id, device.created_by, told.code,
      case when told.is_edited and device.updated_by is not null then 'USER' else told.source end,
      case when told.is_edited then device.updated_by end, told.data, now()
    from told join device on device.id = told.id;
  return null;
end $$;
create trigger device_log_changed after update on device
  referencing old table as removed new table as added for each statement execute function log_devices_changed();

-- What people did with it in its life, and why. That it was moved is told already, but not why.
create function log_device_moves() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, ref_kind,
      ref_id, ref_no, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, added.event,
      case when added.by_user is null then 'PLATFORM' else 'USER' end, added.by_user,
      jsonb_strip_nulls(jsonb_build_object('reason', added.reason, 'from', added.from_state, 'to', added.to_state)),
      case when other.id is not null then 'DEVICE' end, other.id, other.sn, added.at
    from added join device on device.id = added.device_id left join device other on other.id = added.other_id
    where added.event not in ('MOVE', 'ASSIGN', 'ACTIVATE');
  update device_event event set data = event.data || jsonb_build_object('reason', added.reason)
    from added where added.event = 'MOVE' and added.reason is not null and event.device_id = added.device_id
      and event.at = now() and event.code in ('MOVED_IN', 'MOVED_OUT');
  return null;
end $$;
create trigger device_move_logged after insert on device_move
  referencing new table as added for each statement execute function log_device_moves();

-- A ticket that is opened or goes on.
create function log_repair_moves() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, data, ref_kind,
      ref_id, ref_no, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, 'REPAIR_MOVED',
      case when added.by_user is null then 'PLATFORM' else 'USER' end, added.by_user,
      jsonb_strip_nulls(jsonb_build_object('from', added.before, 'to', added.after)), 'REPAIR', repair.id, repair.ticket_no, added.at
    from added join repair on repair.id = added.repair_id join device on device.id = repair.device_id
    where added.kind = 'STATE' order by added.id;
  return null;
end $$;
create trigger repair_event_logged after insert on repair_event
  referencing new table as added for each statement execute function log_repair_moves();

create function log_alarms_raised() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, severity, source, data, ref_kind,
      ref_id, happened_at)
    select added.device_id, device.sn, added.org_id, added.vendor_id, added.model_id, added.created_by, 'ALARM_RAISED',
      added.severity, 'PLATFORM', jsonb_build_object('kind', added.kind), 'ALARM', added.id, added.first_at
    from added join device on device.id = added.device_id;
  return null;
end $$;
create trigger alarm_logged_raised after insert on alarm
  referencing new table as added for each statement execute function log_alarms_raised();

create function log_alarms_closed() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, severity, is_over, source, user_id,
      data, ref_kind, ref_id, happened_at)
    select alarm.device_id, device.sn, alarm.org_id, alarm.vendor_id, alarm.model_id, alarm.created_by, 'ALARM_CLOSED',
      alarm.severity, true, case when alarm.closed_by is null then 'PLATFORM' else 'USER' end, alarm.closed_by,
      jsonb_strip_nulls(jsonb_build_object('kind', alarm.kind, 'cause', alarm.close_cause, 'note', alarm.close_note)),
      'ALARM', alarm.id, alarm.closed_at
    from (select id from added where closed_at is not null except select id from removed where closed_at is not null) as ended
      join alarm on alarm.id = ended.id join device on device.id = alarm.device_id;
  return null;
end $$;
create trigger alarm_logged_closed after update on alarm
  referencing old table as removed new table as added for each statement execute function log_alarms_closed();

-- Locked and unlocked, whoever asked for it last.
create function log_locks() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, user_id, ref_kind, ref_id,
      ref_no, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
      case new.state when 'LOCKED' then 'LOCKED' else 'UNLOCKED' end,
      case when asked.created_by is null then 'DEVICE' else 'USER' end, asked.created_by,
      case when asked.push_id is not null then 'TASK' end, asked.push_id, asked.task_no, now()
    from device left join lateral (select item.created_by, push.id as push_id, push.task_no from push_item item
        left join push on push.id = item.push_id
      where item.device_id = new.device_id and item.cmd = case new.state when 'LOCKED' then 'LOCK' else 'UNLOCK' end
        and item.state = 'SUCCESS' and item.created_at > now() - interval '31 days'
      order by item.created_at desc limit 1) asked on true
    where device.id = new.device_id;
  return null;
end $$;
create trigger device_lock_logged after update of state on device_lock for each row
  when (new.state in ('LOCKED', 'NONE') and old.state <> new.state
    and not (old.state = 'LOCKING' and new.state = 'NONE') and not (old.state = 'UNLOCKING' and new.state = 'LOCKED'))
  execute function log_locks();
create trigger device_lock_logged_first after insert on device_lock for each row
  when (new.state = 'LOCKED') execute function log_locks();

-- Commands that change what a terminal is, once they are done.
create function log_commands_done() returns trigger language plpgsql as $$
begin
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
create trigger push_item_logged after update on push_item
  referencing old table as removed new table as added for each statement execute function log_commands_done();

-- Parameters that a terminal runs with, or runs with no more.
create function log_params() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, ref_kind, ref_id, ref_no,
      happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by,
      case moved.state when 'APPLIED' then 'PARAM_APPLIED' else 'PARAM_DRIFTED' end, 'DEVICE',
      jsonb_build_object('package', app.package, 'revision', moved.revision),
      case when push.id is not null then 'TASK' end, push.id, push.task_no, now()
    from (select device_id, app_id, revision, state from came where state in ('APPLIED', 'DRIFT') and until is null
        except select device_id, app_id, revision, state from went) as moved
      join param_desired held on held.device_id = moved.device_id and held.app_id = moved.app_id and held.revision = moved.revision
      join device on device.id = moved.device_id join app on app.id = moved.app_id
      left join push_item item on item.id = held.item_id left join push on push.id = item.push_id;
  return null;
end $$;
create trigger param_desired_logged after update on param_desired
  referencing old table as went new table as came for each statement execute function log_params();

-- What came, went and changed on it.
create function log_app_events() returns trigger language plpgsql as $$
begin
  insert into device_event (device_id, sn, org_id, vendor_id, model_id, created_by, code, source, data, happened_at)
    select device.id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, 'APP_' || added.kind,
      'DEVICE', jsonb_strip_nulls(jsonb_build_object('package', added.package, 'from', coalesce(added.from_name, added.from_code::text),
        'to', coalesce(added.to_name, added.to_code::text))), added.at
    from added join device on device.id = added.device_id
    where added.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED', 'REMOVED');
  return null;
end $$;
create trigger device_app_event_logged after insert on device_app_event
  referencing new table as added for each statement execute function log_app_events();

select fence_off_months('device_event');

create view device_log_row as
  select event.id, event.at, event.happened_at, event.device_id, event.sn, event.kind, event.code, event.severity, event.is_over,
    event.source, event.user_id, actor.user_name, event.data, event.ref_kind, event.ref_id, event.ref_no, event.org_id,
    own.name as org_name, event.vendor_id, event.model_id, model.name as model_name, event.created_by,
    exists (select from device where device.id = event.device_id and device.deleted_at is null) as is_there
  from device_event event
    left join organization own on own.id = event.org_id
    left join model on model.id = event.model_id
    left join app_user actor on actor.id = event.user_id;
