import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { countable } from './countable.ts'
import { seesWholeSubtrees } from './totals.ts'

interface Counts {
  readonly id: string
  readonly ownDevices: number
  readonly subtreeDevices: number
}

type Shown = { readonly [K in keyof Counts]: Counts[K] | null } & Pick<Counts, 'id'>

/** Organisations with the terminals in them that the caller sees: nobody is told of others'. */
export async function seen<R extends Shown>(ctx: Context, shown: readonly R[]): Promise<R[]> {
  if (seesWholeSubtrees(ctx) || shown.length === 0) return [...shown]
  const { source, mine } = countable(ctx.principal)
  const { rows } = await sql<Counts>`select top.id,
      coalesce(sum(tally.count) filter (where tally.org_id = top.id), 0)::integer as own_devices,
      sum(tally.count)::integer as subtree_devices
    from organization top join organization below on below.path <@ top.path
      join ${source} tally on tally.org_id = below.id
    where top.id = any(${shown.map(({ id }) => id)}::uuid[]) and ${mine} group by 1`.execute(ctx.db)
  const counts = new Map(rows.map((row) => [row.id, row]))
  return shown.map((row) => {
    const { ownDevices = 0, subtreeDevices = 0 } = counts.get(row.id) ?? {}
    return { ...row, ownDevices, subtreeDevices }
  })
}
