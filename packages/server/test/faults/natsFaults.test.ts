import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAccount } from '@nats-io/jwt'
import { fromSeed } from '@nats-io/nkeys'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../src/platform/db.ts'
import { makeNatsClient } from '../../src/platform/natsClient.ts'
import { makeNatsKeys, type NatsKeys } from '../../src/platform/natsKeys.ts'
import { natsTrust } from '../../src/platform/natsTrust.ts'
import { secretsOf } from '../../src/platform/secrets.ts'
import { type NatsServers, type NatsWishes, startNatsServers } from '../natsServers.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { makeAuthority } from '../testAuthority.ts'
import { createPreparedDatabase } from '../prepared.ts'
import { createTestDatabase, type TestDatabase } from '../testDatabase.ts'
import { eventually } from '../testGateway.ts'

// What is wrong with real nodes of NATS is one plain sentence, which a real gateway says at its start and
// by /readyz.

const secret = randomBytes(32)
const secrets = secretsOf(secret)

let database: TestDatabase
let pool: pg.Pool
let keys: NatsKeys
let trust: string
let folder: string
let gateway: StartedServer | null = null

beforeAll(async () => {
  // What only a first start says is said here.
  database = await createPreparedDatabase()
  pool = openPool(database.url, 2)
  keys = await makeNatsKeys({ pool, secrets })
  trust = await natsTrust(keys)
  folder = await mkdtemp(join(tmpdir(), 'muster-nats-faults-'))
})

afterEach(async () => {
  gateway?.child.kill('SIGKILL')
  await gateway?.ended
})

afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function openNats(wishes: Partial<NatsWishes>): Promise<NatsServers> {
  const servers = await startNatsServers({ count: 1, trust, ...wishes })
  onTestFinished(servers.stop)
  return servers
}

interface Told {
  readonly status: number
  readonly reasons: Readonly<Record<string, string>>
}

/** Starts a gateway; what it has said when it began to listen, and what /readyz answers then. */
async function startAt(
  servers: readonly string[],
  mqtt: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ said: string; ask: () => Promise<Told> }> {
  const started = startServer({
    words: ['--role', 'gateway'],
    env: {
      DATABASE_URL: database.url,
      MUSTER_SECRET: secret.toString('base64'),
      MUSTER_DATA: folder,
      NATS_URL: servers.join(),
      NATS_MQTT_URL: mqtt.join(),
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  gateway = started
  const address = await started.address
  const ask = async () => {
    const answer = await fetch(`${address}/readyz`)
    return Object.assign({ status: answer.status, reasons: {} }, await answer.json())
  }
  return { said: started.output(), ask }
}

/** What a gateway said at its start, and whether `/readyz` names the same sentence. */
async function heardFrom({ said, ask }: Awaited<ReturnType<typeof startAt>>) {
  const [sentence = '', ...rest] = said.trim().split('\n')
  const { status, reasons } = await ask()
  return { sentence, rest, status, isReason: reasons['broker'] === sentence }
}

/** One sentence with these words and no more, at the start as in `/readyz`. */
const oneSentence = (words: string): Awaited<ReturnType<typeof heardFrom>> => ({
  sentence: expect.stringContaining(words),
  rest: [expect.stringContaining('Muster is ready')],
  status: 503,
  isReason: true,
})

type Limits = NonNullable<NonNullable<Parameters<typeof encodeAccount>[2]>['limits']>

/** The trust with an account of the terminals that lacks what a person might leave out. */
async function trustWith(limits: Limits): Promise<string> {
  const { rows } = await pool.query<{ name: string; sealed: Buffer }>(
    `select name, sealed_private_key as sealed from platform_key
      where name in ('nats.operator', 'nats.terminals', 'nats.terminals.signer')`,
  )
  const pairs = new Map(
    rows.map(({ name, sealed }) => [name, fromSeed(secrets.open(sealed, name))]),
  )
  const [operator, terminals, signer] = [
    pairs.get('nats.operator'),
    pairs.get('nats.terminals'),
    pairs.get('nats.terminals.signer'),
  ]
  if (!operator || !terminals || !signer) throw new Error('a key is missing')
  const account = { limits, signing_keys: [signer.getPublicKey()] }
  const token = await encodeAccount('TERMINALS', terminals, account, { signer: operator })
  return trust.replace(
    new RegExp(`(${keys.terminalsId}): .*`),
    (_, id: string) => `${id}: ${token}`,
  )
}

const open = { conn: -1, leaf: -1, subs: -1, data: -1, payload: -1, imports: -1, exports: -1 }
const withoutMqtt = (text: string) => text.replace(/^mqtt \{[\s\S]*?^\}\n/m, '')

const faults: readonly (readonly [string, () => Promise<Partial<NatsWishes>>, string])[] = [
  [
    'JetStream is off',
    async () => ({ edit: (text) => withoutMqtt(text).replace(/^jetstream .*\n/m, '') }),
    'JetStream is off in NATS',
  ],
  [
    'the account may not have JetStream',
    async () => ({ trust: await trustWith({ ...open, wildcards: true }) }),
    'JetStream is off for the account of the terminals: install the configuration that npm run nats:setup writes.',
  ],
  [
    'the account has no limits',
    async () => ({ trust: await trustWith({ ...open, conn: 0, wildcards: true }) }),
    'NATS answers, but completes no connection: its accounts lack their limits (install the configuration that npm run nats:setup writes)',
  ],
  [
    'the nodes know another installation',
    async () => {
      const other = await createTestDatabase()
      const otherPool = openPool(other.url, 1)
      const foreign = await natsTrust(await makeNatsKeys({ pool: otherPool, secrets }))
      await otherPool.end()
      await other.drop()
      return { trust: foreign }
    },
    'NATS does not know this installation: install the configuration that npm run nats:setup writes, made with the same database and MUSTER_SECRET.',
  ],
  [
    'there is no MQTT listener',
    async () => ({ edit: withoutMqtt }),
    'The MQTT listener of NATS does not answer: every node needs mqtt { … } in its configuration, and NATS_MQTT_URL its address.',
  ],
]

/** The sentence that a gateway would say: it says whatever this is, as the tests with a process show. */
async function sentenceAt(servers: readonly string[], mqtt: readonly string[]) {
  const log = pino({ level: 'silent' })
  const client = makeNatsClient({ servers, mqtt, keys, clientId: 'muster:1', log })
  await client.open({
    receive: (_, done) => done(),
    opened: () => undefined,
    closed: () => undefined,
    attached: async () => undefined,
  })
  const sentence = await client.link.check()
  await client.link.stop()
  return sentence
}

it.each(faults)('has a sentence where %s', async (_, wishes, words) => {
  const { servers, mqtt } = await openNats(await wishes())
  expect(await sentenceAt(servers, mqtt)).toContain(words)
})

it('says that a majority is missing, at a start and later, and is ready once it is there', async () => {
  const servers = await openNats({ count: 3 })
  const [first, ...others] = servers.nodes
  const leaderless = 'JetStream of NATS has no leader: fewer than a majority of its nodes answer.'
  for (const node of others) await node.kill()
  const started = await startAt(servers.servers, servers.mqtt)
  expect(first?.isRunning()).toBe(true)
  expect(await heardFrom(started)).toEqual(oneSentence(leaderless))
  for (const node of others) await node.start()
  await eventually(async () => (await started.ask()).status === 200, 60)
  for (const node of others) await node.kill()
  await eventually(async () => {
    const { reasons } = await started.ask()
    return reasons['broker']?.startsWith(leaderless) ?? false
  }, 60)
})

it('says that nobody answers, and is ready once somebody does', async () => {
  const servers = await openNats({})
  await servers.nodes[0]?.kill()
  const started = await startAt(servers.servers, servers.mqtt)
  expect(await heardFrom(started)).toEqual(
    oneSentence('Nobody answers at the addresses of NATS_URL.'),
  )
  await servers.nodes[0]?.start()
  await eventually(async () => (await started.ask()).status === 200, 60)
})

it('says that it does not know the authority of the certificates, until that is named', async () => {
  const authority = await makeAuthority('Estate')
  const { cert, key } = await authority.issue('nats', ['localhost'])
  const files = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert'), key: join(folder, 'key') }
  await writeFile(files.ca, authority.cert)
  await writeFile(files.cert, cert)
  await writeFile(files.key, key)
  // As docs/operations.md tells: at the top level, and in mqtt.
  const tls = `tls { cert_file: "${files.cert}", key_file: "${files.key}" }\n`
  const edit = (text: string) => tls + text.replace('mqtt {', `mqtt {\n${tls}`)
  const { servers, mqtt } = await openNats({ edit })
  const over = (addresses: readonly string[], scheme: string, host = 'localhost') =>
    addresses.map((address) => `${scheme}://${host}:${new URL(address).port}`)
  const known = { NODE_EXTRA_CA_CERTS: files.ca }

  expect(await sentenceAt(over(servers, 'tls'), over(mqtt, 'mqtts'))).toContain(
    'The certificate of NATS comes from an authority that this machine does not know: name the file of that authority in NODE_EXTRA_CA_CERTS.',
  )
  expect(
    await heardFrom(
      await startAt(over(servers, 'tls', '127.0.0.1'), over(mqtt, 'mqtts', '127.0.0.1'), known),
    ),
  ).toEqual(oneSentence('The certificate of NATS is not good for this address or has expired'))
  gateway?.child.kill('SIGKILL')
  const { ask } = await startAt(over(servers, 'tls'), over(mqtt, 'mqtts'), known)
  await eventually(async () => (await ask()).status === 200, 60)
})
