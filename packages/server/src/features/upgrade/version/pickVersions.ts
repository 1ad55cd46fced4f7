import type { ParsedOf, ReplyOf, upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, equals } from '../../../kit/page.ts'
import { nameableVersions } from '../../device/index.ts'

type Query = ParsedOf<typeof upgradeVersions.list>['query']

/** Versions that are online for pickers, the latest first, or the one that a form names. */
export async function pickVersions(
  { db, principal }: Context,
  { id, keyword = '' }: Query,
): Promise<ReplyOf<typeof upgradeVersions.list>> {
  const word = keyword.trim()
  const which =
    id === undefined ? [equals('status', 1), sql<boolean>`state = 'ONLINE'`] : [equals('id', id)]
  const where = allOf([
    sql<boolean>`deleted_at is null`,
    nameableVersions.rows(principal),
    ...which,
    ...(word ? [anyContains(['name', 'versionName'], word)] : []),
  ])
  const { rows } = await sql<{ id: string; name: string; code: string }>`select id,
      name || ' ' || version_name as name, version_name as code from upgrade_version_row as row
    where ${where} order by name, version_key(version_name) desc nulls last limit 1000`.execute(db)
  return rows
}
