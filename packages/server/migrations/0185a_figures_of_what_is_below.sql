-- Figures of what happened held more rows than the logs that they count, nearly ten for each (decision 0114). Now
-- what an organisation counts of itself is not written again into what is below it: both together are its subtree,
-- and most organisations have nothing below them. And the use of an application is one row of a day with all its
-- measures, not one for each.
select fold_estate_changes();

drop view stat_own;
drop view stat_own_live;
-- squawk-ignore renaming-table
alter table stat_total rename to stat_total_before;
alter index stat_total_pkey rename to stat_total_before_pkey;
alter index stat_total_old rename to stat_total_before_old;

-- Facts by hours and days (UTC) at each organisation: of itself (own), and of all that was below it.
create table stat_total (
  place uuid not null,
  is_own boolean not null,
  measure text not null,
  step text not null check (step in ('HOUR', 'DAY')),
  at timestamptz not null,
  model_id uuid not null,
  value text not null,
  count bigint not null,
  primary key (place, measure, step, at, model_id, value, is_own)
) with (fillfactor = 80);

-- Array by array, as long as the longest; null is nothing.
create function add_each(one bigint[], other bigint[]) returns bigint[] language sql immutable parallel safe as $$
  select case when one is null then other when other is null then one
    else (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by nth) from unnest(one, other) with ordinality as pair (a, b, nth)) end
$$;
create aggregate sum_each (bigint[]) (sfunc = add_each, stype = bigint[], parallel = safe, combinefunc = add_each);

-- How an application was used in a day (UTC): told of by terminals once a day.
create table app_use_total (
  place uuid not null,
  is_own boolean not null,
  package text not null,
  at timestamptz not null,
  model_id uuid not null,
  -- Terminals that told of the day, and those that opened it.
  days bigint not null,
  active bigint not null,
  launches bigint not null,
  minutes bigint not null,
  kilobytes bigint not null,
  crashes bigint not null,
  anrs bigint not null,
  -- Launches by the terminals' own hour; null: none said.
  hours bigint[],
  primary key (place, package, at, model_id, is_own)
) with (fillfactor = 80);

create view stat_strict as
  select place, is_own, measure, step, at, model_id, value, count from stat_total_before where is_own
  union all
  -- Where all that was below came to nothing no row was written, whatever the organisation counted of itself.
  select place, false, measure, step, at, model_id, value, coalesce(below.count, 0) - coalesce(own.count, 0)
    from (select * from stat_total_before where not is_own) as below
      full join (select * from stat_total_before where is_own) as own using (place, measure, step, at, model_id, value)
    where coalesce(below.count, 0) <> coalesce(own.count, 0);
create function is_of_use(measure text) returns boolean language sql immutable parallel safe as $$
  select split_part(measure, ' ', 1) in
    ('APP_DAYS', 'APP_ACTIVE', 'APP_LAUNCHES', 'APP_MINUTES', 'APP_KILOBYTES', 'APP_CRASHES', 'APP_ANRS', 'APP_HOURS')
$$;
insert into stat_total (place, is_own, measure, step, at, model_id, value, count)
  select place, is_own, measure, step, at, model_id, value, count from stat_strict where not is_of_use(measure);
insert into app_use_total (place, is_own, package, at, model_id, days, active, launches, minutes, kilobytes, crashes, anrs, hours)
  select place, is_own, package, at, model_id, coalesce(sum(count) filter (where kind = 'APP_DAYS'), 0),
    coalesce(sum(count) filter (where kind = 'APP_ACTIVE'), 0), coalesce(sum(count) filter (where kind = 'APP_LAUNCHES'), 0),
    coalesce(sum(count) filter (where kind = 'APP_MINUTES'), 0), coalesce(sum(count) filter (where kind = 'APP_KILOBYTES'), 0),
    coalesce(sum(count) filter (where kind = 'APP_CRASHES'), 0), coalesce(sum(count) filter (where kind = 'APP_ANRS'), 0),
    sum_each(array_fill(0::bigint, array[value::integer]) || count || array_fill(0::bigint, array[23 - value::integer]))
      filter (where kind = 'APP_HOURS')
  from (select *, split_part(measure, ' ', 1) as kind, split_part(measure, ' ', 2) as package
    from stat_strict where step = 'DAY' and is_of_use(measure)) as told
  group by 1, 2, 3, 4, 5;
drop view stat_strict;
drop function is_of_use(text);
-- squawk-ignore ban-drop-table
drop table stat_total_before;
-- squawk-ignore require-concurrent-index-creation
create index stat_total_old on stat_total (step, at);
-- squawk-ignore require-concurrent-index-creation
create index app_use_total_old on app_use_total (at);

create view stat_own as
  select place as org_id, measure, step, at, model_id, value, count from stat_total where is_own;
create view app_use_own as
  select place as org_id, package, at, model_id, days, active, launches, minutes, kilobytes, crashes, anrs, hours
  from app_use_total where is_own;

-- Use that is in no day's figures yet.
create table app_use_change (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  org_id uuid not null,
  model_id uuid not null,
  package text not null,
  days bigint not null,
  active bigint not null,
  launches bigint not null,
  minutes bigint not null,
  kilobytes bigint not null,
  crashes bigint not null,
  anrs bigint not null,
  hours bigint[]
);

-- What a day's word adds (1) or what it takes the place of takes away (-1): late, repeated and corrected words
-- come out the same.
create function use_counts(told device_app_use, sign integer) returns table (days bigint, active bigint, launches bigint,
    minutes bigint, kilobytes bigint, crashes bigint, anrs bigint, hours bigint[]) language sql immutable parallel safe as $$
  select sign::bigint, sign * (told.launches > 0)::integer::bigint, sign * told.launches::bigint, sign * told.minutes::bigint,
    sign * told.kilobytes, sign * told.crashes::bigint, sign * told.anrs::bigint,
    case when told.hours is not null then
      (select array_agg(sign * amount::bigint order by nth) from unnest(told.hours) with ordinality as hour (amount, nth)) end
$$;
create or replace function note_app_use() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into app_use_change (at, org_id, model_id, package, days, active, launches, minutes, kilobytes, crashes, anrs, hours)
      select came.at, came.org_id, came.model_id, came.package, sum(told.days), sum(told.active), sum(told.launches),
        sum(told.minutes), sum(told.kilobytes), sum(told.crashes), sum(told.anrs), sum_each(told.hours)
      from came cross join lateral use_counts(came::device_app_use, 1) told group by 1, 2, 3, 4;
  end if;
  if tg_op <> 'INSERT' then
    insert into app_use_change (at, org_id, model_id, package, days, active, launches, minutes, kilobytes, crashes, anrs, hours)
      select went.at, went.org_id, went.model_id, went.package, sum(told.days), sum(told.active), sum(told.launches),
        sum(told.minutes), sum(told.kilobytes), sum(told.crashes), sum(told.anrs), sum_each(told.hours)
      from went cross join lateral use_counts(went::device_app_use, -1) told group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
drop function use_measures(device_app_use);

create or replace function is_of_days(measure text) returns boolean language sql immutable parallel safe as $$
  select split_part(measure, ' ', 1) in ('APP_ERROR', 'APP_GONE', 'APP_NOT_TO', 'ALARM_KIND')
$$;

create view stat_own_live as
  select fact.org_id, fact.model_id, fact.created_by, fact.measure, fact.value, steps.step,
    date_trunc(steps.step, fact.at, 'UTC') as at, fact.count
  from (
      select alarm.org_id, alarm.model_id, alarm.created_by, told.measure, told.value, alarm.first_at as at, 1::bigint as count
        from alarm cross join lateral (values ('ALARM', alarm.severity), ('ALARM_KIND', alarm.kind)) as told (measure, value)
      union all
      select device.org_id, device.model_id, device.created_by, 'ACTIVATED' as measure, '' as value, device.activated_at, 1
        from device where device.deleted_at is null and device.activated_at is not null
      union all
      select device.org_id, device.model_id, device.created_by, 'FAILURE' as measure, '' as value, repair.created_at, 1
        from repair join device on device.id = repair.device_id
      union all
      select event.org_id, event.model_id, event.created_by, told.measure, told.value, event.at, 1
        from device_app_event event cross join lateral app_measures(event) told
    ) as fact cross join (values ('HOUR'), ('DAY')) as steps (step);
create view app_use_own_live as
  select used.org_id, used.package, used.at, used.model_id, used.created_by, told.days, told.active, told.launches,
    told.minutes, told.kilobytes, told.crashes, told.anrs, told.hours
  from device_app_use used cross join lateral use_counts(used, 1) told;

create function fold_use_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from app_use_change) + most, 9223372036854775807);
begin
  with taken as (delete from app_use_change where id < beyond
      returning at, org_id, model_id, package, days, active, launches, minutes, kilobytes, crashes, anrs, hours),
    summed as materialized (
      select at, org_id, model_id, package, sum(days) as days, sum(active) as active, sum(launches) as launches,
        sum(minutes) as minutes, sum(kilobytes) as kilobytes, sum(crashes) as crashes, sum(anrs) as anrs,
        sum_each(hours) as hours
      from taken group by 1, 2, 3, 4
      having (sum(days), sum(active), sum(launches), sum(minutes), sum(kilobytes), sum(crashes), sum(anrs)) <> (0, 0, 0, 0, 0, 0, 0)
        or sum_each(hours) <> array_fill(0::bigint, array[24])),
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    added as (insert into app_use_total as known
        (place, is_own, package, at, model_id, days, active, launches, minutes, kilobytes, crashes, anrs, hours)
      select lineage.place, lineage.place = org_id, package, at, model_id, sum(days), sum(active), sum(launches), sum(minutes),
        sum(kilobytes), sum(crashes), sum(anrs), sum_each(hours)
      from summed join lineage using (org_id) group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5, 2
      on conflict (place, package, at, model_id, is_own) do update set days = known.days + excluded.days,
        active = known.active + excluded.active, launches = known.launches + excluded.launches,
        minutes = known.minutes + excluded.minutes, kilobytes = known.kilobytes + excluded.kilobytes,
        crashes = known.crashes + excluded.crashes, anrs = known.anrs + excluded.anrs,
        hours = add_each(known.hours, excluded.hours))
  select count(*) into folded from taken;
  return folded;
end $$;

create or replace function fold_stat_changes(most bigint default null) returns bigint language plpgsql as $$
declare
  folded bigint;
  beyond bigint := coalesce((select min(id) from stat_change) + most, 9223372036854775807);
begin
  with taken as (delete from stat_change where id < beyond
      returning at, org_id, model_id, measure, value, delta),
    summed as materialized (
      select steps.step, date_trunc(steps.step, taken.at, 'UTC') as at, org_id, model_id, measure, value, sum(delta) as delta
      from taken cross join (values ('HOUR'), ('DAY')) as steps (step)
      -- Hours that are past their month would go the night after.
      where steps.step = 'DAY' or not is_of_days(measure) and taken.at >= now() - interval '32 days'
      group by 1, 2, 3, 4, 5, 6 having sum(delta) <> 0),
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    added as (insert into stat_total as known (place, is_own, measure, step, at, model_id, value, count)
      select lineage.place, lineage.place = org_id, measure, step, at, model_id, value, sum(delta)
      from summed join lineage using (org_id)
      group by 1, 2, 3, 4, 5, 6, 7 having sum(delta) <> 0 order by 1, 3, 4, 5, 6, 7, 2
      on conflict (place, measure, step, at, model_id, value, is_own) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return greatest(folded, fold_use_changes(most), fold_plan_changes(most));
end $$;
