import type { orgApks, ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { deviceScope } from '../../device/index.ts'
import { policyBin } from './policyBin.ts'
import { mostPreviewed } from './preview.queries.ts'
import { widerShare } from './release.rules.ts'

/** How many terminals a release would be brought to by its next share: those of the caller's that its policy decides about. */
export async function nextShareOf(
  ctx: Context,
  id: string,
): Promise<ReplyOf<typeof orgApks.nextShare>> {
  await policyBin.find(ctx, id)
  const release = await ctx.db
    .selectFrom('orgApkRelease')
    .select(['id', 'percent', 'steps', 'state'])
    .where('orgApkId', '=', id)
    .orderBy('startedAt', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  const percent = release?.state === 'RUNNING' ? widerShare(release) : null
  if (!release || percent === null) return { percent: null, count: 0, capped: false }
  const place = sql`release_place(meant.id, ${release.id})`
  const { rows } = await sql<{ total: number; count: number }>`
    with meant as materialized (select device.id from device
      where device.deleted_at is null and ${deviceScope.rows(ctx.principal)}
        and device.org_id = any(array(select here.id from org_apk policy
          join organization over on over.id = policy.org_id join organization here on here.path <@ over.path
          where policy.id = ${id}))
      limit ${mostPreviewed + 1})
    select count(*)::integer as total, (count(*) filter (where ${place} >= ${release.percent * 100}
      and ${place} < ${percent * 100} and exists (select from org_apk policy
        join org_apk_effective decided on decided.org_apk_id = policy.id and decided.app_id = policy.app_id
        where policy.id = ${id} and decided.device_id = meant.id)))::integer as count
    from meant`.execute(ctx.db)
  const { total, count } = rows[0] ?? { total: 0, count: 0 }
  return { percent, count, capped: total > mostPreviewed }
}
