import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { defaultTenant, passwordText, topicRoot } from '@muster/contract'
import { openPassIssuer } from '../packages/server/src/features/device/broker/passes.ts'
import { openPool } from '../packages/server/src/platform/db.ts'
import { makeNatsKeys } from '../packages/server/src/platform/natsKeys.ts'
import { natsTrust } from '../packages/server/src/platform/natsTrust.ts'
import { loadSecrets } from '../packages/server/src/platform/secrets.ts'
import { freePorts } from '../packages/server/test/freePorts.ts'
import { startNatsServers } from '../packages/server/test/natsServers.ts'
import { makeBeatEstate, type Terminal } from './beat/estate.ts'
import { pinServers, startServer, startWorker, type Worker } from './harness/children.ts'
import { type BenchDatabase, openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison, say } from './harness/print.ts'
import { alternate, type Figure, type Series } from './harness/rounds.ts'
import type { Arrival, ArrivalAnswer, ArrivalOrder } from './reconnect/arrivals.child.ts'

// A whole estate that was cut comes back at once: terminals a second until the last has subscribed
// and said so, and when the platform shows them all online, beside brokers that ask nobody who he is.

const wishes = readNumbers({
  terminals: 25_000,
  together: 500,
  natsTerminals: 2_000,
  natsTogether: 20,
  gateways: 2,
  rounds: 1,
})

/** What one side's broker is told by its terminals. */
interface Side {
  readonly ports: readonly number[]
  readonly introduce: (terminal: Terminal) => Pick<Arrival, 'userName' | 'password'>
  readonly processes: readonly number[]
  /** Whether the platform sees who came. */
  readonly isOurs: boolean
  /** How many come, and how many of them at once. */
  readonly crowd: Crowd
}

interface Crowd {
  readonly count: number
  readonly together: number
  readonly isLasting: boolean
}

const many: Crowd = { count: wishes.terminals, together: wishes.together, isLasting: true }
const some: Crowd = { count: wishes.natsTerminals, together: wishes.natsTogether, isLasting: false }

type Load = Worker<ArrivalOrder, ArrivalAnswer>

pinServers()
const database = await openBenchDatabase()
const stops: (() => Promise<unknown>)[] = [() => database.stop()]
try {
  await run(database)
} finally {
  for (const stop of stops.toReversed()) await stop()
}

async function run({ url, client, folder, postmaster }: BenchDatabase): Promise<void> {
  const secrets = loadSecrets({ secret: null, dataFolder: folder })
  const { terminals: count } = wishes
  const terminals = await makeBeatEstate(client, { devices: count, registered: count, secrets })

  const gateways = await startGateways({ DATABASE_URL: url, MUSTER_DATA: folder })
  const embedded = { ports: gateways.ports, introduce: bySecret, isOurs: true, crowd: many }
  const bare = await startBareBrokers()
  const nats = await startNats({ url, folder, terminals: terminals.slice(0, some.count) })
  const bareNats = await startBareNats()

  const sides = {
    'Muster, embedded broker': { ...embedded, processes: [...gateways.processes, postmaster] },
    'its library alone': bare,
    'Muster with NATS': { ...nats, processes: [...nats.processes, postmaster] },
    'NATS alone': bareNats,
  }
  // A process has descriptors for about 20,000 connections: two carry the load.
  const loads = [startLoad(), startLoad()]
  const shown = new Map<string, number[]>()
  const series = await alternate(
    Object.entries(sides).map(([name, side]) => ({
      name,
      processes: side.processes,
      run: () =>
        wave({
          name,
          side,
          loads,
          terminals: terminals.slice(0, side.crowd.count),
          client,
          shown,
        }),
    })),
    wishes.rounds,
  )
  printAll(series, shown)
}

function printAll(series: readonly Series[], shown: ReadonlyMap<string, number[]>): void {
  const [ours, library, withNats, natsAlone] = series
  if (!ours || !library || !withNats || !natsAlone) return
  printComparison(`${grouped(many.count)} terminals come back`, 'terminals/s', [ours, library])
  printComparison(`${grouped(some.count)} terminals come back`, 'terminals/s', [
    withNats,
    natsAlone,
  ])
  for (const [name, seconds] of shown)
    say(`  ${name}: all shown online after ${seconds.map(grouped).join(', ')} s`)
}

function startLoad(): Load {
  const load: Load = startWorker(new URL('./reconnect/arrivals.child.ts', import.meta.url), 'load')
  stops.push(() => load.stop())
  return load
}

interface Wave {
  readonly name: string
  readonly side: Side
  readonly loads: readonly Load[]
  readonly terminals: readonly Terminal[]
  readonly client: BenchDatabase['client']
  readonly shown: Map<string, number[]>
}

async function wave({ name, side, loads, terminals, client, shown }: Wave): Promise<Figure> {
  const arrivals = terminals.map((terminal, index) => ({
    clientId: `d:${terminal.sn}`,
    topic: `${topicRoot}/${defaultTenant}/${terminal.sn}/down/#`,
    greeting: `${topicRoot}/${defaultTenant}/${terminal.sn}/up/conn`,
    port: side.ports[index % side.ports.length] ?? 0,
    isLasting: side.crowd.isLasting,
    ...side.introduce(terminal),
  }))
  const started = performance.now()
  const answers = await Promise.all(
    loads.map((load, place) =>
      load.ask({
        do: 'wave',
        arrivals: arrivals.filter((_, index) => index % loads.length === place),
        together: side.crowd.together / loads.length,
      }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  if (side.isOurs) {
    await untilOnline(client, terminals.length)
    shown.set(name, [...(shown.get(name) ?? []), (performance.now() - started) / 1000])
  }
  const repeated = answers.reduce((sum, answer) => sum + answer.repeated, 0)
  say(`  ${name}: ${seconds.toFixed(1)} s, ${grouped(repeated)} attempts repeated`)
  for (const load of loads) await load.ask({ do: 'cut' })
  if (side.isOurs) await untilOnline(client, 0)
  const latencies = answers.flatMap((answer) => answer.latencies)
  return { perSecond: terminals.length / seconds, count: terminals.length, latencies }
}

async function untilOnline(client: BenchDatabase['client'], wanted: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::integer as count from device_online',
    )
    if (rows[0]?.count === wanted) return
    await sleep(100)
  }
}

/** Proves the terminal's secret anew, as each connection must. */
function bySecret({ sn, secret }: Terminal): Pick<Arrival, 'userName' | 'password'> {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const nonce = randomBytes(12).toString('hex')
  const mac = createHmac('sha256', secret)
    .update(passwordText(sn, exp, nonce))
    .digest('base64url')
  return { userName: sn, password: `v1.${exp}.${nonce}.${mac}` }
}

async function startGateways(env: Readonly<Record<string, string>>) {
  const ports = await freePorts(wishes.gateways * 2)
  const mqtt = ports.slice(wishes.gateways)
  const processes: number[] = []
  for (const [index, port] of mqtt.entries()) {
    const own = { PORT: String(ports[index]), MQTT_PORT: String(port), LOG_LEVEL: 'warn' }
    const gateway = await startServer('gateway', { ...env, ...own })
    stops.push(gateway.stop)
    processes.push(gateway.pid)
  }
  return { ports: mqtt, processes }
}

async function startBareBrokers(): Promise<Side> {
  const ports = await freePorts(wishes.gateways)
  const processes: number[] = []
  for (const port of ports) {
    const module = new URL('./reconnect/bareBroker.child.ts', import.meta.url)
    const broker = startWorker<{ port: number }, string>(module, 'servers')
    stops.push(broker.stop)
    await broker.ask({ port })
    processes.push(broker.pid)
  }
  return {
    ports,
    processes,
    introduce: ({ sn }) => ({ userName: sn, password: '' }),
    isOurs: false,
    crowd: many,
  }
}

interface NatsWishes {
  readonly url: string
  readonly folder: string
  readonly terminals: readonly Terminal[]
}

/** Three nodes as docs/operations.md has them, a gateway that takes from them, a password for each terminal. */
async function startNats({ url, folder, terminals }: NatsWishes): Promise<Side> {
  const pool = openPool(url, 8)
  const platform = {
    pool,
    secrets: loadSecrets({ secret: null, dataFolder: folder }),
    now: () => new Date(),
  }
  const trust = await natsTrust(await makeNatsKeys(platform))
  const servers = await startNatsServers({ count: 3, trust })
  stops.push(servers.stop)
  const [port] = await freePorts(1)
  const gateway = await startServer('gateway', {
    DATABASE_URL: url,
    MUSTER_DATA: folder,
    PORT: String(port),
    NATS_URL: servers.servers.join(),
    NATS_MQTT_URL: servers.mqtt.join(),
    LOG_LEVEL: 'warn',
  })
  stops.push(gateway.stop)
  const issuer = openPassIssuer(platform, () => ({ tokenHours: 24, maxPacketKb: 128 }))
  const passwords = new Map<string, string>()
  for (const { id, sn } of terminals) {
    const pass = await issuer.give({ deviceId: id, sn })
    if (!pass) throw new Error('the gateways are not ready for NATS')
    passwords.set(sn, pass.password)
  }
  await pool.end()
  return {
    ports: servers.mqtt.map((address) => Number(new URL(address).port)),
    processes: [...servers.nodes.map(({ pid }) => pid()), gateway.pid],
    introduce: ({ sn }) => ({ userName: sn, password: passwords.get(sn) ?? '' }),
    isOurs: true,
    crowd: some,
  }
}

/** The same three nodes, which let in whoever comes. */
async function startBareNats(): Promise<Side> {
  const edit = (text: string) => text.replace('include "muster.conf"', '')
  const servers = await startNatsServers({ count: 3, trust: '', edit })
  stops.push(servers.stop)
  return {
    ports: servers.mqtt.map((address) => Number(new URL(address).port)),
    processes: servers.nodes.map(({ pid }) => pid()),
    introduce: ({ sn }) => ({ userName: sn, password: '' }),
    isOurs: false,
    crowd: some,
  }
}
