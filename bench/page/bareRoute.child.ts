import Fastify from 'fastify'
import type pg from 'pg'
import { openPool } from '../../packages/server/src/platform/db.ts'
import { serveOrders } from '../harness/children.ts'
import { type BareQuery, countCap, pageSize } from './cases.ts'

export interface BareOrder {
  readonly port: number
  readonly databaseUrl: string
  readonly queries: readonly BareQuery[]
}

interface Asked {
  Params: { kind: string; case: string }
  Querystring: { pageNum: string }
}

/** The hand-written routes: no sessions, rights, schemas or log; literal SQL by prepared statements. */
serveOrders(async ({ port, databaseUrl, queries }: BareOrder): Promise<string> => {
  const pool = openPool(databaseUrl)
  const http = Fastify()
  http.get<Asked>('/:kind/:case', async ({ params, query }) => {
    const asked = queries[Number(params.case)]
    if (!asked) throw new Error('no such case')
    const pageNum = Number(query.pageNum)
    const page = { name: params.case, asked, offset: (pageNum - 1) * pageSize }
    const [list, found] = await Promise.all([
      params.kind === 'tuned' ? inTwoSteps(pool, page) : inOneStep(pool, page),
      totalOf(pool, page),
    ])
    const capped = asked.isCounted ? { capped: found > countCap } : {}
    const total = asked.isCounted ? Math.min(found, countCap) : found
    return { code: 200, msg: 'Done', data: { list, total, ...capped, pageNum, pageSize } }
  })
  await http.listen({ port, host: '127.0.0.1' })
  return 'listening'
})

interface Page {
  readonly name: string
  readonly asked: BareQuery
  readonly offset: number
}

async function inOneStep(pool: pg.Pool, { name, asked, offset }: Page): Promise<object[]> {
  const values = [...asked.values, offset]
  const { rows } = await pool.query<object>({ name: `page ${name}`, text: asked.page, values })
  return rows
}

async function inTwoSteps(pool: pg.Pool, { name, asked, offset }: Page): Promise<object[]> {
  const found = await pool.query<{ id: string }>({
    name: `ids ${name}`,
    text: asked.ids,
    values: [...asked.values, offset],
  })
  const { rows } = await pool.query<object>({
    name: 'rows',
    text: asked.rows,
    values: [found.rows.map(({ id }) => id)],
  })
  return rows
}

async function totalOf(pool: pg.Pool, { name, asked }: Page): Promise<number> {
  const values = [...asked.values]
  const { rows } = await pool.query<{ total: number }>({
    name: `total ${name}`,
    text: asked.total,
    values,
  })
  return rows[0]?.total ?? 0
}
