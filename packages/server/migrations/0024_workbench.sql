-- What the workbench counts, kept or counted beforehand: no view of it reads the estate.

-- What terminals are counted by beside their life cycle, one row a terminal and kind: firmware,
-- agent version, and the day (UTC) of their activation.
create view device_spread_live as
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1::bigint as count
  from device cross join lateral (values ('FIRMWARE', device.firmware), ('AGENT', device.agent_version),
    ('ACTIVATED', to_char(device.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
  where device.deleted_at is null and spread.value is not null;

-- The same, counted per organisation and model and kept by the writes themselves.
create table device_spread (
  kind text not null,
  value text not null,
  org_id uuid not null,
  model_id uuid not null,
  count bigint not null,
  primary key (kind, value, org_id, model_id)
);
insert into device_spread (kind, value, org_id, model_id, count)
  select live.kind, live.value, live.org_id, live.model_id, count(*) from device_spread_live live group by 1, 2, 3, 4;

create function device_spread_add() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, added.org_id, added.model_id, count(*)
      from added cross join lateral (values ('FIRMWARE', added.firmware), ('AGENT', added.agent_version),
        ('ACTIVATED', to_char(added.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
      where added.deleted_at is null and spread.value is not null
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function device_spread_remove() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, removed.org_id, removed.model_id, -count(*)
      from removed cross join lateral (values ('FIRMWARE', removed.firmware), ('AGENT', removed.agent_version),
        ('ACTIVATED', to_char(removed.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
      where removed.deleted_at is null and spread.value is not null
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function device_spread_change() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, change.org_id, change.model_id, sum(change.delta) from (
      select added.*, 1 as delta from added where added.deleted_at is null
      union all
      select removed.*, -1 from removed where removed.deleted_at is null
    ) change cross join lateral (values ('FIRMWARE', change.firmware), ('AGENT', change.agent_version),
      ('ACTIVATED', to_char(change.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
    where spread.value is not null
    group by 1, 2, 3, 4 having sum(change.delta) <> 0 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create trigger device_spread_insert after insert on device
  referencing new table as added for each statement execute function device_spread_add();
create trigger device_spread_delete after delete on device
  referencing old table as removed for each statement execute function device_spread_remove();
create trigger device_spread_update after update on device
  referencing old table as removed new table as added for each statement execute function device_spread_change();

-- The life cycle, one row a terminal: for those who see what they made themselves.
create view device_tally_live as
  select device.org_id, device.model_id, device.lifecycle, device.created_by, 1::bigint as count
  from device where device.deleted_at is null;

-- What changes by itself, one row a terminal or command. SEEN was online once, AWAY is offline for
-- more than a day, COMMAND_… is of the last day. The pace is a constant of each part, so that a count
-- of one pace reads nothing of the other.
create view estate_count_live as
  select 'MINUTE' as pace, 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select 'MINUTE', 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from device_task_item item join device on device.id = item.device_id
    where item.created_at > now() - interval '24 hours' and device.deleted_at is null
  union all
  select 'SLOW', told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_state state join device on device.id = state.device_id
      left join device_online online on online.device_id = state.device_id
      cross join lateral (values ('SEEN', true),
        ('AWAY', online.device_id is null and state.offline_since < now() - interval '24 hours'))
        as told (measure, holds)
    where device.deleted_at is null and told.holds
  union all
  select 'SLOW', 'SEEN', device.org_id, device.model_id, device.created_by, 1
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
      and not exists (select from device_state state where state.device_id = online.device_id);
-- squawk-ignore require-concurrent-index-creation
create index device_task_item_created on device_task_item (created_at);

-- The same, counted by a worker.
create table estate_count (
  pace text not null,
  measure text not null,
  org_id uuid not null,
  model_id uuid not null,
  count bigint not null,
  primary key (measure, org_id, model_id)
);
create table estate_counted (
  pace text primary key,
  at timestamptz not null
);

-- Terminals online, added up once a minute; divided by the hour's rounds it is how many there were.
create table online_hour (
  hour timestamptz not null,
  org_id uuid not null,
  model_id uuid not null,
  online bigint not null,
  primary key (hour, org_id, model_id)
);
create table online_round (
  hour timestamptz primary key,
  rounds bigint not null
);

-- From the connections themselves, in minutes of each hour: for those who see what they made themselves.
create view online_hour_live as
  select hour, device.org_id, device.model_id, device.created_by,
    extract(epoch from least(coalesce(session.disconnected_at, now()), hour + interval '1 hour')
      - greatest(session.connected_at, hour)) / 60 as online
  from device_session session join device on device.id = session.device_id
    cross join lateral generate_series(date_trunc('hour', session.connected_at),
      coalesce(session.disconnected_at, now()), interval '1 hour') as hour
  where device.deleted_at is null;

-- Accounts that are locked now: few of many.
-- squawk-ignore require-concurrent-index-creation
create index app_user_locked on app_user (locked_until) where locked_until is not null;
