-- Why applications went, by days: figures of removals name what each came of, as the log of applications does.
create or replace function is_of_days(measure text) returns boolean language sql immutable parallel safe as $$
  select split_part(measure, ' ', 1) in ('APP_DAYS', 'APP_ACTIVE', 'APP_LAUNCHES', 'APP_MINUTES', 'APP_KILOBYTES',
    'APP_CRASHES', 'APP_ANRS', 'APP_HOURS', 'APP_ERROR', 'APP_GONE', 'ALARM_KIND')
$$;
create or replace function app_measures(told device_app_event) returns table (measure text, value text) language sql immutable as $$
  select kind || ' ' || told.package, of_value from (values
      ('APP_ACT', told.kind, true),
      ('APP_TO', told.to_code::text, told.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')),
      ('APP_GONE', told.trigger, told.kind = 'REMOVED'),
      ('APP_ERROR', told.code, told.code is not null))
    as one (kind, of_value, holds) where holds and of_value is not null
$$;

-- What went before counts as well, by the function that counts what goes from now on.
insert into stat_change (at, org_id, model_id, measure, value, delta)
  select date_trunc('hour', event.at, 'UTC'), event.org_id, event.model_id, told.measure, told.value, count(*)
  from device_app_event event cross join lateral app_measures(event) told
  where event.kind = 'REMOVED' and event.org_id is not null and event.at > now() - interval '400 days'
    and told.measure = 'APP_GONE ' || event.package group by 1, 2, 3, 4, 5;
