-- The application that a terminal is there for: the one that it says it starts with, else the one that was in front the
-- longest in its last week.
create function main_app_of(device uuid) returns text language sql stable as $$
  select coalesce(
    (select info.document #>> '{settings,launcher}' from device_snapshot info
      where info.device_id = device and info.kind = 'info'),
    (select used.package from device_app_use used
      where used.device_id = device and used.at > now() - interval '7 days'
      group by used.package having sum(used.minutes) > 0 order by sum(used.minutes) desc, used.package limit 1))
$$;

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
