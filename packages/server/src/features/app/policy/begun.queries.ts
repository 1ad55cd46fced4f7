import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, isWithin } from '../../../kit/page.ts'
import type { Begun, BegunQuery } from '../../device/index.ts'

const ofPolicy = organizationsBy('row.orgId')

/**
 * Releases that began within a time, each by the policy that the caller sees. Whom one reaches of a vendor
 * or a model is known terminal by terminal only: of such a part none is told.
 */
export async function begunReleases(
  ctx: Context,
  { orgId, vendorId, modelId, from, until, most }: BegunQuery,
): Promise<Begun[]> {
  if (vendorId || modelId) return []
  const where = allOf([ofPolicy.rows(ctx.principal), ...(orgId ? [isWithin(orgId)] : [])])
  const { rows } = await sql<Begun>`select release.id, release.started_at as at, row.name,
      apk.version_name as about
    from org_apk_release release join org_apk as row on row.id = release.org_apk_id
      join apk on apk.id = release.apk_id
    where release.started_at >= ${from} and release.started_at < ${until}
      and row.deleted_at is null and ${where}
    order by release.started_at desc, release.id limit ${most}`.execute(ctx.db)
  return rows
}
