-- Which keys a terminal holds, as it says: by their check values. A key itself has no room here.
create table device_key (
  device_id uuid not null references device (id) on delete cascade,
  slot text not null,
  type text not null,
  kcv text check (kcv ~ '^[0-9A-F]{6,10}$'),
  ksi text check (ksi ~ '^[0-9A-F]{10,20}$'),
  injected_at timestamptz,
  expires_at timestamptz,
  state text not null check (state in ('OK', 'MISSING', 'EXPIRED')),
  changed_at timestamptz not null,
  primary key (device_id, slot, type)
);
-- Those that end within some days.
create index device_key_ending on device_key (expires_at) where state = 'OK' and expires_at is not null;

-- When terminals told of their keys last: as it came, and by their own clocks, which are never ahead of that.
create table device_key_report (
  device_id uuid primary key references device (id) on delete cascade,
  told_at timestamptz not null,
  said_at timestamptz not null
);

-- A key that is missing, or must not be used any more, is a fault of the security; another message tells of it.
-- squawk-ignore constraint-missing-not-valid
alter table device_security drop constraint device_security_kind_check, add constraint device_security_kind_check
  check (kind in ('TAMPERED', 'ROOTED', 'KEY_MISSING'));

create or replace function follow_security() returns trigger language plpgsql as $$
begin
  if not exists (select from added where kind = 'info') then
    return null;
  end if;
  with told as materialized (select added.device_id, fault.kind
      from added cross join lateral faults_in(added.document) as fault where added.kind = 'info'),
    gone as materialized (select known.device_id, known.kind from device_security known
        join added on added.device_id = known.device_id and added.kind = 'info'
      where known.kind <> 'KEY_MISSING'
        and not exists (select from told where told.device_id = known.device_id and told.kind = known.kind)
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
      from (select told.kind, case told.kind when 'TAMPERED' then 1 when 'ROOTED' then 2 else 3 end as place
          from device_security told where told.device_id = d.id
        union all select alarm.kind, 4 from alarm
          where alarm.device_id = d.id and alarm.kind = 'CLONE_SUSPECT' and alarm.closed_at is null) as fault)::text[] as security,
    (select case when count(*) = 0 then null when bool_or(wanted.state = 'DRIFT') then 'DRIFT'
        when bool_and(wanted.state = 'APPLIED') then 'IN_SYNC' else 'BEHIND' end
      from param_desired wanted where wanted.device_id = d.id and wanted.until is null) as param_stand,
    (select count(*)::integer from param_desired wanted
      where wanted.device_id = d.id and wanted.until is null and wanted.state = 'DRIFT') as drifted_apps,
    online.ip,
    (select info.document ->> 'timezone' from device_snapshot info where info.device_id = d.id and info.kind = 'info') as timezone,
    main_app_of(d.id) as main_app,
    (select coalesce(installed.version_name, installed.version_code::text) from device_app installed
      where installed.device_id = d.id and installed.package = main_app_of(d.id)) as main_app_version
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
