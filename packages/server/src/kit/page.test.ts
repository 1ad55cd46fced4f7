import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SqlBool, sql } from 'kysely'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addDevices, addEstate } from '../../test/testEstate.ts'
import { walk } from '../features/device/estate/estate.queries.ts'
import type { Context } from './context.ts'
import { pageRows, type PageQuery, type Row } from './page.ts'

let app: TestApp
let ctx: Context

beforeAll(async () => {
  app = await startTestApp()
  ctx = { db: app.platform.db } as unknown as Context
  await sql`insert into vendor (name, code, contact, remark, created_at)
    select 'Vendor ' || number, 'v' || number, 'c' || number % 3, case when number % 3 > 0 then 'r' || number % 2 end,
      now() - number % 4 * interval '1 day'
    from generate_series(1, 23) as number`.execute(app.platform.db)
})
afterAll(() => app.close())

const orders: readonly Pick<PageQuery, 'sortField' | 'sortOrder'>[] = [
  {},
  ...['contact', 'remark', 'createdAt'].flatMap((sortField) =>
    (['asc', 'desc'] as const).map((sortOrder) => ({ sortField, sortOrder })),
  ),
]
const lists = [['contact'], ['-createdAt'], ['-remark', 'contact'], ['remark']].flatMap((order) =>
  orders.map((by) => ({ order, by })),
)

it.each(lists)('ordered by $order or $by goes on after its last row', async ({ order, by }) => {
  const source = {
    view: 'vendorRow',
    conditions: [],
    sortable: new Set(['contact', 'remark', 'createdAt']),
    order,
  }
  const whole = await pageRows(ctx, source, { pageNum: 1, pageSize: 100, ...by })
  expect(whole.list.length).toBeGreaterThanOrEqual(23)
  const found: Row[] = []
  for (let pageNum = 1; ; pageNum++) {
    const after = found.at(-1)
    const { list } = await pageRows(ctx, source, { pageNum, pageSize: 4, total: 99, ...by, after })
    found.push(...list)
    if (list.length < 4) break
  }
  expect(found.map(({ id }) => id)).toEqual(whole.list.map(({ id }) => id))
})

it.each(['asc', 'desc'] as const)(
  'terminals go on after the last of a page, %s',
  async (sortOrder) => {
    const estate = await addEstate(app, sortOrder)
    const ids = await addDevices(app, estate, {
      orgId: app.rootId,
      prefix: sortOrder.toUpperCase(),
      count: 9,
    })
    const conditions = [sql<SqlBool>`id = any(${[...ids]}::uuid[])`]
    const window = { fromEnd: true, offset: 3, limit: 2 }
    for (const [sortField, column] of [
      ['sn', 'sn'],
      ['createdAt', 'id'],
    ] as const) {
      const { rows } = await sql<{ id: string; sn: string }>`select id, sn from device
      where ${conditions[0]} order by ${sql.ref(column)} ${sql.raw(sortOrder)}`.execute(ctx.db)
      const query = { sortField, sortOrder, pageSize: 4, after: rows[2] }
      expect(await walk(ctx, { conditions, window, query })).toEqual(
        rows.slice(3, 7).map(({ id }) => id),
      )
    }
  },
)
