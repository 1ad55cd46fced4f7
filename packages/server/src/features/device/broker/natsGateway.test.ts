import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { deviceMessages, devicesPath, loginBansPath } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import type { IClientOptions } from 'mqtt'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type NatsServers, startNatsServers } from '../../../../test/natsServers.ts'
import {
  connectRaw,
  eventually,
  openTerminal,
  passwordOf,
  startTestGateway,
  type TestDevice,
  type TestGateway,
  TestTerminal,
} from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'
import { metrics } from '../../../platform/metrics.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'
import { upTopic } from '../topics.rules.ts'

let servers: NatsServers
let gateway: TestGateway
let http: FastifyInstance

beforeAll(async () => {
  gateway = await startTestGateway({
    async nats(trust) {
      servers = await startNatsServers({ count: 1, trust })
      return servers
    },
  })
  http = await buildApp(gateway.platform)
})

afterAll(async () => {
  await http.close()
  await gateway.close()
  await servers.stop()
})

async function post(path: string, secret: string, payload: object) {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await http.inject({ method: 'POST', url: `/device/v1/${path}`, headers, payload })
  const body: unknown = answer.json()
  return { status: answer.statusCode, body }
}

const pass = z.object({ password: z.string(), expiresAt: z.number() })

async function passOf(device: Pick<TestDevice, 'sn' | 'secret'>): Promise<string> {
  const { status, body } = await post('token', passwordOf(device), { sn: device.sn })
  expect(status).toBe(200)
  const { password, expiresAt } = pass.parse(body)
  expect(expiresAt).toBeGreaterThan(Date.now() + 20 * 3_600_000)
  return password
}

const open = async (device: TestDevice, options: IClientOptions = {}) =>
  openTerminal(gateway, device, { clean: false, password: await passOf(device), ...options })

const stateOf = async (id: string) =>
  (await gateway.sql('select * from device_state where device_id = $1', [id]))[0]

const isOnline = async (id: string) =>
  (await gateway.sql('select from device_online where device_id = $1', [id])).length === 1

const sessionsOf = (id: string) =>
  gateway.sql<{ reason: string | null; ip: string }>(
    'select reason, ip from device_session where device_id = $1 order by connected_at',
    [id],
  )

const itemStateOf = async (id: string) =>
  (await gateway.sql<{ state: string }>('select state from push_item where id = $1', [id]))[0]
    ?.state

const ended = (terminal: TestTerminal) =>
  new Promise<void>((done) => {
    terminal.client.once('close', () => done())
  })

it('the gateway is ready once NATS keeps what terminals will send', async () => {
  await expect.poll(() => gateway.isReady()).toBe(true)
  const time = (await http.inject('/device/v1/time')).json()
  expect(time).toMatchObject({ mqtt: servers.mqtt[0], password: 'token' })
})

it('what terminals have retained has a bound, so that they cannot fill the disks of NATS', async () => {
  const device = await gateway.addDevice()
  const terminal = await open(device)
  await terminal.client.publishAsync(`${upTopic(device.sn)}conn`, '{}', { qos: 1, retain: true })
  const retained = () => servers.stream(gateway.platform, '$MQTT_rmsgs')
  await expect.poll(async () => (await retained()).state.messages).toBeGreaterThan(0)
  const { config } = await retained()
  expect(config).toMatchObject({ max_bytes: 256 * 2 ** 20, max_msgs: 1_000_000, discard: 'old' })
  await terminal.client.endAsync(true)
})

it('the gateway follows the clock of the database, and shows by how much its own is off', async () => {
  const skewOf = async () => {
    const shown = await metrics.getSingleMetricAsString('muster_clock_skew_seconds')
    return Number(/ (\S+)$/.exec(shown)?.[1])
  }
  const before = await skewOf()
  expect(Math.abs(before)).toBeGreaterThan(0)
  // Measured again and again: two measures are never the same to the microsecond.
  await expect.poll(skewOf).not.toBe(before)
})

it('a terminal enrols over HTTPS, proves its secret, and connects with what it got', async () => {
  const key = makeToken()
  await gateway.sql(
    `insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
      values ($1, $2, now() + interval '1 hour', 10)`,
    [gateway.orgId, tokenHash(key)],
  )
  const { id, sn } = await gateway.addDevice({ registered: false })
  const wish = { sn, model: 'model', vendor: 'vendor', agentVersion: 'A', firmware: 'F' }
  expect(await post('register', makeToken(), wish)).toMatchObject({ status: 401 })
  const { body } = await post('register', key, wish)
  const answer = deviceMessages.registrationAnswer().parse(body)
  expect(answer.result).toBe('REGISTERED')
  const secret = Buffer.from(answer.secret ?? '', 'base64url')
  const terminal = await open({ id, sn, secret })
  await terminal.up('hb', { bat: 55 })
  await eventually(async () => (await stateOf(id))?.['battery'] === 55)
  await terminal.leave()
})

it('a proof is worth one password, a wrong one none, and none is given before one is asked for', async () => {
  const device = await gateway.addDevice()
  const proof = passwordOf(device)
  expect(await post('token', proof, { sn: device.sn })).toMatchObject({ status: 200 })
  expect(await post('token', proof, { sn: device.sn })).toMatchObject({ status: 401 })
  const other = await gateway.addDevice()
  expect(await post('token', passwordOf(other), { sn: device.sn })).toMatchObject({ status: 401 })
  await expect(
    connectRaw(gateway.url, {
      clientId: `d:${device.sn}`,
      username: device.sn,
      password: passwordOf(device),
    }),
  ).rejects.toMatchObject({ code: 5 })
})

it('a terminal is online while it is connected, and away with the reason NATS names', async () => {
  const device = await gateway.addDevice()
  const terminal = await open(device)
  await terminal.up('conn', { s: 'online' })
  await terminal.up('hb', { bat: 66 })
  await eventually(async () => (await stateOf(device.id))?.['battery'] === 66)
  await eventually(() => isOnline(device.id))
  expect((await terminal.message('cfg')).body).toMatchObject({ heartbeatSeconds: 120 })
  await terminal.leave()
  await eventually(async () => !(await isOnline(device.id)))
  expect(await sessionsOf(device.id)).toEqual([{ reason: 'disconnect', ip: '127.0.0.1' }])
})

it('a last will ends the presence of a terminal whose leaving nobody heard of', async () => {
  const device = await gateway.addDevice()
  const topic = `tms/v1/main/${device.sn}/up/conn`
  const body = { s: 'offline', r: 'lwt' }
  const payload = Buffer.from(JSON.stringify({ v: 1, id: 'w', ts: 1, type: 'conn', body }))
  const terminal = await open(device, { will: { topic, payload, qos: 1, retain: false } })
  await eventually(() => isOnline(device.id))
  // As if the gateway that heard of the connection had died with it.
  await gateway.sql(
    `update device_online set session_id = gen_random_uuid(), since = now() - interval '1 minute'
      where device_id = $1`,
    [device.id],
  )
  terminal.cut()
  await eventually(async () => !(await isOnline(device.id)))
  expect((await stateOf(device.id))?.['offline_since']).not.toBeNull()
})

it('a second connection of the same terminal takes the place of the first', async () => {
  const device = await gateway.addDevice()
  const first = await open(device)
  await eventually(() => isOnline(device.id))
  const gone = ended(first)
  const second = await open(device)
  await gone
  await eventually(async () => (await sessionsOf(device.id)).length === 2)
  expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'takeover' }, { reason: null }])
  expect(await isOnline(device.id)).toBe(true)
  await second.leave()
})

it('a command goes out, is answered, and reaches a terminal that was away', async () => {
  const device = await gateway.addDevice()
  const early = await gateway.command(device)
  const terminal = await open(device)
  await terminal.up('conn', { s: 'online' })
  expect((await terminal.message('cmd')).body).toMatchObject({ item: early })
  await terminal.report(early, 'SUCCESS')
  await eventually(async () => (await itemStateOf(early)) === 'SUCCESS')
  const late = await gateway.command(device)
  expect((await terminal.commandOf(late)).type).toBe('cmd')
  // NATS has it; only the terminal can say that it has it, too.
  expect(await itemStateOf(late)).toBe('PUBLISHED')
  await terminal.leave()
})

it('a terminal from which NATS keeps what is sent to it gets a new session, and with it its command', async () => {
  const device = await gateway.addDevice()
  const terminal = await open(device)
  await terminal.up('conn', { s: 'online' })
  await eventually(() => isOnline(device.id))
  // As NATS may leave a session behind after the death of a node: connected, and nothing comes.
  await terminal.client.unsubscribeAsync(`tms/v1/main/${device.sn}/down/#`)
  const item = await gateway.command(device)
  await eventually(async () => (await itemStateOf(item)) === 'PUBLISHED')
  const gone = ended(terminal)
  await gateway.sql('update push_item set next_publish_at = now() where id = $1', [item])
  await gone
  const back = await open(device)
  await back.up('conn', { s: 'online' })
  expect((await back.message('cmd')).body).toMatchObject({ item })
  // It was made anew once; from then on there is nothing to mend.
  await gateway.sql('update push_item set next_publish_at = now() where id = $1', [item])
  await back.message('cmd', 2)
  expect(back.client.connected).toBe(true)
  await back.leave()
})

it('a command that found its terminal off the record leaves once the record is mended', async () => {
  const device = await gateway.addDevice()
  const terminal = await open(device)
  await terminal.up('conn', { s: 'online' })
  await eventually(() => isOnline(device.id))
  // As if it was told of the end of an older connection, and of the new one only later. NATS and
  // the terminal both tell of the new one: until neither does any more, it comes back.
  await eventually(async () => {
    await gateway.sql('delete from device_online where device_id = $1', [device.id])
    await sleep(500)
    return !(await isOnline(device.id))
  })
  const item = await gateway.command(device)
  const waiting = () => gateway.sql('select from outbox where key = $1', [device.sn])
  await eventually(async () => (await waiting()).length === 0)
  expect(await itemStateOf(item)).toBe('QUEUED')
  gateway.platform.live.changed({ path: devicesPath, ids: [device.id], orgIds: [] })
  await eventually(async () => {
    await terminal.up('hb', { bat: 13 })
    return isOnline(device.id)
  })
  expect((await terminal.message('cmd')).body).toMatchObject({ item })
  await terminal.leave()
})

it('what was acknowledged while no database could be written is stored later', async () => {
  const device = await gateway.addDevice()
  const terminal = await open(device)
  await terminal.up('hb', { bat: 10 })
  await eventually(async () => (await stateOf(device.id))?.['battery'] === 10)
  const holder = new pg.Client(gateway.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from device_state where device_id = $1 for update', [device.id])
  await terminal.up('hb', { bat: 11 })
  expect(await stateOf(device.id)).toMatchObject({ battery: 10 })
  await holder.query('rollback')
  await holder.end()
  await eventually(async () => (await stateOf(device.id))?.['battery'] === 11)
  await terminal.leave()
})

it('a terminal writes and reads its own topics only', async () => {
  const device = await gateway.addDevice()
  const other = await gateway.addDevice()
  const terminal = await open(device)
  const message = { v: 1, id: randomUUID(), ts: Date.now(), type: 'hb', body: { bat: 99 } }
  await terminal.raw(`tms/v1/main/${other.sn}/up/hb`, JSON.stringify(message))
  await terminal.up('hb', { bat: 12 })
  await eventually(async () => (await stateOf(device.id))?.['battery'] === 12)
  expect(await stateOf(other.id)).toBeUndefined()
  const foreign = ['#', '+/sub/#', '$MQTT/sub/#', '$MQTT/msgs/#', `tms/v1/main/${other.sn}/down/#`]
  for (const topic of foreign)
    await expect(terminal.client.subscribeAsync(topic, { qos: 1 })).rejects.toThrow('Subscribe')
  await terminal.leave()
})

it('a terminal that takes the client id of another one is cut and must prove itself anew', async () => {
  const [victim, thief] = [await gateway.addDevice(), await gateway.addDevice()]
  const password = await passOf(thief)
  const client = await connectRaw(gateway.url, {
    clientId: `d:${victim.sn}`,
    username: victim.sn,
    password,
  })
  await ended(new TestTerminal(client, victim.sn))
  expect(await isOnline(victim.id)).toBe(false)
  const own = { clientId: `d:${thief.sn}`, username: thief.sn, password }
  await expect(connectRaw(gateway.url, own)).rejects.toMatchObject({ code: 5 })
  const back = await open(thief)
  await back.leave()
})

it.each([
  ['scrapped', `update device set lifecycle = 'SCRAPPED' where id = $1`],
  ['removed', `update device set deleted_at = now() where id = $1`],
  ['given another secret', `update device set sealed_secret = 'other' where id = $1`],
])('a terminal that is %s is cut at once and refused from then on', async (_, change) => {
  const device = await gateway.addDevice()
  const password = await passOf(device)
  const terminal = await open(device, { password })
  await eventually(() => isOnline(device.id))
  const gone = ended(terminal)
  await gateway.sql(change, [device.id])
  gateway.platform.live.changed({ path: devicesPath, ids: [device.id], orgIds: [] })
  await gone
  const own = { clientId: `d:${device.sn}`, username: device.sn, password }
  await expect(connectRaw(gateway.url, own)).rejects.toMatchObject({ code: 5 })
  await eventually(async () => !(await isOnline(device.id)))
  expect(await sessionsOf(device.id)).toMatchObject([{ reason: 'revoked' }])
})

it('a terminal from a banned address is cut, and cut again with a password of before', async () => {
  const [here, late] = [await gateway.addDevice(), await gateway.addDevice()]
  const password = await passOf(late)
  const terminal = await open(here)
  await eventually(async () => (await sessionsOf(here.id))[0]?.ip === '127.0.0.1')
  const gone = ended(terminal)
  const tell = () => gateway.platform.live.changed({ path: loginBansPath, ids: [], orgIds: [] })
  await gateway.sql(
    `insert into login_ban (kind, value, reason) values ('ADDRESS', '127.0.0.1', 'x')`,
  )
  tell()
  await gone
  const own = { clientId: `d:${late.sn}`, username: late.sn, password }
  const cut = connectRaw(gateway.url, own).then(
    (client) => new Promise<void>((done) => void client.once('close', () => done())),
  )
  await Promise.allSettled([cut])
  await eventually(() =>
    connectRaw(gateway.url, own).then(
      (client) => void client.end(),
      (error: unknown) => (error as { readonly code?: unknown }).code === 5,
    ),
  )
  expect((await post('token', passwordOf(late), { sn: late.sn })).status).toBe(401)
  await gateway.sql('delete from login_ban')
  tell()
  await eventually(
    async () => (await post('token', passwordOf(late), { sn: late.sn })).status === 200,
  )
})
