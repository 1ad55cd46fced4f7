import {
  codes,
  effectiveParams,
  mqttTasks,
  paramDeliveries,
  paramEdits,
  paramPushes,
  params,
  writeParamFile,
} from '@muster/contract'
import { type Scenario, scenarios, VirtualTerminal } from '@muster/simulator'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../../test/testGateway.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { until } from '../../../../test/until.ts'
import { aPicture, shaOf, upload } from '../../../../test/uploads.ts'
import { startDeviceWorker } from '../../device/device.worker.ts'
import { startGateway } from '../../device/broker/startGateway.ts'
import { loadDownKey } from '../../device/downKey.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { startParamWorker } from '../index.ts'

// From a value that somebody types to the terminal that runs with it, and back.

let app: TestApp
let folder: string
let user: TestUser
let modelId: string
let gateway: Awaited<ReturnType<typeof startGateway>>
let platform: string
let serverKey: string
let template: Awaited<ReturnType<typeof addParamTemplate>>
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-params-'))
  app = await startTestApp(undefined, { MQTT_PORT: '0', MUSTER_DATA: folder })
  await seedParameters(app.platform.db)
  user = await signedIn(app, { isSuperAdmin: true })
  modelId = await addModel(app.platform)
  gateway = await startGateway(app.platform)
  stops.push(
    gateway.stop,
    startDeviceWorker(app.platform).stop,
    startParamWorker(app.platform).stop,
  )
  platform = await app.http.listen({ port: 0, host: '127.0.0.1' })
  serverKey = (await loadDownKey(app.platform)).publicKey
  template = await addParamTemplate(app, {
    package: 'com.example.pay',
    pids: ['host', 'port', 'tid'],
    secretPids: ['pin'],
    defaults: { port: '443' },
    images: ['logo'],
  })
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const [calm] = scenarios.values()
if (!calm) throw new Error('no scenario')
const quick: Scenario = {
  ...calm,
  answers: { ...calm.answers, acknowledge: [0, 10], run: [0, 10] },
  skew: [0, 0],
}

async function online(device: TestDevice, scenario = quick): Promise<VirtualTerminal> {
  const secret = device.secret.toString('base64url')
  const terminal = new VirtualTerminal({
    identity: { sn: device.sn, model: 'model', vendor: 'vendor' },
    mqtt: `mqtt://127.0.0.1:${gateway.port()}`,
    platform,
    token: null,
    credential: { tenant: 'main', secret, serverKey, heartbeatSeconds: 60 },
    scenario,
    seed: 'params',
  })
  stops.push(() => terminal.stop())
  terminal.start()
  await terminal.untilOnline()
  return terminal
}

const stateOf = async (deviceId: string) => {
  const { rows } = await sql<{ state: string }>`select state from param_desired
    where device_id = ${deviceId} and until is null`.execute(app.platform.db)
  return rows[0]?.state
}

const held = (terminal: VirtualTerminal) => terminal.machine.params.of('com.example.pay')

async function assign(of: { orgId?: string; deviceId?: string; name: string }) {
  const made = await user.call(params.add, {
    body: {
      name: of.name,
      level: of.deviceId ? 'DEVICE' : 'ORG',
      orgId: of.orgId ?? null,
      deviceId: of.deviceId ?? null,
      appId: template.appId,
      templateRevId: template.revId,
    },
  })
  expect(made.code).toBe(codes.success)
  return made.data
}

/** The application is started anew when it has its values. */
async function restarting(id: string): Promise<void> {
  await sql`update param_assignment set options = options || '{"restartApp": true}' where id = ${id}`.execute(
    app.platform.db,
  )
}

async function say(
  id: string,
  values: Record<string, string>,
  secrets: Record<string, string> = {},
  keptSecrets: string[] = [],
) {
  const { data: before } = await user.call(params.detail, { params: { id } })
  const saved = await user.call(params.draft, {
    params: { id },
    body: { version: before.version, values, secrets, keptSecrets },
  })
  expect(saved).toMatchObject({ code: codes.success, data: { faults: [] } })
  const { data: impact } = await user.call(params.impact, { params: { id } })
  const done = await user.call(params.activate, {
    params: { id },
    body: { version: saved.data.version, count: impact.count, note: 'a reason' },
  })
  expect(done).toMatchObject({ code: codes.success, data: { state: 'ACTIVE' } })
  return { impact, done: done.data }
}

const hasApps = async (id: string): Promise<boolean> =>
  (await sql`select from device_app where device_id = ${id}`.execute(app.platform.db)).rows.length >
  0

const isIdle = async (id: string): Promise<boolean> =>
  (
    await sql`select from push_item where device_id = ${id} and ended_at is null`.execute(
      app.platform.db,
    )
  ).rows.length === 0

const listed = async (assignmentId: string, state: 'DRIFT' | 'FAILED') =>
  (await user.get(paramDeliveries.page, { query: { assignmentId, state } })).list

const edited = async (pid: string) => (await user.get(paramEdits.page, { query: { pid } })).list

describe('values that are put in force', () => {
  it('arrive, are proved by the terminal, drift when they are changed there, and are remembered', async () => {
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await sql`update device set tid = 'TID00001' where id = ${device.id}`.execute(app.platform.db)
    const terminal = await online(device)
    await until(() => hasApps(device.id))
    const root = await assign({ orgId: app.rootId, name: 'All' })
    await restarting(root.id)
    await say(root.id, { host: 'one.example.com', tid: '${device.tid}' }, { pin: 'sesame' })
    await until(async () => (await stateOf(device.id)) === 'APPLIED', 'the values arrive')
    expect(terminal.software.isRunning('com.example.pay')).toBe(true)
    const brought = { host: 'one.example.com', port: '443', tid: 'TID00001', pin: 'sesame' }
    expect(held(terminal)).toEqual(brought)
    const before = new Date().toISOString()

    // A nearer one overrides one value, and keeps the rest.
    const own = await assign({ deviceId: device.id, name: 'Own' })
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { impact } = await say(own.id, { host: 'two.example.com' })
    expect(impact).toMatchObject({
      count: 1,
      differences: [{ pid: 'host', before: null, after: 'two.example.com', isSecret: false }],
    })
    await until(() => held(terminal)?.['host'] === 'two.example.com')
    await until(async () => (await stateOf(device.id)) === 'APPLIED')
    // It said what it had, and what differs was all that it needed.
    const urls = fetched.mock.calls.map(([url]) => (url instanceof Request ? url.url : String(url)))
    fetched.mockRestore()
    expect(urls.filter((url) => url.includes('/device/v1/param/'))).toEqual([
      expect.stringMatching(/&have=[0-9a-f]{64}$/),
    ])

    const asked = { deviceId: device.id, appId: template.appId }
    const now = await user.call(effectiveParams.effective, { params: asked, query: {} })
    expect(now.data.held?.values).toMatchObject([
      {
        pid: 'host',
        value: 'two.example.com',
        source: 'DEVICE',
        assignmentName: 'Own',
        by: user.name,
        note: 'a reason',
      },
      { pid: 'pin', value: null, isSecret: true, source: 'ORG' },
      { pid: 'port', value: '443', source: 'TEMPLATE' },
      { pid: 'tid', value: 'TID00001', written: '${device.tid}', source: 'ORG' },
    ])
    const then = await user.call(effectiveParams.effective, {
      params: asked,
      query: { at: before },
    })
    expect(then.data.held?.values[0]).toMatchObject({
      value: 'one.example.com',
      source: 'ORG',
      assignmentName: 'All',
    })

    // Somebody changes it on the terminal.
    terminal.setParam('com.example.pay', 'host', 'evil.example.com')
    await until(async () => (await stateOf(device.id)) === 'DRIFT', 'the drift is seen')
    const sync = await user.call(params.sync, { params: { id: own.id } })
    expect(sync.data.states).toEqual({ DRIFT: 1 })
    expect(await listed(own.id, 'DRIFT')).toMatchObject([{ deviceId: device.id }])
    expect(await listed(own.id, 'FAILED')).toEqual([])
    const [shown] = await user.get(effectiveParams.apps, { params: { deviceId: device.id } })
    expect(shown).toMatchObject({ state: 'DRIFT', edits: ['host'] })
    expect(await edited('host')).toMatchObject([{ deviceId: device.id, edits: ['host'] }])
    expect(await edited('port')).toEqual([])
    expect(await listed(template.appId, 'DRIFT')).toEqual([])
    expect((await user.call(params.push, { params: { id: own.id } })).data.count).toBe(1)
    await until(() => held(terminal)?.['host'] === 'two.example.com', 'it is sent again')
    await until(async () => (await stateOf(device.id)) === 'APPLIED')

    // It was wiped, and says of another application only what it has.
    await until(() => isIdle(device.id), 'nothing is under way')
    terminal.machine.params.forget()
    terminal.setParam('com.example.other', 'host', 'x')
    await until(() => held(terminal)?.['host'] === 'two.example.com', 'it is brought again')
    await until(async () => (await stateOf(device.id)) === 'APPLIED')

    await until(() => isIdle(device.id), 'its item is over, too')
    const { list: past } = await user.get(paramDeliveries.past, { query: asked })
    expect([past[0], past.at(-1)]).toMatchObject([{ revision: 2 }, { revision: 1 }])

    const found = await user.call(effectiveParams.search, {
      query: { pid: 'tid', value: 'TID00001' },
    })
    expect(found.data.devices.map(({ sn }) => sn)).toEqual([device.sn])
    const none = await user.call(effectiveParams.search, { query: { pid: 'pin', value: 'sesame' } })
    expect(none.data.devices).toEqual([])
  })

  it('change while a terminal is away, and it gets what holds when it comes, once', async () => {
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await sql`update device set tid = 'TID00002' where id = ${device.id}`.execute(app.platform.db)
    await sql`insert into device_app (device_id, package, version_code, seen_at)
      values (${device.id}, 'com.example.pay', 100, now())`.execute(app.platform.db)
    await until(
      async () => (await stateOf(device.id)) === 'PENDING',
      'it should have what all have',
    )
    const items = async () =>
      (
        await sql<{
          state: string
        }>`select state from push_item where device_id = ${device.id} and cmd = 'PARAM'
          order by id`.execute(app.platform.db)
      ).rows.map(({ state }) => state)
    await until(async () => (await items()).length === 1, 'a task waits for it')

    // Whoever reads the log sees it; it is steered by who may push.
    const query = { sn: device.sn, appId: template.appId }
    const [push] = (await user.get(paramPushes.page, { query })).list
    const named = { params: { id: push?.id ?? '' } }
    expect(push).toMatchObject({ kind: 'PARAM', package: 'com.example.pay', size: 1, waiting: 1 })
    expect((await user.call(mqttTasks.detail, named)).code).toBe(codes.notFound)
    const reader = await signedIn(app, {
      permissions: ['PARAM_LOG_LIST', 'PARAM_LOG_DETAIL'],
      dataScope: 'ALL',
    })
    expect(await reader.get(paramPushes.detail, named)).toMatchObject({ id: push?.id })
    expect((await reader.call(paramPushes.pause, named)).code).toBe(codes.forbidden)
    expect(await user.get(paramPushes.pause, named)).toMatchObject({ state: 'PAUSED' })
    const body = { ratePerMinute: 90 }
    expect(await user.get(paramPushes.setRate, { ...named, body })).toMatchObject(body)
    expect(await user.get(paramPushes.resume, named)).toMatchObject({ state: 'RUNNING' })
    await user.get(paramPushes.stop, { ...named, body: { reason: 'wrong hour' } })
    await until(async () => (await items())[0] === 'CANCELLED', 'it is called off')
    expect(await user.get(paramPushes.errors, named)).toMatchObject([{ state: 'CANCELLED' }])
    expect(await user.get(paramPushes.retry, { ...named, body: {} })).toMatchObject({ count: 1 })
    const nearer = await assign({ deviceId: device.id, name: 'Nearer' })
    await say(nearer.id, { host: 'three.example.com' })
    await until(async () => {
      const { rows } = await sql<{ revision: number }>`select revision from param_desired
        where device_id = ${device.id} and until is null`.execute(app.platform.db)
      return rows[0]?.revision === 2
    })
    const terminal = await online(device)
    await until(() => held(terminal)?.['host'] === 'three.example.com', 'it gets the newest')
    await until(async () => (await stateOf(device.id)) === 'APPLIED')
    await until(async () => (await items()).every((state) => state === 'SUCCESS'))
    // A report that comes late, and once more, changes nothing.
    await sql`update push_item set step = 'DOWNLOADING', state = 'RUNNING' where device_id = ${device.id}`.execute(
      app.platform.db,
    )
    expect(await stateOf(device.id)).toBe('APPLIED')
    expect((await items()).length).toBe(1)
  })
})

describe('a file that is a value', () => {
  it('reaches the terminal where what is written says it lies, and stays there while it is the same', async () => {
    const picture = aPicture('logo')
    const sha256 = shaOf(picture).toString('hex')
    expect(await upload(user, picture, { name: 'logo.png', type: 'param' })).toMatchObject({
      state: 'STORED',
    })
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await sql`update device set tid = 'TID00004' where id = ${device.id}`.execute(app.platform.db)
    const terminal = await online(device)
    await until(() => hasApps(device.id))
    const logo = writeParamFile({ sha256, size: picture.length, name: 'شعار.png' })
    const own = await assign({ deviceId: device.id, name: 'With a picture' })
    await say(own.id, { logo })
    const files = () => terminal.machine.params.filesOf('com.example.pay')
    await until(() => files()['files/logo/____.png'] === sha256, 'the picture arrives')
    await say(own.id, { logo, host: 'four.example.com' })
    await until(() => held(terminal)?.['host'] === 'four.example.com')
    await until(async () => (await stateOf(device.id)) === 'APPLIED')
    expect(files()['files/logo/____.png']).toBe(sha256)

    const asked = { deviceId: device.id, appId: template.appId }
    const sent = await user.get(paramDeliveries.detail, { params: asked, query: {} })
    expect(sent).toMatchObject({
      sn: device.sn,
      differences: [{ pid: 'host', after: 'four.example.com' }],
      files: [
        { name: 'parameters.json', size: null },
        { name: 'files/logo/____.png', text: null, size: picture.length },
      ],
    })
    const [written] = sent.files
    expect(written?.text).toContain('"logo": "files/logo/____.png"')
    expect(written?.text).toContain('"pin": "******"')
    const query = { revision: sent.previous ?? 0 }
    const before = await user.get(paramDeliveries.detail, { params: asked, query })
    expect(before.files[0]?.text).toContain('one.example.com')
    const gone = await user.call(paramDeliveries.detail, { params: asked, query: { revision: 99 } })
    expect(gone.code).toBe(codes.wrongState)

    const { body } = await user.file(params.file, {
      params: { id: own.id, pid: 'logo' },
      query: {},
    })
    expect(body.equals(picture)).toBe(true)
  })
})

describe('values of which an application takes some only', () => {
  it('are told one by one with the reason, and the rest is what it runs with', async () => {
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await sql`update device set tid = 'TID00003' where id = ${device.id}`.execute(app.platform.db)
    await sql`update param_assignment set options = options || '{"retries": 0}'`.execute(
      app.platform.db,
    )
    const terminal = await online(device, { ...quick, choosy: 1 })
    await until(async () => (await stateOf(device.id)) === 'PARTLY_APPLIED', 'it takes some only')
    const shown = await user.get(effectiveParams.apps, { params: { deviceId: device.id } })
    const [refused, ...others] = shown.flatMap((one) => one.refused)
    expect(others).toEqual([])
    const pid = refused?.pid ?? ''
    expect(refused?.why).toBe(
      // The words of a secret may tell it.
      pid === 'pin' ? null : 'the application does not know this value',
    )
    expect(
      ['host', 'pin', 'port', 'tid'].filter((one) => !(one in (held(terminal) ?? {}))),
    ).toEqual([pid])
    const { list } = await user.get(paramDeliveries.page, {
      query: { pageNum: 1, pageSize: 10, state: 'PARTLY_APPLIED' },
    })
    expect(list).toMatchObject([{ deviceId: device.id, code: 'P309', refused: [{ pid }] }])
    expect(
      (
        await user.get(effectiveParams.bring, {
          params: { deviceId: device.id, appId: template.appId },
        })
      ).count,
    ).toBe(1)
  })
})
