import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'

const theirs = organizationsBy('above.orgId')

const strengthOf = (policy: RawBuilder<unknown>) =>
  sql`case ${policy} when 'PROHIBITED' then 3 when 'MANDATORY' then 2 when 'HIDDEN' then 1 else 0 end`

/** Whether `above`, of the organisation `place`, binds everybody below and `own` of the organisation `here` is looser. */
export const isLooser = sql<SqlBool>`(above.status = 1 and above.deleted_at is null
  and above.scope_kind = 'SUBTREE' and above.policy in ('MANDATORY', 'PROHIBITED')
  and (${strengthOf(sql`above.policy`)} > ${strengthOf(sql`own.policy`)}
    or above.policy = 'MANDATORY' and own.policy = 'MANDATORY'
      and is_looser_version(above.version_rule, above.version_code, above.track,
        own.version_rule, own.version_code, own.track, place.id = here.id)))`

/** Refuses policies that would loosen what an organisation above them, or their own, asks of all below. */
export async function requireStrict(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; isSeen: boolean }>`select above.name,
      ${theirs.rows(ctx.principal)} as is_seen
    from org_apk own
      join organization here on here.id = own.org_id
      join organization place on place.path @> here.path
      join org_apk above on above.org_id = place.id and above.app_id = own.app_id and above.id <> own.id
    where own.id = any(${[...ids]}::uuid[]) and own.status = 1 and own.deleted_at is null
      and (place.id <> here.id or own.scope_kind <> 'SUBTREE') and ${isLooser}
    limit 1`.execute(ctx.db)
  const [stricter] = rows
  if (!stricter) return
  const { isSeen, name } = stricter
  const key = isSeen ? 'orgApk.looser' : 'orgApk.looserUnseen'
  throw fieldRefusal('policy', translate(ctx.language, key, { name }))
}
