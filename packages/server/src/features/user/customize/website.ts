import {
  type CustomWebsite,
  customWebsite,
  type orgWebsite,
  type ReplyOf,
  siteSetting,
} from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { requireImage } from '../../file/image/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { customOf, savePart } from './parts.queries.ts'
import { siteLayers, type SiteLayer } from './site.queries.ts'

type Held = ReplyOf<typeof orgWebsite.get>

/** The website part of an organisation, with what holds where it says nothing, and whose that is. */
export async function readWebsite(ctx: Context, orgId: string): Promise<Held> {
  const { id, version, website } = await customOf(ctx, orgId)
  const above = (await siteLayers(ctx.db, { orgId })).filter((layer) => layer.orgId !== orgId)
  const own = website ?? customWebsite.parse({})
  return { ...own, id, version, inherited: await inheritedOf(ctx, above) }
}

async function inheritedOf(ctx: Context, above: readonly SiteLayer[]): Promise<Held['inherited']> {
  const platform = membersOf(await readSetting(ctx.db, siteSetting))
  return Object.keys(customWebsite.parse({})).map((field) => {
    const layer = above.find(({ website }) => membersOf(website).get(field) !== null)
    const value = (layer ? membersOf(layer.website) : platform).get(field)
    const isPlain = typeof value === 'number' || (typeof value === 'string' && value !== '')
    return { field, value: isPlain ? value : null, from: layer?.name ?? null }
  })
}

const membersOf = (value: object) => new Map<string, unknown>(Object.entries(value))

/** Saves the website part; its pictures must be there and its language known. */
export async function saveWebsite(
  ctx: Context,
  { orgId, version, website }: { orgId: string; version: number; website: CustomWebsite },
): Promise<Held> {
  const { logo, favicon, background, language } = website
  await requireImage(ctx, { field: 'logo', name: logo, use: 'logo' })
  await requireImage(ctx, { field: 'favicon', name: favicon, use: 'favicon' })
  await requireImage(ctx, { field: 'background', name: background, use: 'background' })
  await requireLanguage(ctx, language)
  // A part that says nothing is no part of its own.
  const isEmpty = Object.values(website).every((value) => value === null)
  await savePart(ctx, { orgId, version, part: 'website', value: isEmpty ? null : website })
  return readWebsite(ctx, orgId)
}

async function requireLanguage(ctx: Context, code: string | null): Promise<void> {
  if (code === null) return
  const known = await ctx.db
    .selectFrom('language')
    .select('id')
    .where('code', '=', code)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (!known) throw fieldRefusal('language', 'rule.unknownRecord')
}
