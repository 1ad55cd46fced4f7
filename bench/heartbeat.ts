import { setTimeout as sleep } from 'node:timers/promises'
import { mqttLimits, type trailKinds } from '@muster/contract'
import { loadSecrets } from '../packages/server/src/platform/secrets.ts'
import type { BareSocketsOrder } from './beat/bareSockets.child.ts'
import { openBareUpdate } from './beat/bareUpdate.ts'
import type { BeatAnswer, BeatOrder } from './beat/beatLine.ts'
import { makeBeatEstate, type Terminal } from './beat/estate.ts'
import { pinServers, startServer, startWorker } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison, say } from './harness/print.ts'
import { alternate, type Figure, median, type Series } from './harness/rounds.ts'

// Heartbeats over MQTT, acknowledged after their commit, with and without the message trail, beside
// the bare statement that stores them and the bare connections that acknowledge them.

const wishes = readNumbers({
  devices: 100_000,
  connections: 200,
  window: 32,
  batch: 4096,
  seconds: 4,
  rounds: 7,
  port: 15_260,
  mqtt: 18_260,
  sockets: 18_261,
})

pinServers()
const database = await openBenchDatabase()
try {
  await run(database)
} finally {
  await database.stop()
}

async function run({ url, client, folder, postmaster }: BenchDatabase): Promise<void> {
  const { devices, connections: registered } = wishes
  const secrets = loadSecrets({ secret: null, dataFolder: folder })
  const terminals = await makeBeatEstate(client, { devices, registered, secrets })
  const gateway = await startGateway(url, folder)
  const worker = startTerminals()
  const alone = await startSockets(terminals)
  const own = [process.pid, postmaster]
  const recorded = async (what: 'ALL' | 'NONE') => {
    await recordAs(client, what)
    return beat(worker)
  }
  const processes = [gateway.pid, postmaster]
  const bare = await openBareUpdate(url, wishes.batch)
  try {
    const { window, mqtt: port } = wishes
    await worker.ask({ do: 'connect', port, window, terminals })
    say(
      `${terminals.length} of ${grouped(devices)} terminals are connected, ${window} beats under way each`,
    )
    const series = await alternate(
      [
        { name: 'gateway: acknowledged beats', processes, run: () => recorded('ALL') },
        { name: 'the same without the message trail', processes, run: () => recorded('NONE') },
        { name: 'connections alone', processes: [alone.pid], run: () => beat(alone.terminals) },
        { name: 'bare update of as many rows', processes: own, run: () => repeat(bare.update) },
        { name: 'COPY and update of them', processes: own, run: () => repeat(bare.copyAndUpdate) },
      ],
      wishes.rounds,
    )
    printComparison('Heartbeats', 'messages/s', series)
    printFloor(series)
    await printHot(client)
    await printTrail(client)
  } finally {
    await worker.stop()
    await Promise.all([gateway.stop(), alone.stop(), bare.stop()])
  }
}

function startTerminals() {
  const module = new URL('./beat/terminals.child.ts', import.meta.url)
  return startWorker<BeatOrder, BeatAnswer>(module, 'load')
}

/** A server that only acknowledges, with the same terminals on it. */
async function startSockets(connected: readonly Terminal[]) {
  const sockets = startWorker<BareSocketsOrder, string>(
    new URL('./beat/bareSockets.child.ts', import.meta.url),
    'servers',
  )
  await sockets.ask({ port: wishes.sockets })
  const terminals = startTerminals()
  const { window, sockets: port } = wishes
  await terminals.ask({ do: 'connect', port, window, terminals: connected })
  const stop = async () => {
    await terminals.stop()
    await sockets.stop()
  }
  return { pid: sockets.pid, terminals, stop }
}

function startGateway(url: string, folder: string) {
  return startServer('gateway', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    PORT: String(wishes.port),
    MQTT_PORT: String(wishes.mqtt),
    LOG_LEVEL: 'warn',
  })
}

/** Has the gateway record all messages, or none, and gives it the moment until it knows. */
async function recordAs(
  client: BenchDatabase['client'],
  trail: (typeof trailKinds)[number],
): Promise<void> {
  const { get, save } = mqttLimits
  await client.query(
    `insert into setting (path, value, version) values ($1, $2, 1)
      on conflict (path) do update set value = excluded.value`,
    [save.path, JSON.stringify({ trail })],
  )
  const announcements = [{ path: get.path, ids: [], parts: [{ orgId: null, ids: [] }] }]
  await client.query(`select pg_notify('muster_live', $1)`, [JSON.stringify({ announcements })])
  await sleep(700)
}

/** No server takes less for a beat than its connection and its row together take here. */
function printFloor(series: readonly Series[]): void {
  const [ours, , alone, bare] = series.map(({ costs }) => median(costs))
  if (!ours || !alone || !bare) return
  const floor = alone + bare
  const shares = [bare / floor, bare / ours].map((share) => share.toFixed(2))
  say(
    `  connections alone and bare update together: ${grouped(floor)} µs CPU each, ${shares[0]} of the bare update; the gateway ${shares[1]}`,
  )
}

/** What was recorded, and what was more than a gateway may record. */
async function printTrail(client: BenchDatabase['client']): Promise<void> {
  const { rows } = await client.query<{ recorded: string; counted: string }>(
    `select (select count(*) from mqtt_log) as recorded,
      (select coalesce(sum(messages), 0) from mqtt_log_gap) as counted`,
  )
  const { recorded = '0', counted = '0' } = rows[0] ?? {}
  say(`  Message trail: ${grouped(Number(recorded))} recorded, ${grouped(Number(counted))} counted`)
}

async function beat(worker: { ask: (order: BeatOrder) => Promise<BeatAnswer> }): Promise<Figure> {
  const { acknowledged, seconds, latencies } = await worker.ask({
    do: 'run',
    seconds: wishes.seconds,
  })
  return { perSecond: acknowledged / seconds, count: acknowledged, latencies }
}

/** Repeats one batch after the other for the length of a round. */
async function repeat(batch: () => Promise<number>): Promise<Figure> {
  const started = performance.now()
  let rows = 0
  while (performance.now() - started < wishes.seconds * 1000) rows += await batch()
  return { perSecond: rows / ((performance.now() - started) / 1000), count: rows }
}

/** Updates that stayed on their page: what the narrow, half-empty table is for. */
async function printHot(client: BenchDatabase['client']): Promise<void> {
  const { rows } = await client.query<{ all: string; hot: string }>(
    `select n_tup_upd as all, n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'device_state'`,
  )
  const { all = '0', hot = '0' } = rows[0] ?? {}
  say(`  HOT updates of device_state: ${((100 * Number(hot)) / Number(all)).toFixed(1)} %`)
}
