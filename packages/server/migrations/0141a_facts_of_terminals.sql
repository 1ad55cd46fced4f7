-- What the list of terminals shows beside what it has, and what filters ask for: security, open alarms, applications
-- and how its parameters stand.

-- What terminals say is wrong with their security (U-INFO: `isTampered`, `isRooted`); the others have no row here.
create table device_security (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null check (kind in ('TAMPERED', 'ROOTED')),
  since timestamptz not null default now(),
  primary key (device_id, kind)
);
create index device_security_kind on device_security (kind, device_id);

create function faults_in(document jsonb) returns table (kind text) language sql immutable parallel safe as $$
  select 'TAMPERED' where document -> 'isTampered' = 'true'
  union all select 'ROOTED' where document -> 'isRooted' = 'true'
$$;
create function follow_security() returns trigger language plpgsql as $$
begin
  if not exists (select from added where kind = 'info') then
    return null;
  end if;
  with told as materialized (select added.device_id, fault.kind
      from added cross join lateral faults_in(added.document) as fault where added.kind = 'info'),
    gone as materialized (select known.device_id, known.kind from device_security known
        join added on added.device_id = known.device_id and added.kind = 'info'
      where not exists (select from told where told.device_id = known.device_id and told.kind = known.kind)
      order by 1, 2 for update of known),
    removed as (delete from device_security known using gone
      where known.device_id = gone.device_id and known.kind = gone.kind)
  insert into device_security (device_id, kind) select device_id, kind from told order by 1, 2
    on conflict (device_id, kind) do nothing;
  -- Who tells it for the first time is well from then on, or is not.
  if tg_op = 'INSERT' and exists (select from filter_use where field = 'security') then
    insert into device_changed (device_id) select device_id from added where kind = 'info';
  end if;
  return null;
end $$;
create trigger device_snapshot_security_added after insert on device_snapshot
  referencing new table as added for each statement execute function follow_security();
create trigger device_snapshot_security_changed after update on device_snapshot
  referencing new table as added for each statement execute function follow_security();

insert into device_security (device_id, kind, since)
  select snapshot.device_id, fault.kind, snapshot.reported_at
  from device_snapshot snapshot cross join lateral faults_in(snapshot.document) as fault where snapshot.kind = 'info';

-- What filters ask for of these facts is noted when it changes.
create function note_security() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use where field = 'security') then
    insert into device_changed (device_id) select distinct device_id from changed;
  end if;
  return null;
end $$;
create trigger device_security_noted_added after insert on device_security
  referencing new table as changed for each statement execute function note_security();
create trigger device_security_noted_removed after delete on device_security
  referencing old table as changed for each statement execute function note_security();

-- What is counted once more on one side than on the other has come, gone or changed.
create function note_alarmed() returns trigger language plpgsql as $$
begin
  if not exists (select from filter_use where field in ('alarmKind', 'alarmSeverity', 'security')) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into device_changed (device_id) select distinct device_id from added where closed_at is null;
  elsif tg_op = 'DELETE' then
    insert into device_changed (device_id) select distinct device_id from removed where closed_at is null;
  else
    insert into device_changed (device_id) select distinct device_id from (
      select device_id from (
        select device_id, kind, severity, 1 as sign from added where closed_at is null
        union all select device_id, kind, severity, -1 from removed where closed_at is null) as both_ways
      group by device_id, kind, severity having sum(sign) <> 0) as moved;
  end if;
  return null;
end $$;
create trigger alarm_noted_added after insert on alarm
  referencing new table as added for each statement execute function note_alarmed();
create trigger alarm_noted_changed after update on alarm
  referencing old table as removed new table as added for each statement execute function note_alarmed();
create trigger alarm_noted_removed after delete on alarm
  referencing old table as removed for each statement execute function note_alarmed();
-- squawk-ignore require-concurrent-index-creation
create index alarm_open_of_severity on alarm (severity) where closed_at is null;

create function note_installed() returns trigger language plpgsql as $$
begin
  if not exists (select from filter_use where field in ('app', 'appVersion')) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into device_changed (device_id) select distinct device_id from added;
  elsif tg_op = 'DELETE' then
    insert into device_changed (device_id) select distinct device_id from removed;
  else
    insert into device_changed (device_id) select distinct device_id from (
      select device_id, package, version_code, version_name from added
      except select device_id, package, version_code, version_name from removed) as moved;
  end if;
  return null;
end $$;
create trigger device_app_noted_added after insert on device_app
  referencing new table as added for each statement execute function note_installed();
create trigger device_app_noted_changed after update on device_app
  referencing old table as removed new table as added for each statement execute function note_installed();
create trigger device_app_noted_removed after delete on device_app
  referencing old table as removed for each statement execute function note_installed();

create function note_parameters() returns trigger language plpgsql as $$
begin
  if not exists (select from filter_use where field in ('paramStand', 'paramRevision')) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into device_changed (device_id) select distinct device_id from added where until is null;
  elsif tg_op = 'DELETE' then
    insert into device_changed (device_id) select distinct device_id from removed where until is null;
  else
    insert into device_changed (device_id) select distinct device_id from (
      select device_id from (
        select device_id, app_id, state, set_id, 1 as sign from added where until is null
        union all select device_id, app_id, state, set_id, -1 from removed where until is null) as both_ways
      group by device_id, app_id, state, set_id having sum(sign) <> 0) as moved;
  end if;
  return null;
end $$;
create trigger param_desired_noted_added after insert on param_desired
  referencing new table as added for each statement execute function note_parameters();
create trigger param_desired_noted_changed after update on param_desired
  referencing old table as removed new table as added for each statement execute function note_parameters();
create trigger param_desired_noted_removed after delete on param_desired
  referencing old table as removed for each statement execute function note_parameters();
-- Those that run with something else than they should, or not with it yet.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_unlike on param_desired (device_id) where until is null and state <> 'APPLIED';
-- squawk-ignore require-concurrent-index-creation
create index param_desired_drifted on param_desired (device_id) where until is null and state = 'DRIFT';

-- Subqueries where a row has several of something: they cost nothing where a list does not ask for their column.
create or replace view device_row as
  select d.id, d.sn, d.model_id, d.vendor_id, d.org_id, d.name, d.tid, d.mid, d.imei, d.batch_no, d.remark,
    d.lifecycle, d.firmware, d.agent_version, d.activated_at, d.status, d.version, d.created_at, d.created_by,
    d.updated_at, d.updated_by, d.deleted_at, d.deleted_by,
    model.name as model_name, vendor.name as vendor_name, own.name as org_name,
    (case when online.device_id is not null then 'ONLINE' when state.device_id is not null then 'OFFLINE'
      else 'NEVER' end) as presence,
    coalesce(online.since, state.offline_since) as presence_since,
    state.last_seen_at, state.battery as battery_percent, state.is_charging, state.network_type,
    state.signal as signal_percent,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    d.sealed_secret is not null as is_registered,
    case when d.released_until > now() then d.released_until end as released_until,
    d.enrolment_refused_at,
    coalesce(d.warranty_until,
      ((d.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date) as warranty_end,
    model.end_of_support,
    d.station_id, station.name as station_name, d.tags,
    held.state as fence_state, held.since as fence_since,
    coalesce(locked.state, 'NONE') as lock_state, locked.since as lock_since,
    d.imei2, d.mac, d.iccid, d.iccid2, d.purchase_order, d.attributes, d.warranty_start, d.warranty_months,
    state.free_mb, category.name as category_name, position.reported_at as located_at,
    ticket.id as repair_id, ticket.ticket_no as repair_no, ticket.state as repair_state,
    (select part.value from device_part part where part.device_id = d.id and part.kind = 'OS') as os_version,
    (select part.value from device_part part where part.device_id = d.id and part.kind = 'PATCH') as patch_level,
    array(select label.name from device_classification bound
        join classification label on label.id = bound.classification_id and label.deleted_at is null
      where bound.device_id = d.id order by label.name) as labels,
    (select count(*)::integer from alarm where alarm.device_id = d.id and alarm.closed_at is null) as open_alarms,
    (select (array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'])[
        max(array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], alarm.severity))]
      from alarm where alarm.device_id = d.id and alarm.closed_at is null) as worst_severity,
    (select case when count(*) > 0 then array_agg(fault.kind order by fault.place)
        when exists (select from device_snapshot info where info.device_id = d.id and info.kind = 'info') then '{OK}'
        else '{}' end
      from (select told.kind, case told.kind when 'TAMPERED' then 1 else 2 end as place
          from device_security told where told.device_id = d.id
        union all select alarm.kind, 3 from alarm
          where alarm.device_id = d.id and alarm.kind = 'CLONE_SUSPECT' and alarm.closed_at is null) as fault)::text[] as security,
    (select case when count(*) = 0 then null when bool_or(wanted.state = 'DRIFT') then 'DRIFT'
        when bool_and(wanted.state = 'APPLIED') then 'IN_SYNC' else 'BEHIND' end
      from param_desired wanted where wanted.device_id = d.id and wanted.until is null) as param_stand,
    (select count(*)::integer from param_desired wanted
      where wanted.device_id = d.id and wanted.until is null and wanted.state = 'DRIFT') as drifted_apps
  from device d
    join model on model.id = d.model_id
    join vendor on vendor.id = d.vendor_id
    join organization own on own.id = d.org_id
    left join category on category.id = model.category_id
    left join station on station.id = d.station_id
    left join device_fence held on held.device_id = d.id
    left join device_lock locked on locked.device_id = d.id
    left join device_state state on state.device_id = d.id
    left join device_online online on online.device_id = d.id
    left join device_position position on position.device_id = d.id
    left join repair ticket on ticket.device_id = d.id
      and ticket.state not in ('REMOTE_FIXED', 'INSTALLED', 'CLOSED', 'CANCELLED', 'SCRAPPED')
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
