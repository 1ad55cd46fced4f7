-- What was counted aside is folded part by part where much has come together (a worker that was away, a large
-- estate brought in): in one statement it would pass the time that statements have, be undone, and begin anew for
-- ever with more to do. `most` says how many numbers of changes one call takes; null takes all of them.
drop function fold_plan_changes();
create function fold_plan_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from plan_stat_change) + most, 9223372036854775807);
begin
  with taken as (delete from plan_stat_change where id < beyond
      returning plan_id, measure, value, delta),
    added as (insert into plan_stat as known (plan_id, measure, value, count)
      select taken.plan_id, measure, value, sum(delta) from taken join plan on plan.id = taken.plan_id
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (plan_id, measure, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

drop function fold_stat_changes();
create function fold_stat_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from stat_change) + most, 9223372036854775807);
begin
  with taken as (delete from stat_change where id < beyond
      returning at, org_id, model_id, measure, value, delta),
    summed as materialized (
      select steps.step, date_trunc(steps.step, taken.at, 'UTC') as at, org_id, model_id, measure, value, sum(delta) as delta
      from taken cross join (values ('HOUR'), ('DAY')) as steps (step)
      where steps.step = 'DAY' or not is_of_days(measure)
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
  return greatest(folded, fold_plan_changes(most));
end $$;

drop function fold_location_changes();
create function fold_location_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from location_change) + most, 9223372036854775807);
begin
  -- One at a time.
  perform pg_advisory_xact_lock(7214068);
  with taken as (delete from location_change where id < beyond
      returning org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal),
    summed as (select level, (map_column::bigint >> (16 - level)) << 16 | (map_row >> (16 - level)) as cell,
        counted.org_id, counted.model_id, sum(count) as count, sum(latitude) as latitude,
        sum(longitude) as longitude, sum(told) as told, sum(weak) as weak, sum(signal) as signal
      from taken cross join unnest(array[4, 6, 8, 10, 12, 14, 16]) as level
        cross join lateral (values (taken.org_id, taken.model_id), (nil_uuid(), nil_uuid()))
          as counted (org_id, model_id)
      group by 1, 2, 3, 4
      having sum(count) <> 0 or sum(latitude) <> 0 or sum(longitude) <> 0 or sum(told) <> 0 or sum(weak) <> 0
        or sum(signal) <> 0),
    added as (insert into location_cell as known
        (level, cell, org_id, model_id, count, latitude, longitude, told, weak, signal)
      select * from summed order by 1, 2, 3, 4
      on conflict (level, cell, org_id, model_id) do update set count = known.count + excluded.count,
        latitude = known.latitude + excluded.latitude, longitude = known.longitude + excluded.longitude,
        told = known.told + excluded.told, weak = known.weak + excluded.weak, signal = known.signal + excluded.signal)
  select count(*) into folded from taken;
  -- A part of what has come together may say that one went from a cell before it says that it came.
  delete from location_cell where count = 0 and latitude = 0 and longitude = 0 and told = 0 and weak = 0 and signal = 0;
  return folded;
end $$;

drop function fold_estate_changes();
create function fold_estate_changes(most bigint default null) returns bigint language plpgsql as $$
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
