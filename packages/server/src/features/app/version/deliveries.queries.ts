import type { Apk } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'

/** Days that a failure rate speaks of, today among them. */
const days = 7

/** Days for which it is kept how deliveries ended. */
const keptDays = 35

type Ended = Pick<Apk, 'id' | 'succeeded7d' | 'failed7d'>

/** How deliveries of some versions ended lately, of the terminals that the caller sees. */
export async function endedLately(
  { db, principal, now }: Pick<Context, 'db' | 'principal' | 'now'>,
  versions: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Ended>> {
  const { rows } =
    await sql<Ended>`select ended.apk_id as id, sum(ended.succeeded)::integer as "succeeded7d",
      sum(ended.failed)::integer as "failed7d"
    from apk_delivery_day ended join model on model.id = ended.model_id
    where ended.apk_id = any(${versions.map(({ id }) => id)}::uuid[])
      and ended.day > (${now()}::timestamptz at time zone 'UTC')::date - ${sql.lit(days)}
      and ${endedScope.rows(principal)}
    group by 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

const endedScope = organizationsBy('ended.orgId', {
  vendor: 'model.vendorId',
  model: 'ended.modelId',
})

/** Forgets how deliveries ended that nobody asks for any more. */
export async function forgetDeliveries({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`delete from apk_delivery_day
    where day < (${now()}::timestamptz at time zone 'UTC')::date - ${sql.lit(keptDays)}`.execute(db)
}
