import { columnsOf, devices, type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { prepared } from '../../../platform/prepared.ts'

/** A terminal of either side of the recycle bin; a living one has nulls where the bin shows its removal. */
export type BinDevice = ReplyOf<(typeof devices)['recyclePage']>['list'][number]

/** The members of a row as columns of the view; those who changed a row go by their names. */
const columns = [...columnsOf(devices.recyclePage)].map((member) => {
  const shown = member.replace(/^(updated|deleted)By$/, '$&Name')
  const column = shown.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `shown.${column} as "${member}"`
})

/**
 * What a list shows of these terminals, in their order. To plan eight joins takes five times as
 * long as to run them for a page, hence a statement of its own, prepared once per connection.
 */
export async function rowsOf(
  ctx: Pick<Context, 'db' | 'platform'>,
  ids: readonly string[],
): Promise<BinDevice[]> {
  if (ids.length === 0) return []
  const shown = sql<BinDevice>`select ${sql.raw(columns.join(', '))} from device_row shown
    where shown.id = any(${ids}::uuid[])`
  const rows = await prepared(ctx, shown)
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One that was destroyed since its id was found is gone from the page, too.
  return ids.flatMap((id) => byId.get(id) ?? [])
}
