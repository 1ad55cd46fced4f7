import { banners } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { madeBy, organizationsBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../kit/record.ts'
import type { Bin } from '../../kit/recycleBin.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { translate } from '../../platform/texts.ts'
import type { DB } from '../../platform/schema.ts'

const organizations = organizationsBy('id')
const models = madeBy({ vendor: 'vendorId', model: 'id' })

interface Targets {
  readonly orgId: string
  readonly orgIds: readonly string[]
  readonly modelIds: readonly string[]
  readonly languages: readonly string[]
}

/** Refuses targets that the caller does not see, or that its own organisation does not reach. */
export async function requireTargets(ctx: Context, targets: Targets): Promise<void> {
  const { orgId, orgIds, modelIds, languages } = targets
  const { rows } = await sql<{ orgs: number; models: number; languages: number }>`select
    (select count(*) from organization where id = any(${[...orgIds]}::uuid[]) and deleted_at is null
      and path <@ (select own.path from organization own where own.id = ${orgId})
      and ${organizations.rows(ctx.principal)})::integer as orgs,
    (select count(*) from model where id = any(${[...modelIds]}::uuid[]) and deleted_at is null
      and ${models.rows(ctx.principal)})::integer as models,
    (select count(*) from language where code = any(${[...languages]}::text[]))::integer as languages`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found?.orgs !== new Set(orgIds).size) throw fieldRefusal('orgIds', 'banner.unreached')
  if (found.models !== new Set(modelIds).size) throw fieldRefusal('modelIds', 'rule.unknownRecord')
  if (found.languages !== new Set(languages).size)
    throw fieldRefusal('languages', 'rule.unknownRecord')
}

type Row = StoredRow<'appBanner'>

interface Named {
  readonly id: string
  readonly name: string
}

/** What the organisations and models of banners are called, of which the caller sees. */
export async function namesOf(ctx: Context, rows: readonly Row[]) {
  const orgIds = [...new Set(rows.flatMap((row) => row.orgIds))]
  const modelIds = [...new Set(rows.flatMap((row) => row.modelIds))]
  const { rows: orgs } = await sql<Named>`select id, name from organization
    where id = any(${orgIds}::uuid[]) and ${organizations.rows(ctx.principal)} order by name`.execute(
    ctx.db,
  )
  const { rows: known } = await sql<Named>`select id, name from model
    where id = any(${modelIds}::uuid[]) and ${models.rows(ctx.principal)} order by name`.execute(
    ctx.db,
  )
  return (row: Row) => ({
    organizations: orgs.filter(({ id }) => row.orgIds.includes(id)),
    models: known.filter(({ id }) => row.modelIds.includes(id)),
  })
}

/** What a banner says, without what became of it. */
const said = z.object(banners.add.schemas.body.shape)

/** Adds a draft that says what a banner says; its title tells that it is a copy. */
export async function copyBanner(
  ctx: Context,
  bin: Bin<Row, NewRecord<'appBanner'>>,
  id: string,
): Promise<{ id: string }> {
  const from = await bin.find(ctx, id)
  const title = await freeTitle(ctx, from)
  const form = said.parse(from)
  const made = await bin.add(ctx, { ...form, title })
  return { id: made.id }
}

async function freeTitle(ctx: Context, { orgId, placement, title }: Row): Promise<string> {
  const { rows } = await sql<{ title: string }>`select lower(title) as title from app_banner
    where org_id = ${orgId} and placement = ${placement} and deleted_at is null`.execute(ctx.db)
  const taken = new Set(rows.map((row) => row.title))
  for (let nth = 1; ; nth++) {
    const text = translate(ctx.language, 'banner.copyOf', { name: title, nth })
    const short = text.slice(0, 64).trim()
    const made = taken.has(short.toLowerCase()) ? `${title.slice(0, 58)} ${nth + 1}` : short
    if (!taken.has(made.toLowerCase())) return made
  }
}

interface Day {
  readonly day: string
  readonly views: number
  readonly clicks: number
}

/** How often a banner was seen and pressed: all in all, and on each of the last days. */
export async function statOf({ db }: { db: Kysely<DB> }, id: string, back: number) {
  const { rows: days } = await sql<Day>`select day.at::date::text as day,
      coalesce(sum(counted.views), 0)::bigint as views,
      coalesce(sum(counted.clicks), 0)::bigint as clicks
    from generate_series((now() at time zone 'UTC')::date - ${back - 1}::integer,
      (now() at time zone 'UTC')::date, interval '1 day') as day (at)
      left join app_banner_day counted on counted.banner_id = ${id} and counted.day = day.at::date
    group by day.at order by day.at`.execute(db)
  const { rows } = await sql<{ views: number; clicks: number }>`
    select coalesce(sum(views), 0)::bigint as views, coalesce(sum(clicks), 0)::bigint as clicks
    from app_banner_day where banner_id = ${id}`.execute(db)
  return { views: rows[0]?.views ?? 0, clicks: rows[0]?.clicks ?? 0, days }
}
