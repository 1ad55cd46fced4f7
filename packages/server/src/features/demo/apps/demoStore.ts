import { bannerSizes } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { keepPicture, type People } from './demoCatalogue.ts'
import { bannerOf } from './pictures.ts'

type Db = Kysely<DB>

/** One banner that terminals show, and one whose time has yet to come. */
const banners = [
  {
    title: 'Instalments with Tigris Pay',
    org: 'tigris',
    placement: 'TOP',
    app: 'iq.tigris.pay',
    url: null,
    from: '#0b7a75',
    to: '#123c69',
    starts: -12,
    ends: 18,
  },
  {
    title: 'Bills are paid at the till',
    org: 'marsh',
    placement: 'FEATURED',
    app: null,
    url: 'https://marsh.example/bills',
    from: '#9d174d',
    to: '#4c1d95',
    starts: 3,
    ends: 33,
  },
] as const

/** What terminals show in their store, with the figures of its days. */
export async function makeDemoBanners(db: Db, { maker }: People): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rows = []
    for (const { from, to, ...banner } of banners) {
      const keep = (size: { readonly width: number; readonly height: number }) =>
        keepPicture(trx, { bytes: bannerOf({ ...size, from, to }), name: banner.title, by: maker })
      const wide = await keep(bannerSizes.imageWide)
      rows.push({ ...banner, wide, narrow: await keep(bannerSizes.imageNarrow) })
    }
    await sql`insert into app_banner (org_id, title, placement, image_wide, image_narrow, target_type, target_url,
        target_app_id, start_at, end_at, published_at, created_by)
      select organization.id, told.title, told.placement, told.wide, told.narrow,
        case when app.id is null then 'URL' else 'APP' end, told.url, app.id, today.at + make_interval(days => told.starts),
        today.at + make_interval(days => told.ends), now(), ${maker}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (title text, org text, placement text, wide text,
          narrow text, app text, url text, starts integer, ends integer)
        join organization on organization.code = told.org
        left join app on app.package = told.app
        cross join (select date_trunc('day', now(), 'UTC') as at) as today`.execute(trx)
    await sql`insert into app_banner_day (banner_id, day, slot, views, clicks)
      select banner.id, day::date, 0, 260 + abs(hashtext(day::date::text)) % 190, 9 + abs(hashtext(day::date::text)) % 23
      from app_banner banner
        cross join generate_series(banner.start_at, now() - interval '1 day', interval '1 day') as day`.execute(
      trx,
    )
  })
}
