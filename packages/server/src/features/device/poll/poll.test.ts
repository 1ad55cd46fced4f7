import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DeviceEnvelope,
  deviceHttp,
  loginBansPath,
  mqttClients,
  mostPolled,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import {
  addDevice,
  addModel,
  eventually,
  giveCommand,
  passwordOf,
  type TestDevice,
} from '../../../../test/testGateway.ts'

let app: TestApp
let modelId: string
let device: TestDevice

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() })
  modelId = await addModel(app.platform)
})
afterAll(() => app.close())
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
})

interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly messages: DeviceEnvelope[]
  readonly more: boolean
}

async function poll(
  body: unknown = {},
  { sn = device.sn, bearer = passwordOf(device) }: { sn?: string; bearer?: string } = {},
): Promise<Answer> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${deviceHttp.poll}?sn=${sn}`,
    headers: { authorization: `Bearer ${bearer}` },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const retryAfter = reply.headers['retry-after']
  const { messages = [], more = false } = reply.json<Partial<Answer>>()
  return { status: reply.statusCode, retryAfter: retryAfter?.toString(), messages, more }
}

const up = (type: string, body: object, more: object = {}) => ({
  v: 1,
  id: randomUUID(),
  ts: Date.now(),
  type,
  body,
  ...more,
})
const typesOf = ({ messages }: Answer) => messages.map(({ type }) => type)
const idsOf = ({ messages }: Answer) => messages.map(({ id }) => id)

async function rows<R>(text: ReturnType<typeof sql>): Promise<R[]> {
  const { rows: found } = await text.execute(app.platform.db)
  return found as R[]
}
const isOnline = async () =>
  (await rows(sql`select from device_online where device_id = ${device.id}`)).length === 1
const itemOf = async (id: string) =>
  (
    await rows<{ state: string; deliveredAt: Date | null }>(
      sql`select * from push_item where id = ${id}`,
    )
  )[0]

/** Polls until a message of a type is there. */
const until = (type: string) =>
  eventually(async () => {
    const answer = await poll({ wait: 2 })
    return answer.messages.find((message) => message.type === type)
  })

describe('a terminal that polls', () => {
  it('is online, and is told its settings and the time with its first poll', async () => {
    const answer = await poll()
    expect(typesOf(answer).toSorted()).toEqual(['cfg', 'time'])
    expect(await isOnline()).toBe(true)
    expect(answer.messages.every(({ sig }) => sig !== undefined)).toBe(true)
  })

  it('has its messages stored when it is answered, and is told so where it asks', async () => {
    await poll()
    const info = { firmware: '1', agentVersion: '1', os: 'Linux' }
    const told = up('info', info, { ack: true })
    const answer = await poll({ messages: [up('hb', { bat: 61 }), told] })
    const [state] = await rows(sql`select * from device_state where device_id = ${device.id}`)
    expect(state).toMatchObject({ battery: 61 })
    const ack = answer.messages.find(({ type }) => type === 'ack')
    expect(ack?.body).toEqual({ kept: [told.id] })
  })

  it('tells which keys it holds, and is told when it tells more than that', async () => {
    await poll()
    const slot = { slot: '1', type: 'TPK', kcv: '0A1B2C', state: 'OK' }
    const good = up('key', { at: Date.now(), slots: [slot] }, { ack: true })
    const bad = up(
      'key',
      { at: Date.now(), slots: [{ ...slot, key: 'AB'.repeat(16) }] },
      { ack: true },
    )
    const answer = await poll({ messages: [good, bad] })
    const ack = answer.messages.find(({ type }) => type === 'ack')
    expect(ack?.body).toEqual({ kept: [good.id], refused: [bad.id] })
    expect(
      await rows(sql`select slot, type, kcv from device_key where device_id = ${device.id}`),
    ).toEqual([{ slot: '1', type: 'TPK', kcv: '0A1B2C' }])
  })

  it('reports trouble, and is told the number of its ticket', async () => {
    await poll()
    const told = up('tkt', { title: 'Paper jams' }, { ack: true })
    const answer = await poll({ messages: [told], wait: 2 })
    const found = answer.messages.find(({ type }) => type === 'tkt') ?? (await until('tkt'))
    const [ticket] = await rows<{ ticketNo: string }>(
      sql`select ticket_no from repair where device_id = ${device.id}`,
    )
    expect(found.body).toMatchObject({ told: told.id, no: ticket?.ticketNo })
  })

  it('is known by a poll that says nothing', async () => {
    await poll()
    await sql`update device_state set last_seen_at = now() - interval '1 hour'
      where device_id = ${device.id}`.execute(app.platform.db)
    await poll()
    const [state] = await rows<{ recent: boolean }>(
      sql`select last_seen_at > now() - interval '1 minute' as recent from device_state
        where device_id = ${device.id}`,
    )
    expect(state?.recent).toBe(true)
  })

  it('gets a message again until it says that it has it', async () => {
    const first = await poll()
    expect(idsOf(await poll())).toEqual(idsOf(first))
    expect(idsOf(await poll({ got: idsOf(first) }))).toEqual([])
  })

  it('goes when it says so', async () => {
    await poll()
    await poll({ messages: [up('conn', { s: 'offline', r: 'stop' })] })
    expect(await isOnline()).toBe(false)
  })

  it('is let go when its address is banned, and not let in', async () => {
    await poll()
    const waiting = poll({ wait: 50 })
    const tell = () => app.platform.live.changed({ path: loginBansPath, ids: [], orgIds: [] })
    await sql`insert into login_ban (kind, value, reason) values ('ADDRESS', '127.0.0.1', 'x')`.execute(
      app.platform.db,
    )
    tell()
    await eventually(async () => !(await isOnline()))
    await waiting
    expect((await poll()).status).toBe(401)
    await sql`delete from login_ban`.execute(app.platform.db)
    tell()
    await eventually(async () => (await poll()).status === 200)
  })

  it('is let go when somebody wants it gone, and comes anew', async () => {
    await poll()
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
    await poll()
    expect(await isOnline()).toBe(true)
  })
})

describe('a command', () => {
  it('ends a poll that waits, is delivered by the next, and done by its report', async () => {
    const { messages } = await poll()
    const waiting = poll({ got: messages.map(({ id }) => id), wait: 30 })
    await sleep(100)
    const begun = performance.now()
    const item = await giveCommand(app.platform, device, {})
    const answer = await waiting
    expect(performance.now() - begun).toBeLessThan(10_000)
    expect(typesOf(answer)).toEqual(['cmd'])
    expect(await itemOf(item)).toMatchObject({ state: 'PUBLISHED', deliveredAt: null })
    const report = up('task', { item, state: 'SUCCESS', at: Date.now() }, { ack: true })
    const end = await poll({ got: idsOf(answer), messages: [report] })
    expect(typesOf(end)).toEqual(['ack'])
    expect((await itemOf(item))?.state).toBe('SUCCESS')
    await eventually(async () => (await itemOf(item))?.deliveredAt)
  })

  it('waits for a terminal that comes later', async () => {
    const item = await giveCommand(app.platform, device, {})
    const { body } = await until('cmd')
    expect(body).toMatchObject({ item })
  })

  it('stays as it ended, whatever is reported of it again', async () => {
    const item = await giveCommand(app.platform, device, {})
    await until('cmd')
    const report = up('task', { item, state: 'SUCCESS', at: Date.now() })
    await poll({ messages: [report, report] })
    await poll({ messages: [report, up('task', { item, state: 'FAILED', at: Date.now() })] })
    expect((await itemOf(item))?.state).toBe('SUCCESS')
  })
})

describe('whoever is not a terminal of ours', () => {
  it('is refused without its secret, with that of another, and with a proof that was used', async () => {
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    expect((await poll({}, { bearer: 'nothing' })).status).toBe(401)
    expect((await poll({}, { bearer: passwordOf(other) })).status).toBe(401)
    expect((await poll({}, { sn: other.sn })).status).toBe(401)
    const bearer = passwordOf(device)
    expect((await poll({}, { bearer })).status).toBe(200)
    expect((await poll({}, { bearer })).status).toBe(401)
  })

  it('is refused when it is scrapped', async () => {
    await poll()
    await sql`update device set lifecycle = 'SCRAPPED' where id = ${device.id}`.execute(
      app.platform.db,
    )
    expect((await poll()).status).toBe(401)
    await eventually(async () => !(await isOnline()))
  })

  it('cannot report for an item of another terminal', async () => {
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    const item = await giveCommand(app.platform, other, {})
    await poll({ messages: [up('task', { item, state: 'SUCCESS', at: Date.now() })] })
    expect((await itemOf(item))?.state).not.toBe('SUCCESS')
  })
})

describe('a poll that asks for too much', () => {
  it.each([
    ['no JSON', '{'],
    ['a wait beyond all', { wait: 51 }],
    [
      'more messages than one may bring',
      { messages: Array.from({ length: mostPolled + 1 }, () => ({})) },
    ],
    ['ids that are none', { got: [1] }],
  ])('is malformed: %s', async (_, body) => {
    expect((await poll(body)).status).toBe(400)
  })

  it('has what breaks the rules thrown away, and is told which', async () => {
    await poll()
    const bad = up('hb', { bat: 400 }, { ack: true })
    const answer = await poll({
      messages: [bad, null, 'x', { type: 'task' }, up('hb', { bat: 5 })],
    })
    const ack = await eventually(async () =>
      [...answer.messages, ...(await poll()).messages].find(({ type }) => type === 'ack'),
    )
    expect(ack.body).toEqual({ kept: [], refused: [bad.id] })
    const [state] = await rows(sql`select * from device_state where device_id = ${device.id}`)
    expect(state).toMatchObject({ battery: 5 })
  })

  it('has a message thrown away that no broker would take, and is told so', async () => {
    await poll()
    const large = up('hb', { bat: 8, more: 'x'.repeat(128 * 1024) }, { ack: true })
    const small = up('hb', { bat: 9 })
    const answer = await poll({ messages: [large, small] })
    const ack = await eventually(async () =>
      [...answer.messages, ...(await poll()).messages].find(({ type }) => type === 'ack'),
    )
    expect(ack.body).toEqual({ kept: [], refused: [large.id] })
  })

  it('has what is nested deeper than anybody reads thrown away, and nothing beside it', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const messages = JSON.stringify([up('evt', { code: 'X', data: 0 }), up('hb', { bat: 7 })])
    const { status } = await poll(`{"messages":${messages.replace('"data":0', `"data":${deep}`)}}`)
    expect(status).toBe(200)
    const [state] = await rows(sql`select * from device_state where device_id = ${device.id}`)
    expect(state).toMatchObject({ battery: 7 })
  })

  it('is put off when there are too many of it, and only so long', async () => {
    const answers = await Promise.all(Array.from({ length: 140 }, () => poll()))
    const late = answers.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    expect(late.every(({ retryAfter }) => Number(retryAfter) >= 1)).toBe(true)
  })

  it('is refused where it is larger than a megabyte', async () => {
    expect((await poll('x'.repeat(1024 * 1024 + 1))).status).toBe(413)
  })
})
