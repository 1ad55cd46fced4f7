import { columnsOf, devices, type ReplyOf, standMembers } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { prepared } from '../../../platform/prepared.ts'

/** A terminal of either side of the recycle bin; a living one has nulls where the bin shows its removal. */
export type BinDevice = ReplyOf<(typeof devices)['recyclePage']>['list'][number]

/** A member of a row as a column of the view; those who changed a row go by their names. */
function columnOf(member: string): string {
  const shown = member.replace(/^(updated|deleted)By$/, '$&Name')
  const column = shown.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return `shown.${column} as "${member}"`
}

const members = [...columnsOf(devices.recyclePage)]
const usual = members.filter((member) => !standMembers.has(member)).map(columnOf)
const withStand = members.map(columnOf)

/** What a page is asked for; an export says which columns it has. */
interface Asked {
  readonly more?: 'stand' | undefined
  readonly columns?: readonly string[]
}

const asksForStand = ({ more, columns = [] }: Asked): boolean =>
  more === 'stand' || columns.some((member) => standMembers.has(member))

/**
 * What a list shows of these terminals, in their order. To plan eight joins takes five times as
 * long as to run them for a page, hence a statement of its own, prepared once per connection.
 */
export async function rowsOf(
  ctx: Pick<Context, 'db' | 'platform'>,
  ids: readonly string[],
  asked: Asked = {},
): Promise<BinDevice[]> {
  if (ids.length === 0) return []
  const columns = asksForStand(asked) ? withStand : usual
  const shown = sql<BinDevice>`select ${sql.raw(columns.join(', '))} from device_row shown
    where shown.id = any(${ids}::uuid[])`
  const rows = await prepared(ctx, shown)
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One that was destroyed since its id was found is gone from the page, too.
  return ids.flatMap((id) => byId.get(id) ?? [])
}
