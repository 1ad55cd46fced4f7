import {
  codes,
  deviceLog,
  effectiveParams,
  heldDocuments,
  jsonDocuments,
  paramDeliveries,
} from '@muster/contract'
import { type Scenario, scenarios, VirtualTerminal } from '@muster/simulator'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../../test/testGateway.ts'
import { until } from '../../../../test/until.ts'
import { startGateway } from '../../device/broker/startGateway.ts'
import { startDeviceWorker } from '../../device/device.worker.ts'
import { loadDownKey } from '../../device/downKey.ts'
import { startParamWorker } from '../index.ts'

// From a document that somebody types to the terminal that holds it, and back.

let app: TestApp
let user: TestUser
let modelId: string
let gateway: Awaited<ReturnType<typeof startGateway>>
let platform: string
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  app = await startTestApp(undefined, { MQTT_PORT: '0' })
  user = await signedIn(app, { isSuperAdmin: true })
  modelId = await addModel(app.platform)
  gateway = await startGateway(app.platform)
  stops.push(
    gateway.stop,
    startDeviceWorker(app.platform).stop,
    startParamWorker(app.platform).stop,
  )
  platform = await app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await app.close()
})

const [calm] = scenarios.values()
if (!calm) throw new Error('no scenario')
const quick: Scenario = {
  ...calm,
  answers: { ...calm.answers, acknowledge: [0, 10], run: [0, 10] },
  skew: [0, 0],
}

async function online(device: TestDevice): Promise<VirtualTerminal> {
  const { publicKey: serverKey } = await loadDownKey(app.platform)
  const terminal = new VirtualTerminal({
    identity: { sn: device.sn, model: 'model', vendor: 'vendor' },
    mqtt: `mqtt://127.0.0.1:${gateway.port()}`,
    platform,
    token: null,
    credential: {
      tenant: 'main',
      secret: device.secret.toString('base64url'),
      serverKey,
      heartbeatSeconds: 60,
    },
    scenario: quick,
    seed: 'documents',
  })
  stops.push(() => terminal.stop())
  terminal.start()
  await terminal.untilOnline()
  return terminal
}

const heldOn = (terminal: VirtualTerminal) => terminal.machine.params.of('json:agent')?.['agent']
const stateOf = async (deviceId: string) =>
  (await user.get(heldDocuments.ofDevice, { params: { deviceId } }))[0]?.state

interface Told {
  readonly orgId?: string
  readonly deviceId?: string
  readonly encrypt?: boolean
}

async function publish(at: Told, document: string) {
  const { id, version } = await user.get(jsonDocuments.add, {
    body: {
      name: 'Agent',
      code: 'agent',
      kind: 'AGENT',
      level: at.deviceId ? 'DEVICE' : 'ORG',
      ...at,
    },
  })
  const saved = await user.get(jsonDocuments.saveContent, {
    params: { id },
    body: { version, document, schema: null },
  })
  expect(saved.faults).toEqual([])
  const { count } = await user.get(jsonDocuments.impact, { params: { id } })
  const done = await user.call(jsonDocuments.publish, {
    params: { id },
    body: { version: saved.version, count },
  })
  expect(done.code).toBe(codes.success)
  return id
}

it('arrives merged, is proved by the terminal, drifts when it is changed there, and is sent again', async () => {
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const terminal = await online(device)
  const far = await publish(
    { orgId: app.rootId },
    '{"poll": 30, "hosts": {"main": "a", "spare": "b"}}',
  )
  await until(async () => (await stateOf(device.id)) === 'APPLIED', 'it arrives')
  expect(heldOn(terminal)).toBe('{"poll":30,"hosts":{"main":"a","spare":"b"}}')

  await publish({ deviceId: device.id, encrypt: true }, '{"hosts": {"spare": null, "main": "c"}}')
  await until(
    () => heldOn(terminal) === '{"poll":30,"hosts":{"main":"c"}}',
    'its own is merged over it',
  )
  await until(async () => (await stateOf(device.id)) === 'APPLIED')
  expect(await user.get(jsonDocuments.detail, { params: { id: far } })).toMatchObject({
    syncedCount: 1,
  })

  // Behind the counts stand the terminals.
  const told = await user.get(jsonDocuments.sync, { params: { id: far } })
  expect(told).toEqual({ states: { APPLIED: 1 }, waits: [], waitsCapped: false })
  const query = { documentId: far, state: 'APPLIED' as const }
  expect((await user.get(paramDeliveries.page, { query })).list).toMatchObject([
    { sn: device.sn, package: 'json:agent', templateName: null, taskNo: expect.any(String) },
  ])
  const { list: logged } = await user.get(deviceLog.page, {
    query: { deviceId: device.id, kind: 'PARAM' },
  })
  expect(logged[0]).toMatchObject({
    code: 'PARAM_APPLIED',
    data: { package: 'json:agent' },
    refKind: 'TASK',
  })

  terminal.setParam('json:agent', 'agent', '{}')
  await until(async () => (await stateOf(device.id)) === 'DRIFT', 'the drift is seen')
  const [held] = await user.get(heldDocuments.ofDevice, { params: { deviceId: device.id } })
  expect(held).toMatchObject({ code: 'agent', isProved: false, revision: 2 })
  const { count } = await user.get(effectiveParams.bring, {
    params: { deviceId: device.id, appId: held?.subjectId ?? '' },
  })
  expect(count).toBe(1)
  await until(() => heldOn(terminal) === '{"poll":30,"hosts":{"main":"c"}}', 'it is sent again')
  await until(async () => (await stateOf(device.id)) === 'APPLIED')
  // What is asked of applications does not stumble over documents.
  expect(await user.get(effectiveParams.apps, { params: { deviceId: device.id } })).toEqual([])
  await until(async () => {
    const { rows } = await sql`select from push_item
      where device_id = ${device.id} and cmd = 'PARAM' and state = 'SUCCESS'`.execute(
      app.platform.db,
    )
    return rows.length === 3
  }, 'each is one task')
})
