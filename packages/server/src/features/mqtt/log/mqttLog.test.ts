import { randomUUID } from 'node:crypto'
import { codes, mqttClients, mqttConfig, mqttLog } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { saveEntries, type TrailEntry } from '../../device/trail/trail.queries.ts'
import { trailSpan } from './span.rules.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
/** Who sees the organisation of the second terminal only. */
let operator: TestUser

const mine = 'MINE00000'
const theirs = 'THEIR00000'

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string) => addOrganization(platform, { name: code, code, parentId: rootId })
  const [a, b] = [await place('trail-a'), await place('trail-b')]
  await addDevices(app, estate, { orgId: a.id, prefix: 'MINE', count: 1 })
  await addDevices(app, estate, { orgId: b.id, prefix: 'THEIR', count: 1 })
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, {
    orgId: a.id,
    permissions: ['MQTT_LOG_LIST', 'MQTT_LOG_DETAIL', 'MQTT_LOG_TAIL', 'MQTT_LOG_RESEND'],
  })
})
afterAll(() => app.close())

let moment = Date.now() - 60_000

const entry = (values: Partial<TrailEntry>): TrailEntry => {
  moment += 10
  return {
    at: moment,
    direction: 'UP',
    sn: mine,
    type: 'hb',
    path: values.type ?? 'hb',
    messageId: randomUUID(),
    correlationId: null,
    qos: 1,
    retain: false,
    size: 40,
    payload: '{"body":{"bat":71}}',
    result: 'STORED',
    reason: null,
    latencyMs: 3,
    ...values,
  }
}

async function record(...entries: readonly TrailEntry[]): Promise<void> {
  const client = await app.platform.pool.connect()
  try {
    await saveEntries(client, entries, 'host:1')
  } finally {
    client.release()
  }
}

const listed = async (user: TestUser, query: Record<string, string>) =>
  (await user.get(mqttLog.page, { query })).list

describe('the message log', () => {
  it('lists what was said, the latest first, with topic and client, and without the words', async () => {
    await record(entry({ messageId: 'm-1' }), entry({ messageId: 'm-2', type: 'info' }))
    const rows = await listed(admin, { sn: mine })
    expect(rows.map(({ messageId }) => messageId)).toEqual(['m-2', 'm-1'])
    expect(rows[0]).toMatchObject({
      topic: `tms/v1/main/${mine}/up/info`,
      clientId: `d:${mine}`,
      orgName: 'trail-a',
      node: 'host:1',
    })
    expect(JSON.stringify(rows)).not.toContain('bat')
  })

  it('is filtered by direction, kind, result, size, conversation and number', async () => {
    const correlationId = randomUUID()
    await record(
      entry({ direction: 'DOWN', type: 'cmd', correlationId, result: 'DELIVERED', size: 900 }),
      entry({ type: 'task', path: `task/${correlationId}`, correlationId }),
    )
    expect(await listed(admin, { correlationId })).toHaveLength(2)
    expect(await listed(admin, { correlationId, direction: 'UP' })).toHaveLength(1)
    expect(await listed(admin, { correlationId, type: 'cmd' })).toHaveLength(1)
    expect(await listed(admin, { correlationId, result: 'DELIVERED' })).toHaveLength(1)
    expect(await listed(admin, { correlationId, minSize: '500' })).toHaveLength(1)
    expect(await listed(admin, { keyword: correlationId })).toHaveLength(2)
  })

  it('shows to each caller the messages of his terminals alone', async () => {
    await record(entry({ sn: theirs, messageId: 'not-yours' }))
    const [foreign] = await listed(admin, { sn: theirs })
    expect(foreign).toMatchObject({ messageId: 'not-yours' })
    expect(await listed(operator, { sn: theirs })).toEqual([])
    const all = await listed(operator, {})
    expect(all.length).toBeGreaterThan(0)
    expect(all.every(({ sn }) => sn === mine)).toBe(true)
    const params = { id: foreign?.id ?? '' }
    expect(await operator.call(mqttLog.detail, { params })).toMatchObject({ code: codes.notFound })
    expect(await operator.call(mqttLog.resend, { params })).toMatchObject({ code: codes.notFound })
    expect(await operator.call(mqttLog.tail, { query: { sn: theirs } })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'sn' }] },
    })
  })

  it('shows one message whole, and the conversation that it belongs to with its answers', async () => {
    const correlationId = randomUUID()
    const answered = randomUUID()
    await record(
      entry({ direction: 'DOWN', type: 'cmd', correlationId, result: 'DELIVERED' }),
      entry({ type: 'task', correlationId, messageId: answered }),
      entry({ direction: 'DOWN', type: 'ack', payload: `{"body":{"kept":["${answered}"]}}` }),
      entry({ direction: 'DOWN', type: 'ack', payload: '{"body":{"kept":["another"]}}' }),
    )
    const [, first] = await listed(admin, { correlationId })
    const shown = await admin.get(mqttLog.detail, { params: { id: first?.id ?? '' } })
    expect(shown).toMatchObject({ payload: '{"body":{"bat":71}}', isCut: false })
    const { list } = await admin.get(mqttLog.trace, { params: { correlationId } })
    expect(list.map(({ type }) => type)).toEqual(['cmd', 'task', 'ack'])
    expect((await operator.get(mqttLog.trace, { params: { correlationId } })).list).toHaveLength(3)
  })

  it('follows a terminal: the latest come first', async () => {
    await record(entry({ messageId: 'newest' }))
    const { list } = await operator.get(mqttLog.tail, { query: { sn: mine } })
    expect(list[0]).toMatchObject({ messageId: 'newest', payload: '{"body":{"bat":71}}' })
  })

  it('says how many messages of a time were only counted', async () => {
    await app.platform.pool.query(
      `insert into mqtt_log_gap (from_at, to_at, node, messages)
        values (now() - interval '2 minutes', now() - interval '1 minute', 'host:1', 7)`,
    )
    expect(await operator.get(mqttLog.unrecorded, { query: {} })).toEqual({ messages: 7 })
  })
})

describe('a message that is sent again', () => {
  const again = async (values: Partial<TrailEntry>) => {
    await record(entry(values))
    const [last] = await listed(admin, { sn: mine })
    return admin.call(mqttLog.resend, { params: { id: last?.id ?? '' } })
  }
  const question = { body: { items: [randomUUID()] } }

  it('went to a terminal, and harms nothing', async () => {
    expect(await again({ type: 'hb' })).toMatchObject({ code: codes.warning })
    expect(await again({ direction: 'DOWN', type: 'cmd' })).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('A command is sent again by itself'),
    })
  })

  it('needs a terminal that is there', async () => {
    const answer = await again({ direction: 'DOWN', type: 'cfg' })
    expect(answer).toMatchObject({ code: codes.warning, msg: `Terminal ${mine} is not connected.` })
  })

  it('says the same question to a terminal that is there, under another id', async () => {
    const { pool } = app.platform
    await pool.query(
      `insert into device_online (device_id, since, session_id)
        select id, now(), uuid7() from device where sn = $1`,
      [mine],
    )
    const payload = JSON.stringify({ id: 'asked-1', ...question })
    expect(await again({ direction: 'DOWN', type: 'ask', payload })).toMatchObject({ code: 200 })
    const { rows } = await pool.query<{ payload: { path: string; body: unknown; sn: string } }>(
      `select payload from outbox where kind = 'device' and key = $1`,
      [mine],
    )
    expect(rows[0]?.payload).toMatchObject({ path: 'ask', sn: mine, body: question.body })
  })
})

describe('a look at the log', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const hours = (span: { from: string; to: string }) =>
    Math.round((Date.parse(span.to) - Date.parse(span.from)) / 3_600_000)

  it('goes a week back for one terminal or conversation, and an hour for all', () => {
    expect(hours(trailSpan({ sn: mine }, now))).toBe(168)
    expect(hours(trailSpan({ correlationId: 'x' }, now))).toBe(168)
    expect(hours(trailSpan({}, now))).toBe(1)
    expect(hours(trailSpan({ from: '2026-11-01T00:00:00.000Z' }, now))).toBe(1)
  })

  it('is refused where it goes further, by the field that would help', async () => {
    const query = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-03T00:00:00.000Z' }
    expect(await admin.call(mqttLog.page, { query })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'sn' }] },
    })
    const long = { ...query, sn: mine, to: '2026-11-20T00:00:00.000Z' }
    expect(await admin.call(mqttLog.page, { query: long })).toMatchObject({
      data: { fields: [{ field: 'to' }] },
    })
    const back = { sn: mine, from: query.to, to: query.from }
    expect(await admin.call(mqttLog.page, { query: back })).toMatchObject({ code: 400 })
  })

  it('finds one terminal’s messages by an index, in each day', async () => {
    const client = await app.platform.pool.connect()
    await client.query('begin; set local enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select at, id from mqtt_log
        where at >= now() - interval '7 days' and at < now() and sn = 'N-1'
        order by at desc, id desc limit 20`,
    )
    await client.query('rollback')
    client.release()
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain('mqtt_log_2')
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toContain('Merge Append')
    expect(plan).not.toMatch(/->  (?:Incremental )?Sort/)
  })
})

describe('connected terminals', () => {
  it('are listed, told something harmless and let go, by those who see them', async () => {
    const { list } = await admin.get(mqttClients.page, { query: {} })
    expect(list).toMatchObject([{ sn: mine, clientId: `d:${mine}` }])
    const sent = await admin.get(mqttClients.publish, { body: { sn: mine, message: 'time' } })
    expect(sent.messageId).toMatch(/^[0-9a-f-]{36}$/)
    const kicked: string[] = []
    const end = app.platform.live.subscribe(({ path, ids }) => {
      if (path === mqttClients.kick.path) kicked.push(...ids)
    })
    expect(await admin.get(mqttClients.kick, { params: { clientId: `d:${mine}` } })).toEqual({
      count: 1,
    })
    await expect.poll(() => kicked).toEqual([list[0]?.id])
    end()
    const nobody = { params: { clientId: `d:${theirs}` } }
    expect(await operator.call(mqttClients.kick, nobody)).toMatchObject({ code: codes.forbidden })
    expect(await admin.call(mqttClients.kick, nobody)).toMatchObject({ code: codes.warning })
  })

  it('are found by the access points that an administrator tests', async () => {
    const { pool } = app.platform
    const { rows } = await pool.query<{ id: string }>(
      `insert into access_point (name, kind, url, region, weight)
        values ('closed', 'MQTT', 'mqtt://127.0.0.1:1', '', 100),
          ('pages', 'HTTPS', 'https://127.0.0.1:1', '', 100) returning id`,
    )
    const test = (place: number) =>
      admin.call(mqttConfig.test, { params: { id: rows[place]?.id ?? '' } })
    expect(await test(0)).toMatchObject({
      code: 200,
      data: { result: 'UNREACHABLE', reason: 'ECONNREFUSED' },
    })
    expect(await test(1)).toMatchObject({ code: 400 })
  })
})
