import pg from 'pg'
import { openPool } from '../../src/platform/db.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../testApp.ts'
import { createTestDatabase, filledTemplate } from '../testDatabase.ts'
import { fillEstate } from './fillEstate.ts'
import type { Judge } from './plans.ts'
import type { EstateSizes } from './sizes.ts'
import { growing, vast } from './tables.ts'
import { tellNested, type Watched, watch } from './watched.ts'

/** Milliseconds that the filling may take on a machine that does much else: ten times the usual. */
export const patience = 600_000

/** A filled application, and what of some work in it grows with the estate. */
export interface Grown {
  readonly app: TestApp
  readonly admin: TestUser
  /** A connection of its own: a machine that does much else takes longer than those of the pool wait. */
  withoutLimits(work: (client: pg.Client) => Promise<unknown>): Promise<void>
  /** Of vast and growing tables, each by the rows that are read of it, unless something else is asked for. */
  growthIn(work: () => Promise<unknown>, asked?: Asked): Promise<readonly string[]>
  /** The same, with how many rows the work wrote or locked. */
  watch(work: () => Promise<unknown>, asked?: Asked): Promise<Watched>
}

/** Fails with what grows, in words. */
export function requireNone(growth: readonly string[]): void {
  if (growth.length > 0) throw new Error(growth.join('\n'))
}

interface Asked {
  readonly tables?: readonly string[]
  readonly by?: Judge['by']
}

/**
 * What has waited since the filling is done at once, and each plan is told: on a machine that does much
 * else a statement takes longer than the product lets one run.
 */
function openPatientPool(url: string): pg.Pool {
  const pool = openPool(url, 8, patience)
  pool.on('connect', (client) => {
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    client.query(limits.map((name) => `set ${name} = 0`).join(';')).catch(() => undefined)
  })
  return pool
}

/** Sizes that several files ask for are filled once, and cloned. */
export async function startGrown(sizes: EstateSizes): Promise<Grown> {
  const template = await filledTemplate(`grown_${sizes.events}`, async (client) => {
    await client.query(
      `insert into organization (name, code, type, path) values ('Platform', 'platform', 'OPERATOR', '')`,
    )
    await fillEstate(client, sizes)
  })
  const database = await createTestDatabase(template)
  await tellNested(database.ownerUrl)
  const app = await startTestApp(
    undefined,
    {},
    {
      ...database,
      openPool: () => openPatientPool(database.url),
    },
  )
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
  const watched = (
    work: () => Promise<unknown>,
    { tables = [...vast, ...growing], by = 'rows' }: Asked = {},
  ) => watch(work, { large: new Set(tables), by })
  return {
    app,
    admin: await signedIn(app, { isSuperAdmin: true }),
    withoutLimits,
    watch: watched,
    growthIn: async (work, asked) => (await watched(work, asked)).growth,
  }
}
