import { classificationsPath, codes, type Filter } from '@muster/contract'
import { sql } from 'kysely'
import { everyone, organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { holding, recycleBin } from '../../../kit/recycleBin.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { ownlyCounted, spreadAt, totalPlaces, type TotalPlaces } from '../../organization/index.ts'
import { deviceScope } from '../deviceScope.ts'

/** Labels, which all organisations share. */
export const labels = holding<{ rule: Filter | null }>()(
  recycleBin(classificationsPath, 'classification', everyone),
)

interface Counted {
  readonly id: string
  readonly devices: number | null
}

/** Labels with the terminals that the caller sees: how many others have is nobody's business. */
async function ownDevices<R extends Counted>(ctx: Context, rows: readonly R[]): Promise<R[]> {
  if (ownlyCounted.seesAll(ctx) || rows.length === 0) return [...rows]
  const ids = rows.map(({ id }) => id)
  const places = await totalPlaces(ctx, undefined)
  const { rows: found } = await sql<{ id: string; count: number }>`
    select id, sum(count)::integer as count
    from (${places ? keptOf(ctx, places, ids) : labelledBy(ctx, ids)}) as counted group by 1`.execute(
    ctx.db,
  )
  const counts = new Map(found.map(({ id, count }) => [id, count]))
  return rows.map((row) => ({ ...row, devices: counts.get(row.id) ?? 0 }))
}

export const countedLabels = withCounts(labels, ownDevices, {
  ...ownlyCounted,
  members: ['devices'],
})

const pendingScope = organizationsBy('pending.orgId', { creator: null, model: 'pending.modelId' })

/** What is kept of the caller's places, with what is in no count yet. */
const keptOf = ({ principal }: Context, places: TotalPlaces, ids: readonly string[]) =>
  sql`select value::uuid as id, count from ${spreadAt(places, 'LABEL')} kept
      where value = any(${[...ids]}::text[])
    union all select pending.classification_id, pending.delta from label_pending pending
      where pending.classification_id = any(${[...ids]}::uuid[]) and ${pendingScope.rows(principal)}`

/** Of what somebody made himself, and of several rules, nothing is kept: counted one by one. */
const labelledBy = ({ principal }: Context, ids: readonly string[]) =>
  sql`select bound.classification_id as id, count(*) as count from device_classification bound
    where bound.classification_id = any(${[...ids]}::uuid[]) and exists (select from device
      where id = bound.device_id and deleted_at is null and ${deviceScope.rows(principal)})
    group by 1`

/** A label that people give; refuses one that a rule gives. */
export async function requireByHand(ctx: Context, id: string) {
  const label = await labels.find(ctx, id)
  if (label.rule !== null) throw new Refusal(codes.wrongState, 'classification.byRule')
  return label
}
