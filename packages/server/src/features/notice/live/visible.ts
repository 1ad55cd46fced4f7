import { organizationsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import type { Platform } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import { isFiltered, placedIn } from '../../../access/dataScope.ts'
import type { Announcement } from '../../../platform/liveHub.ts'

/**
 * The changed records that the caller may see, none meaning "many"; null where there is nothing for
 * him. His set of organisations is read again when the tree changes.
 */
export function visibleTo(platform: Platform, principal: Principal) {
  let known: Promise<Hearing> | null = null
  return async ({ path, ids, parts }: Announcement): Promise<readonly string[] | null> => {
    if (path.startsWith(organizationsPath)) known = null
    if (principal.scope.all) return ids
    known ??= readOrganizations(platform, principal)
    const { exactly, roughly } = await known
    const mine = parts
      .filter(({ orgId }) => orgId === null || exactly.has(orgId) || roughly.has(orgId))
      // Whose records are cut by more than their organisation hears that there is something, not what.
      .map((part) => (part.orgId === null || exactly.has(part.orgId) ? part.ids : []))
    if (mine.length === 0) return null
    return mine.some((part) => part.length === 0) ? [] : mine.flat()
  }
}

/** The organisations that a caller hears of: all of their records, or only some. */
interface Hearing {
  readonly exactly: ReadonlySet<string>
  readonly roughly: ReadonlySet<string>
}

async function readOrganizations(platform: Platform, principal: Principal): Promise<Hearing> {
  const { scope, orgId } = principal
  const place = sql`organization.id`
  const plain = scope.rules.filter((rule) => !isFiltered(rule))
  const exact = plain.map((rule) => placedIn(rule, place))
  const rough = scope.rules.map((rule) =>
    rule.isOwn
      ? sql<boolean>`(${placedIn(rule, place)} or ${place} = ${orgId})`
      : placedIn(rule, place),
  )
  const any = (conditions: readonly Condition[]) =>
    conditions.length === 0
      ? sql<boolean>`false`
      : sql<boolean>`(${sql.join([...conditions], sql` or `)})`
  const { rows } = await sql<{ id: string; isExact: boolean }>`
    select organization.id, ${any(exact)} as is_exact from organization where ${any(rough)}`.execute(
    platform.db,
  )
  const idsOf = (isExact: boolean) =>
    new Set(rows.filter((row) => row.isExact === isExact).map(({ id }) => id))
  return { exactly: idsOf(true), roughly: idsOf(false) }
}
