-- Installs that failed by the version that they should have led to, by days: beside each version stands how often
-- it failed of late.
create or replace function is_of_days(measure text) returns boolean language sql immutable parallel safe as $$
  select split_part(measure, ' ', 1) in ('APP_DAYS', 'APP_ACTIVE', 'APP_LAUNCHES', 'APP_MINUTES', 'APP_KILOBYTES',
    'APP_CRASHES', 'APP_ANRS', 'APP_HOURS', 'APP_ERROR', 'APP_GONE', 'APP_NOT_TO', 'ALARM_KIND')
$$;
create or replace function app_measures(told device_app_event) returns table (measure text, value text) language sql immutable as $$
  select kind || ' ' || told.package, of_value from (values
      ('APP_ACT', told.kind, true),
      ('APP_TO', told.to_code::text, told.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')),
      ('APP_NOT_TO', told.to_code::text, told.kind = 'INSTALL_FAILED'),
      ('APP_GONE', told.trigger, told.kind = 'REMOVED'),
      ('APP_ERROR', told.code, told.code is not null))
    as one (kind, of_value, holds) where holds and of_value is not null
$$;

-- What failed before counts as well, by the function that counts what fails from now on.
insert into stat_change (at, org_id, model_id, measure, value, delta)
  select date_trunc('hour', event.at, 'UTC'), event.org_id, event.model_id, told.measure, told.value, count(*)
  from device_app_event event cross join lateral app_measures(event) told
  where event.kind = 'INSTALL_FAILED' and event.org_id is not null and event.at > now() - interval '400 days'
    and told.measure = 'APP_NOT_TO ' || event.package group by 1, 2, 3, 4, 5;
