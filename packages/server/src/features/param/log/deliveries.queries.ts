import { type SqlBool, sql } from 'kysely'
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
import { furtherThan, orderBy, placed } from '../../../kit/pageOrder.ts'
import { bySerialNumber } from '../../../kit/walkedPage.ts'
import type { Delivered } from './further.queries.ts'

const view = 'paramDeliveryRow'

/** Orders that an index keeps, one way and the other, down to the terminal and its application. */
const kept: ReadonlyMap<string, Readonly<Record<'asc' | 'desc', readonly string[]>>> = new Map([
  [
    'changedAt',
    { asc: ['changedAt', '-deviceId', '-appId'], desc: ['-changedAt', 'deviceId', 'appId'] },
  ],
  [
    'state',
    {
      asc: ['state', '-changedAt', 'deviceId', 'appId'],
      desc: ['-state', 'changedAt', '-deviceId', '-appId'],
    },
  ],
])

const source = {
  view,
  sortable: new Set(['sn']),
  order: ['id'],
  found: ({ deviceId, appId }: Readonly<Record<string, unknown>>) =>
    sql<SqlBool>`row.device_id = ${deviceId} and row.app_id = ${appId}`,
}

/**
 * A page of deliveries. Their ids are put together of a terminal's and an application's: these are what a page is
 * found by, and what a row shows is joined for those of the page alone.
 */
export async function pageDeliveries(
  ctx: Context,
  conditions: readonly Condition[],
  query: PageQuery,
): Promise<Page<Delivered>> {
  const places = kept.get(query.sortField ?? '')?.[query.sortOrder ?? 'asc'].map(placed)
  if (!places) {
    const walked = bySerialNumber('paramDesired')
    return pageWholeRows<Delivered>(ctx, { ...source, conditions, walked }, query)
  }
  const order = orderBy(places)
  const further = furtherThan(source, query, places)
  // By arrays, since of so many tables a page that is joined may come last.
  const rows = sql<Row>`with ${further.from} page as materialized (
      select row.id, row.device_id from ${sql.table(view)} as row where ${allOf([...conditions, ...further.where])}
      order by ${order} ${further.window})
    select row.* from ${sql.table(view)} as row
    where row.device_id = any(array(select page.device_id from page))
      and row.id = any(array(select page.id from page)) order by ${order}`
  return counted(ctx, { view, conditions }, { query, rows })
}
