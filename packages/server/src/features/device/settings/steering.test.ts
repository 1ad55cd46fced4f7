import { deviceLife, deviceMessages, effectiveSettings, parameters } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('a lost terminal', () => {
  const move = (call: typeof deviceLife.lost | typeof deviceLife.found, id: string) =>
    admin.call(call, { params: { id }, body: { reason: 'as the shop says' } })
  const sources = async (deviceId: string) =>
    (await admin.get(effectiveSettings.effective, { params: { deviceId } })).sources

  it('tells of itself each minute, by a higher revision, until it is found', async () => {
    await set('device.heartbeat.seconds', '300')
    const { id, ...device } = await gateway.addDevice()
    const terminal = await openTerminal(gateway, { id, ...device })
    const told = async (nth: number) =>
      deviceMessages.configuration.body.parse((await terminal.message('cfg', nth)).body)
    // What is set for all may be told once more meanwhile.
    let nth = 0
    const next = async (seconds: number) => {
      for (;;) {
        const one = await told(++nth)
        if (one.heartbeatSeconds === seconds) return one
      }
    }
    const before = await next(300)
    await move(deviceLife.lost, id)
    const lost = await next(60)
    expect(lost).toMatchObject({ locationSeconds: 60 })
    expect(lost.rev).toBeGreaterThan(before.rev)
    expect(await sources(id)).toMatchObject({
      heartbeatSeconds: { source: 'LIFECYCLE' },
      locationMinutes: { source: 'LIFECYCLE' },
    })
    await move(deviceLife.found, id)
    const found = await next(300)
    expect(found.locationSeconds).toBeUndefined()
    expect(found.rev).toBeGreaterThan(lost.rev)
    await terminal.leave()
  })

  it('is told no longer interval than it has', async () => {
    await set('device.heartbeat.seconds', '30')
    const { id, ...device } = await gateway.addDevice()
    const terminal = await openTerminal(gateway, { id, ...device })
    await move(deviceLife.lost, id)
    // What is set for all may be told before and once more.
    const tells = async (nth: number): Promise<unknown> => {
      const { body } = await terminal.message('cfg', nth)
      return JSON.stringify(body).includes('locationSeconds') ? body : tells(nth + 1)
    }
    expect(await tells(1)).toMatchObject({ heartbeatSeconds: 30, locationSeconds: 60 })
    expect(await sources(id)).toMatchObject({ heartbeatSeconds: { source: 'PARAMETER' } })
    await terminal.leave()
  })

  it('is missed after as many of the beats that it is to tell then', async () => {
    await set('device.heartbeat.seconds', '300')
    await set('device.offline.multiplier', '3')
    const [lost, other] = [await gateway.addDevice(), await gateway.addDevice()]
    const terminals = [await openTerminal(gateway, lost), await openTerminal(gateway, other)]
    for (const terminal of terminals) await terminal.message('cfg')
    await move(deviceLife.lost, lost.id)
    const ids = [lost.id, other.id]
    for (const text of [
      `update device_online set since = now() - interval '400 seconds' where device_id = any($1)`,
      `update device_state set last_seen_at = now() - interval '400 seconds' where device_id = any($1)`,
      'update device_watch set due_at = now() where device_id = any($1)',
    ])
      await gateway.sql(text, [ids])
    expect(await sweepMissedBeats(gateway.platform.pool, 120)).toMatchObject([{ id: lost.id }])
    for (const terminal of terminals) await terminal.leave()
  })
})
