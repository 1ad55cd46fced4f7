import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectRaw,
  eventually,
  openTerminal,
  passwordOf,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  type TestTerminal,
} from '../../../../test/testGateway.ts'
import { sweepDeadNodes, sweepMissedBeats } from '../presence/presence.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})

afterAll(() => gateway.close())

const stateOf = async (id: string) =>
  (await gateway.sql('select * from device_state where device_id = $1', [id]))[0]

const isOnline = async (id: string) =>
  (await gateway.sql('select from device_online where device_id = $1', [id])).length === 1

const sessionsOf = (id: string) =>
  gateway.sql<{ reason: string | null; ip: string }>(
    'select * from device_session where device_id = $1 order by connected_at',
    [id],
  )

async function newTerminal(): Promise<{ device: TestDevice; terminal: TestTerminal }> {
  const device = await gateway.addDevice()
  return { device, terminal: await openTerminal(gateway, device) }
}

function isClosed({ client }: TestTerminal): Promise<boolean> {
  // How a connection ends (a reset, an end) is the system's business.
  client.on('error', () => undefined)
  return new Promise((resolve) => {
    if (client.connected) client.once('close', () => resolve(true))
    else resolve(true)
  })
}

describe('a heartbeat', () => {
  const beat = {
    bat: 71,
    chg: true,
    net: 'a"b\\c',
    sig: 40,
    freeMb: 9,
    temp: 31.5,
    up: 7,
    cfgRev: 1,
  }

  it('is stored when it is acknowledged, and keeps what it leaves out', async () => {
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', beat)
    expect(await stateOf(device.id)).toMatchObject({
      battery: 71,
      is_charging: true,
      network_type: 'a"b\\c',
      temperature: 31.5,
      cfg_rev: 1,
    })
    await terminal.up('hb', { bat: 70 })
    expect(await stateOf(device.id)).toMatchObject({ battery: 70, signal: 40 })
    await terminal.leave()
  })

  it('is not acknowledged before its transaction has ended well', async () => {
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', { bat: 50 })
    const holder = new pg.Client(gateway.databaseUrl)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from device_state where device_id = $1 for update', [device.id])
    let isAcknowledged = false
    const sent = terminal.up('hb', { bat: 49 }).then(() => {
      isAcknowledged = true
    })
    /** The backend that waits for the row; another one once it is tried again. */
    const waiting = (before = 0) =>
      eventually(async () => {
        const { rows } = await holder.query<{ pid: number }>(
          `select pid from pg_stat_activity
            where pg_backend_pid() = any (pg_blocking_pids(pid)) and pid <> $1`,
          [before],
        )
        return rows[0]?.pid
      })
    const pid = await waiting()
    expect(isAcknowledged).toBe(false)
    await holder.query('select pg_terminate_backend($1)', [pid])
    await waiting(pid)
    expect(isAcknowledged).toBe(false)
    await holder.query('rollback')
    await sent
    expect(await stateOf(device.id)).toMatchObject({ battery: 49 })
    await holder.end()
    await terminal.leave()
  })

  it('of quality 0 is stored too', async () => {
    const { device, terminal } = await newTerminal()
    const message = { v: 1, id: 'q0', ts: 1, type: 'hb', body: { bat: 12 } }
    terminal.client.publish(`tms/v1/main/${device.sn}/up/hb`, JSON.stringify(message), { qos: 0 })
    const state = await eventually(async () => {
      const row = await stateOf(device.id)
      return row?.['battery'] === 12 && row
    })
    expect(state['device_id']).toBe(device.id)
    await terminal.leave()
  })
})

describe('a snapshot', () => {
  it('is kept with its latest time, and the versions on the terminal itself', async () => {
    const { device, terminal } = await newTerminal()
    const information = { firmware: 'F2', agentVersion: 'A2', os: 'Linux' }
    await terminal.up('info', information)
    const read = () =>
      gateway.sql<{ reported_at: string; document: unknown; firmware: string }>(
        `select s.*, d.firmware from device_snapshot s join device d on d.id = s.device_id
          where s.device_id = $1 and kind = 'info'`,
        [device.id],
      )
    const [first] = await read()
    expect(first).toMatchObject({ document: information, firmware: 'F2' })
    await terminal.up('info', information)
    const [second] = await read()
    expect(second).toMatchObject({ document: information })
    expect(Date.parse(second?.reported_at ?? '')).toBeGreaterThan(
      Date.parse(first?.reported_at ?? ''),
    )
    await terminal.leave()
  })
})

describe('presence', () => {
  it('follows the connection', async () => {
    const { device, terminal } = await newTerminal()
    await eventually(() => isOnline(device.id))
    await terminal.leave()
    await eventually(async () => !(await isOnline(device.id)))
    expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'disconnect', ip: '127.0.0.1' }])
    expect((await stateOf(device.id))?.['offline_since']).toEqual(expect.any(String))
  })

  it('ends when the network breaks', async () => {
    const { device, terminal } = await newTerminal()
    await eventually(() => isOnline(device.id))
    terminal.cut()
    await eventually(async () => !(await isOnline(device.id)))
    expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'network' }])
  })

  it('ends when the terminal is silent for longer than it promised', async () => {
    const device = await gateway.addDevice()
    const socket = connectTcp(Number(new URL(gateway.url).port), '127.0.0.1')
    socket.write(connectPacket(device, 1))
    await once(socket, 'data')
    await eventually(() => isOnline(device.id))
    await once(socket, 'close')
    await eventually(async () => !(await isOnline(device.id)))
    expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'keepAlive' }])
  })

  it('stays through a takeover, which closes the older connection', async () => {
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', {})
    const second = await openTerminal(gateway, device)
    expect(await isClosed(terminal)).toBe(true)
    await second.up('hb', { bat: 1 })
    expect(await isOnline(device.id)).toBe(true)
    expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'takeover' }, { reason: null }])
    await second.leave()
  })

  it('ends after three missed beats, and the connection with it', async () => {
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', {})
    await gateway.sql(
      `update device_state set last_seen_at = now() - interval '361 seconds' where device_id = $1`,
      [device.id],
    )
    await gateway.sql(
      `update device_online set since = now() - interval '1 hour' where device_id = $1`,
      [device.id],
    )
    await gateway.sql('update device_watch set due_at = now() where device_id = $1', [device.id])
    const gone = await sweepMissedBeats(gateway.platform.pool, 120)
    expect(gone.map(({ id }) => id)).toContain(device.id)
    expect(await isOnline(device.id)).toBe(false)
    expect(await isClosed(terminal)).toBe(true)
  })

  it('ends within seconds for a terminal that is scrapped, and for one nobody holds', async () => {
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', {})
    const stray = await gateway.addDevice()
    await gateway.sql(
      `insert into device_online (device_id, since, session_id, node_id)
        select $1, now(), $1, node_id from device_online where device_id = $2`,
      [stray.id, device.id],
    )
    await gateway.sql(`update device set lifecycle = 'SCRAPPED' where id = $1`, [device.id])
    expect(await isClosed(terminal)).toBe(true)
    await eventually(async () => !(await isOnline(device.id)) && !(await isOnline(stray.id)))
    expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'revoked' }])
  })

  it('ends with the gateway that held it', async () => {
    const device = await gateway.addDevice()
    const node = '00000000-0000-7000-8000-000000000001'
    await gateway.sql(
      `insert into gateway_node (id, beat_at) values ($1, now() - interval '1 minute')`,
      [node],
    )
    await gateway.sql(
      `insert into device_online (device_id, since, session_id, node_id)
        values ($1, now() - interval '2 minutes', $2, $2)`,
      [device.id, node],
    )
    expect(await sweepDeadNodes(gateway.platform.pool, 20)).toMatchObject([{ id: device.id }])
    expect(await isOnline(device.id)).toBe(false)
  })
})

describe('a password', () => {
  const connectAs = (sn: string, password: string, clientId = `d:${sn}`) =>
    connectRaw(gateway.url, { clientId, username: sn, password })
  const refused = { code: 4 }
  const inOneHour = () => Math.floor(Date.now() / 1000) + 3600

  it('admits once', async () => {
    const device = await gateway.addDevice()
    const password = passwordOf(device)
    const client = await connectAs(device.sn, password)
    await client.endAsync()
    await expect(connectAs(device.sn, password)).rejects.toMatchObject(refused)
  })

  it('that has ended is refused', async () => {
    const device = await gateway.addDevice()
    const old = passwordOf(device, { exp: Math.floor(Date.now() / 1000) - 1 })
    await expect(connectAs(device.sn, old)).rejects.toMatchObject(refused)
  })

  it('of another secret, terminal or time is refused', async () => {
    const device = await gateway.addDevice()
    const other = await gateway.addDevice()
    const { sn } = device
    const good = passwordOf(device, { exp: inOneHour() })
    const wrong = [
      passwordOf({ sn, secret: randomBytes(32) }),
      passwordOf(other),
      good.replace(/^v1\.\d+/, `v1.${inOneHour() + 1}`),
      '',
    ]
    for (const password of wrong)
      await expect(connectAs(sn, password)).rejects.toMatchObject(refused)
  })

  it('is refused under another client id', async () => {
    const device = await gateway.addDevice()
    await expect(connectAs(device.sn, passwordOf(device), 'd:OTHER-1')).rejects.toMatchObject(
      refused,
    )
  })

  it.each(['REPLACED', 'SCRAPPED', 'UNCLAIMED'])(
    'of a terminal in %s is refused',
    async (state) => {
      const device = await gateway.addDevice({ lifecycle: state })
      await expect(connectAs(device.sn, passwordOf(device))).rejects.toMatchObject(refused)
    },
  )

  it('of a terminal without a credential is refused', async () => {
    const device = await gateway.addDevice({ registered: false })
    await expect(connectAs(device.sn, passwordOf(device))).rejects.toMatchObject(refused)
  })
})

describe('topic rights', () => {
  it.each(['tms/v1/main/TEST-999999/up/hb', 'tms/v1/boot/x/up/reg', '$SYS/x', 'anything'])(
    'end the connection of a terminal that writes to %s',
    async (topic) => {
      const { terminal } = await newTerminal()
      const message = JSON.stringify({ v: 1, id: 'm', ts: 1, type: 'hb', body: {} })
      terminal.client.publish(topic, message, { qos: 1 })
      expect(await isClosed(terminal)).toBe(true)
    },
  )

  it('end the connection of a terminal that asks the broker to keep a message', async () => {
    const { device, terminal } = await newTerminal()
    const message = JSON.stringify({ v: 1, id: 'm', ts: 1, type: 'hb', body: {} })
    const topic = `tms/v1/main/${device.sn}/up/hb`
    terminal.client.publish(topic, message, { qos: 1, retain: true })
    expect(await isClosed(terminal)).toBe(true)
  })

  it.each(['#', 'tms/#', 'tms/v1/main/+/down/cmd', 'tms/v1/main/TEST-999999/down/#'])(
    'refuse a subscription to %s',
    async (topic) => {
      const { terminal } = await newTerminal()
      await expect(terminal.client.subscribeAsync(topic, { qos: 1 })).rejects.toThrow(/128|error/i)
      await terminal.leave()
    },
  )
})

describe('bad input', () => {
  it('of any kind neither ends the process nor keeps good messages away', async () => {
    const { device, terminal } = await newTerminal()
    const topic = (path: string) => `tms/v1/main/${device.sn}/up/${path}`
    const good = { v: 1, id: 'm', ts: 1, type: 'hb', body: { bat: 5 } }
    const payloads = [
      ...Array.from({ length: 10 }, (_, n) => randomBytes(n * 50)),
      Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
      '{"v":1,"id":"\\ud800","ts":1,"type":"hb","body":{}}',
      '['.repeat(60_000),
      JSON.stringify({ ...good, body: { bat: 1e308 } }),
      JSON.stringify({ ...good, ts: 'x' }),
      JSON.stringify({ ...good, type: 'constructor' }),
    ]
    for (const payload of payloads) await terminal.raw(topic('hb'), payload)
    for (const path of ['nope', 'task/x', '__proto__']) await terminal.raw(topic(path), '{}')
    await terminal.up('hb', { bat: 5 })
    expect(await stateOf(device.id)).toMatchObject({ battery: 5 })
    await terminal.leave()
  })

  it('without end lets the terminal go', async () => {
    const { device, terminal } = await newTerminal()
    for (let n = 0; n < 60; n++)
      terminal.client.publish(`tms/v1/main/${device.sn}/up/hb`, '{', { qos: 1 })
    expect(await isClosed(terminal)).toBe(true)
  })

  it('of more than 128 KB ends the connection', async () => {
    const { device, terminal } = await newTerminal()
    terminal.client.publish(`tms/v1/main/${device.sn}/up/hb`, Buffer.alloc(140_000), { qos: 1 })
    expect(await isClosed(terminal)).toBe(true)
  })

  it('that is no MQTT ends the connection', async () => {
    for (let n = 0; n < 30; n++) {
      const socket = connectTcp(Number(new URL(gateway.url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      const closed = once(socket, 'close')
      socket.end(n % 2 ? randomBytes(200) : Buffer.concat([Buffer.from([0x10]), randomBytes(50)]))
      socket.resume()
      await closed
    }
    const { device, terminal } = await newTerminal()
    await terminal.up('hb', {})
    expect(await stateOf(device.id)).toBeDefined()
    await terminal.leave()
  })
})

/** A CONNECT of MQTT 3.1.1, by hand: no client library keeps silent. */
function connectPacket(device: TestDevice, keepAlive: number): Buffer {
  const text = (value: string) => {
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])
  }
  const body = Buffer.concat([
    text('MQTT'),
    Buffer.from([4, 0xc2, 0, keepAlive]),
    text(`d:${device.sn}`),
    text(device.sn),
    text(passwordOf(device)),
  ])
  return Buffer.concat([Buffer.from([0x10, (body.length % 128) | 0x80, body.length >> 7]), body])
}
