-- Who has not opened an application for some days was counted among those who have it, and grew with them. Now it
-- is counted by the day (UTC) on which terminals in service opened it last, like the versions that they have: a
-- figure adds up the days before its own, however many terminals they are.

-- Whether its terminal is in service; null: it is counted nowhere, or those who had it before are still being counted.
alter table device_app add column is_active boolean;
-- squawk-ignore require-concurrent-index-deletion
drop index device_app_unplaced;
-- squawk-ignore require-concurrent-index-creation
create index device_app_unplaced on device_app (package, device_id) where is_active is null;

create or replace function place_app() returns trigger language plpgsql as $$
begin
  if exists (select from counted_package known where known.package = new.package) then
    select device.org_id, device.model_id, device.lifecycle = 'ACTIVE' into new.org_id, new.model_id, new.is_active
      from device where device.id = new.device_id and device.deleted_at is null;
  end if;
  return new;
end $$;

create or replace function move_apps() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null, lifecycle = 'ACTIVE' from added
      except select id, org_id, model_id, deleted_at is null, lifecycle = 'ACTIVE' from removed) then
    return null;
  end if;
  with moved as materialized (
      select app.device_id, app.package, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id,
        case when added.deleted_at is null then added.lifecycle = 'ACTIVE' end as is_active
      from added join device_app app on app.device_id = added.id
        join counted_package known on known.package = app.package
      order by 1, 2 for update of app)
  update device_app app set org_id = moved.org_id, model_id = moved.model_id, is_active = moved.is_active
    from moved where app.device_id = moved.device_id and app.package = moved.package
      and (app.org_id, app.model_id, app.is_active) is distinct from (moved.org_id, moved.model_id, moved.is_active);
  return null;
end $$;

-- Those who had an application before are counted while terminals go on telling what they have:
-- whoever places many waits for none that a gateway holds, which may want one of these.
create or replace function place_apps(most integer) returns bigint language plpgsql as $$
declare
  wanted text := (select package from counted_package where placed_at is null order by 1 limit 1);
  placed bigint;
begin
  if wanted is null then return 0; end if;
  with found as materialized (select app.device_id, device.org_id, device.model_id, device.lifecycle = 'ACTIVE' as is_active
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null order by 1 limit most for update of app skip locked)
  update device_app app set org_id = found.org_id, model_id = found.model_id, is_active = found.is_active from found
    where app.device_id = found.device_id and app.package = wanted;
  get diagnostics placed = row_count;
  if placed < most and not exists (
      select from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.is_active is null) then
    update counted_package set placed_at = now() where package = wanted;
  end if;
  return (select count(*) from counted_package where placed_at is null);
end $$;
update counted_package set placed_at = null;

create function app_spread(package text, version_code bigint, source text, is_active boolean, last_used_at timestamptz)
    returns table (kind text, value text) language sql stable parallel safe as $$
  select spread.kind || package, spread.value from (values ('APP ', version_code::text),
      ('APP_SIDE ', case when source = 'SIDE_LOADED' then source end),
      ('APP_USED ', case when is_active then
        coalesce(to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD'), 'NEVER') end)) as spread (kind, value)
    where spread.value is not null
$$;
create or replace function note_apps_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, count(*)
    from added cross join lateral app_spread(package, version_code, source, is_active, last_used_at) as spread
    where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_apps_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, -count(*)
    from removed cross join lateral app_spread(package, version_code, source, is_active, last_used_at) as spread
    where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_apps_changed() returns trigger language plpgsql as $$
begin
  -- Most of what is told of an application says again what was known.
  if not exists (
      select device_id, package, version_code, source, org_id, model_id, is_active, (last_used_at at time zone 'UTC')::date
        from added
      except select device_id, package, version_code, source, org_id, model_id, is_active,
        (last_used_at at time zone 'UTC')::date from removed) then return null; end if;
  insert into estate_change (org_id, model_id, measure, value, delta)
    select moved.org_id, moved.model_id, spread.kind, spread.value, sum(moved.sign) from (
        select package, version_code, source, org_id, model_id, is_active, last_used_at, 1 as sign from added
        union all select package, version_code, source, org_id, model_id, is_active, last_used_at, -1 from removed) as moved
      cross join lateral app_spread(package, version_code, source, is_active, last_used_at) as spread
    where moved.org_id is not null group by 1, 2, 3, 4 having sum(moved.sign) <> 0;
  return null;
end $$;

create or replace view device_spread_live as
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1::bigint as count
  from device cross join lateral (values ('FIRMWARE', device.firmware), ('AGENT', device.agent_version),
    ('ACTIVATED', to_char(device.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
  where device.deleted_at is null and spread.value is not null
  union all
  select part.kind, part.value, device.org_id, device.model_id, device.created_by, 1
  from device_part part join device on device.id = part.device_id where device.deleted_at is null
  union all
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1
  from device_app app join device on device.id = app.device_id
    cross join lateral app_spread(app.package, app.version_code, app.source, app.is_active, app.last_used_at) as spread
  where device.deleted_at is null and app.org_id is not null;
drop function app_spread(text, bigint, text);

-- Of labels and of days that are told apart by themselves no page shows a past.
create function has_history(measure text, value text) returns boolean language sql immutable parallel safe as $$
  select value <> '' and measure not in ('ACTIVATED', 'LABEL') and not starts_with(measure, 'APP_USED ')
$$;
create or replace function fold_estate_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from estate_change) + most, 9223372036854775807);
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  gone_by bigint;
  labelled bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  labelled := fold_labels(most);
  select coalesce(sum(rounds), 0) into gone_by from online_round where hour = this_hour;
  with taken as (delete from estate_change where id < beyond
      returning org_id, model_id, measure, value, delta),
    -- All but what is told apart by a value.
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken where value = ''
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    spread as (insert into device_spread_total as known (kind, value, org_id, model_id, count)
      select measure, value, org_id, model_id, sum(delta) from taken
        where value <> '' and measure not in ('LIFE', 'ACTIVATED')
        group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
      on conflict (kind, value, org_id, model_id) do update set count = known.count + excluded.count),
    lives as (insert into stat_change (at, org_id, model_id, measure, value, delta)
      select this_hour, org_id, model_id, measure, value, sum(delta) from taken
        where has_history(measure, value)
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
  return greatest(folded, labelled, fold_stat_changes(most));
end $$;

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
      where total.place = new.id and has_history(total.measure, total.value)
      group by 1, 4, 5, 6, 7, total.measure having sum(total.count * above.sign) <> 0 order by 1, 4, 5, 6, 7
      on conflict (place, is_own, measure, step, at, model_id, value) do update set count = known.count + excluded.count)
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from above cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;

-- That a terminal leaves service is written into its applications, too. Terminals that come and tell what is installed
-- lock those last: so does whoever changes terminals, or both wait for each other.
alter trigger device_app_follow on device rename to device_then_apps;
