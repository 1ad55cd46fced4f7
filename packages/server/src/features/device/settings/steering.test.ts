import { deviceMessages, parameters } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { sweepMissedBeats } from '../presence/presence.queries.ts'

let gateway: TestGateway
let admin: TestUser
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  await seedParameters(platform.db)
  const http = await buildApp(platform)
  close = () => http.close()
  admin = await signedIn({ http, platform, rootId, failures: [], close }, { isSuperAdmin: true })
})
afterAll(async () => {
  await close()
  await gateway.close()
})

/** Sets a parameter as the screen does. */
async function set(key: string, value: string): Promise<void> {
  const { list } = await admin.get(parameters.page, { query: { key } })
  const row = list.find((one) => one.key === key)
  if (!row) throw new Error(`no ${key}`)
  const { name, groupCode, valueType, defaultValue, min, max, options } = row
  const { remark, restartNeeded, id, version } = row
  const rule = { min, max, options }
  const rest = { name, groupCode, valueType, defaultValue, remark, restartNeeded, id, version }
  await admin.get(parameters.update, { body: { ...rest, ...rule, key, value } })
}

it('tells terminals the interval that the parameter says, and a higher revision', async () => {
  const terminal = await openTerminal(gateway, await gateway.addDevice())
  const told = async (nth: number) =>
    deviceMessages.configuration.body.parse((await terminal.message('cfg', nth)).body)
  const before = await told(1)
  expect(before.heartbeatSeconds).toBe(120)
  await set('device.heartbeat.seconds', '45')
  const after = await told(2)
  expect(after.heartbeatSeconds).toBe(45)
  expect(after.rev).toBeGreaterThan(before.rev)
  await terminal.leave()
})

it('counts a terminal as offline after as many missed beats as the parameter says', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('cfg')
  await set('device.heartbeat.seconds', '100')
  await gateway.sql(
    `update device_online set since = now() - interval '450 seconds' where device_id = $1`,
    [device.id],
  )
  await gateway.sql(
    `update device_state set last_seen_at = now() - interval '450 seconds' where device_id = $1`,
    [device.id],
  )
  const comesUp = () =>
    gateway.sql('update device_watch set due_at = now() where device_id = $1', [device.id])
  await set('device.offline.multiplier', '5')
  await comesUp()
  expect(await sweepMissedBeats(gateway.platform.pool, 120)).toEqual([])
  await set('device.offline.multiplier', '4')
  await comesUp()
  expect(await sweepMissedBeats(gateway.platform.pool, 120)).toMatchObject([{ id: device.id }])
  await terminal.leave()
})
