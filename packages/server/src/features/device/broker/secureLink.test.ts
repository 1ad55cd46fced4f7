import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { type IClientOptions, MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeAuthority, type TestAuthority } from '../../../../test/testAuthority.ts'
import {
  connectRaw,
  eventually,
  passwordOf,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { type Gateway, startEmbeddedGateway } from './gateway.ts'

let first: TestGateway
let gateway: Gateway
let authority: TestAuthority
let folder: string
let device: TestDevice

const file = (name: string) => join(folder, name)

async function showCertificate(name: string): Promise<void> {
  const { key, cert } = await authority.issue(name, ['localhost'])
  await writeFile(file('key'), key)
  await writeFile(file('cert'), cert)
}

beforeAll(async () => {
  first = await startTestGateway()
  folder = await mkdtemp(join(tmpdir(), 'muster-tls-'))
  authority = await makeAuthority('authority')
  await showCertificate('localhost')
  await writeFile(file('ca'), authority.cert)
  const files = { cert: file('cert'), key: file('key'), clientCa: file('ca') }
  const mqttTls = { ...files, port: 0, isSelfSigned: false }
  gateway = await startEmbeddedGateway({
    ...first.platform,
    env: { ...first.platform.env, mqttTls, mqttTrustedProxies: ['127.0.0.2'] },
  })
  device = await first.addDevice()
})

afterAll(async () => {
  await gateway.stop()
  await first.close()
  await rm(folder, { recursive: true })
})

const asTerminal = ({ sn, secret }: TestDevice, more: IClientOptions = {}) => ({
  clientId: `d:${sn}`,
  username: sn,
  password: passwordOf({ sn, secret }),
  ...more,
})
const trusting = () => ({ ca: authority.cert, servername: 'localhost' })
const places = () => ({
  mqtts: `mqtts://127.0.0.1:${gateway.securePort?.()}`,
  ws: `ws://127.0.0.1:${gateway.port()}/mqtt`,
  wss: `wss://localhost:${gateway.securePort?.()}/mqtt`,
})

describe('the embedded listener', () => {
  it.each(['mqtts', 'ws', 'wss'] as const)('serves terminals over %s', async (kind) => {
    const client = await connectRaw(places()[kind], asTerminal(device, trusting()))
    const long = JSON.stringify({
      v: 1,
      id: 'x',
      ts: 1,
      type: 'hb',
      body: {},
      more: 'y'.repeat(9000),
    })
    await client.publishAsync(`tms/v1/main/${device.sn}/up/hb`, long, { qos: 1 })
    expect(client.connected).toBe(true)
    await client.endAsync()
  })

  it('answers nothing else over HTTP', async () => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port()}/mqtt`)
    expect(answer.status).toBe(426)
    const elsewhere = connectRaw(`${places().ws}/else`, asTerminal(device))
    await expect(elsewhere).rejects.toBeInstanceOf(Error)
  })

  it('shows a new certificate once its files have changed, and drops nobody', async () => {
    const shown = () =>
      new Promise<string>((done, fail) => {
        const port = gateway.securePort?.() ?? 0
        const socket = connectTls({ host: '127.0.0.1', port, ...trusting() })
        socket.once('error', fail).once('secureConnect', () => {
          done(String(socket.getPeerCertificate().subject.CN))
          socket.destroy()
        })
      })
    const client = await connectRaw(places().mqtts, asTerminal(device, trusting()))
    expect(await shown()).toBe('localhost')
    // Half of a change is not taken.
    await writeFile(file('cert'), 'nonsense')
    await showCertificate('renewed')
    await eventually(async () => (await shown()) === 'renewed')
    expect(client.connected).toBe(true)
    await client.publishAsync(`tms/v1/main/${device.sn}/up/hb`, '{}', { qos: 1 })
    await client.endAsync()
  })
})

describe('a certificate of a terminal', () => {
  const withCertificate = async (names: readonly [string, ...string[]], from = authority) => {
    const { key, cert } = await from.issue(names[0], names.slice(1))
    return { ...trusting(), key, cert }
  }

  it('stands for its password where it names its serial number', async () => {
    for (const names of [[device.sn], ['Till 7', device.sn]] as const) {
      const { password: _, ...without } = asTerminal(device, await withCertificate(names))
      const client = await connectRaw(places().mqtts, without)
      expect(client.connected).toBe(true)
      await client.endAsync()
    }
  })

  it('of another terminal, or of a stranger, lets nobody in, password or not', async () => {
    const other = await withCertificate(['OTHER-00001'])
    await expect(connectRaw(places().mqtts, asTerminal(device, other))).rejects.toMatchObject({
      code: 4,
    })
    const strange = await withCertificate([device.sn], await makeAuthority('stranger'))
    await expect(connectRaw(places().mqtts, asTerminal(device, strange))).rejects.toBeInstanceOf(
      Error,
    )
  })

  it('opens nothing for a terminal that is scrapped or has no credential', async () => {
    for (const wishes of [{ lifecycle: 'SCRAPPED' }, { registered: false }]) {
      const gone = await first.addDevice(wishes)
      const { password: _, ...without } = asTerminal(gone, await withCertificate([gone.sn]))
      await expect(connectRaw(places().mqtts, without)).rejects.toMatchObject({ code: 4 })
    }
  })

  it('signed by a vendor’s authority lets in terminals of that vendor alone', async () => {
    const northlight = await makeAuthority('northlight')
    const withAuthority = (vendorId: string) =>
      first.sql(
        `update vendor set bootstrap_ca = case when id = $1 then $2 end,
          bootstrap_ca_sha256 = case when id = $1 then $3 end,
          bootstrap_ca_until = case when id = $1 then now() + interval '1 hour' end`,
        [
          vendorId,
          northlight.cert,
          new X509Certificate(northlight.cert).fingerprint256.replaceAll(':', '').toLowerCase(),
        ],
      )
    const [own] = await first.sql<{ id: string }>(
      'select vendor_id as id from device where device.id = $1',
      [device.id],
    )
    const [other] = await first.sql<{ id: string }>(
      `insert into vendor (name, code) values ('Other', 'other') returning id`,
    )
    const { password: _, ...without } = asTerminal(
      device,
      await withCertificate([device.sn], northlight),
    )
    const isLetIn = async () => {
      try {
        const client = await connectRaw(places().mqtts, without)
        await client.endAsync()
        return true
      } catch {
        return false
      }
    }
    expect(await isLetIn()).toBe(false)
    await withAuthority(own?.id ?? '')
    await eventually(isLetIn)
    await withAuthority(other?.id ?? '')
    // The authority is still one of ours; it has nothing to say about this terminal any more.
    await expect(connectRaw(places().mqtts, without)).rejects.toMatchObject({ code: 4 })
    await withAuthority('019a0000-0000-7000-8000-000000000001')
    // What the file names vouches for everybody, as before.
    const usual = asTerminal(device, await withCertificate([device.sn]))
    const client = await connectRaw(places().mqtts, usual)
    expect(client.connected).toBe(true)
    await client.endAsync()
  })

  it('is needed where there is no password', async () => {
    const { password: _, ...without } = asTerminal(device, trusting())
    await expect(connectRaw(places().mqtts, without)).rejects.toMatchObject({ code: 4 })
  })
})

describe('a proxy that is trusted', () => {
  const header = 'PROXY TCP4 203.0.113.7 10.0.0.1 258 772\r\n'

  /** From the proxy's address, with what it says first. */
  function behind(port: number, said: string): Socket {
    const socket = connectTcp({ host: '127.0.0.1', port, localAddress: '127.0.0.2' })
    socket.write(said)
    return socket
  }

  async function opened(stream: () => Socket): Promise<MqttClient> {
    const more = { reconnectPeriod: 0, keepalive: 60, manualConnect: true }
    const options = { ...asTerminal(device), ...more }
    const client = new MqttClient(stream, options)
    client.on('error', () => undefined)
    client.connect()
    await new Promise<void>((done, fail) => {
      client.once('connect', () => done())
      client.once('close', () => fail(new Error('closed')))
    })
    return client
  }

  const addressOf = async () =>
    (
      await first.sql<{ ip: string }>('select ip from device_online where device_id = $1', [
        device.id,
      ])
    )[0]?.ip

  it.each(['without', 'with'])('says whose connection it is, %s TLS', async (tls) => {
    const client = await opened(() =>
      tls === 'with'
        ? connectTls({ socket: behind(gateway.securePort?.() ?? 0, header), ...trusting() })
        : behind(gateway.port() ?? 0, header),
    )
    await expect.poll(addressOf).toBe('203.0.113.7')
    await client.endAsync()
    await expect.poll(addressOf).toBeUndefined()
  })

  it('must say it, and nobody else may', async () => {
    await expect(opened(() => behind(gateway.port() ?? 0, ''))).rejects.toThrow('closed')
    const stranger = () => {
      const socket = connectTcp({ host: '127.0.0.1', port: gateway.port() ?? 0 })
      socket.write(header)
      return socket
    }
    await expect(opened(stranger)).rejects.toThrow('closed')
  })
})

it('lets a right secret pass, however many wrong ones came from its address and number', async () => {
  const port = gateway.port()
  const wrong = { ...asTerminal(device), password: 'wrong' }
  const attempts = Array.from({ length: 11 }, () =>
    connectRaw(`mqtt://127.0.0.1:${port}`, wrong).catch(() => undefined),
  )
  const many = Array.from({ length: 205 }, (_, n) =>
    connectRaw(`mqtt://127.0.0.1:${port}`, {
      ...wrong,
      clientId: `d:WRONG-${n}`,
      username: `WRONG-${n}`,
    }).catch(() => undefined),
  )
  await Promise.all([...attempts, ...many.slice(0, 195)])
  const client = await connectRaw(`mqtt://127.0.0.1:${port}`, asTerminal(device))
  expect(client.connected).toBe(true)
  await client.endAsync()
  await Promise.all(many)
})
