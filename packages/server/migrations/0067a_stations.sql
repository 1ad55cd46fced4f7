-- Places where terminals work.
create table station (
  id uuid primary key default uuid7(),
  name text not null,
  code text not null,
  type text not null,
  org_id uuid not null references organization,
  merchant_name text,
  mid text,
  mcc text,
  area_id uuid not null references timezone_area,
  address text not null,
  postcode text,
  -- Degrees, WGS-84: both or none.
  latitude double precision,
  longitude double precision,
  timezone_id uuid references timezone,
  business_hours jsonb,
  contact text not null,
  phone text not null,
  email text,
  expected_devices integer,
  remark text,
  -- Where its terminals belong; written by a call of its own.
  fence jsonb,
  settings_rev integer not null default 0,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index station_code_unique on station (lower(code)) where deleted_at is null;
-- The order of the list.
create index station_name on station (name, id) where deleted_at is null;
create index station_org on station (org_id);
create index station_area on station (area_id);

-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table device add constraint device_station_exists foreign key (station_id) references station (id) on delete set null;

-- How many living terminals each station has: kept by the writes, so that no list counts them.
create table station_tally (
  station_id uuid primary key,
  count integer not null default 0
);

create function station_tally_add() returns trigger language plpgsql as $$
begin
  if not exists (select from added where station_id is not null) then
    return null;
  end if;
  -- In one order, as everybody writes them: two that wait for each other would both fail.
  insert into station_tally (station_id, count)
    select station_id, count(*) from added
    where station_id is not null and deleted_at is null group by 1 order by 1
    on conflict (station_id) do update set count = station_tally.count + excluded.count;
  return null;
end $$;
create function station_tally_remove() returns trigger language plpgsql as $$
begin
  if not exists (select from removed where station_id is not null) then
    return null;
  end if;
  insert into station_tally (station_id, count)
    select station_id, -count(*) from removed
    where station_id is not null and deleted_at is null group by 1 order by 1
    on conflict (station_id) do update set count = station_tally.count + excluded.count;
  return null;
end $$;
create function station_tally_change() returns trigger language plpgsql as $$
begin
  if not exists (select from added where station_id is not null)
    and not exists (select from removed where station_id is not null) then
    return null;
  end if;
  insert into station_tally (station_id, count)
    select station_id, sum(delta) from (
      select station_id, 1 as delta from added where station_id is not null and deleted_at is null
      union all select station_id, -1 from removed where station_id is not null and deleted_at is null) as moved
    group by 1 having sum(delta) <> 0 order by 1
    on conflict (station_id) do update set count = station_tally.count + excluded.count;
  return null;
end $$;
create trigger device_station_insert after insert on device
  referencing new table as added for each statement execute function station_tally_add();
create trigger device_station_delete after delete on device
  referencing old table as removed for each statement execute function station_tally_remove();
create trigger device_station_update after update on device
  referencing old table as removed new table as added for each statement execute function station_tally_change();

-- Terminals that may leave the fence of their station.
create table device_fence_exemption (
  device_id uuid primary key references device on delete cascade,
  created_at timestamptz not null default now(),
  created_by uuid
);

-- On which side of its station's fence a terminal is.
create table device_fence (
  device_id uuid primary key references device on delete cascade,
  station_id uuid not null,
  state text not null,
  since timestamptz not null,
  -- Since when it has been seen on the other side, for less than the dwell.
  turning_since timestamptz,
  -- When the dwell is over, if nothing else is heard.
  turns_at timestamptz
);
create index device_fence_turns on device_fence (turns_at) where turns_at is not null;
create index device_fence_station on device_fence (station_id);

-- Whether two organisations are on one line of the tree: a station and its terminals must be.
create function are_in_line(one uuid, other uuid) returns boolean language sql stable parallel safe as $$
  select one = other or exists (select from organization a, organization b
    where a.id = one and b.id = other and (a.path @> b.path or b.path @> a.path))
$$;

-- A terminal that goes to another branch of the organisations leaves its station; one that changes its
-- station is told of the other fence, and nothing is known of it there.
create function device_changes_station() returns trigger language plpgsql as $$
begin
  if new.station_id is not null and new.org_id <> old.org_id
    and not are_in_line(new.org_id, (select org_id from station where id = new.station_id)) then
    new.station_id := null;
  end if;
  if new.station_id is distinct from old.station_id then
    new.settings_rev := nextval('settings_rev');
    delete from device_fence where device_id = new.id;
    delete from device_fence_exemption where device_id = new.id;
  end if;
  return new;
end $$;
create trigger device_changes_station before update of station_id, org_id on device for each row
  when (old.station_id is distinct from new.station_id or (old.org_id <> new.org_id and old.station_id is not null))
  execute function device_changes_station();

create trigger station_settings_rev before update of fence, latitude, longitude, status, deleted_at on station
  for each row when ((old.fence, old.latitude, old.longitude, old.status, old.deleted_at)
    is distinct from (new.fence, new.latitude, new.longitude, new.status, new.deleted_at))
  execute function take_settings_rev();

create view station_row as
  select s.*, own.name as org_name, area.name as area_name, zone.name as timezone_name,
    coalesce(tally.count, 0) as device_count,
    (coalesce(tally.count, 0) > 0)::integer as has_devices,
    (s.expected_devices is not null and s.expected_devices <> coalesce(tally.count, 0))::integer as mismatch,
    s.fence ->> 'kind' as fence_kind, (s.fence ->> 'radius')::integer as fence_radius,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from station s
    join organization own on own.id = s.org_id
    join timezone_area area on area.id = s.area_id
    left join timezone zone on zone.id = s.timezone_id
    left join station_tally tally on tally.station_id = s.id
    left join app_user editor on editor.id = coalesce(s.updated_by, s.created_by)
    left join app_user remover on remover.id = s.deleted_by;

-- Where a terminal works, what people mark it with, and on which side of the fence it is.
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
    held.state as fence_state, held.since as fence_since
  from device d
    join model on model.id = d.model_id
    join vendor on vendor.id = d.vendor_id
    join organization own on own.id = d.org_id
    left join station on station.id = d.station_id
    left join device_fence held on held.device_id = d.id
    left join device_state state on state.device_id = d.id
    left join device_online online on online.device_id = d.id
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
