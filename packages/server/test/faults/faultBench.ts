import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet, type Scenario, scenarios, startFleet } from '@muster/simulator'
import { sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod/mini'
import { makeDemoEstate } from '../../src/features/demo/demoEstate.ts'
import { type Database, openDatabase, openPool } from '../../src/platform/db.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { copyInstallation } from '../prepared.ts'
import { signalDatabase } from './stall.ts'
import { giveCommand, type CommandWishes } from '../testGateway.ts'
import { until } from '../until.ts'

/** A server process that a test may kill, its database, and virtual terminals, 200 unless said. */
export interface FaultBench {
  /** The server's data folder. */
  readonly folder: string
  readonly pool: pg.Pool
  readonly fleet: Fleet
  readonly server: () => StartedServer
  /** Ends the server as a power cut would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Gives a terminal a command; the item's id. */
  command(sn: string, wishes?: CommandWishes): Promise<string>
  /** What the terminals know to be acknowledged. */
  record(): Promise<Acknowledged[]>
  close(): Promise<void>
}

export interface Acknowledged {
  readonly sn: string
  readonly id: string
  readonly type: string
  /** By the terminal's clock, which is the server's here; epoch milliseconds. */
  readonly ts: number
}

interface Wishes {
  /** Without it: the embedded database, which is killed with the server. */
  readonly databaseUrl?: string
  readonly mqttPort: number
  /** Where the server answers HTTP and the terminals fetch files; without it they fetch none. */
  readonly httpPort?: number
  /** Where the terminals connect; the server itself unless said. */
  readonly through?: string
  readonly count?: number
  /** What differs from a calm day with true clocks. */
  readonly scenario?: Partial<Scenario>
  readonly env?: Readonly<Record<string, string>>
}

const calm = scenarios.get('calm')

export async function openFaultBench(wishes: Wishes): Promise<FaultBench> {
  const { databaseUrl, mqttPort, httpPort } = wishes
  const folder = await mkdtemp(join(tmpdir(), 'muster-fault-'))
  await chmod(folder, 0o755)
  if (!databaseUrl) await copyInstallation(folder)
  const launch = () =>
    startServer({
      env: {
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
        MUSTER_DATA: folder,
        LOG_LEVEL: 'error',
        MQTT_PORT: String(mqttPort),
        ...(httpPort === undefined ? {} : { PORT: String(httpPort) }),
        MUSTER_HEARTBEAT_SECONDS: '5',
        ...wishes.env,
      },
    })
  let server = launch()
  await server.address
  const pool = openPool(databaseUrl ?? (await embeddedUrl(folder)), 4)
  const db = openDatabase(pool)
  const fleet = await openFleet({
    ...wishes,
    folder,
    terminals: await makeEstate(db, wishes.count),
  })
  return {
    folder,
    pool,
    fleet,
    server: () => server,
    async kill() {
      server.child.kill('SIGKILL')
      if (!databaseUrl) signalDatabase(folder, 'SIGKILL')
      await server.ended
    },
    async start() {
      server = launch()
      await server.address
    },
    async command(sn, command = {}) {
      const { rows } = await pool.query<{
        id: string
      }>('select id from device where sn = $1', [sn])
      return giveCommand(
        { db },
        {
          sn,
          id: rows[0]?.id ?? '',
        },
        command,
      )
    },
    record: () => readRecord(join(folder, 'record')),
    async close() {
      await fleet.stop()
      server.child.kill('SIGTERM')
      await server.ended
      await pool.end()
      await rm(folder, {
        recursive: true,
        force: true,
      })
    },
  }
}

/** The address of the database that a server has started in its data folder. */
export async function embeddedUrl(folder: string): Promise<string> {
  const note: unknown = JSON.parse(await readFile(join(folder, 'embedded-postgres.json'), 'utf8'))
  const { port, password } = z.object({ port: z.number(), password: z.string() }).parse(note)
  return `postgres://muster:${password}@127.0.0.1:${port}/muster`
}

type Estate = NonNullable<Awaited<ReturnType<typeof makeDemoEstate>>>

/** The demo's estate, each terminal as often over as it takes to have so many. */
async function makeEstate(db: Database, count = 0): Promise<Estate> {
  const own = await makeDemoEstate(db)
  if (!own) throw new Error('there is an estate already')
  const copies = Array.from({ length: Math.ceil(count / own.length) - 1 }, (_, n) => `-${n + 1}`)
  await sql`insert into device (sn, model_id, vendor_id, org_id, name, lifecycle, batch_no)
    select sn || copy, model_id, vendor_id, org_id, name || copy, lifecycle, batch_no
    from device cross join unnest(${copies}::text[]) as copy`.execute(db)
  const more = copies.flatMap((copy) => own.map((one) => ({ ...one, sn: one.sn + copy })))
  return [...own, ...more]
}

async function openFleet(parts: Wishes & { folder: string; terminals: Estate }): Promise<Fleet> {
  const { folder, mqttPort, httpPort, through, count = 200, terminals } = parts
  if (!calm) throw new Error('no scenario')
  // True clocks, so that the record can be held against the server's; back within seconds.
  const scenario: Scenario = { ...calm, skew: [0, 0], reconnect: [0.5, 2], ...parts.scenario }
  const fleet = await startFleet({
    mqtt: through ?? `mqtt://127.0.0.1:${mqttPort}`,
    terminals: terminals.slice(0, count),
    scenario,
    seed: 'faults',
    connectsPerSecond: 200,
    state: join(folder, 'terminals'),
    record: join(folder, 'record'),
    ...(httpPort === undefined ? {} : { files: `http://127.0.0.1:${httpPort}` }),
  })
  await until(async () => fleet.figures.online === count)
  return fleet
}

async function readRecord(file: string): Promise<Acknowledged[]> {
  const text = await readFile(file, 'utf8')
  // The last line may still be on its way to the disk.
  const lines = text.slice(0, text.lastIndexOf('\n')).split('\n')
  return lines.map((line) => JSON.parse(line) as Acknowledged)
}

/**
 * The acknowledged messages that the database does not know, each with its kind, and how long after
 * the last sign of life on record it was sent.
 */
export async function findLost(
  { pool }: FaultBench,
  record: readonly Acknowledged[],
): Promise<string[]> {
  const reports = record.filter(({ type }) => type === 'task').map(({ id }) => id)
  const { rows: lostReports } = await pool.query<{ id: string }>(
    `select id from unnest($1::text[]) as told (id) where not exists (
      select from push_report report where report.message_id = told.id)`,
    [reports],
  )
  const last = new Map<string, Acknowledged>()
  for (const one of record) if (one.ts >= (last.get(one.sn)?.ts ?? 0)) last.set(one.sn, one)
  const { rows: lostBeats } = await pool.query<{ id: string; late: number | null }>(
    `select told.id, told.ts - (extract(epoch from state.last_seen_at) * 1000)::float8 as late
      from unnest($1::text[], $2::text[], $3::float8[]) as told (sn, id, ts)
      join device on device.sn = told.sn
      left join device_state state on state.device_id = device.id
      where state.last_seen_at is null or state.last_seen_at < to_timestamp(told.ts / 1000)`,
    [
      [...last.keys()],
      [...last.values()].map(({ id }) => id),
      [...last.values()].map(({ ts }) => ts),
    ],
  )
  return [
    ...lostReports.map(({ id }) => `report ${id}`),
    ...lostBeats.map(
      ({ id, late }) => `${record.find((one) => one.id === id)?.type} ${id}, ${late} ms after it`,
    ),
  ]
}

/** A wire between terminals and broker that can be cut. */
export interface Wire {
  readonly port: number
  cut(): void
  /** Lets nothing through while `true`. */
  hold(isHeld: boolean): void
  close(): Promise<void>
}

export async function openWire(toPort: number): Promise<Wire> {
  const sockets = new Set<Socket>()
  let isHeld = false
  const server = createServer((near) => {
    const far = connect(toPort, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (isHeld) near.destroy()
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut,
    hold(held) {
      isHeld = held
      if (held) cut()
    },
    async close() {
      cut()
      await new Promise<void>((done) => {
        server.close(() => done())
      })
    },
  }
}
