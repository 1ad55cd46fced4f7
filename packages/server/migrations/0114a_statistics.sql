-- What the pages of statistics count is kept (decision 0114): what terminals are, by differences as before,
-- and what happened, by hours and days, at the place where it happened.

-- Facts that are in no hour yet: written with what they count, by the same statement.
create table stat_change (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  org_id uuid not null,
  model_id uuid not null,
  -- ALARM (value: severity), ALARM_KIND (value: kind), ACTIVATED, LEFT (value: how), FAILURE; LIFE (value: the
  -- life cycle) are differences of how many there are, the others are counts.
  measure text not null,
  value text not null default '',
  delta bigint not null
);

-- Facts by hours and days (UTC) at each organisation, of itself (own) and with everything that was below it.
create table stat_total (
  place uuid not null,
  is_own boolean not null,
  measure text not null,
  step text not null check (step in ('HOUR', 'DAY')),
  at timestamptz not null,
  model_id uuid not null,
  value text not null,
  count bigint not null,
  primary key (place, is_own, measure, step, at, model_id, value)
) with (fillfactor = 80);
create index stat_total_old on stat_total (step, at);

-- Of the organisations themselves: for scopes whose places have no totals.
create view stat_own as
  select place as org_id, measure, step, at, model_id, value, count from stat_total where is_own;

-- Each fact in its own hour, however late it is told. It counts below the ancestors that its organisation
-- has now, which is why a move of organisations waits until all are added up.
create function fold_stat_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  with taken as (delete from stat_change returning at, org_id, model_id, measure, value, delta),
    summed as materialized (
      select steps.step, date_trunc(steps.step, taken.at, 'UTC') as at, org_id, model_id, measure, value, sum(delta) as delta
      from taken cross join (values ('HOUR'), ('DAY')) as steps (step)
      group by 1, 2, 3, 4, 5, 6 having sum(delta) <> 0),
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    placed as (select org_id as place, true as is_own, step, at, model_id, measure, value, delta from summed
      union all select lineage.place, false, step, at, model_id, measure, value, delta
        from summed join lineage using (org_id)),
    added as (insert into stat_total as known (place, is_own, measure, step, at, model_id, value, count)
      select place, is_own, measure, step, at, model_id, value, sum(delta) from placed
      group by 1, 2, 3, 4, 5, 6, 7 having sum(delta) <> 0 order by 1, 2, 3, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

-- Alarms that were raised; one that comes again while it is open is the same.
create function note_alarms_raised() returns trigger language plpgsql as $$
begin
  insert into stat_change (at, org_id, model_id, measure, value, delta)
    select date_trunc('hour', first_at, 'UTC'), org_id, model_id, told.measure, told.value, count(*)
    from added cross join lateral (values ('ALARM', severity), ('ALARM_KIND', kind)) as told (measure, value)
    group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger alarm_raised after insert on alarm
  referencing new table as added for each statement execute function note_alarms_raised();

-- What broke: terminals that came to be repaired, where they were.
create function note_repairs_opened() returns trigger language plpgsql as $$
begin
  insert into stat_change (at, org_id, model_id, measure, delta)
    select date_trunc('hour', added.created_at, 'UTC'), device.org_id, device.model_id, 'FAILURE', count(*)
    from added join device on device.id = added.device_id group by 1, 2, 3;
  return null;
end $$;
create trigger repair_opened after insert on repair
  referencing new table as added for each statement execute function note_repairs_opened();

-- Terminals that began to work, and those that will not any more.
create function is_gone(lifecycle text, deleted_at timestamptz) returns boolean language sql immutable parallel safe as $$
  select deleted_at is not null or lifecycle in ('SCRAPPED', 'REPLACED', 'LOST')
$$;
create function note_devices_added() returns trigger language plpgsql as $$
begin
  insert into stat_change (at, org_id, model_id, measure, delta)
    select date_trunc('hour', activated_at, 'UTC'), org_id, model_id, 'ACTIVATED', count(*)
    from added where activated_at is not null group by 1, 2, 3;
  return null;
end $$;
create trigger device_stat_added after insert on device
  referencing new table as added for each statement execute function note_devices_added();
create function note_devices_changed() returns trigger language plpgsql as $$
begin
  -- Few of the statements that write terminals change any of this.
  if not exists (select id, activated_at is null, is_gone(lifecycle, deleted_at) from added
      except select id, activated_at is null, is_gone(lifecycle, deleted_at) from removed) then return null; end if;
  insert into stat_change (at, org_id, model_id, measure, value, delta)
    select case when told.measure = 'ACTIVATED' then date_trunc('hour', now.activated_at, 'UTC')
        else date_trunc('hour', now(), 'UTC') end,
      now.org_id, now.model_id, told.measure, told.value, count(*)
    from (
      select (array_agg(org_id) filter (where is_new))[1] as org_id, (array_agg(model_id) filter (where is_new))[1] as model_id,
        max(activated_at) filter (where is_new) as activated_at, max(activated_at) filter (where not is_new) as was_activated_at,
        max(state) filter (where is_new) as state, bool_or(is_over and is_new) as is_over, bool_or(is_over and not is_new) as was_over
      from (select moved.*, is_gone(lifecycle, deleted_at) as is_over,
          case when deleted_at is null then lifecycle else 'REMOVED' end as state
        from (select id, true as is_new, org_id, model_id, activated_at, lifecycle, deleted_at from added union all
          select id, false, org_id, model_id, activated_at, lifecycle, deleted_at from removed) as moved) as told
      group by id) as now
      cross join lateral (values
        ('ACTIVATED', '', now.activated_at is not null and now.was_activated_at is null),
        ('LEFT', now.state, now.activated_at is not null and now.is_over and not now.was_over)) as told (measure, value, holds)
    where told.holds group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_stat_changed after update on device
  referencing old table as removed new table as added for each statement execute function note_devices_changed();

-- What terminals last told of themselves, in steps: of battery and signal by twenty percent, of free storage by
-- doubling. Written when the sweep looks at them (device_order), not with each beat.
create function told_measures(battery smallint, signal smallint, free_mb integer, network_type text)
    returns setof text language sql immutable parallel safe as $$
  select measure from (values
    -- "least" alone takes what is not told for the highest step.
    ('BATTERY_' || case when battery is not null then least(battery / 20, 4) * 20 end),
    ('SIGNAL_' || case when signal is not null then least(signal / 20, 4) * 20 end), ('NET_' || network_type),
    ('FREE_' || (array[0, 512, 1024, 2048, 4096])[width_bucket(free_mb, array[0, 512, 1024, 2048, 4096])])) as told (measure)
  where measure is not null
$$;
create function note_told_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', count(*)
    from added cross join lateral told_measures(battery, signal, free_mb, network_type) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create function note_told_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', -count(*)
    from removed cross join lateral told_measures(battery, signal, free_mb, network_type) as told
    where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create function note_told_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', sum(sign) from (
      select org_id, model_id, deleted_at, battery, signal, free_mb, network_type, 1 as sign from added
      union all select org_id, model_id, deleted_at, battery, signal, free_mb, network_type, -1 from removed) as moved
      cross join lateral told_measures(battery, signal, free_mb, network_type) as told
    where deleted_at is null group by 1, 2, 3 having sum(sign) <> 0;
  return null;
end $$;
create trigger device_order_told_added after insert on device_order
  referencing new table as added for each statement execute function note_told_added();
create trigger device_order_told_removed after delete on device_order
  referencing old table as removed for each statement execute function note_told_removed();
create trigger device_order_told_changed after update on device_order
  referencing old table as removed new table as added for each statement execute function note_told_changed();

-- For how long terminals have been away: the last of 24, 72, 168 and 720 hours that they have passed, and the
-- moment of the next one.
alter table device_offline add column away_hours smallint not null default 0, add column away_due_at timestamptz default now();
-- squawk-ignore require-concurrent-index-creation
create index device_offline_away_due on device_offline (away_due_at) where away_due_at is not null;

create function away_measures(is_overdue boolean, away_hours smallint) returns setof text language sql immutable parallel safe as $$
  select measure from (values ('OFFLINE', true), ('AWAY', is_overdue), ('GONE_24', away_hours >= 24), ('GONE_72', away_hours >= 72),
    ('GONE_168', away_hours >= 168), ('GONE_720', away_hours >= 720)) as told (measure, holds) where holds
$$;
create or replace function note_offline_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', count(*)
    from added cross join lateral away_measures(is_overdue, away_hours) as told
    where org_id is not null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_offline_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', -count(*)
    from removed cross join lateral away_measures(is_overdue, away_hours) as told
    where org_id is not null group by 1, 2, 3;
  return null;
end $$;
create or replace function note_offline_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, told, '', sum(sign) from (
      select org_id, model_id, is_overdue, away_hours, 1 as sign from added
      union all select org_id, model_id, is_overdue, away_hours, -1 from removed) as moved
      cross join lateral away_measures(is_overdue, away_hours) as told
    where org_id is not null group by 1, 2, 3 having sum(sign) <> 0;
  return null;
end $$;
create or replace function enter_offline() returns trigger language plpgsql as $$
begin
  insert into device_offline (device_id)
    select removed.device_id from removed join device on device.id = removed.device_id
      join device_state state on state.device_id = removed.device_id order by 1
    -- Not "do nothing": it waits for a look that is just about to forget this terminal.
    on conflict (device_id) do update set due_at = excluded.due_at, away_due_at = excluded.away_due_at;
  return null;
end $$;
create or replace function enter_seen() returns trigger language plpgsql as $$
begin
  insert into device_offline (device_id)
    select added.device_id from added
      where not exists (select from device_online online where online.device_id = added.device_id) order by 1
    on conflict (device_id) do update set due_at = excluded.due_at, away_due_at = excluded.away_due_at;
  return null;
end $$;

-- Versions are counted with their models, and terminals by the month in which they began to work (SINCE_2026-03),
-- from which the end of their warranty is told.
create or replace function note_spread_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, told.model_id, told.measure, told.value, sum(count) from added
      cross join lateral (values (case when kind = 'ACTIVATED' then nil_uuid() else model_id end, kind, added.value),
        (model_id, 'SINCE_' || case when kind = 'ACTIVATED' then left(added.value, 7) end, '')) as told (model_id, measure, value)
      where told.measure is not null group by 1, 2, 3, 4 having sum(count) <> 0;
  return null;
end $$;
create or replace function note_spread_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, told.model_id, told.measure, told.value, sum(count)
    from (select org_id, model_id, kind, value, count from added
        union all select org_id, model_id, kind, value, -count from removed) as moved
      cross join lateral (values (case when kind = 'ACTIVATED' then nil_uuid() else model_id end, kind, moved.value),
        (model_id, 'SINCE_' || case when kind = 'ACTIVATED' then left(moved.value, 7) end, '')) as told (model_id, measure, value)
    where told.measure is not null group by 1, 2, 3, 4 having sum(count) <> 0;
  return null;
end $$;

-- The same, one row a terminal: for those who see what they made themselves.
create or replace view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral away_measures(offline.is_overdue, offline.away_hours) as told (measure)
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_order place join device on device.id = place.id
      cross join lateral told_measures(place.battery, place.signal, place.free_mb, place.network_type) as told (measure)
    where device.deleted_at is null
  union all
  select 'SINCE_' || to_char(device.activated_at at time zone 'UTC', 'YYYY-MM'), device.org_id, device.model_id,
      device.created_by, 1
    from device where device.deleted_at is null and device.activated_at is not null
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

-- And what happened to them. How many there were is not known of those: it is counted for organisations only.
create view stat_own_live as
  select fact.org_id, fact.model_id, fact.created_by, fact.measure, fact.value, steps.step,
    date_trunc(steps.step, fact.at, 'UTC') as at, 1::bigint as count
  from (
      select alarm.org_id, alarm.model_id, alarm.created_by, told.measure, told.value, alarm.first_at as at
        from alarm cross join lateral (values ('ALARM', alarm.severity), ('ALARM_KIND', alarm.kind)) as told (measure, value)
      union all
      select device.org_id, device.model_id, device.created_by, 'ACTIVATED' as measure, '' as value, device.activated_at
        from device where device.deleted_at is null and device.activated_at is not null
      union all
      select device.org_id, device.model_id, device.created_by, 'FAILURE' as measure, '' as value, repair.created_at
        from repair join device on device.id = repair.device_id
    ) as fact cross join (values ('HOUR'), ('DAY')) as steps (step);

create or replace function fold_estate_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  gone_by bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  select coalesce(sum(rounds), 0) into gone_by from online_round where hour = this_hour;
  with taken as (delete from estate_change returning org_id, model_id, measure, value, delta),
    -- All but what is told apart by a value.
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken where value = ''
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    lives as (insert into stat_change (at, org_id, model_id, measure, value, delta)
      select this_hour, org_id, model_id, measure, value, sum(delta) from taken where measure = 'LIFE'
        group by 2, 3, 4, 5 having sum(delta) <> 0),
    moves as (insert into online_hour as known (hour, org_id, model_id, delta, missed)
      select this_hour, org_id, model_id, sum(delta), sum(delta) * gone_by from taken
        where measure = 'ONLINE' group by 2, 3 having sum(delta) <> 0 order by 2, 3
      on conflict (hour, org_id, model_id)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
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
    below as (insert into online_hour_below as known (hour, place, delta, missed)
      select this_hour, lineage.place, sum(summed.delta), sum(summed.delta) * gone_by
      from summed join lineage using (org_id) where summed.measure = 'PRESENT'
      group by 2 having sum(summed.delta) <> 0 order by 2
      on conflict (hour, place)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
    added as (insert into estate_total as known (place, measure, value, model_id, count)
      select lineage.place, summed.measure, summed.value, summed.model_id, sum(summed.delta)
      from summed join lineage on lineage.org_id = summed.org_id
        and (summed.measure <> 'OWN' or lineage.place = summed.org_id)
      group by 1, 2, 3, 4 having sum(summed.delta) <> 0 order by 1, 2, 3, 4
      on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  perform fold_stat_changes();
  return folded;
end $$;

-- Before organisations move, all is added up where it happened. Their past stays there; how many terminals there
-- were is read from today's backwards, so that those above are told who came and left with the subtree.
create trigger organization_totals_settle before update of parent_id on organization
  for each statement execute function settle_estate_changes();
create or replace function move_estate_totals() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7214048);
  with above as materialized (
      select id, -1 as sign from organization where path @> old.path and id <> new.id
      union all select id, 1 from organization where path @> new.path and id <> new.id),
    past as (insert into online_hour_below as known (hour, place, delta, missed)
      select date_trunc('hour', now(), 'UTC'), above.id, sum(total.count * above.sign),
        sum(total.count * above.sign) * coalesce(
          (select rounds from online_round where hour = date_trunc('hour', now(), 'UTC')), 0)
      from above cross join estate_total total where total.place = new.id and total.measure = 'PRESENT'
      group by 2 having sum(total.count * above.sign) <> 0 order by 2
      on conflict (hour, place)
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed),
    lives as (insert into stat_total as known (place, is_own, measure, step, at, model_id, value, count)
      select above.id, false, total.measure, steps.step, date_trunc(steps.step, now(), 'UTC'), total.model_id, total.value,
        sum(total.count * above.sign)
      from above cross join estate_total total cross join (values ('HOUR'), ('DAY')) as steps (step)
      where total.place = new.id and total.measure = 'LIFE'
      group by 1, 4, 5, 6, 7, total.measure having sum(total.count * above.sign) <> 0 order by 1, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from above cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;

-- What is there already. How many terminals there were before today nobody knows.
select fold_estate_changes();
delete from estate_total where measure in ('FIRMWARE', 'AGENT');
insert into estate_change (org_id, model_id, measure, value, delta)
  select org_id, model_id, kind, value, sum(count) from device_spread where kind in ('FIRMWARE', 'AGENT')
    group by 1, 2, 3, 4 having sum(count) <> 0
  union all
  select org_id, model_id, 'SINCE_' || left(value, 7), '', sum(count) from device_spread where kind = 'ACTIVATED'
    group by 1, 2, 3 having sum(count) <> 0
  union all
  select org_id, model_id, told, '', count(*)
    from device_order cross join lateral told_measures(battery, signal, free_mb, network_type) as told
    where deleted_at is null group by 1, 2, 3;
insert into stat_change (at, org_id, model_id, measure, value, delta)
  select date_trunc('hour', first_at, 'UTC'), org_id, model_id, told.measure, told.value, count(*)
    from alarm cross join lateral (values ('ALARM', severity), ('ALARM_KIND', kind)) as told (measure, value)
    where first_at > now() - interval '400 days' group by 1, 2, 3, 4, 5
  union all
  select date_trunc('hour', activated_at, 'UTC'), org_id, model_id, 'ACTIVATED', '', count(*)
    from device where activated_at > now() - interval '400 days' group by 1, 2, 3
  union all
  select date_trunc('hour', repair.created_at, 'UTC'), device.org_id, device.model_id, 'FAILURE', '', count(*)
    from repair join device on device.id = repair.device_id
    where repair.created_at > now() - interval '400 days' group by 1, 2, 3;
select fold_estate_changes();
insert into estate_counted (pace, at) values ('FACTS', now()) on conflict do nothing;
