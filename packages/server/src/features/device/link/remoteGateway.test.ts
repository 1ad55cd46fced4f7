import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { deviceMessages } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ForeignBroker, startForeignBroker } from '../../../../test/foreignBroker.ts'
import {
  connectRaw,
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
  TestTerminal,
} from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'
import { makeToken, tokenHash } from '../../../platform/secrets.ts'

const brokerToken = 'a-token-of-the-broker'

let broker: ForeignBroker
let gateway: TestGateway
let http: FastifyInstance

beforeAll(async () => {
  broker = await startForeignBroker()
  const started = await startTestGateway({ mqttUrl: broker.gatewayUrl, brokerToken })
  gateway = { ...started, url: broker.url }
  http = await buildApp(gateway.platform)
  broker.ask = async (call, body) => {
    const answer = await http.inject({
      method: 'POST',
      url: `/device/v1/broker/${call}`,
      headers: { authorization: `Bearer ${brokerToken}` },
      payload: body,
    })
    return answer.json()
  }
  await eventually(async () => gateway.isReady())
})

afterAll(async () => {
  await gateway.close()
  await broker.close()
  await http.close()
})

const stateOf = async (id: string) =>
  (await gateway.sql('select * from device_state where device_id = $1', [id]))[0]

const isOnline = async (id: string) =>
  (await gateway.sql('select from device_online where device_id = $1', [id])).length === 1

const itemStateOf = async (id: string) =>
  (
    await gateway.sql<{ state: string }>('select state from device_task_item where id = $1', [id])
  )[0]?.state

describe('through a broker of its own', () => {
  it('a heartbeat is stored and its terminal shown as online, until its last will', async () => {
    const device = await gateway.addDevice()
    const topic = `tms/v1/main/${device.sn}/up/conn`
    const body = { s: 'offline', r: 'lwt' }
    const will = JSON.stringify({ v: 1, id: 'w', ts: 1, type: 'conn', body })
    const terminal = await openTerminal(gateway, device, {
      will: { topic, payload: Buffer.from(will), qos: 1, retain: false },
    })
    await terminal.up('conn', { s: 'online' })
    await terminal.up('hb', { bat: 66 })
    await eventually(async () => (await stateOf(device.id))?.['battery'] === 66)
    expect(await isOnline(device.id)).toBe(true)
    terminal.cut()
    await eventually(async () => !(await isOnline(device.id)))
    const [session] = await gateway.sql('select * from device_session where device_id = $1', [
      device.id,
    ])
    expect(session).toMatchObject({ reason: 'network' })
  })

  it('a command goes out, is answered, and reaches a terminal that was away', async () => {
    const device = await gateway.addDevice()
    const early = await gateway.command(device)
    const terminal = await openTerminal(gateway, device)
    await terminal.up('conn', { s: 'online' })
    expect((await terminal.message('cmd')).body).toMatchObject({ item: early })
    await terminal.report(early, 'SUCCESS')
    await eventually(async () => (await itemStateOf(early)) === 'SUCCESS')
    const late = await gateway.command(device)
    expect((await terminal.message('cmd', 2)).body).toMatchObject({ item: late })
    await eventually(async () => (await itemStateOf(late)) === 'DELIVERED')
    await terminal.leave()
  })

  it('nothing is acknowledged to the broker before its commit', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 10 })
    await eventually(() => stateOf(device.id))
    const holder = new pg.Client(gateway.databaseUrl)
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from device_state where device_id = $1 for update', [device.id])
    const before = broker.acknowledged()
    await terminal.up('hb', { bat: 11 })
    await sleep(300)
    expect(broker.acknowledged()).toBe(before)
    await holder.query('rollback')
    await holder.end()
    await eventually(async () => broker.acknowledged() === before + 1)
    expect(await stateOf(device.id)).toMatchObject({ battery: 11 })
    await terminal.leave()
  })

  it('what comes while the gateway is cut off comes later', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 20 })
    await eventually(() => stateOf(device.id))
    broker.cutGateway()
    await eventually(async () => !gateway.isReady())
    await terminal.up('hb', { bat: 21 })
    await eventually(async () => (await stateOf(device.id))?.['battery'] === 21)
    expect(gateway.isReady()).toBe(true)
    await terminal.leave()
  })

  it('many messages are under way at once', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await Promise.all(Array.from({ length: 300 }, (_, n) => terminal.up('hb', { bat: 1, up: n })))
    await eventually(async () => (await stateOf(device.id))?.['uptime_seconds'] === 299)
    expect(await isOnline(device.id)).toBe(true)
    await terminal.leave()
  })

  it('a first contact is answered', async () => {
    const token = makeToken()
    await gateway.sql(
      `insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
        values ($1, $2, now() + interval '1 hour', 10)`,
      [gateway.orgId, tokenHash(token)],
    )
    const { sn } = await gateway.addDevice({ registered: false })
    const client = await connectRaw(broker.url, {
      clientId: `b:${sn}`,
      username: sn,
      password: token,
    })
    const terminal = new TestTerminal(client, sn)
    await client.subscribeAsync(`tms/v1/boot/${sn}/down/reg`, { qos: 1 })
    const body = { sn, model: 'model', vendor: 'vendor', agentVersion: 'A', firmware: 'F' }
    const message = { v: 1, id: randomUUID(), ts: Date.now(), type: 'reg', body }
    await terminal.raw(`tms/v1/boot/${sn}/up/reg`, JSON.stringify(message))
    const answer = deviceMessages.registrationAnswer.parse((await terminal.message('reg')).body)
    expect(answer.result).toBe('REGISTERED')
    await terminal.leave()
  })
})

describe('what the broker asks', () => {
  it('is answered to the holder of its token only', async () => {
    for (const authorization of ['', 'Bearer wrong', brokerToken]) {
      const url = '/device/v1/broker/acl'
      const answer = await http.inject({
        method: 'POST',
        url,
        headers: { authorization },
        payload: {},
      })
      expect(answer.statusCode).toBe(401)
    }
  })

  const clientid = 'd:SN-00001'
  const own = 'tms/v1/main/SN-00001'

  it.each([
    [{ topic: `${own}/up/hb`, action: 'publish' }, 'allow'],
    [{ topic: `${own}/up/hb`, acc: 2 }, 'allow'],
    [{ topic: `${own}/up/hb`, action: 'publish', retain: true }, 'deny'],
    [{ topic: `${own}/down/cmd`, action: 'publish' }, 'deny'],
    [{ topic: 'tms/v1/main/SN-00002/up/hb', action: 'publish' }, 'deny'],
    [{ topic: `${own}/down/#`, action: 'subscribe' }, 'allow'],
    [{ topic: `${own}/down/cmd`, acc: 1 }, 'allow'],
    [{ topic: `${own}/up/hb`, acc: 1 }, 'deny'],
    [{ topic: '#', acc: 4 }, 'deny'],
    [{ topic: `${own}/up/hb` }, 'deny'],
    [{}, 'deny'],
  ])('of %o is answered with %s', async (asked, result) => {
    const body = { clientid, username: 'SN-00001', ...asked }
    expect(await broker.ask('acl', body)).toMatchObject({ result })
  })

  it('of a client with another name is denied', async () => {
    const topic = `${own}/up/hb`
    const asked = { clientid, username: 'SN-00002', topic, action: 'publish' }
    expect(await broker.ask('acl', asked)).toMatchObject({ result: 'deny' })
  })
})
