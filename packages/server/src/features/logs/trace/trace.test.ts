import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { codes, type LogTrace, logTraces, traceTerminals } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePorts } from '../../../../test/freePorts.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import {
  addDevice,
  addModel,
  connectRaw,
  passwordOf,
  type TestDevice,
  TestTerminal,
} from '../../../../test/testGateway.ts'
import { until } from '../../../../test/until.ts'
import type { Gateway } from '../../device/broker/gateway.ts'
import { startGateway } from '../../device/broker/startGateway.ts'
import { fileTraces, forgetTraces } from '../../device/tracing/fileTraces.ts'
import { sweepTraces } from '../../device/tracing/sweepTraces.ts'

let app: TestApp
let folder: string
let url: string
let gateway: Gateway
let modelId: string
let shopId: string
let admin: TestUser
let device: TestDevice
let terminal: TestTerminal

const rights = ['LIST', 'START', 'STOP', 'DOWNLOAD', 'DELETE'].map((name) => `LOGTRACE_${name}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-trace-'))
  const [port = 0] = await freePorts(1)
  app = await startTestApp(undefined, { MQTT_PORT: String(port), MUSTER_DATA: folder })
  const { platform, rootId } = app
  url = `mqtt://127.0.0.1:${port}`
  modelId = await addModel(platform)
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  admin = await signedIn(app, { isSuperAdmin: true })
  gateway = await startGateway(platform)
})
afterAll(async () => {
  await gateway.stop()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  terminal = await connect(device)
})

async function connect(of: TestDevice): Promise<TestTerminal> {
  const client = await connectRaw(url, {
    clientId: `d:${of.sn}`,
    username: of.sn,
    password: passwordOf(of),
  })
  const opened = new TestTerminal(client, of.sn)
  await opened.listen()
  await until(async () => {
    const { rows } = await sql`select from device_online where device_id = ${of.id}`.execute(
      app.platform.db,
    )
    return rows.length > 0
  }, 'the terminal to be online')
  return opened
}

const start = (more: object = {}, user = admin) =>
  user.get(logTraces.start, {
    body: {
      deviceId: device.id,
      kinds: ['SYSTEM'],
      reason: 'a test',
      maxMb: 1,
      maxMinutes: 1,
      ...more,
    },
  })
const found = (id: string, user = admin) => user.get(logTraces.detail, { params: { id } })
const tail = async (id: string, after = '-1') =>
  admin.get(logTraces.tail, { params: { id }, query: { after } })
it('is begun by whoever may, of a terminal that he sees, without the list of terminals', async () => {
  const keeper = await signedIn(app, { permissions: rights, orgId: shopId })
  const mine = await addDevice(app.platform, { modelId, orgId: shopId })
  const offered = async (keyword: string) =>
    (await keeper.get(traceTerminals.list, { query: { keyword } })).map(({ id }) => id)
  expect(await offered(mine.sn)).toEqual([mine.id])
  expect(await offered(device.sn)).toEqual([])
  expect(await keeper.get(traceTerminals.list, { query: { id: device.id } })).toEqual([])
  const reader = await signedIn(app, { permissions: ['LOGTRACE_LIST'] })
  expect((await reader.call(traceTerminals.list, { query: {} })).code).toBe(codes.forbidden)
})

const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const piece = (item: string, seq: number, lines: readonly string[], more: object = {}) =>
  terminal.up('log', {
    item,
    seq,
    data: lines.length > 0 ? gzipSync(textOf(lines)).toString('base64') : '',
    ...more,
  })
const untilIs = (id: string, holds: (trace: LogTrace) => boolean) =>
  until(async () => holds(await found(id)), `trace ${id}`)
/** As if so many seconds had gone by. */
const age = (id: string, seconds: number) =>
  sql`update log_trace set created_at = created_at - make_interval(secs => ${seconds}),
    started_at = started_at - make_interval(secs => ${seconds}),
    last_at = last_at - make_interval(secs => ${seconds}),
    ended_at = ended_at - make_interval(secs => ${seconds}) where id = ${id}`.execute(
    app.platform.db,
  )

describe('a trace', () => {
  it('is asked for, streams, is followed, ends and is looked into', async () => {
    const { id, state } = await start({ level: 'WARN', packages: ['com.example.pay'] })
    expect(state).toBe('REQUESTED')
    const told = await terminal.message('cmd')
    expect(told.body).toMatchObject({
      item: id,
      cmd: 'LOG_TRACE_START',
      args: { kinds: ['SYSTEM'], level: 'WARN', packages: ['com.example.pay'], maxMinutes: 1 },
    })
    await terminal.report(id, 'SUCCESS', { attempt: 1 })
    await untilIs(id, (trace) => trace.state === 'STREAMING')
    await piece(id, 0, ['one', 'two'])
    await piece(id, 1, ['11-26 10:00:00.000  1  1 E AndroidRuntime: FATAL EXCEPTION: main'])
    await untilIs(id, ({ lines }) => lines === 3)
    const followed = await tail(id)
    expect(followed.pieces.map(({ lines }) => lines.length)).toEqual([2, 1])
    expect((await tail(id, '0')).pieces.map(({ seq }) => seq)).toEqual([1])
    await piece(id, 2, ['last'], { end: 'TIME' })
    await untilIs(id, (trace) => trace.state === 'TIMEOUT')
    await fileTraces(app.platform)
    const filed = await found(id)
    expect(filed).toMatchObject({ isFiled: true, crashes: 1, lines: 4, gaps: 0, cause: 'TIME' })
    const shown = await admin.get(logTraces.view, { params: { id }, query: {} })
    expect(shown).toMatchObject({ total: 4, lines: ['one', 'two', expect.any(String), 'last'] })
    const crashes = await admin.get(logTraces.crashes, { params: { id } })
    expect(crashes.list).toMatchObject([{ line: 2, kind: 'CRASH' }])
    const file = await admin.file(logTraces.file, { params: { id } })
    expect(gunzipSync(file.body).toString().split('\n')).toHaveLength(5)
    expect(file.headers['content-disposition']).toContain(filed.traceNo)
  })

  it('is stopped by somebody, and takes what its terminal had still', async () => {
    const { id } = await start()
    await piece(id, 0, ['one'])
    await untilIs(id, ({ lines }) => lines === 1)
    expect(await admin.get(logTraces.stop, { params: { id } })).toMatchObject({
      state: 'STOPPED',
      cause: 'USER',
    })
    expect((await terminal.message('cmd', 2)).body).toMatchObject({
      item: id,
      cmd: 'LOG_TRACE_STOP',
    })
    await piece(id, 1, ['two'], { end: 'STOPPED' })
    await untilIs(id, ({ lines }) => lines === 2)
    // What comes after its end is no part of it, and its terminal is told again.
    await piece(id, 2, ['three'])
    await fileTraces(app.platform)
    expect(await found(id)).toMatchObject({ lines: 2, state: 'STOPPED', isFiled: true })
    const again = await admin.call(logTraces.stop, { params: { id } })
    expect(again.code).toBe(codes.wrongState)
  })

  it('takes each piece once, in any order, and tells what is missing', async () => {
    const { id } = await start()
    for (const seq of [2, 0, 2, 0, 5]) await piece(id, seq, [`of ${seq}`])
    await piece(id, 6, ['end'], { lost: 7, end: 'SIZE' })
    await untilIs(id, (trace) => trace.state === 'STOPPED')
    expect(await found(id)).toMatchObject({ lines: 4, gaps: 3, lostLines: 7, cause: 'SIZE' })
    expect((await tail(id)).pieces).toMatchObject([
      { seq: 0, missing: 0 },
      { seq: 2, missing: 1 },
      { seq: 5, missing: 2 },
      { seq: 6, missing: 0, lost: 7 },
    ])
    await fileTraces(app.platform)
    const { lines } = await admin.get(logTraces.view, { params: { id }, query: {} })
    expect(lines).toEqual([
      'of 0',
      '# 1 pieces are missing here: lost on the way',
      'of 2',
      '# 2 pieces are missing here: lost on the way',
      'of 5',
      '# 7 lines are missing here: thrown away by the terminal',
      'end',
    ])
  })

  it('grows no larger than was asked for, whatever its terminal sends', async () => {
    const { id } = await start()
    const lines = Array.from({ length: 200 }, (_, n) => `${n} ${'z'.repeat(1000)}`)
    for (let seq = 0; seq < 8; seq += 1) await piece(id, seq, lines)
    await untilIs(id, (trace) => trace.state === 'STOPPED')
    const { bytes, cause } = await found(id)
    expect(cause).toBe('SIZE')
    expect(bytes).toBeLessThan(1.3 * 1_048_576)
    expect((await terminal.message('cmd', 2)).body).toMatchObject({ cmd: 'LOG_TRACE_STOP' })
  })

  it('is refused pieces of another, unreadable ones and such as unpack to too much', async () => {
    const { id } = await start()
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    const stranger = await connect(other)
    const data = gzipSync('of a stranger\n').toString('base64')
    await stranger.up('log', { item: id, seq: 0, data })
    await terminal.up('log', { item: id, seq: 0, data: Buffer.from('no gzip').toString('base64') })
    const bomb = gzipSync(Buffer.alloc(5_000_000, 'a')).toString('base64')
    await terminal.up('log', { item: id, seq: 1, data: bomb })
    await terminal.up('log', { item: id, seq: 2, data: gzipSync('nul\0 here').toString('base64') })
    await untilIs(id, ({ lines }) => lines > 0)
    expect((await tail(id)).pieces).toMatchObject([{ seq: 2, missing: 2, lines: ['nul here'] }])
    await stranger.leave()
  })

  it('fails where its terminal cannot', async () => {
    const { id } = await start()
    await terminal.report(id, 'REFUSED', { code: 'C401', attempt: 1 })
    await untilIs(id, (trace) => trace.state === 'FAILED')
    expect((await found(id)).cause).toBe('C401')
  })

  it('is one at a time, of a terminal that is there', async () => {
    await start()
    const body = { deviceId: device.id, kinds: ['SYSTEM' as const], reason: 'x' }
    expect((await admin.call(logTraces.start, { body })).code).toBe(codes.wrongState)
    const away = await addDevice(app.platform, { modelId, orgId: app.rootId })
    const asked = { body: { ...body, deviceId: away.id } }
    expect((await admin.call(logTraces.start, asked)).code).toBe(codes.warning)
    const pattern = { body: { ...body, pattern: '(a' } }
    expect((await admin.call(logTraces.start, pattern)).code).toBe(codes.badRequest)
  })
})

describe('a trace whose terminal', () => {
  it('goes away ends as such, and it is told to stop when it goes on', async () => {
    const { id } = await start()
    // What it never acknowledged would come once more when it is back.
    await terminal.message('cmd')
    await piece(id, 0, ['one'])
    await untilIs(id, ({ lines }) => lines === 1)
    await terminal.leave()
    await until(async () => {
      const { rows } = await sql`select from device_online where device_id = ${device.id}`.execute(
        app.platform.db,
      )
      return rows.length === 0
    }, 'the terminal to be away')
    await sweepTraces(app.platform)
    expect((await found(id)).state).toBe('STREAMING')
    await age(id, 61)
    await sweepTraces(app.platform)
    expect(await found(id)).toMatchObject({ state: 'DEVICE_OFFLINE', cause: 'OFFLINE' })
    await age(id, 40)
    await sql`update log_trace set stop_told_at = null where id = ${id}`.execute(app.platform.db)
    await fileTraces(app.platform)
    expect((await found(id)).isFiled).toBe(true)
    terminal = await connect(device)
    await piece(id, 1, ['two'])
    expect((await terminal.message('cmd')).body).toMatchObject({ item: id, cmd: 'LOG_TRACE_STOP' })
    expect((await found(id)).lines).toBe(1)
  })

  it('comes back in time goes on', async () => {
    const { id } = await start()
    await piece(id, 0, ['one'])
    await terminal.leave()
    terminal = await connect(device)
    await piece(id, 1, ['two'])
    await untilIs(id, ({ lines }) => lines === 2)
    expect(await found(id)).toMatchObject({ state: 'STREAMING', gaps: 0 })
  })

  it('does not answer, or runs over its time, is over', async () => {
    const { id } = await start()
    await age(id, 61)
    await sweepTraces(app.platform)
    expect(await found(id)).toMatchObject({ state: 'FAILED', cause: 'NO_ANSWER' })
    const { id: long } = await start()
    await piece(long, 0, ['one'])
    await untilIs(long, ({ lines }) => lines === 1)
    await age(long, 81)
    await sweepTraces(app.platform)
    expect(await found(long)).toMatchObject({ state: 'TIMEOUT', cause: 'TIME' })
  })

  it('goes to another organisation ends: what it writes there is not for those whose it was', async () => {
    const { id } = await start()
    await piece(id, 0, ['ours'])
    await untilIs(id, ({ lines }) => lines === 1)
    await sql`update device set org_id = ${shopId} where id = ${device.id}`.execute(app.platform.db)
    await piece(id, 1, ['theirs'])
    expect((await terminal.message('cmd', 2)).body).toMatchObject({ cmd: 'LOG_TRACE_STOP' })
    await sweepTraces(app.platform)
    const { state, cause, lines } = await found(id)
    expect({ state, cause, lines }).toEqual({ state: 'STOPPED', cause: 'MOVED', lines: 1 })
    await piece(id, 2, ['theirs, too'], { end: 'STOPPED' })
    await fileTraces(app.platform)
    expect((await found(id)).lines).toBe(1)
  })

  it('is deleted for good ends as that of one that is away', async () => {
    const { id } = await start()
    await piece(id, 0, ['one'])
    await untilIs(id, ({ lines }) => lines === 1)
    await sql`update log_trace set device_id = null where id = ${id}`.execute(app.platform.db)
    await age(id, 61)
    await sweepTraces(app.platform)
    expect(await found(id)).toMatchObject({ state: 'DEVICE_OFFLINE', cause: 'OFFLINE' })
  })

  it('goes on where the platform is started anew meanwhile', async () => {
    const { id } = await start()
    await piece(id, 0, ['one'])
    await untilIs(id, ({ lines }) => lines === 1)
    await gateway.stop()
    gateway = await startGateway(app.platform)
    terminal = await connect(device)
    await piece(id, 0, ['one'])
    await piece(id, 1, ['two'], { end: 'STOPPED' })
    await untilIs(id, (trace) => trace.state === 'STOPPED')
    expect(await found(id)).toMatchObject({ lines: 2, gaps: 0 })
  })
})

it('loses pieces that come too fast, tells so, and keeps nobody waiting', async () => {
  const { id } = await start({ maxMb: 200 })
  const lines = Array.from({ length: 50 }, () => randomUUID())
  await Promise.all(Array.from({ length: 150 }, (_, seq) => piece(id, seq, lines)))
  const begun = performance.now()
  await terminal.up('hb', { bat: 50 })
  expect(performance.now() - begun).toBeLessThan(3000)
  await piece(id, 150, ['end'], { end: 'STOPPED' })
  await untilIs(id, (trace) => trace.state === 'STOPPED')
  const trace = await found(id)
  expect(trace.gaps).toBeGreaterThan(50)
  expect(trace.lines + trace.gaps * 50).toBe(151 * 50 - 49)
})

describe('traces', () => {
  it('are for those who see their organisation, and go with their time or by hand', async () => {
    const shopkeeper = await signedIn(app, { orgId: shopId, permissions: rights })
    const { id } = await start()
    const params = { params: { id } }
    for (const call of [logTraces.detail, logTraces.stop, logTraces.tail] as const)
      expect((await shopkeeper.send({ ...rawOf(call, id) })).code).toBe(codes.notFound)
    expect((await shopkeeper.get(logTraces.page, { query: {} })).list).toEqual([])
    const listed = await admin.get(logTraces.page, { query: { sn: device.sn, state: 'OPEN' } })
    expect(listed.list.map((trace) => trace.id)).toEqual([id])
    expect(listed.total).toBe(1)
    expect((await admin.call(logTraces.destroy, params)).code).toBe(codes.wrongState)
    await piece(id, 0, [randomUUID()], { end: 'STOPPED' })
    await untilIs(id, ({ endedAt }) => endedAt !== null)
    await fileTraces(app.platform)
    await age(id, 31 * 86_400)
    await forgetTraces(app.platform)
    expect((await admin.call(logTraces.detail, params)).code).toBe(codes.notFound)
  })

  it('are deleted with their files', async () => {
    const { id } = await start()
    await piece(id, 0, [randomUUID()], { end: 'STOPPED' })
    await untilIs(id, ({ endedAt }) => endedAt !== null)
    await fileTraces(app.platform)
    const shopkeeper = await signedIn(app, { orgId: shopId, permissions: rights })
    for (const call of [logTraces.file, logTraces.view, logTraces.crashes, logTraces.destroy])
      expect((await shopkeeper.send({ ...rawOf(call, id) })).code).toBe(codes.notFound)
    expect(await admin.get(logTraces.destroy, { params: { id } })).toMatchObject({ count: 1 })
    const { rows } = await sql`select from log_trace where id = ${id}`.execute(app.platform.db)
    expect(rows).toEqual([])
  })
})

const rawOf = ({ method, path }: { method: string; path: string }, id: string) => ({
  method,
  url: path.replace('{id}', id),
})
