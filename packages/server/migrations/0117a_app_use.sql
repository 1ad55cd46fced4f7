-- How applications are used: of each terminal and day what it told last. The day is the terminal's own; `at` is
-- its midnight as if it were of UTC, by which months are kept.
create table device_app_use (
  id uuid not null default uuid7(),
  at timestamptz not null,
  device_id uuid not null,
  package text not null,
  version_code bigint,
  launches integer not null,
  -- In the foreground.
  minutes integer not null,
  kilobytes bigint not null default 0,
  crashes integer not null default 0,
  anrs integer not null default 0,
  -- Launches by the hour of its day; null: it does not say.
  hours smallint[],
  last_used_at timestamptz,
  -- When the terminal counted: what it counted later takes the place of this.
  told_at timestamptz not null,
  -- Whose it was when it first told of the day: there the figures stay.
  sn text,
  org_id uuid not null,
  vendor_id uuid not null,
  model_id uuid not null,
  created_by uuid,
  primary key (at, device_id, package)
) partition by range (at);
create table device_app_use_rest partition of device_app_use default;
select make_month_partitions('device_app_use', 2);
select fence_off_months('device_app_use');
create unique index device_app_use_id on device_app_use (at, id);
create index device_app_use_of_device on device_app_use (device_id, at desc);
create index device_app_use_of_package on device_app_use (package, at desc, id desc);
create index device_app_use_of_org on device_app_use (org_id, at desc, id desc);

-- When an installed application was used last, as far as anybody told.
alter table device_app add column last_used_at timestamptz;

-- What each day's word adds to the figures, and what it takes the place of: late, repeated and corrected words
-- come out the same. A measure names its application: whoever looks at one reads no other's rows.
create function use_measures(told device_app_use) returns table (measure text, value text, delta bigint)
language sql immutable as $$
  select kind || ' ' || told.package, of_value, amount from (values
      ('APP_DAYS', '', 1::bigint), ('APP_ACTIVE', '', case when told.launches > 0 then 1 else 0 end),
      ('APP_LAUNCHES', '', told.launches), ('APP_MINUTES', '', told.minutes), ('APP_KILOBYTES', '', told.kilobytes),
      ('APP_CRASHES', '', told.crashes), ('APP_ANRS', '', told.anrs)) as one (kind, of_value, amount)
    where amount <> 0
  union all
  select 'APP_HOURS ' || told.package, (nth - 1)::text, amount
    from unnest(told.hours) with ordinality as hour (amount, nth) where amount <> 0
$$;
create function note_app_use() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into stat_change (at, org_id, model_id, measure, value, delta)
      select came.at, came.org_id, came.model_id, told.measure, told.value, sum(told.delta)
      from came cross join lateral use_measures(came::device_app_use) told group by 1, 2, 3, 4, 5;
  end if;
  if tg_op <> 'INSERT' then
    insert into stat_change (at, org_id, model_id, measure, value, delta)
      select went.at, went.org_id, went.model_id, told.measure, told.value, -sum(told.delta)
      from went cross join lateral use_measures(went::device_app_use) told group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger device_app_use_came after insert on device_app_use
  referencing new table as came for each statement execute function note_app_use();
create trigger device_app_use_changed after update on device_app_use
  referencing old table as went new table as came for each statement execute function note_app_use();

-- What came, went and failed, where it happened.
create function app_measures(told device_app_event) returns table (measure text, value text) language sql immutable as $$
  select kind || ' ' || told.package, of_value from (values
      ('APP_ACT', told.kind, true),
      ('APP_TO', told.to_code::text, told.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')),
      ('APP_ERROR', told.code, told.code is not null),
      ('APP_SIDE', '', told.trigger = 'SIDE_LOAD' and told.kind in ('INSTALLED', 'UPDATED', 'DOWNGRADED')))
    as one (kind, of_value, holds) where holds and of_value is not null
$$;
create function note_app_events() returns trigger language plpgsql as $$
begin
  insert into stat_change (at, org_id, model_id, measure, value, delta)
    select date_trunc('hour', came.at, 'UTC'), came.org_id, came.model_id, told.measure, told.value, count(*)
    from came cross join lateral app_measures(came::device_app_event) told
    where came.org_id is not null group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger device_app_event_counted after insert on device_app_event
  referencing new table as came for each statement execute function note_app_events();
insert into stat_change (at, org_id, model_id, measure, value, delta)
  select date_trunc('hour', event.at, 'UTC'), event.org_id, event.model_id, told.measure, told.value, count(*)
  from device_app_event event cross join lateral app_measures(event) told
  where event.org_id is not null and event.at > now() - interval '400 days' group by 1, 2, 3, 4, 5;

create or replace view stat_own_live as
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
      select used.org_id, used.model_id, used.created_by, told.measure, told.value, used.at, told.delta
        from device_app_use used cross join lateral use_measures(used) told
      union all
      select event.org_id, event.model_id, event.created_by, told.measure, told.value, event.at, 1
        from device_app_event event cross join lateral app_measures(event) told
    ) as fact cross join (values ('HOUR'), ('DAY')) as steps (step);

create view app_use_row as
  select used.id, used.at, (used.at at time zone 'UTC')::date as day, used.device_id, used.sn, used.package, used.version_code,
    used.launches, used.minutes, used.kilobytes, used.crashes, used.anrs, used.last_used_at, used.told_at, used.org_id,
    used.vendor_id, used.model_id, used.created_by, own.name as org_name, model.name as model_name,
    (select app.name from app join organization place on place.id = app.org_id and place.path @> own.path
      where app.package = used.package and app.deleted_at is null order by nlevel(place.path) desc limit 1) as app_name,
    exists (select from device where device.id = used.device_id and device.deleted_at is null) as is_there
  from device_app_use used
    left join organization own on own.id = used.org_id
    left join model on model.id = used.model_id;
