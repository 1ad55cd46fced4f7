import {
  type CustomWebsite,
  customWebsite,
  type orgWebsite,
  type ReplyOf,
  siteSetting,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { requireImage } from '../../file/image/index.ts'
import { readSetting } from '../../system/setting/index.ts'
import { customOf, savePart } from './parts.queries.ts'
import { siteLayers, type SiteLayer } from './site.queries.ts'

type Held = ReplyOf<typeof orgWebsite.get>

/** The website part of an organisation, with what holds where it says nothing, and whose that is. */
export async function readWebsite(ctx: Context, orgId: string): Promise<Held> {
  const { id, version, website } = await customOf(ctx, orgId)
  const above = (await siteLayers(ctx.db, { orgId })).filter((layer) => layer.orgId !== orgId)
  const own = website ?? customWebsite().parse({})
  return { ...own, id, version, inherited: await inheritedOf(ctx, above) }
}

async function inheritedOf(ctx: Context, above: readonly SiteLayer[]): Promise<Held['inherited']> {
  const platform = membersOf(await readSetting(ctx.db, siteSetting))
  const servers = await serverNames(ctx, above)
  return Object.keys(customWebsite().parse({})).map((field) => {
    const layer = above.find(({ website }) => membersOf(website).get(field) !== null)
    const value = (layer ? membersOf(layer.website) : platform).get(field)
    const said = field === 'mailServerId' ? servers.get(String(value)) : value
    const isPlain = typeof said === 'number' || (typeof said === 'string' && said !== '')
    return { field, value: isPlain ? said : null, from: layer?.name ?? null }
  })
}

/** What the servers are called that layers name. */
async function serverNames(ctx: Context, layers: readonly SiteLayer[]) {
  const ids = layers.flatMap(({ website }) => website.mailServerId ?? [])
  if (ids.length === 0) return new Map<string, string>()
  const rows = await ctx.db
    .selectFrom('mailServer')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
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
  await requireMailServer(ctx, orgId, website.mailServerId)
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

/**
 * A server for everybody, or of the organisation or one above it, that the caller sees; whoever does
 * not see the one that is named leaves it as it is.
 */
async function requireMailServer(ctx: Context, orgId: string, id: string | null): Promise<void> {
  const before = await customOf(ctx, orgId)
  if (id === null || id === before.website?.mailServerId) return
  const { rows } = await sql`select from mail_server
      left join organization above on above.id = mail_server.org_id
      join organization place on place.id = ${orgId}
    where mail_server.id = ${id} and mail_server.status = 1 and mail_server.deleted_at is null
      and (above.id is null or above.path @> place.path)
      and ${organizationsBy('mailServer.orgId').rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length === 0) throw fieldRefusal('mailServerId', 'rule.unknownRecord')
}
