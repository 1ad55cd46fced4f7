-- What terminals run was counted in place, a row for each version, organisation and model: whoever stored what
-- terminals had told waited for whoever stored it of others there, and a wave of an upgrade turns thousands of the
-- same row. Now a version that comes or goes is noted like anything else that is counted, and folded with it.
-- What is noted still is counted in place already.
select fold_estate_changes();

-- squawk-ignore renaming-table
alter table device_spread rename to device_spread_total;
alter index device_spread_pkey rename to device_spread_total_pkey;
alter index device_spread_model rename to device_spread_total_model;
alter index device_spread_place rename to device_spread_total_place;

-- Days of activation are counted in place: each is left alone once it is over.
create view device_spread as
  select kind, value, org_id, model_id, count from device_spread_total
  union all select measure, value, org_id, model_id, delta from estate_change
    where value <> '' and measure not in ('LIFE', 'ACTIVATED');

create or replace function device_spread_add() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, count(*)
      from added cross join lateral (values ('FIRMWARE', firmware), ('AGENT', agent_version)) as spread (kind, value)
      where deleted_at is null and spread.value is not null group by 1, 2, 3, 4;
  insert into device_spread_total as known (kind, value, org_id, model_id, count)
    select 'ACTIVATED', to_char(activated_at at time zone 'UTC', 'YYYY-MM-DD'), org_id, model_id, count(*)
      from added where deleted_at is null and activated_at is not null group by 2, 3, 4 order by 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = known.count + excluded.count;
  return null;
end $$;
create or replace function device_spread_remove() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, -count(*)
      from removed cross join lateral (values ('FIRMWARE', firmware), ('AGENT', agent_version)) as spread (kind, value)
      where deleted_at is null and spread.value is not null group by 1, 2, 3, 4;
  insert into device_spread_total as known (kind, value, org_id, model_id, count)
    select 'ACTIVATED', to_char(activated_at at time zone 'UTC', 'YYYY-MM-DD'), org_id, model_id, -count(*)
      from removed where deleted_at is null and activated_at is not null group by 2, 3, 4 order by 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = known.count + excluded.count;
  return null;
end $$;
create or replace function device_spread_change() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, sum(sign) from (
        select org_id, model_id, firmware, agent_version, 1 as sign from added where deleted_at is null
        union all select org_id, model_id, firmware, agent_version, -1 from removed where deleted_at is null) as moved
      cross join lateral (values ('FIRMWARE', firmware), ('AGENT', agent_version)) as spread (kind, value)
      where spread.value is not null group by 1, 2, 3, 4 having sum(sign) <> 0;
  insert into device_spread_total as known (kind, value, org_id, model_id, count)
    select 'ACTIVATED', to_char(activated_at at time zone 'UTC', 'YYYY-MM-DD'), org_id, model_id, sum(sign) from (
        select org_id, model_id, activated_at, 1 as sign from added where deleted_at is null
        union all select org_id, model_id, activated_at, -1 from removed where deleted_at is null) as moved
      where activated_at is not null group by 2, 3, 4 having sum(sign) <> 0 order by 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = known.count + excluded.count;
  return null;
end $$;

create or replace function note_parts_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, kind, value, count(*) from added where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_parts_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, kind, value, -count(*) from removed where org_id is not null group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_parts_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, kind, value, sum(sign) from (
      select kind, value, org_id, model_id, 1 as sign from added
      union all select kind, value, org_id, model_id, -1 from removed) as moved
    where org_id is not null group by 1, 2, 3, 4 having sum(sign) <> 0;
  return null;
end $$;

create or replace function note_apps_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, count(*)
    from added cross join lateral app_spread(package, version_code, source) as spread where org_id is not null
    group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_apps_removed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, spread.kind, spread.value, -count(*)
    from removed cross join lateral app_spread(package, version_code, source) as spread where org_id is not null
    group by 1, 2, 3, 4;
  return null;
end $$;
create or replace function note_apps_changed() returns trigger language plpgsql as $$
begin
  -- When it was used last changes each day, and nothing that is counted with it.
  if not exists (select device_id, package, version_code, source, org_id, model_id from added
      except select device_id, package, version_code, source, org_id, model_id from removed) then return null; end if;
  insert into estate_change (org_id, model_id, measure, value, delta)
    select moved.org_id, moved.model_id, spread.kind, spread.value, sum(moved.sign) from (
        select package, version_code, source, org_id, model_id, 1 as sign from added
        union all select package, version_code, source, org_id, model_id, -1 from removed) as moved
      cross join lateral app_spread(package, version_code, source) as spread
    where moved.org_id is not null group by 1, 2, 3, 4 having sum(moved.sign) <> 0;
  return null;
end $$;

-- Totals of days know no model; those of months do.
create or replace function note_spread_added() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, told.model_id, told.measure, told.value, sum(count) from added
      cross join lateral (values (nil_uuid(), kind, added.value), (model_id, 'SINCE_' || left(added.value, 7), ''))
        as told (model_id, measure, value)
      where kind = 'ACTIVATED' group by 1, 2, 3, 4 having sum(count) <> 0;
  return null;
end $$;
create or replace function note_spread_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, told.model_id, told.measure, told.value, sum(count)
    from (select org_id, model_id, kind, value, count from added
        union all select org_id, model_id, kind, value, -count from removed) as moved
      cross join lateral (values (nil_uuid(), kind, moved.value), (model_id, 'SINCE_' || left(moved.value, 7), ''))
        as told (model_id, measure, value)
    where kind = 'ACTIVATED' group by 1, 2, 3, 4 having sum(count) <> 0;
  return null;
end $$;

create or replace function fold_estate_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from estate_change) + most, 9223372036854775807);
  this_hour timestamptz := date_trunc('hour', now(), 'UTC');
  gone_by bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
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
      select this_hour, org_id, model_id, measure, value, sum(delta) from taken where value <> '' and measure <> 'ACTIVATED'
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
  return greatest(folded, fold_stat_changes(most));
end $$;
