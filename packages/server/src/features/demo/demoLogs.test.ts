import { logFiles, logRules } from '@muster/contract'
import { scenarios, VirtualTerminal } from '@muster/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'
import { until } from '../../../test/until.ts'
import { startGateway } from '../device/broker/startGateway.ts'
import { startDeviceWorker } from '../device/device.worker.ts'
import { seedParameters } from '../system/parameter/parameterSeed.ts'
import { readGiver } from './apps/demoApps.ts'
import { type DemoTerminal, makeDemoEstate } from './demoEstate.ts'
import { makeDemoLogs } from './demoLogs.ts'

let app: TestApp
let admin: TestUser
let terminals: readonly DemoTerminal[]
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  app = await startTestApp(undefined, { MQTT_PORT: '0' })
  await seedParameters(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
  terminals = (await makeDemoEstate(app.platform.db)) ?? []
  await makeDemoLogs(app.platform, await readGiver(app.platform.db))
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await app.close()
})

const all = async () => (await admin.get(logFiles.page, { query: {} })).list

it('asks for logs later, and has a rule that asks for those of a crash', async () => {
  const { rows } = await app.platform.pool.query<{ state: string }>(
    `select state from push order by id`,
  )
  expect(rows.map(({ state }) => state)).toEqual(['SCHEDULED', 'SCHEDULED'])
  expect(await all()).toEqual([])
  const { list } = await admin.get(logRules.page, { query: {} })
  expect(list).toMatchObject([{ condition: 'CRASH', firedCount: 0 }])
})

it('has what the terminals really wrote, when the moment has come', async () => {
  const [calm] = scenarios.values()
  const known = terminals.find(({ sn }) => sn === 'DEMO-000003')
  if (!calm || !known) throw new Error('no scenario, or no terminal')
  const gateway = await startGateway(app.platform)
  const worker = startDeviceWorker(app.platform)
  stops.push(gateway.stop, worker.stop)
  const files = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const { token, ...identity } = known
  const terminal = new VirtualTerminal({
    identity,
    token,
    mqtt: `mqtt://127.0.0.1:${gateway.port()}`,
    files,
    scenario: calm,
    seed: '1',
  })
  stops.push(() => terminal.stop())
  terminal.start()
  await app.platform.pool.query(
    `update push set starts_at = now() where title = 'Receipts come late'`,
  )
  const state = async () => (await all()).find(({ sn }) => sn === 'DEMO-000003')
  await until(async () => (await state())?.state === 'READY', 'the log is there')
  const log = await state()
  expect(log).toMatchObject({ trigger: 'USER', name: expect.stringContaining('DEMO-000003') })
  expect(log?.lines).toBeGreaterThan(1)
  const { status } = await admin.file(logFiles.download, { params: { id: log?.id ?? '' } })
  expect(status).toBe(200)
})
