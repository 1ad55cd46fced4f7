import { randomUUID } from 'node:crypto'
import { mqttLimits, mqttLog } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectRaw,
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { openTrail, type Trail, type TrailRules } from './trail.ts'
import { trailWatchPath } from './trailWatch.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

interface Row extends Record<string, unknown> {
  readonly direction: string
  readonly type: string
  readonly result: string
  readonly payload: string | null
}

const rowsOf = (sn: string) =>
  gateway.sql<Row>('select * from mqtt_log where sn = $1 order by at, id', [sn])

const rowOf = (sn: string, wanted: Readonly<Record<string, unknown>>) =>
  eventually(async () =>
    (await rowsOf(sn)).find((row) =>
      Object.entries(wanted).every(([column, value]) => row[column] === value),
    ),
  )

describe('the trail', () => {
  it('has what a terminal said, and that it was stored', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 71 }, { id: 'beat-1' })
    const row = await rowOf(device.sn, { type: 'hb', message_id: 'beat-1' })
    expect(row).toMatchObject({ direction: 'UP', result: 'STORED', path: 'hb', retain: false })
    expect(JSON.parse(row.payload ?? '')).toMatchObject({ id: 'beat-1', body: { bat: 71 } })
    await terminal.leave()
  })

  it('has a message that broke the rules, with the rule, and not what could not be read', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const topic = `tms/v1/main/${device.sn}/up/hb`
    await terminal.raw(topic, 'password=hunter2')
    await terminal.up('hb', { bat: 'full' }, { id: 'beat-2' })
    expect(await rowOf(device.sn, { reason: 'json' })).toMatchObject({
      result: 'REFUSED',
      payload: null,
    })
    expect(await rowOf(device.sn, { reason: 'schema' })).toMatchObject({
      result: 'REFUSED',
      message_id: 'beat-2',
    })
    await terminal.leave()
  })

  it('keeps a conversation together: the command, its delivery, the reports', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const item = await gateway.command(device)
    const { id } = await terminal.message('cmd')
    await terminal.report(item, 'SUCCESS')
    const sent = await rowOf(device.sn, { type: 'cmd', result: 'DELIVERED' })
    expect(sent).toMatchObject({ direction: 'DOWN', correlation_id: item, message_id: id })
    expect(sent['latency_ms']).toBeGreaterThanOrEqual(0)
    const report = await rowOf(device.sn, { type: 'task' })
    expect(report).toMatchObject({ correlation_id: item, path: `task/${item}`, result: 'STORED' })
    await terminal.leave()
  })

  it('masks what values come to: on their hash a short secret among them would be tried', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const params = { 'com.example.pay': 'ab'.repeat(32) }
    await terminal.up('hb', { bat: 71, params }, { id: 'beat-3' })
    const row = await rowOf(device.sn, { type: 'hb', message_id: 'beat-3' })
    expect(JSON.parse(row.payload ?? '')).toMatchObject({ body: { bat: 71, params: '***' } })
    await terminal.leave()
  })

  it('masks why a parameter was not taken: that may tell its value', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    const item = await gateway.command(device)
    const refused = [{ p: 'pin', why: '4711 is too short' }]
    const body = { item, state: 'FAILED', code: 'P309', refused, at: Date.now() }
    await terminal.up(`task/${item}`, body, { id: 'report-1' })
    const row = await rowOf(device.sn, { type: 'task', message_id: 'report-1' })
    expect(JSON.parse(row.payload ?? '')).toMatchObject({
      body: { item, refused: [{ p: 'pin', why: '***' }] },
    })
    await terminal.leave()
  })

  it('masks the credential that a first contact is answered with', async () => {
    const { sn } = await gateway.addDevice({ registered: false, lifecycle: 'ASSIGNED' })
    const token = 'k'.repeat(43)
    await gateway.sql(
      `insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
        values ($1, sha256($2::bytea), now() + interval '1 hour', 5)`,
      [gateway.orgId, token],
    )
    const [model] = await gateway.sql<{ code: string; vendor: string }>(
      `select model.code, vendor.code as vendor from model join vendor on vendor.id = model.vendor_id
        where model.id = $1`,
      [gateway.modelId],
    )
    const clientId = `b:${sn}`
    const client = await connectRaw(gateway.url, { clientId, username: sn, password: token })
    const told = new Promise<string>((resolve) => {
      client.on('message', (_, payload) => resolve(payload.toString()))
    })
    await client.subscribeAsync(`tms/v1/boot/${sn}/down/reg`, { qos: 1 })
    const body = { sn, model: model?.code, vendor: model?.vendor, agentVersion: '1', firmware: '1' }
    const message = { v: 1, id: randomUUID(), ts: Date.now(), type: 'reg', body }
    await client.publishAsync(`tms/v1/boot/${sn}/up/reg`, JSON.stringify(message), { qos: 1 })
    const answer: { body: { result: string; secret?: string } } = JSON.parse(await told)
    expect(answer.body).toMatchObject({ result: 'REGISTERED' })
    const row = await rowOf(sn, { type: 'reg', direction: 'DOWN' })
    expect(row.payload).toContain('"secret":"***"')
    expect(row.payload).not.toContain(answer.body.secret ?? 'none')
    expect(row).toMatchObject({ correlation_id: message.id })
    await client.endAsync()
  })

  it('tells those who look at a terminal of its messages, and of no other', async () => {
    const [seen, other] = [await gateway.addDevice(), await gateway.addDevice()]
    const terminals = [await openTerminal(gateway, seen), await openTerminal(gateway, other)]
    const told: string[] = []
    const end = gateway.platform.live.subscribe(({ path, ids }) => {
      if (path === mqttLog.tail.path) told.push(...ids)
    })
    gateway.platform.live.changed({ path: trailWatchPath, ids: [seen.id], orgIds: [] })
    await eventually(async () => {
      for (const terminal of terminals) await terminal.up('hb', { bat: 1 })
      return told.length > 0
    })
    expect(new Set(told)).toEqual(new Set([seen.id]))
    end()
    for (const terminal of terminals) await terminal.leave()
  })
})

describe('what is recorded', () => {
  const shipped: TrailRules = mqttLimits.save.schemas.body.parse({ version: 0 })

  async function withTrail(rules: Partial<TrailRules>, work: (trail: Trail) => void) {
    const { platform } = gateway
    const trail = openTrail(platform, { node: 'test:1', rules: () => ({ ...shipped, ...rules }) })
    const sn = `T-${randomUUID().slice(0, 8).toUpperCase()}`
    for (let number = 0; number < 100; number++)
      for (const type of ['hb', 'info'])
        trail.heard(
          {
            sn,
            type,
            path: type,
            messageId: null,
            correlationId: null,
            payload: Buffer.from('{}'),
          },
          () => undefined,
        )()
    work(trail)
    await trail.stop()
    const rows = await rowsOf(sn)
    const of = (type: string) => rows.filter((row) => row.type === type).length
    return { beats: of('hb'), others: of('info'), counts: trail.counts() }
  }

  it.each([
    ['ALL', 100, 100],
    ['NO_BEATS', 0, 100],
    ['NONE', 0, 0],
  ] as const)('is as %s says', async (trail, beats, others) => {
    const found = await withTrail({ trail }, () => undefined)
    expect(found).toMatchObject({ beats, others })
    // What nobody wants recorded is not missing.
    expect(found.counts).toEqual({ recorded: beats + others, unrecorded: 0, waiting: 0 })
  })

  it('is cut to so many beats a second, and says how many are missing', async () => {
    const before = await gateway.sql<{ sum: string }>(
      `select coalesce(sum(messages), 0) as sum from mqtt_log_gap`,
    )
    const found = await withTrail({ trailPerSecond: 200 }, () => undefined)
    // A quarter of a second's worth at a time.
    expect(found).toMatchObject({ beats: 50, others: 100 })
    expect(found.counts).toEqual({ recorded: 150, unrecorded: 50, waiting: 0 })
    const [after] = await gateway.sql<{ sum: string }>(
      `select sum(messages) as sum from mqtt_log_gap`,
    )
    expect(Number(after?.sum) - Number(before[0]?.sum)).toBe(50)
  })

  it('never holds up what it records: a database that takes nothing costs entries, not messages', async () => {
    const { platform } = gateway
    const pool = Object.create(platform.pool, {
      connect: { value: () => Promise.reject(new Error('away')) },
    })
    const trail = openTrail({ ...platform, pool }, { node: 'test:2', rules: () => shipped })
    let done = 0
    const message = {
      sn: 'AWAY-1',
      type: 'info',
      path: 'info',
      messageId: null,
      correlationId: null,
    }
    for (let number = 0; number < 25_000; number++)
      trail.heard({ ...message, payload: Buffer.from('{}') }, () => done++)()
    expect(done).toBe(25_000)
    expect(trail.counts().waiting).toBe(20_000)
    await trail.stop()
    expect(trail.counts().unrecorded).toBeGreaterThanOrEqual(5_000)
  })
})
