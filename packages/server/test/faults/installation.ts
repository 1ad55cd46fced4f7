import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPool } from '../../src/platform/db.ts'
import { secretsOf } from '../../src/platform/secrets.ts'
import { type ForeignPostgres, startDebianPostgres } from '../debianPostgres.ts'
import { documented, runDocumented, substituted } from '../documentedCommands.ts'
import { freePorts } from '../freePorts.ts'
import { type NatsServers, startNatsServers } from '../natsServers.ts'
import { type Nginx, startNginx } from '../nginx.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { makeAuthority } from '../testAuthority.ts'
import { eventually } from '../testGateway.ts'

type Role = 'web' | 'gateway' | 'worker'
type Variables = Readonly<Record<string, string>>

/** A process of Muster that a test may kill and start again. */
export interface Node {
  readonly kill: () => Promise<void>
  /** Settles when it is ready. */
  readonly start: () => Promise<void>
}

/** What docs/operations.md, *Several machines*, describes, out of its own blocks, on this machine. */
export interface Installation {
  /** Of nginx. */
  readonly url: string
  /** The authority of nginx' certificate. */
  readonly ca: string
  readonly nodes: Readonly<Record<Role, readonly [Node, Node]>>
  readonly nats: NatsServers
  readonly nginx: Nginx
  readonly postgres: ForeignPostgres
  /** A way of the test's own to the database. */
  readonly pool: pg.Pool
  readonly secrets: ReturnType<typeof secretsOf>
  close(): Promise<void>
}

interface Wishes {
  readonly heartbeatSeconds: number
  readonly adminPassword: string
}

/** Two web nodes behind nginx, two gateways and two workers, three nodes of NATS, and PostgreSQL. */
export async function startInstallation(wishes: Wishes): Promise<Installation> {
  const open = new AsyncDisposableStack()
  try {
    const ground = await startGround(open, wishes)
    const { basic, nginx, nats, ports, ca, postgres } = ground
    const nodes = await startNodes(open, { ports, env: environment(basic, ground), wishes })
    const pool = openPool(basic['DATABASE_URL'] ?? '', 4)
    open.defer(() => pool.end())
    const secrets = secretsOf(Buffer.from(basic['MUSTER_SECRET'] ?? '', 'base64'))
    const everything = open.move()
    const close = () => everything.disposeAsync()
    return { url: nginx.url, ca, nodes, nats, nginx, postgres, pool, secrets, close }
  } catch (error) {
    await open.disposeAsync()
    throw error
  }
}

interface Ground {
  /** What every process needs in any installation. */
  readonly basic: Variables
  readonly postgres: ForeignPostgres
  readonly nats: NatsServers
  readonly nginx: Nginx
  readonly ca: string
  /** Of the six processes, the web nodes' first. */
  readonly ports: readonly number[]
}

/** All that is not Muster. */
async function startGround(open: AsyncDisposableStack, { adminPassword }: Wishes): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-installation-'))
  open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }))
  await chmod(folder, 0o755)
  // Its arithmetic: 2 × 22 + 2 × 12 + 2 × 16, those kept for superusers, and the test's own.
  const postgres = await startDebianPostgres({ settings: ['max_connections=120'] })
  open.defer(() => postgres.stop())
  const basic: Variables = {
    DATABASE_URL: await makeDatabase(postgres),
    MUSTER_SECRET: randomBytes(32).toString('base64'),
    MUSTER_DATA: folder,
  }
  await runDocumented('migrate', { ...basic, MUSTER_ADMIN_PASSWORD: adminPassword })
  await runDocumented('keys of NATS', { ...basic, NATS: folder })
  const trust = await readFile(join(folder, 'muster.conf'), 'utf8')
  const nats = await startNatsServers({ count: 3, trust })
  open.defer(() => nats.stop())
  const authority = await makeAuthority('Installation')
  const ports = await freePorts(6)
  const issued = await authority.issue('localhost', ['localhost'])
  const nginx = await startNginx([`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`], issued)
  open.defer(() => nginx.stop())
  return { basic, postgres, nats, nginx, ca: authority.cert, ports }
}

async function startNodes(
  open: AsyncDisposableStack,
  { ports, env, wishes }: { ports: readonly number[]; env: Variables; wishes: Wishes },
): Promise<Installation['nodes']> {
  const node = (role: Role, place: number) =>
    nodeOf(role, {
      ...env,
      PORT: String(ports[place]),
      MUSTER_HEARTBEAT_SECONDS: String(wishes.heartbeatSeconds),
      LOG_LEVEL: 'error',
    })
  const nodes = {
    web: [node('web', 0), node('web', 1)],
    gateway: [node('gateway', 2), node('gateway', 3)],
    worker: [node('worker', 4), node('worker', 5)],
  } as const
  const each = Object.values(nodes).flat()
  open.defer(async () => void (await Promise.all(each.map(({ kill }) => kill()))))
  await Promise.all(each.map(({ start }) => start()))
  return nodes
}

async function makeDatabase({ url }: ForeignPostgres): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create role muster login')
  await client.query('create database muster owner muster')
  await client.end()
  return Object.assign(new URL(url), { username: 'muster', pathname: '/muster' }).href
}

/** The documented file, with this machine's addresses. */
function environment(basic: Variables, { nginx, nats }: Pick<Ground, 'nginx' | 'nats'>): Variables {
  const text = substituted(documented('environment of every process'), {
    'postgres://muster:its-password@10.0.0.20:5432/muster': basic['DATABASE_URL'] ?? '',
    'what-openssl-rand-base64-32-printed': basic['MUSTER_SECRET'] ?? '',
    '/srv/muster': basic['MUSTER_DATA'] ?? '',
    'https://muster.example': nginx.url,
    '10.0.0.10/32': '127.0.0.1/32',
    'nats://10.0.0.1:4222,nats://10.0.0.2:4222,nats://10.0.0.3:4222': nats.servers.join(),
    'mqtt://10.0.0.1:1883,mqtt://10.0.0.2:1883,mqtt://10.0.0.3:1883': nats.mqtt.join(),
  })
  const lines = text.matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

function nodeOf(role: Role, env: Variables): Node {
  let server: StartedServer | null = null
  return {
    async kill() {
      server?.child.kill('SIGKILL')
      await server?.ended
    },
    async start() {
      const started = startServer({ words: ['--role', role], env })
      server = started
      await started.address
      const health = `http://127.0.0.1:${env['PORT']}/readyz`
      await eventually(async () => (await fetch(health)).ok, 120)
    },
  }
}
