import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  type Issued,
  makeAuthority,
  makeKeys,
  type TestAuthority,
} from '../../test/testAuthority.ts'
import { until } from '../../test/until.ts'
import { type Arrival, type Listeners, makeListeners } from './brokerListeners.ts'
import { certifiedBy, readTls } from './brokerTls.ts'

let folder: string
let everybodys: TestAuthority
let listeners: Listeners | undefined
let authorities: readonly string[] = []
let arrivals: Arrival[] = []
let renewals = 0

const file = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-listeners-'))
  everybodys = await makeAuthority('everybody')
  const { key, cert } = await everybodys.issue('localhost', ['localhost'])
  await writeFile(file('key'), key)
  await writeFile(file('cert'), cert)
  await writeFile(file('ca'), everybodys.cert)
})
afterEach(() => listeners?.stop())
afterAll(() => rm(folder, { recursive: true }))

/** Listens, trusting these beside the authority of the file. */
async function listen(trusted: readonly string[]): Promise<void> {
  authorities = trusted
  arrivals = []
  renewals = 0
  const log = pino({ level: 'info' }, { write: () => void (renewals += 1) })
  listeners = makeListeners({
    port: 0,
    host: '127.0.0.1',
    tls: { port: 0, cert: file('cert'), key: file('key'), clientCa: file('ca') },
    authorities: () => Promise.resolve(authorities),
    maxPacketBytes: 65_536,
    log,
  })
  await listeners.open({
    arrived: (stream, arrival) => {
      arrivals.push(arrival)
      stream.destroy()
    },
    turnedAway: () => undefined,
  })
}

async function knock(): Promise<Socket> {
  const socket = connectTcp({ host: '127.0.0.1', port: listeners?.securePort() ?? 0 })
  await once(socket, 'connect')
  return socket
}

/** Shakes hands and says a byte of MQTT; answers as whom it has arrived. */
async function enter(socket: Socket, { key, cert }: Issued): Promise<Arrival | undefined> {
  const stream = connectTls({ socket, ca: everybodys.cert, servername: 'localhost', key, cert })
  stream.on('error', () => undefined)
  stream.once('secureConnect', () => stream.write(Buffer.from([0x10])))
  await once(stream, 'close')
  return arrivals.at(-1)
}

const sha256Of = (pem: string) =>
  new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()

it('judges a connection by those who were trusted when its handshake began', async () => {
  const vendor = await makeAuthority('vendor')
  await listen([vendor.cert])
  const socket = await knock()
  // Who came later has arrived: so the one before him has been let in to shake hands.
  await enter(await knock(), await everybodys.issue('FIRST'))
  authorities = []
  await until(() => renewals > 0)
  const arrival = await enter(socket, await vendor.issue('VICTIM'))
  expect(arrival?.certified).toMatchObject({ names: ['VICTIM'], chain: [sha256Of(vendor.cert)] })
})

it('takes the certificate of a terminal for no authority, though its key has signed', async () => {
  const keys = await makeKeys()
  // A vendor's authority with the name and the key of a terminal that everybody's has vouched for.
  const leaf = await everybodys.issue('TERMINAL', [], keys)
  const vendor = await makeAuthority('TERMINAL', keys)
  const { cert } = await vendor.issue('VICTIM')
  const certificate = new X509Certificate(cert)
  const { raw } = new X509Certificate(leaf.cert)
  const above = { raw, issuerCertificate: new X509Certificate(everybodys.cert) }
  const shown = {
    authorized: true,
    getPeerX509Certificate: () => certificate,
    getPeerCertificate: () => ({ raw: certificate.raw, issuerCertificate: above }),
  }
  const files = { cert: file('cert'), key: file('key'), clientCa: file('ca') }
  const trust = await readTls(files, [vendor.cert])
  expect(certifiedBy(shown, trust)).toEqual({ names: ['VICTIM'], chain: [] })
})

it('lets terminals in however long the names of those are whom it trusts', async () => {
  const names = Array.from({ length: 8 }, (_, n) =>
    Array.from({ length: 160 }, (_, unit) => `OU=${n} ${unit} ${'x'.repeat(48)}`).join(', '),
  )
  const vendors = await Promise.all(names.map((name) => makeAuthority(`vendor, ${name}`)))
  await listen(vendors.map(({ cert }) => cert))
  const arrival = await enter(await knock(), await everybodys.issue('TERMINAL'))
  expect(arrival?.certified).toMatchObject({ names: ['TERMINAL'], chain: null })
})
