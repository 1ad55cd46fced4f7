import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { readSite, siteLayers } from './site.queries.ts'

type World = Pick<Platform, 'db' | 'env'>

/** Under whose name a mail goes out. */
export interface Letterhead {
  readonly site: string
  /** Where the console of its reader is; null: the installation does not know its own address. */
  readonly address: string | null
  readonly support: string | null
}

/** What the people of an organisation know the site by; null: the platform itself. */
export async function letterheadFor(world: World, orgId: string | null): Promise<Letterhead> {
  const layers = orgId === null ? [] : await siteLayers(world.db, { orgId })
  const { webName: site, support } = await readSite(world, layers)
  return { site, support, address: await addressFor(world, orgId) }
}

/**
 * The web address that the people of an organisation know: the nearest domain that is proved to be
 * its own or of one above it, else the installation's.
 */
export async function addressFor({ db, env }: World, orgId: string | null): Promise<string | null> {
  const domain = orgId === null ? null : await nearestDomain(db, orgId)
  const { publicUrl } = env
  if (domain === null) return publicUrl?.replace(/\/+$/, '') ?? null
  const address = new URL(publicUrl ?? 'https://localhost')
  address.hostname = domain
  return address.href.replace(/\/+$/, '')
}

async function nearestDomain(db: Kysely<DB>, orgId: string): Promise<string | null> {
  const { rows } = await sql<{ domain: string }>`select held.domain
    from organization place
      join organization above on above.path @> place.path
      join customize owner on owner.org_id = above.id
      join customize_domain held on held.customize_id = owner.id
    where place.id = ${orgId} and owner.status = 1 and owner.deleted_at is null
      and held.verified_at is not null
    order by nlevel(above.path) desc, held.verified_at, held.domain limit 1`.execute(db)
  return rows[0]?.domain ?? null
}

/** The organisation whose domain a host is; null: nobody's. What a browser says proves nothing else. */
export async function orgOfHost(db: Kysely<DB>, host: string): Promise<string | null> {
  const { rows } = await sql<{ orgId: string }>`select owner.org_id
    from customize_domain held
      join customize owner on owner.id = held.customize_id
      join organization place on place.id = owner.org_id
    where held.domain = ${host} and held.verified_at is not null and owner.status = 1
      and owner.deleted_at is null and place.deleted_at is null`.execute(db)
  return rows[0]?.orgId ?? null
}
