-- Facts of which nobody asks for hours are kept by days alone. Terminals tell of the use of applications by
-- days, so that their one hour said the same as its day. The hours that there are go as all hours do.
create function is_of_days(measure text) returns boolean language sql immutable parallel safe as $$
  select split_part(measure, ' ', 1) in ('APP_DAYS', 'APP_ACTIVE', 'APP_LAUNCHES', 'APP_MINUTES', 'APP_KILOBYTES',
    'APP_CRASHES', 'APP_ANRS', 'APP_HOURS', 'APP_ERROR', 'ALARM_KIND')
$$;

create or replace function fold_stat_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  with taken as (delete from stat_change returning at, org_id, model_id, measure, value, delta),
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
  perform fold_plan_changes();
  return folded;
end $$;

-- How many have side-loaded it is counted by who has it, not by when it came.
create or replace function app_measures(told device_app_event) returns table (measure text, value text) language sql immutable as $$
  select kind || ' ' || told.package, of_value from (values
      ('APP_ACT', told.kind, true),
      ('APP_TO', told.to_code::text, told.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')),
      ('APP_ERROR', told.code, told.code is not null))
    as one (kind, of_value, holds) where holds and of_value is not null
$$;
delete from stat_total where measure like 'APP\_SIDE %';
