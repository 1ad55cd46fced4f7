import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import {
  allOf,
  type Condition,
  counted,
  type Page,
  type PageQuery,
  pageWholeRows,
  type Row,
} from '../../../kit/page.ts'
import { windowOf } from '../../../kit/pageOrder.ts'
import { bySerialNumber } from '../../../kit/walkedPage.ts'
import type { Delivered } from './pids.queries.ts'

const view = 'paramDeliveryRow'

/** Orders that an index keeps, one way and the other, down to the terminal and its application. */
const kept: ReadonlyMap<string, readonly [asc: RawBuilder<unknown>, desc: RawBuilder<unknown>]> =
  new Map([
    [
      'changedAt',
      [
        sql`row.changed_at, row.device_id desc, row.app_id desc`,
        sql`row.changed_at desc, row.device_id, row.app_id`,
      ],
    ],
    [
      'state',
      [
        sql`row.state, row.changed_at desc, row.device_id, row.app_id`,
        sql`row.state desc, row.changed_at, row.device_id desc, row.app_id desc`,
      ],
    ],
  ])

/**
 * A page of deliveries. Their ids are put together of a terminal's and an application's: these are what a page is
 * found by, and what a row shows is joined for those of the page alone.
 */
export async function pageDeliveries(
  ctx: Context,
  conditions: readonly Condition[],
  query: PageQuery,
): Promise<Page<Delivered>> {
  const [ascending, descending] = kept.get(query.sortField ?? '') ?? []
  const order = query.sortOrder === 'desc' ? descending : ascending
  if (!order) {
    const source = { view, conditions, sortable: new Set(['sn']), order: ['id'] }
    const walked = bySerialNumber('paramDesired')
    return pageWholeRows<Delivered>(ctx, { ...source, walked }, query)
  }
  // By arrays, since of so many tables a page that is joined may come last.
  const rows = sql<Row>`with page as materialized (
      select row.id, row.device_id from ${sql.table(view)} as row where ${allOf(conditions)}
      order by ${order} ${windowOf(query)})
    select row.* from ${sql.table(view)} as row
    where row.device_id = any(array(select page.device_id from page))
      and row.id = any(array(select page.id from page)) order by ${order}`
  return counted(ctx, { view, conditions }, { query, rows })
}
