import { paramDeliveries, params } from '@muster/contract'
import { scenarios, VirtualTerminal } from '@muster/simulator'
import { sql } from 'kysely'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, type TestDevice } from '../../../../test/testGateway.ts'
import { addParamTemplate, plainField } from '../../../../test/testParams.ts'
import { until } from '../../../../test/until.ts'
import { shaOf } from '../../../../test/uploads.ts'
import { startGateway } from '../../device/broker/startGateway.ts'
import { startDeviceWorker } from '../../device/device.worker.ts'
import { loadDownKey } from '../../device/downKey.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { installedFormats, startParamWorker } from '../index.ts'
import { keepFormat } from './kept.queries.ts'

const examples = new URL('../../../../../../docs/examples/', import.meta.url)

let app: TestApp
let user: TestUser
let gateway: Awaited<ReturnType<typeof startGateway>>
let template: Awaited<ReturnType<typeof addParamTemplate>>
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const settings = { MQTT_PORT: '0', MUSTER_PARAM_FORMATS: fileURLToPath(examples) }
  app = await startTestApp(undefined, settings)
  await seedParameters(app.platform.db)
  user = await signedIn(app, { isSuperAdmin: true })
  gateway = await startGateway(app.platform)
  const workers = [startDeviceWorker(app.platform), startParamWorker(app.platform)]
  stops.push(gateway.stop, ...workers.map(({ stop }) => stop))
  template = await addParamTemplate(app, { package: 'com.example.pay', pids: ['host'] })
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
  await app.close()
})

async function online(device: TestDevice): Promise<VirtualTerminal> {
  const [calm] = scenarios.values()
  if (!calm) throw new Error('no scenario')
  const soon: [number, number] = [0, 10]
  const answers = { ...calm.answers, acknowledge: soon, run: soon }
  const { publicKey: serverKey } = await loadDownKey(app.platform)
  const secret = device.secret.toString('base64url')
  const terminal = new VirtualTerminal({
    identity: { sn: device.sn, model: 'model', vendor: 'vendor' },
    mqtt: `mqtt://127.0.0.1:${gateway.port()}`,
    platform: await app.http.listen({ port: 0, host: '127.0.0.1' }),
    token: null,
    credential: { tenant: 'main', secret, serverKey, heartbeatSeconds: 60 },
    scenario: { ...calm, answers, skew: [0, 0] },
    seed: 'formats',
  })
  stops.push(() => terminal.stop())
  terminal.start()
  await terminal.untilOnline()
  return terminal
}

/** A further revision of the template, whose file the example of a plug-in writes; answers its id. */
async function tlvRevision(): Promise<string> {
  const plugin = (await installedFormats(app.platform)).get('TLV')
  if (!plugin) throw new Error('the example is not installed')
  await keepFormat(app.platform, plugin)
  const fields = [{ ...plainField('9F1A'), dataType: 'HEX' }, plainField('9F16')]
  const file = { id: 'main', fileName: 'emv.tlv', path: 'conf', encoding: 'UTF-8' }
  const groups = [{ id: 'main', title: 'Main', titles: {} }]
  const files = [{ ...file, format: 'TLV', plugin: plugin.sum }]
  const content = JSON.stringify({ files, groups, headers: [], fields, rules: [] })
  const { rows } = await sql<{ id: string }>`insert into param_template_rev
      (template_id, rev, content, sha256, draft_sha256, pids, file_count)
    select template_id, 2, ${content}, '2', '2', array['9F1A', '9F16'], 1
    from param_template_rev where id = ${template.revId} returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

async function say(id: string, values: Record<string, string>): Promise<void> {
  const { version } = await user.get(params.detail, { params: { id } })
  const body = { version, values, secrets: {}, keptSecrets: [] }
  const saved = await user.get(params.draft, { params: { id }, body })
  const { count } = await user.get(params.impact, { params: { id } })
  await user.get(params.activate, { params: { id }, body: { version: saved.version, count } })
}

it('reaches the terminal as the bytes that the plug-in made, and others when its values are others', async () => {
  const { db } = app.platform
  const modelId = await addModel(app.platform)
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const terminal = await online(device)
  const asked = async (of: string, state = '') => {
    const { rows } = await sql`select from ${sql.table(of)} where device_id = ${device.id}
      ${state === '' ? sql`` : sql`and until is null and state = ${state}`}`.execute(db)
    return rows.length > 0
  }
  await until(() => asked('device_app'))
  const { appId } = template
  const { id } = await user.get(params.add, {
    body: {
      name: 'Cards',
      level: 'DEVICE',
      deviceId: device.id,
      appId,
      templateRevId: await tlvRevision(),
    },
  })
  const brought = () => terminal.machine.params.filesOf('com.example.pay')['conf/emv.tlv']
  const sumOf = (hex: string) => shaOf(Buffer.from(hex, 'hex')).toString('hex')
  await say(id, { '9F1A': '0368', '9F16': 'one' })
  await until(() => brought() === sumOf('9f1a0203689f16036f6e65'), 'the bytes arrive')
  await until(() => asked('param_desired', 'APPLIED'))
  await say(id, { '9F1A': '0840', '9F16': 'one' })
  await until(() => brought() === sumOf('9f1a0208409f16036f6e65'), 'the others arrive')
  await until(() => asked('param_desired', 'APPLIED'))

  const { files } = await user.get(paramDeliveries.detail, {
    params: { deviceId: device.id, appId },
    query: {},
  })
  expect(files).toMatchObject([{ name: 'conf/emv.tlv', encoding: 'BINARY', size: null }])
  expect(files[0]?.text).toMatch(/^00000000 {2}9f 1a 02 08 40 /)
})
