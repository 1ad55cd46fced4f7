import type { ParsedOf, reports } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { anyContains, type Condition } from '../../../kit/page.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'

const userScope = organizationsBy('orgId')
/** So many are offered; whoever is none of them is sought by name. */
const mostOffered = 1000

/** People whom the caller sees, and himself. */
const isSeen = ({ principal }: Context): Condition =>
  sql<SqlBool>`(deleted_at is null and (id = ${principal.userId} or ${userScope.rows(principal)}))`

const hasMail = sql<boolean>`coalesce(email, '') <> ''`

type Sought = ParsedOf<(typeof reports)['readerList']>['query']

/** Whom a report may go to, and of whom there is no mail address. */
export async function readersFor(ctx: Context, { keyword = '', id }: Sought) {
  const sought = keyword.trim() ? anyContains(['userName', 'realName'], keyword.trim()) : sql`true`
  const which = id ? sql`id = ${id}` : sql`status = 1 and ${sought}`
  const { rows } = await sql<{ id: string; name: string; code: string; hasMail: boolean }>`
    select id, coalesce(nullif(real_name, ''), user_name) as name, user_name as code, ${hasMail} as has_mail
    from app_user as row where ${isSeen(ctx)} and ${which}
    order by name limit ${mostOffered}`.execute(ctx.db)
  return rows.map(({ hasMail, name, ...row }) => ({
    ...row,
    name: hasMail ? name : translate(ctx.language, 'report.withoutMail', { name }),
  }))
}

interface Chosen {
  readonly ids: readonly string[]
  /** Those who read it already stay, whatever has become of their address. */
  readonly reportId: string | null
}

/** Refuses readers whom the caller does not see, and new ones whom no mail would reach. */
export async function requireReaders(ctx: Context, { ids, reportId }: Chosen): Promise<void> {
  const wanted = [...new Set(ids)]
  const { rows } = await sql<{ userName: string; isReached: boolean }>`select user_name,
      (${hasMail} or exists (select from report_reader reader
        where reader.report_id = ${reportId} and reader.user_id = row.id)) as is_reached
    from app_user as row where id = any(${wanted}::uuid[]) and ${isSeen(ctx)}
    order by user_name`.execute(ctx.db)
  if (rows.length < wanted.length) throw fieldRefusal('readerIds', 'rule.unknownRecord')
  const unreached = rows.filter(({ isReached }) => !isReached).map(({ userName }) => userName)
  if (unreached.length > 0)
    throw fieldRefusal('readerIds', 'report.noMail', { names: unreached.join(', ') })
}
