-- What the workbench counts of commands and of terminals that are away follows what changes: whoever
-- changes a count notes the difference (decision 0050), and time that must be waited for is a moment
-- with an index. Nothing that runs by itself counts commands or terminals any more.

-- Terminals that were seen and are not connected, with the place that each is counted at (none: in the
-- recycle bin), and the moment at which it is looked at next: had it not come back, it would be away
-- for too long then. No moment: it is, or nothing says since when it is away.
create table device_offline (
  -- Of a terminal; no foreign key, which would be checked row by row: triggers alone write and remove.
  device_id uuid primary key,
  due_at timestamptz default now(),
  is_overdue boolean not null default false,
  org_id uuid,
  model_id uuid
) with (autovacuum_vacuum_scale_factor = 0.05);
create index device_offline_due on device_offline (due_at) where due_at is not null;

create trigger device_offline_place before insert on device_offline
  for each row execute function place_online();

-- After how long a terminal is away for too long, as it was when the terminals were last looked at by it.
create table offline_limit_known (
  kind text not null,
  id uuid not null,
  minutes integer not null,
  primary key (kind, id)
);
create view offline_limit_now as
  select 'ORGANIZATION' as kind, org_id as id, minutes from offline_limit
  union all select 'MODEL', model_id, minutes from offline_limit_of_model
  union all select 'ALL', nil_uuid(), steered('device.offline.alarm.minutes', 1440);

-- OFFLINE counts its rows, AWAY those that are away for too long.
create function note_offline_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told.measure, '', count(*)
    from added cross join lateral (values ('OFFLINE', true), ('AWAY', is_overdue)) as told (measure, holds)
    where told.holds and org_id is not null group by 1, 2, 3;
  return null;
end $$;
create function note_offline_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told.measure, '', -count(*)
    from removed cross join lateral (values ('OFFLINE', true), ('AWAY', is_overdue)) as told (measure, holds)
    where told.holds and org_id is not null group by 1, 2, 3;
  return null;
end $$;
create function note_offline_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told.measure, '', sum(sign) from (
      select org_id, model_id, is_overdue, 1 as sign from added
      union all select org_id, model_id, is_overdue, -1 from removed) as moved
      cross join lateral (values ('OFFLINE', true), ('AWAY', is_overdue)) as told (measure, holds)
    where told.holds and org_id is not null group by 1, 2, 3 having sum(sign) <> 0;
  return null;
end $$;

-- Commands of the last day carry the place that they are counted at; none: not counted (any more).
alter table device_task_item add column counted_org uuid, add column counted_model uuid;
-- squawk-ignore require-concurrent-index-creation
create index device_task_item_counted on device_task_item (created_at) where counted_org is not null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_task_item_created;

create function place_command() returns trigger language plpgsql as $$
begin
  select device.org_id, device.model_id into new.counted_org, new.counted_model
    from device where device.id = new.device_id and device.deleted_at is null;
  return new;
end $$;

create function note_commands_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select counted_org, counted_model, 'COMMAND_' || state, '', count(*)
    from added where counted_org is not null group by 1, 2, 3;
  return null;
end $$;
create function note_commands_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select counted_org, counted_model, 'COMMAND_' || state, '', -count(*)
    from removed where counted_org is not null group by 1, 2, 3;
  return null;
end $$;
create function note_commands_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select counted_org, counted_model, 'COMMAND_' || state, '', sum(sign) from (
      select counted_org, counted_model, state, 1 as sign from added
      union all select counted_org, counted_model, state, -1 from removed) as moved
    where counted_org is not null group by 1, 2, 3 having sum(sign) <> 0;
  return null;
end $$;

-- The folding writes what a worker counted before; nobody else does.
drop trigger estate_count_added on estate_count;
drop trigger estate_count_removed on estate_count;
drop trigger estate_count_changed on estate_count;
drop function note_count_added();
drop function note_count_removed();
drop function note_count_changed();
drop view estate_count_live;
delete from estate_count where measure <> 'ONLINE';
delete from estate_total where measure in ('SEEN', 'AWAY') or starts_with(measure, 'COMMAND_');
delete from estate_change where measure in ('SEEN', 'AWAY') or starts_with(measure, 'COMMAND_');
delete from estate_counted where pace <> 'MINUTE';
-- squawk-ignore ban-drop-column
alter table estate_count drop column pace;

-- The same, one row a terminal or command: for those who see what they made themselves.
create view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral (values ('OFFLINE', true), ('AWAY', offline.is_overdue)) as told (measure, holds)
    where device.deleted_at is null and told.holds
  union all
  select 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from device_task_item item join device on device.id = item.device_id
    where item.counted_org is not null;

-- Adds the differences up: below each of their ancestors.
create or replace function fold_estate_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  with taken as (delete from estate_change returning org_id, model_id, measure, value, delta),
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken
        where measure in ('ONLINE', 'OFFLINE', 'AWAY') or starts_with(measure, 'COMMAND_')
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    told as (select org_id, measure, value, model_id, delta from taken
      union all select org_id, 'DEVICES', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'OWN', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'PLACES', '', nil_uuid(), delta from taken
        where measure = 'LIFE' and takes_place(value)
      union all select org_id, 'PRESENT', '', nil_uuid(), delta from taken where measure = 'ONLINE'),
    summed as materialized (select org_id, measure, value, model_id, sum(delta) as delta from told
      group by 1, 2, 3, 4 having sum(delta) <> 0),
    -- Each organisation's ancestors are looked up once, however many differences it has.
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    added as (insert into estate_total as known (place, measure, value, model_id, count)
      select lineage.place, summed.measure, summed.value, summed.model_id, sum(summed.delta)
      from summed join lineage on lineage.org_id = summed.org_id
        and (summed.measure <> 'OWN' or lineage.place = summed.org_id)
      group by 1, 2, 3, 4 having sum(summed.delta) <> 0 order by 1, 2, 3, 4
      on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

-- Who is away now, and the commands of the last day. Only then the triggers: they would note each.
insert into offline_limit_known (kind, id, minutes) select kind, id, minutes from offline_limit_now;
insert into device_offline (device_id, due_at, is_overdue)
  select state.device_id, case when judged.at > now() then judged.at end, coalesce(judged.at <= now(), false)
  from device_state state join device on device.id = state.device_id
    left join device_online online on online.device_id = state.device_id
    left join offline_limit own on own.org_id = device.org_id
    left join offline_limit_of_model of_model on of_model.model_id = device.model_id
    cross join (select steered('device.offline.alarm.minutes', 1440) as minutes) as usual
    cross join lateral (select state.offline_since
      + make_interval(mins => coalesce(own.minutes, of_model.minutes, usual.minutes)) as at) as judged
  where online.device_id is null;
update device_task_item item set counted_org = device.org_id, counted_model = device.model_id
  from device where device.id = item.device_id and device.deleted_at is null
    and item.created_at > now() - interval '24 hours';
insert into estate_change (org_id, model_id, measure, value, delta)
  select org_id, model_id, told.measure, '', count(*)
    from device_offline cross join lateral (values ('OFFLINE', true), ('AWAY', is_overdue)) as told (measure, holds)
    where told.holds and org_id is not null group by 1, 2, 3
  union all
  select counted_org, counted_model, 'COMMAND_' || state, '', count(*)
    from device_task_item where counted_org is not null group by 1, 2, 3;
select fold_estate_changes();

create trigger device_offline_added after insert on device_offline
  referencing new table as added for each statement execute function note_offline_added();
create trigger device_offline_removed after delete on device_offline
  referencing old table as removed for each statement execute function note_offline_removed();
create trigger device_offline_changed after update on device_offline
  referencing old table as removed new table as added for each statement execute function note_offline_changed();

create trigger device_task_item_place before insert on device_task_item
  for each row when (new.created_at > now() - interval '24 hours') execute function place_command();
create trigger device_task_item_added after insert on device_task_item
  referencing new table as added for each statement execute function note_commands_added();
create trigger device_task_item_removed after delete on device_task_item
  referencing old table as removed for each statement execute function note_commands_removed();
create trigger device_task_item_changed after update on device_task_item
  referencing old table as removed new table as added for each statement execute function note_commands_changed();

-- Whoever leaves, or speaks without being connected, is looked at soon, which says when the next time is.
create function enter_offline() returns trigger language plpgsql as $$
begin
  insert into device_offline (device_id)
    select removed.device_id from removed join device on device.id = removed.device_id
      join device_state state on state.device_id = removed.device_id order by 1
    -- Not "do nothing": it waits for a look that is just about to forget this terminal.
    on conflict (device_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger device_online_left after delete on device_online
  referencing old table as removed for each statement execute function enter_offline();
create function enter_seen() returns trigger language plpgsql as $$
begin
  insert into device_offline (device_id)
    select added.device_id from added
      where not exists (select from device_online online where online.device_id = added.device_id) order by 1
    on conflict (device_id) do update set due_at = excluded.due_at;
  return null;
end $$;
create trigger device_state_seen after insert on device_state
  referencing new table as added for each statement execute function enter_seen();

-- Whoever is back, or gone for good. In one order: two that wait for each other would both fail.
create function leave_offline() returns trigger language plpgsql as $$
begin
  with back as materialized (select offline.device_id from device_offline offline join changed using (device_id)
    order by 1 for update of offline)
  delete from device_offline offline using back where offline.device_id = back.device_id;
  return null;
end $$;
create trigger device_online_back after insert on device_online
  referencing new table as changed for each statement execute function leave_offline();
create trigger device_state_forgotten after delete on device_state
  referencing old table as changed for each statement execute function leave_offline();

-- A terminal that moves, becomes another model or goes to the recycle bin is counted elsewhere, and so
-- are its commands of the last day.
create or replace function move_online() returns trigger language plpgsql as $$
begin
  if not exists (select from added join removed using (id)
      where (added.org_id, added.model_id, added.deleted_at is null)
        is distinct from (removed.org_id, removed.model_id, removed.deleted_at is null)) then
    return null;
  end if;
  with told as materialized (
      select added.id, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id
      from added join removed using (id)
      where (added.org_id, added.model_id, added.deleted_at is null)
        is distinct from (removed.org_id, removed.model_id, removed.deleted_at is null)),
    -- Locked in the orders in which others do: two that wait for each other would both fail.
    present as materialized (select online.device_id, told.org_id, told.model_id
      from told join device_online online on online.device_id = told.id order by 1 for update of online),
    absent as materialized (select offline.device_id, told.org_id, told.model_id
      from told join device_offline offline on offline.device_id = told.id order by 1 for update of offline),
    commands as materialized (select item.id, told.org_id, told.model_id
      from told join device_task_item item on item.device_id = told.id
        and item.created_at > now() - interval '24 hours' order by 1 for update of item),
    moved_online as (update device_online online set org_id = present.org_id, model_id = present.model_id
      from present where online.device_id = present.device_id),
    moved_offline as (update device_offline offline set org_id = absent.org_id, model_id = absent.model_id
      from absent where offline.device_id = absent.device_id)
  update device_task_item item set counted_org = commands.org_id, counted_model = commands.model_id
    from commands where item.id = commands.id;
  return null;
end $$;

analyze device_offline, estate_count;
