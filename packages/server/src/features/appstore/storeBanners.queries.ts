import { bannerSizes, imageUrl, lateBannerDays, type StoreReport } from '@muster/contract'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'

type Db = Kysely<DB>

/** Rows of one banner and day that terminals share among themselves, so that none is waited for. */
const slots = 8

/** Whether a published banner is for a terminal, at any time and in any language. */
const isFor = (deviceId: string) => sql<SqlBool>`banner.deleted_at is null
  and banner.published_at is not null
  and exists (select from device join organization here on here.id = device.org_id
      join organization own on own.path @> here.path
    where device.id = ${deviceId} and own.id = banner.org_id
      and (banner.model_ids = '{}' or device.model_id = any(banner.model_ids))
      and (banner.org_ids = '{}' or exists (select from organization only_at
        where only_at.id = any(banner.org_ids) and only_at.path @> here.path)))`

interface BannerRow {
  readonly id: string
  readonly placement: string
  readonly title: string
  readonly imageWide: string | null
  readonly imageNarrow: string | null
  readonly targetType: string
  readonly targetUrl: string | null
  readonly targetAppId: string | null
  readonly sort: number
  readonly endAt: string
  readonly maxPerDay: number | null
  readonly seconds: number | null
}

/** What a terminal shows now, place by place, in its order. */
export async function storeBanners(
  db: Db,
  { deviceId, language }: { readonly deviceId: string; readonly language: string },
) {
  const { rows } = await sql<BannerRow>`select banner.* from app_banner banner
    where banner.status = 1 and banner.start_at <= now() and banner.end_at > now()
      and (banner.languages = '{}' or ${language} = any(banner.languages)) and ${isFor(deviceId)}
    order by banner.placement, banner.sort, banner.title, banner.id limit 200`.execute(db)
  return { banners: rows.map(shownBanner) }
}

const shownBanner = (row: BannerRow) => ({
  id: row.id,
  placement: row.placement,
  title: row.title,
  order: row.sort,
  images: [
    {
      ...bannerSizes.imageWide,
      url: imageUrl(row.imageWide),
    },
    {
      ...bannerSizes.imageNarrow,
      url: imageUrl(row.imageNarrow),
    },
  ],
  target: {
    type: row.targetType,
    url: row.targetUrl,
    app: row.targetAppId,
  },
  until: row.endAt,
  maxPerDay: row.maxPerDay,
  seconds: row.seconds,
})

/** Adds what a terminal has shown; the same report counts once, and banners of others do not. */
export async function countBanners(
  db: Db,
  deviceId: string,
  { id, banners }: StoreReport,
): Promise<void> {
  await sql`with fresh as (
      insert into store_report (device_id, report_id) values (${deviceId}, ${id})
      on conflict (device_id) do update set report_id = excluded.report_id, at = now()
        where store_report.report_id <> excluded.report_id returning 1)
    insert into app_banner_day as kept (banner_id, day, slot, views, clicks)
    select banner.id, said.day, abs(hashtext(${deviceId}) % ${slots}), sum(said.views), sum(said.clicks)
    from fresh cross join unnest(${banners.map((one) => one.id)}::uuid[],
        ${banners.map(({ day }) => day)}::date[], ${banners.map(({ views }) => views)}::integer[],
        ${banners.map(({ clicks }) => clicks)}::integer[]) as said (id, day, views, clicks)
      join app_banner banner on banner.id = said.id
    where said.day between (now() at time zone 'UTC')::date - ${lateBannerDays}::integer
        and (now() at time zone 'UTC')::date + 1
      and ${isFor(deviceId)}
    group by banner.id, said.day order by banner.id, said.day
    on conflict (banner_id, day, slot) do update
      set views = kept.views + excluded.views, clicks = kept.clicks + excluded.clicks`.execute(db)
}
