import { seed } from '../packages/server/src/features/seed.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { loadSecrets } from '../packages/server/src/platform/secrets.ts'
import type { BareRouteOrder } from './ddi/bareRoute.child.ts'
import { makeDdiEstate } from './ddi/estate.ts'
import type { PollsAnswer, PollsOrder } from './ddi/polls.child.ts'
import { pinServers, startServer, startWorker } from './harness/children.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison } from './harness/print.ts'
import { alternate } from './harness/rounds.ts'

// Polls of clients of the Direct Device Integration API for which nothing waits, beside a bare
// Fastify route that answers the same.

const wishes = readNumbers({
  terminals: 4_000,
  times: 5,
  connections: 32,
  rounds: 5,
  port: 15_270,
})

pinServers()
const { url, client, folder, postmaster, stop } = await openBenchDatabase()
const load = startWorker<PollsOrder, PollsAnswer>(
  new URL('./ddi/polls.child.ts', import.meta.url),
  'load',
)
const bare = startWorker<BareRouteOrder, string>(
  new URL('./ddi/bareRoute.child.ts', import.meta.url),
  'servers',
)
try {
  const { terminals, times, connections, rounds, port } = wishes
  const secrets = loadSecrets({ secret: null, dataFolder: folder })
  const pool = openPool(url, 2)
  await seed(openDatabase(pool), 'only-for-the-benchmark-1')
  await pool.end()
  const estate = await makeDdiEstate(client, { terminals, secrets })
  const server = await startServer('web', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    PORT: String(port),
  })
  try {
    await bare.ask({ port: port + 1 })
    const poll = (at: number) => load.ask({ port: at, ...estate, times, connections })
    const series = await alternate(
      [
        {
          name: 'polls of known terminals',
          processes: [server.pid, postmaster],
          run: () => poll(port),
        },
        { name: 'a bare Fastify route', processes: [bare.pid], run: () => poll(port + 1) },
      ],
      rounds,
    )
    printComparison(`${grouped(terminals)} terminals, nothing for any`, 'polls/s', series)
  } finally {
    await server.stop()
  }
} finally {
  await Promise.all([load.stop(), bare.stop()])
  await stop()
}
