-- How many were online in each hour is kept by differences: before, a worker wrote each organisation and
-- model with terminals once a minute. A worker still counts its rounds. What came or left after `missed
-- / delta` of an hour's rounds was found by the rest of them, so that the rounds of an hour found, added
-- up, its last count times its rounds, less what was missed. Counts of earlier hours are today's, less
-- the differences since.

drop view online_hour_live;
-- squawk-ignore renaming-column
alter table online_hour rename column online to missed;
alter table online_hour add column delta bigint not null default 0;
-- Nobody was there before today's count came: what rounds found is missed by less than nothing.
update online_hour set missed = -missed;

-- The same for an organisation with everything below it, whatever the model.
create table online_hour_below (
  hour timestamptz not null,
  place uuid not null,
  delta bigint not null,
  missed bigint not null,
  primary key (hour, place)
);
create index online_hour_below_place on online_hour_below (place, hour);

-- Today's count comes now.
select fold_estate_changes();
insert into online_hour as known (hour, org_id, model_id, delta, missed)
  select date_trunc('hour', now(), 'UTC'), org_id, model_id, count, count * coalesce(
      (select rounds from online_round where hour = date_trunc('hour', now(), 'UTC')), 0)
  from estate_count where measure = 'ONLINE' and count <> 0
  on conflict (hour, org_id, model_id) do update set delta = excluded.delta, missed = known.missed + excluded.missed;
insert into online_hour_below (hour, place, delta, missed)
  select own.hour, above.id, sum(own.delta), sum(own.missed)
  from (select hour, org_id, sum(delta) as delta, sum(missed) as missed from online_hour group by 1, 2) as own
    join organization place on place.id = own.org_id join organization above on above.path @> place.path
  group by 1, 2;
-- squawk-ignore require-concurrent-index-creation
create index online_hour_model on online_hour (model_id, hour);

-- What the differences lead to: how many were online when they were last added up.
create view online_level as
  select org_id, model_id, count from estate_count where measure = 'ONLINE';

-- From the connections themselves, in minutes of each hour: for those who see what they made themselves.
create view online_hour_live as
  select hour, device.org_id, device.model_id, device.created_by,
    extract(epoch from least(coalesce(session.disconnected_at, now()), hour + interval '1 hour')
      - greatest(session.connected_at, hour)) / 60 as online
  from device_session session join device on device.id = session.device_id
    cross join lateral generate_series(date_trunc('hour', session.connected_at),
      coalesce(session.disconnected_at, now()), interval '1 hour') as hour
  where device.deleted_at is null;

-- Adds the differences up: below each of their ancestors.
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
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken
        where measure in ('ONLINE', 'OFFLINE', 'AWAY') or starts_with(measure, 'COMMAND_')
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
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
  return folded;
end $$;

-- A subtree takes its totals along: from those above it to those above it now. Differences that are
-- in no total yet go where their organisation lies when they are added up. Its past stays where it was.
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
        do update set delta = known.delta + excluded.delta, missed = known.missed + excluded.missed)
  insert into estate_total as known (place, measure, value, model_id, count)
    select above.id, total.measure, total.value, total.model_id, sum(total.count * above.sign)
    from above cross join estate_total total where total.place = new.id and total.measure <> 'OWN'
    group by 1, 2, 3, 4 having sum(total.count * above.sign) <> 0 order by 1, 2, 3, 4
    on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count;
  return null;
end $$;
