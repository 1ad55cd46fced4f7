import { mostShares, vendorEstate } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { madeBy } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { notFound } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { countable } from '../organization/index.ts'

const scope = madeBy({ vendor: 'id', model: null })

interface Share {
  readonly id: string
  readonly name: string
  readonly count: number
}

/** Counted from the tally that the writes keep: a row for each organisation, model and state. */
export const vendorEstateRoutes = serve(vendorEstate, scope, {
  devices: async ({ params: { id } }, ctx) => {
    const { rows: known } = await sql`select from vendor where id = ${id} and deleted_at is null
      and ${scope.rows(ctx.principal)}`.execute(ctx.db)
    if (!known[0]) throw notFound()
    const counted = countedOf(ctx, id)
    const { rows } = await sql<{ total: number; active: number }>`select
        coalesce(sum(tally.count), 0)::integer as total,
        coalesce(sum(tally.count) filter (where tally.lifecycle = 'ACTIVE'), 0)::integer as active
      from ${counted}`.execute(ctx.db)
    const [{ total, active } = { total: 0, active: 0 }] = rows
    return {
      total,
      active,
      byModel: await shares(ctx, counted, sql`model as shown on shown.id = tally.model_id`),
      byOrganization: await shares(
        ctx,
        counted,
        sql`organization as shown on shown.id = tally.org_id`,
      ),
    }
  },
})

function countedOf({ principal }: Context, vendorId: string): RawBuilder<unknown> {
  const { source, mine } = countable(principal)
  return sql`(select tally.* from ${source} tally
    where tally.model_id in (select id from model where vendor_id = ${vendorId}) and ${mine}) as tally`
}

async function shares(ctx: Context, counted: RawBuilder<unknown>, shown: RawBuilder<unknown>) {
  const { rows } = await sql<Share>`select shown.id, shown.name, sum(tally.count)::integer as count
    from ${counted} join ${shown} group by shown.id, shown.name having sum(tally.count) > 0
    order by count desc, shown.name limit ${mostShares}`.execute(ctx.db)
  return rows
}
