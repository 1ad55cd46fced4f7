import { type Kysely, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { chance, days, everyDay } from './demoMonth.ts'

type Db = Kysely<DB>

/**
 * What a month leaves in the logs: all that was done to make the demo is told as of when it would have
 * happened, and beside that stands what was put on terminals and how it was used.
 */
export async function makeDemoLog(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await datePast(trx)
    await addFailures(trx)
    await addUse(trx)
  })
}

/** Terminals were imported when they were made, and had been told of what is older than this hour then. */
async function datePast(db: Db): Promise<void> {
  await sql`update device_event event set at = device.created_at + case event.code when 'CREATED' then interval '1 hour'
        else interval '9 hours' + (right(device.sn, 3)::integer % 300) * interval '1 minute' end,
      happened_at = device.created_at + interval '9 hours', code = case event.code when 'CREATED' then 'IMPORTED' else event.code end,
      source = case event.code when 'CREATED' then 'USER' else event.source end
    from device where device.id = event.device_id and device.batch_no = 'DEMO'
      and event.code in ('CREATED', 'STATION_CHANGED', 'TID_CHANGED', 'ACTIVATED')`.execute(db)
  await sql`update device_event set at = happened_at where happened_at < now() - interval '1 hour' and at > happened_at`.execute(
    db,
  )
}

/** What was put there by hand, and what failed to be installed now and then. */
async function addFailures(db: Db): Promise<void> {
  await sql`insert into device_app_event (device_id, package, kind, to_code, to_name, source, at)
    select device.id, 'com.example.tips', 'INSTALLED', 103, '1.3', 'SIDE_LOADED', day + (9 + 9 * ${chance('tips')}) * interval '1 hour'
    from ${everyDay} and ${chance('tips?')} < 0.0015`.execute(db)
  await sql`insert into device_app_event (device_id, package, kind, from_code, from_name, to_code, to_name, source, trigger, item_id,
      push_id, task_no, code, at)
    select device.id, held.package, 'INSTALL_FAILED', held.version_code, held.version_name, held.version_code + 10, null, held.source,
      'TASK', item.id, push.id, push.task_no, failed.code, day + (1 + 4 * ${chance('at')}) * interval '1 hour'
    from device_app held join device on device.id = held.device_id and device.batch_no = 'DEMO'
      cross join generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
        date_trunc('day', now(), 'UTC') - interval '1 day', interval '1 day') as day
      cross join lateral (select (array['I201', 'I201', 'D103', 'D107'])[1 + floor(4 * ${chance('code')})::integer] as code) failed
      left join lateral (select push_item.id, push_item.push_id from push_item where push_item.device_id = device.id
        and push_item.cmd = 'APP_INSTALL' order by push_item.id limit 1) item on true
      left join push on push.id = item.push_id
    where ${chance('fails?')} < 0.004`.execute(db)
}

/**
 * How the terminals' applications were used: by the hours of a shop, less on Fridays. One in twenty has
 * not opened what it is for, for ten days.
 */
async function addUse(db: Db): Promise<void> {
  await sql`with used as (
      select device.id as device_id, device.sn, device.org_id, device.vendor_id, device.model_id, held.package, held.version_code, day,
        (${chance('lively')} * 0.6 + 0.4 + (right(device.sn, 2)::integer % 10) / 8.0)
          * case when held.package like '%pay' or held.package like '%wallet' then 5 else 1.2 end
          * case when extract(dow from day) = 5 then 0.35 else 1 end
          * case when right(device.sn, 6)::integer % 20 = 3 and day > now() - interval '10 days' then 0 else 1 end as pace,
        ${chance('crash')} as crash, ${chance('anr')} as anr
      from device_app held join device on device.id = held.device_id and device.batch_no = 'DEMO' and device.lifecycle = 'ACTIVE'
        cross join generate_series(date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
          date_trunc('day', now(), 'UTC') - interval '1 day', interval '1 day') as day
      where held.first_installed_at < day + interval '1 day' and device.activated_at < day),
    told as (
      select used.*, array(select round(pace * busy * (0.6 + (ascii(substr(md5(sn || day || hour), 1, 1)) % 10) / 12.0))::smallint
          from unnest(array[0, 0, 0, 0, 0, 0, 0.2, 0.6, 1, 1.2, 1.3, 1.4, 1.2, 1, 0.9, 1, 1.3, 1.6, 1.7, 1.4, 0.9, 0.5, 0.2, 0])
            with ordinality as shop (busy, hour) order by hour) as hours
      from used)
    insert into device_app_use (at, device_id, package, version_code, launches, minutes, kilobytes, crashes, anrs, hours, last_used_at,
        told_at, sn, org_id, vendor_id, model_id)
      select day, device_id, package, version_code, sums.launches, least(1440, sums.launches * 4 / 5), sums.launches * 23,
        case when sums.launches > 0 and crash < 0.02 then 1 else 0 end, case when sums.launches > 0 and anr < 0.01 then 1 else 0 end,
        hours, case when sums.launches > 0 then day + interval '20 hours' end, day + interval '1 day', sn, org_id, vendor_id, model_id
      from told cross join lateral (select sum(amount)::integer as launches from unnest(hours) as amount) sums`.execute(
    db,
  )
  await sql`update device_app held set last_used_at = used.at
    from (select device_id, package, max(last_used_at) as at from device_app_use group by 1, 2) as used
    where used.device_id = held.device_id and used.package = held.package and used.at is not null`.execute(
    db,
  )
}
