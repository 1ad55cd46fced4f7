import {
  type CustomWebsite,
  customWebsite,
  imageUrl,
  type ReplyOf,
  type site,
  siteSetting,
} from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { readSetting } from '../../system/setting/index.ts'
import { firstOf } from './site.rules.ts'

export type Site = ReplyOf<typeof site.init>

/** What an organisation shows, and its name. */
export interface SiteLayer {
  readonly orgId: string
  readonly name: string
  readonly website: CustomWebsite
}

/** Whose site: the organisation's, or the one whose domain this is. */
export type SiteOf = { readonly orgId: string } | { readonly host: string }

/** Sites as they were last read, until the epoch in the database moves on. */
const known = new WeakMap<pg.Pool, Map<string, { readonly epoch: number; readonly site: Site }>>()

/** Hosts that anybody may make up must not fill the memory. */
const mostKept = 1000

/**
 * What the console shows of a site: what the nearest organisation says, then those above it, then
 * the platform. Read once for each change and node; after that one small query tells that it still holds.
 */
export async function siteFor(platform: Platform, of: SiteOf): Promise<Site> {
  const { rows } = await sql<{ epoch: number }>`select epoch from rights_epoch`.execute(platform.db)
  const epoch = rows[0]?.epoch ?? 0
  const cache = known.get(platform.pool) ?? new Map<string, { epoch: number; site: Site }>()
  known.set(platform.pool, cache)
  const key = 'host' in of ? `host ${of.host}` : of.orgId
  const cached = cache.get(key)
  if (cached?.epoch === epoch) return cached.site
  const site = await readSite(platform, await siteLayers(platform.db, of))
  if (cache.size >= mostKept) cache.clear()
  cache.set(key, { epoch, site })
  return site
}

/** What organisations show, the nearest first, over what the platform shows. */
export async function readSite(
  { db, env }: Pick<Platform, 'db' | 'env'>,
  layers: readonly SiteLayer[],
): Promise<Site> {
  const { logo, favicon, background, version: _, ...platform } = await readSetting(db, siteSetting)
  const own = firstOf(layers)
  const { rows } = await sql<{ code: string }>`select code from language
    where is_default and code <> 'en'`.execute(db)
  return {
    ...platform,
    webName: own.webName ?? platform.webName,
    sideTitle: own.sideTitle ?? platform.sideTitle,
    copyright: own.copyright ?? (platform.copyright || null),
    logoUrl: imageUrl(own.logo ?? logo),
    favicon: imageUrl(own.favicon ?? favicon),
    bgUrl: imageUrl(own.background ?? background),
    themeName: own.themeName,
    language: own.language ?? rows[0]?.code ?? null,
    support: own.support,
    termsUrl: own.termsUrl,
    privacyUrl: own.privacyUrl,
    virtualRoles: env.virtualRole,
    allowUnboundSessions: env.allowUnboundSessions,
  }
}

/** The layers of an organisation, or of the one that has proved that a host is its own. */
export function siteLayers(db: Kysely<DB>, of: SiteOf): Promise<readonly SiteLayer[]> {
  if ('orgId' in of) return layersWhere(db, sql`place.id = ${of.orgId}`)
  return layersWhere(
    db,
    sql`place.deleted_at is null and place.id = (select owner.org_id from customize_domain held
      join customize owner on owner.id = held.customize_id
      where held.domain = ${of.host} and held.verified_at is not null
        and owner.status = 1 and owner.deleted_at is null)`,
  )
}

async function layersWhere(
  db: Kysely<DB>,
  where: RawBuilder<unknown>,
): Promise<readonly SiteLayer[]> {
  const { rows } = await sql<{ orgId: string; name: string; website: unknown }>`
    select above.id as org_id, above.name, custom.website
    from organization place
      join organization above on above.path @> place.path
      join customize custom on custom.org_id = above.id
    where ${where} and custom.website is not null
      and custom.status = 1 and custom.deleted_at is null
    order by nlevel(above.path) desc`.execute(db)
  return rows.map((row) => ({ ...row, website: customWebsite().parse(row.website) }))
}
