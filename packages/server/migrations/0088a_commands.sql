-- Command lines that the terminals of a vendor may be asked to run.
alter table vendor add column shell_commands text[] not null default '{}';
drop view vendor_row;
create view vendor_row as
  select v.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    coalesce(made.models, 0)::integer as model_count, coalesce(held.count, 0)::integer as device_count
  from vendor v
    left join (select vendor_id, count(*) as models from model where deleted_at is null group by 1) as made
      on made.vendor_id = v.id
    left join (select model.vendor_id, sum(devices.count) as count
        from model_devices devices join model on model.id = devices.model_id group by 1) as held
      on held.vendor_id = v.id
    left join app_user editor on editor.id = coalesce(v.updated_by, v.created_by)
    left join app_user remover on remover.id = v.deleted_by;

-- Whether terminals are locked; one that never was has no row.
create table device_lock (
  device_id uuid primary key references device on delete cascade,
  state text not null,
  since timestamptz not null default now(),
  constraint device_lock_state check (state in ('NONE', 'LOCKING', 'LOCKED', 'UNLOCKING'))
);
create index device_lock_held on device_lock (state, device_id) where state <> 'NONE';

-- Whichever way a terminal is given a command that locks or unlocks it.
create function note_locking() returns trigger language plpgsql as $$
begin
  if not exists (select from added where cmd in ('LOCK', 'UNLOCK')) then
    return null;
  end if;
  insert into device_lock (device_id, state)
    select distinct device_id, 'LOCKING' from added where cmd = 'LOCK' and ended_at is null order by device_id
    on conflict (device_id) do update set state = 'LOCKING', since = now()
      where device_lock.state in ('NONE', 'UNLOCKING');
  -- Of one that nobody locked nothing is known: its own word is waited for.
  with held as (select held.device_id from device_lock held
      where held.state in ('LOCKED', 'LOCKING')
        and held.device_id in (select device_id from added where cmd = 'UNLOCK' and ended_at is null)
      order by held.device_id for update)
    update device_lock locked set state = 'UNLOCKING', since = now()
    from held where locked.device_id = held.device_id;
  return null;
end $$;
create trigger push_item_locks after insert on push_item
  referencing new table as added for each statement execute function note_locking();

-- What commands have found out; they are kept apart, since few find anything.
create table command_result (
  item_id uuid primary key,
  device_id uuid not null references device on delete cascade,
  document jsonb not null,
  reported_at timestamptz not null default now()
);
create index command_result_device on command_result (device_id);
create index command_result_reported on command_result (reported_at);

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
    ((d.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date as warranty_end,
    model.end_of_support,
    d.station_id, station.name as station_name, d.tags,
    held.state as fence_state, held.since as fence_since,
    coalesce(locked.state, 'NONE') as lock_state, locked.since as lock_since
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
