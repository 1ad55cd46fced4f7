-- How deliveries of each version ended, by day: kept by every statement that ends some, so that a list of
-- versions says how many failed lately without a look at a single delivery. By whose terminals they were, for
-- readers count what they see; in a few rows each, so that those who write at once do not wait for each other.
create table apk_delivery_day (
  apk_id uuid not null,
  -- By UTC.
  day date not null,
  org_id uuid not null,
  model_id uuid not null,
  -- Whoever added the terminal; zero: nobody is known.
  created_by uuid not null,
  slot smallint not null,
  succeeded bigint not null,
  failed bigint not null,
  primary key (apk_id, day, org_id, model_id, created_by, slot)
) with (fillfactor = 50);
-- What nobody asks for any more is found by its day.
create index apk_delivery_day_day on apk_delivery_day (day);

create function count_apk_ends() returns trigger language plpgsql as $$
begin
  if not exists (select from added where cmd = 'APP_INSTALL' and ended_at is not null) then return null; end if;
  insert into apk_delivery_day as known (apk_id, day, org_id, model_id, created_by, slot, succeeded, failed)
    select told.apk_id, told.day, device.org_id, device.model_id,
      coalesce(device.created_by, '00000000-0000-0000-0000-000000000000'), pg_backend_pid() % 16,
      count(*) filter (where told.state = 'SUCCESS'), count(*) filter (where told.state <> 'SUCCESS')
    from (select (coalesce(item.args, push.args) #>> '{gate,apkId}')::uuid as apk_id,
          (item.ended_at at time zone 'UTC')::date as day, item.device_id, item.state
        from added item left join push on push.id = item.push_id
        where item.cmd = 'APP_INSTALL' and item.ended_at is not null
          and item.state in ('SUCCESS', 'FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT')
          and not exists (select from removed former where former.id = item.id and former.ended_at is not null)) as told
      join device on device.id = told.device_id
    where told.apk_id is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (apk_id, day, org_id, model_id, created_by, slot)
      do update set succeeded = known.succeeded + excluded.succeeded, failed = known.failed + excluded.failed;
  return null;
end $$;
create trigger push_item_apk_ended after update on push_item
  referencing old table as removed new table as added for each statement execute function count_apk_ends();

-- What has ended within the last days of what was given not long before.
insert into apk_delivery_day (apk_id, day, org_id, model_id, created_by, slot, succeeded, failed)
  select told.apk_id, told.day, device.org_id, device.model_id,
    coalesce(device.created_by, '00000000-0000-0000-0000-000000000000'), 0,
    count(*) filter (where told.state = 'SUCCESS'), count(*) filter (where told.state <> 'SUCCESS')
  from (select (coalesce(item.args, push.args) #>> '{gate,apkId}')::uuid as apk_id,
        (item.ended_at at time zone 'UTC')::date as day, item.device_id, item.state
      from push_item item left join push on push.id = item.push_id
      where item.id >= uuid7_from(now() - interval '14 days') and item.cmd = 'APP_INSTALL'
        and item.ended_at >= now() - interval '7 days'
        and item.state in ('SUCCESS', 'FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT')) as told
    join device on device.id = told.device_id
  where told.apk_id is not null group by 1, 2, 3, 4, 5;
