import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, beginsWith } from '../../../kit/page.ts'
import { estateOf } from './estate.queries.ts'

export interface NamedDevice {
  readonly id: string
  readonly sn: string
  readonly name: string | null
  readonly orgName: string
}

/**
 * The caller's terminals whose serial number begins so, in order; walks an index by serial number
 * and stops at the limit, however many begin so.
 */
export async function devicesBySerial(
  ctx: Pick<Context, 'db' | 'platform' | 'principal'>,
  prefix: string,
  limit: number,
): Promise<RawBuilder<NamedDevice>> {
  const mine = await estateOf(ctx, undefined)
  const isNamedSo = beginsWith(sql`sn`, prefix.toUpperCase())
  const conditions = [sql<SqlBool>`deleted_at is null`, mine, isNamedSo]
  return sql<NamedDevice>`select device.id, device.sn, device.name, organization.name as org_name
    from (select id, sn, name, org_id from device where ${allOf(conditions)}
      order by sn limit ${limit}) device
    join organization on organization.id = device.org_id order by device.sn`
}
