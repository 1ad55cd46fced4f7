-- What is written down of a terminal beside its serial number: its cards and addresses, how it was bought, and a
-- warranty of its own, which goes before its vendor's.
alter table device
  add column imei2 text,
  add column mac text,
  add column iccid text,
  add column iccid2 text,
  add column purchase_order text,
  add column attributes jsonb not null default '[]',
  add column warranty_start date,
  add column warranty_months integer,
  -- Of its own; null: its vendor's counts. Kept by a trigger: a generated column would write all terminals anew.
  add column warranty_until date;
create function reckon_own_warranty() returns trigger language plpgsql as $$
begin
  new.warranty_until = (new.warranty_start + make_interval(months => new.warranty_months))::date;
  return new;
end $$;
create trigger device_own_warranty before insert or update of warranty_start, warranty_months on device
  for each row when (new.warranty_start is not null or new.warranty_until is not null)
  execute function reckon_own_warranty();
-- squawk-ignore require-concurrent-index-creation
create index device_papers on device
  using gin (imei2 gin_trgm_ops, mac gin_trgm_ops, iccid gin_trgm_ops, iccid2 gin_trgm_ops, purchase_order gin_trgm_ops)
  where deleted_at is null
    and (imei2 is not null or mac is not null or iccid is not null or iccid2 is not null or purchase_order is not null);
-- squawk-ignore require-concurrent-index-creation
create index device_attributes on device using gin (attributes jsonb_path_ops)
  where deleted_at is null and attributes <> '[]';
-- squawk-ignore require-concurrent-index-creation
create index device_own_warranty on device (warranty_until) where deleted_at is null and warranty_until is not null;

create or replace function note_device_changed() returns trigger language plpgsql as $$
begin
  if exists (select from filter_use) then
    insert into device_changed (device_id) select id
      from (select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null,
        imei2, mac, iccid, iccid2, purchase_order, attributes, warranty_until from added
        except select id, sn, name, tid, mid, imei, batch_no, org_id, vendor_id, model_id, station_id, tags, lifecycle,
        status, firmware, agent_version, activated_at, created_at, deleted_at is null,
        imei2, mac, iccid, iccid2, purchase_order, attributes, warranty_until from removed) as moved;
  elsif exists (select from device_group_size) then
    insert into device_changed (device_id) select id
      from (select id, org_id, model_id from added except select id, org_id, model_id from removed) as moved;
  end if;
  return null;
end $$;

-- Another end of its warranty may raise an alarm, or end one.
create function signal_own_warranty() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act) values (new.id, 'WARRANTY', 'LOOK');
  return null;
end $$;
create trigger device_warranty_signalled after update of warranty_start, warranty_months on device
  for each row when (old.warranty_until is distinct from new.warranty_until)
  execute function signal_own_warranty();
create trigger device_warranty_announced after insert on device
  for each row when (new.warranty_until is not null) execute function signal_own_warranty();

-- Warranties of terminals' own are counted by the months of their end and of the activation (OWN_2027-03_2026-01):
-- what is counted by the vendor's months is less by these.
create function own_warranty_measure(until date, activated_at timestamptz) returns text
language sql stable parallel safe as $$
  select 'OWN_' || to_char(until, 'YYYY-MM') || '_' || coalesce(to_char(activated_at at time zone 'UTC', 'YYYY-MM'), '')
$$;
create function count_own_warranties() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into estate_change (org_id, model_id, measure, value, delta)
      select org_id, model_id, own_warranty_measure(warranty_until, activated_at), '', count(*) from added
      where warranty_until is not null and deleted_at is null group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into estate_change (org_id, model_id, measure, value, delta)
      select org_id, model_id, own_warranty_measure(warranty_until, activated_at), '', -count(*) from removed
      where warranty_until is not null and deleted_at is null group by 1, 2, 3;
  else
    insert into estate_change (org_id, model_id, measure, value, delta)
      select org_id, model_id, own_warranty_measure(warranty_until, activated_at), '', sum(sign) from (
        select org_id, model_id, warranty_until, activated_at, deleted_at, 1 as sign from added
        union all select org_id, model_id, warranty_until, activated_at, deleted_at, -1 from removed) as moved
      where warranty_until is not null and deleted_at is null group by 1, 2, 3 having sum(sign) <> 0;
  end if;
  return null;
end $$;
create trigger device_own_warranty_added after insert on device
  referencing new table as added for each statement execute function count_own_warranties();
create trigger device_own_warranty_removed after delete on device
  referencing old table as removed for each statement execute function count_own_warranties();
create trigger device_own_warranty_changed after update on device
  referencing old table as removed new table as added for each statement execute function count_own_warranties();

create or replace view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral away_measures(offline.is_overdue, offline.away_hours, is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_order place join device on device.id = place.id
      cross join lateral told_measures(place.battery, place.signal, place.free_mb, place.network_type,
        place.seen_at is null and is_in_service(device.lifecycle)) as told (measure)
    where device.deleted_at is null
  union all
  select 'SINCE_' || to_char(device.activated_at at time zone 'UTC', 'YYYY-MM'), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.activated_at is not null
  union all
  select own_warranty_measure(device.warranty_until, device.activated_at), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.warranty_until is not null
  union all
  select 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from push_item item join device on device.id = item.device_id
    where item.counted_org is not null
  union all
  select 'ALARM_' || alarm.severity, alarm.org_id, alarm.model_id, alarm.created_by, 1
    from alarm where alarm.closed_at is null
  union all
  select 'ALARMED', org_id, model_id, created_by, 1
    from (select distinct device_id, org_id, model_id, created_by from alarm where closed_at is null) as alarmed;

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
    d.imei2, d.mac, d.iccid, d.iccid2, d.purchase_order, d.attributes, d.warranty_start, d.warranty_months
  from device d
    join model on model.id = d.model_id
    join vendor on vendor.id = d.vendor_id
    join organization own on own.id = d.org_id
    left join station on station.id = d.station_id
    left join device_fence held on held.device_id = d.id
    left join device_lock locked on locked.device_id = d.id
    left join device_state state on state.device_id = d.id
    left join device_online online on online.device_id = d.id
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

create or replace view repair_row as
  select r.id, r.ticket_no, r.device_id, device.sn, device.name as device_name, r.state, r.held_state, r.source,
    r.fault, r.severity, array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], r.severity) as grade,
    r.description, r.contact, r.pickup_address, r.keys_erased, r.keys_injected, r.depot_id, depot.name as depot_name,
    r.assignee_id, assignee.user_name as assignee_name, r.expected_return, r.loan_sn, r.rma_no, r.holder,
    r.holder_name, r.parts, r.checks, r.cost, r.result, r.root_cause, r.swap_device_id, successor.sn as swap_sn, r.due_at,
    r.due_left is not null as is_held, r.breached_at, r.closed_at, r.version, r.created_at, r.created_by,
    maker.user_name as created_by_name, r.updated_at,
    coalesce(device.warranty_until,
        ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date)
      >= (r.created_at at time zone 'UTC')::date as in_warranty,
    device.org_id, own.name as org_name, device.vendor_id, device.model_id, model.name as model_name,
    place.name as station_name, device.lifecycle
  from repair r
    join device on device.id = r.device_id
    join organization own on own.id = device.org_id
    join model on model.id = device.model_id
    join vendor on vendor.id = device.vendor_id
    left join station place on place.id = device.station_id
    left join station depot on depot.id = r.depot_id
    left join device successor on successor.id = r.swap_device_id
    left join app_user assignee on assignee.id = r.assignee_id
    left join app_user maker on maker.id = r.created_by;
