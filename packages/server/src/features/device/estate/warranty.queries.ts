import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'

/** Vendors that give the same warranty, and before when their terminals were activated. */
interface Term {
  readonly vendorIds: string[]
  /** Of those whose warranty has ended. */
  readonly ended: string
  /** Of those whose warranty has ended or will within the days of `warranty.alarm.days`. */
  readonly ending: string
}

const warned = sql`current_date + steered('warranty.alarm.days', 30)`

/** Of those that have a warranty of their own. */
const own = {
  ended: sql<SqlBool>`warranty_until < current_date`,
  ending: sql<SqlBool>`warranty_until >= current_date and warranty_until <= ${warned}`,
}

/** Terminals whose warranty has ended, or will soon: one range of activations for each term, and those with their own. */
export async function warrantyIs(
  { db }: Pick<Context, 'db'>,
  when: 'ended' | 'ending',
): Promise<Condition> {
  const { rows } = await sql<Term>`select array_agg(id) as vendor_ids,
      activated_before(warranty_months, current_date) as ended,
      activated_before(warranty_months, current_date + 1 + steered('warranty.alarm.days', 30)) as ending
    from vendor where warranty_months is not null group by warranty_months`.execute(db)
  const terms = rows.map(({ vendorIds, ended, ending }) => {
    const range =
      when === 'ended'
        ? sql`activated_at < ${ended}`
        : sql`activated_at >= ${ended} and activated_at < ${ending}`
    return sql<SqlBool>`(vendor_id = any(${vendorIds}::uuid[]) and ${range} and warranty_until is null)`
  })
  return sql<SqlBool>`(${sql.join([own[when], ...terms], sql` or `)})`
}
