import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, isWithin } from '../../../kit/page.ts'
import type { Begun, BegunQuery } from '../../device/index.ts'
import { planScope } from './planBin.ts'

/** Plans with a version for models of a vendor. */
export const bringsToVendor = (id: unknown) =>
  sql<SqlBool>`version_ids && array(select id from upgrade_version
    where model_ids && array(select id from model where vendor_id = ${id}))`

/** Plans with a version for a model. */
export const bringsToModel = (id: unknown) =>
  sql<SqlBool>`version_ids && array(select id from upgrade_version where model_ids @> array[${id}::uuid])`

/** Plans that the caller sees and that began within a time. */
export async function begunPlans(
  ctx: Context,
  { orgId, vendorId, modelId, from, until, most }: BegunQuery,
): Promise<Begun[]> {
  const where = allOf([
    planScope.rows(ctx.principal),
    ...(orgId ? [isWithin(orgId)] : []),
    ...(vendorId ? [bringsToVendor(vendorId)] : []),
    ...(modelId ? [bringsToModel(modelId)] : []),
  ])
  const { rows } = await sql<Begun>`select id, started_at as at, name, null as about
    from plan as row
    where started_at >= ${from} and started_at < ${until} and deleted_at is null and ${where}
    order by started_at desc, id limit ${most}`.execute(ctx.db)
  return rows
}
