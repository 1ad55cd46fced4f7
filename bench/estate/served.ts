import type { EstateSizes } from '../../packages/server/test/fill/sizes.ts'
import { startServer } from '../harness/children.ts'
import { openBenchDatabase } from '../harness/database.ts'
import { Asker } from './ask.ts'
import { type callers, makeEstate } from './estate.ts'

type Caller = (typeof callers)[number]

/** The kept database knows it too; nobody else can reach this one. */
const password = 'only-for-the-benchmark-1'

/** An estate behind a real server. */
export interface ServedEstate {
  readonly client: Parameters<typeof makeEstate>[0]
  /** What a process needs to take part. */
  readonly variables: Readonly<Record<string, string>>
  readonly signIn: (caller: Caller) => Promise<Asker>
  /** The server's process and the database's. */
  readonly processes: readonly number[]
}

interface ServedSizes {
  readonly port: number
  readonly sizes: EstateSizes
  /** The step of the filling with which it ends. */
  readonly until?: string
}

/** Fills an estate, or takes the kept one, behind a server of the role web, which ends with the work. */
export async function serveEstate(
  { port, sizes, until }: ServedSizes,
  work: (estate: ServedEstate) => Promise<void>,
): Promise<void> {
  const database = await openBenchDatabase()
  const { url, client, folder } = database
  const variables = {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    MUSTER_ADMIN_PASSWORD: password,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  }
  try {
    const server = await startServer('web', variables)
    try {
      await makeEstate(client, sizes, { folder, until })
      const signIn = (caller: Caller) => Asker.open(port, { name: caller, password })
      await work({ client, variables, signIn, processes: [server.pid, database.postmaster] })
    } finally {
      await server.stop()
    }
  } finally {
    await database.stop()
  }
}
