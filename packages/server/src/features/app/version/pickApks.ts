import type { apks, ParsedOf, ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains, equals } from '../../../kit/page.ts'
import { apkScope } from '../appScope.ts'

type Query = ParsedOf<typeof apks.list>['query']

/** Enabled versions for pickers, the latest of each application first, or the one that a form names. */
export async function pickApks(
  { db, principal }: Context,
  { id, keyword = '' }: Query,
): Promise<ReplyOf<typeof apks.list>> {
  const word = keyword.trim()
  const where = allOf([
    sql<boolean>`deleted_at is null`,
    apkScope.rows(principal),
    id === undefined ? equals('status', 1) : equals('id', id),
    ...(word ? [anyContains(['name', 'package'], word)] : []),
  ])
  const { rows } = await sql<{ id: string; name: string; code: string }>`select id, name,
      version_code::text as code from apk_row as row
    where ${where} order by app_name, version_code desc limit 1000`.execute(db)
  return rows
}
