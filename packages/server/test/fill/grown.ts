import pg from 'pg'
import { vi } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'
import { filledTemplate } from '../testDatabase.ts'
import { fillEstate } from './fillEstate.ts'
import { growthOf, type Statement } from './plans.ts'
import type { EstateSizes } from './sizes.ts'
import { growing, vast } from './tables.ts'

/** Milliseconds that the filling may take on a machine that does much else: ten times the usual. */
export const patience = 600_000

/** A filled application, and what of some work in it grows with the estate. */
export interface Grown {
  readonly app: TestApp
  readonly admin: TestUser
  /** A connection of its own: a machine that does much else takes longer than those of the pool wait. */
  withoutLimits(work: (client: pg.Client) => Promise<unknown>): Promise<void>
  /** Of vast tables and, unless they alone are asked for, of growing ones. */
  growthIn(work: () => Promise<unknown>, tables?: readonly string[]): Promise<string[]>
}

/** Sizes that several files ask for are filled once, and cloned. */
export async function startGrown(sizes: EstateSizes): Promise<Grown> {
  const template = await filledTemplate(`grown_${sizes.events}`, async (client) => {
    await client.query(
      `insert into organization (name, code, type, path) values ('Platform', 'platform', 'OPERATOR', '')`,
    )
    await fillEstate(client, sizes)
  })
  const app = await startTestApp(undefined, {}, template)
  const { pool } = app.platform
  const withoutLimits = async (work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: pool.options.connectionString })
    await client.connect()
    try {
      await work(client)
    } finally {
      await client.end()
    }
  }
  return {
    app,
    admin: await signedIn(app, { isSuperAdmin: true }),
    withoutLimits,
    async growthIn(work, tables = [...vast, ...growing]) {
      const large = new Set(tables)
      const found: string[] = []
      for (const statement of await statementsOf(work))
        found.push(...(await growthOf(pool, statement, large)))
      return [...new Set(found)].sort()
    },
  }
}

/** The statements that some work sends, but those that begin and end transactions. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = []
  // Whoever sends it, by a pool or in a transaction, it passes here.
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    for (const [first, second] of spy.mock.calls as unknown as [unknown, unknown][]) {
      const { text, values } =
        typeof first === 'string' ? { text: first, values: second } : (first as Statement)
      sent.push({ text, ...(Array.isArray(values) ? { values } : {}) })
    }
  } finally {
    spy.mockRestore()
  }
  return sent.filter(({ text }) => /^\s*(?:select|with|insert|update|delete)/i.test(text))
}
