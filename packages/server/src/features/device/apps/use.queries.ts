import type pg from 'pg'
import type { UseRow } from './use.rules.ts'

/** Days back that a terminal may still tell of: it was away, or its word was lost. */
const daysTold = 35

/**
 * Keeps how applications were used. Of each terminal, day and application the latest count stays,
 * in whatever order they come; the figures follow in the same statement. Days that are long past, or
 * still to come, are a wrong clock's.
 */
export async function saveUses(
  client: Pick<pg.ClientBase, 'query'>,
  uses: readonly UseRow[],
): Promise<void> {
  await client.query({
    name: 'apps.uses',
    text: `with told as materialized (
        select told.*, (told.day::date)::timestamp at time zone 'UTC' as at
        from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, day text, package text, version bigint,
          launches integer, minutes integer, kilobytes bigint, crashes integer, anrs integer, hours smallint[],
          "lastUsedAt" float8, "toldAt" float8)
        where told.day::date between (now() - interval '${daysTold} days')::date and (now() + interval '1 day')::date),
      saved as (
        insert into device_app_use as known (at, device_id, package, version_code, launches, minutes, kilobytes, crashes, anrs,
            hours, last_used_at, told_at, sn, org_id, vendor_id, model_id, created_by)
          select told.at, device.id, told.package, told.version, told.launches, told.minutes, told.kilobytes, told.crashes,
            told.anrs, told.hours, to_timestamp(told."lastUsedAt" / 1000), to_timestamp(told."toldAt" / 1000), device.sn,
            device.org_id, device.vendor_id, device.model_id, device.created_by
          from told join device on device.id = told."deviceId" order by 1, 2, 3
        on conflict (at, device_id, package) do update set version_code = excluded.version_code, launches = excluded.launches,
            minutes = excluded.minutes, kilobytes = excluded.kilobytes, crashes = excluded.crashes, anrs = excluded.anrs,
            hours = excluded.hours, last_used_at = excluded.last_used_at, told_at = excluded.told_at
          where known.told_at < excluded.told_at),
      last as (select "deviceId" as device_id, package, to_timestamp(max("lastUsedAt") / 1000) as at
        from told where "lastUsedAt" is not null group by 1, 2)
      update device_app app set last_used_at = last.at from last
        where app.device_id = last.device_id and app.package = last.package
          and (app.last_used_at is null or app.last_used_at < last.at)`,
    values: [JSON.stringify(uses)],
  })
}
