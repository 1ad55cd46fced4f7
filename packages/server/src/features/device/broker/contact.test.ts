import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { settingsPath } from '../paths.ts'
import { mostContacts } from './contactLimit.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const eventsOf = async ({ id }: TestDevice) =>
  (
    await gateway.sql<{ code: string }>(
      `select code from device_event where device_id = $1 and kind = 'CONTACT'`,
      [id],
    )
  ).map(({ code }) => code)

it.each(['REPLACED', 'SCRAPPED'])(
  'whoever comes under the name of a terminal that is %s is refused, and told of once an hour',
  async (lifecycle) => {
    const device = await gateway.addDevice({ lifecycle })
    for (let n = 0; n < 3; n++)
      await expect(openTerminal(gateway, device)).rejects.toThrow(/Not authorized|refused/i)
    expect(await eventsOf(device)).toEqual(['UNAUTHORISED_CONTACT'])
    await gateway.sql(
      `update device_event set at = at - interval '61 minutes' where device_id = $1`,
      [device.id],
    )
    await expect(openTerminal(gateway, device)).rejects.toThrow(/Not authorized|refused/i)
    expect(await eventsOf(device)).toEqual(['UNAUTHORISED_CONTACT', 'UNAUTHORISED_CONTACT'])
  },
)

it('a lost terminal comes in and is told of, once an hour', async () => {
  const device = await gateway.addDevice({ lifecycle: 'LOST' })
  for (let n = 0; n < 2; n++) {
    const terminal = await openTerminal(gateway, device)
    await terminal.message('time')
    await terminal.leave()
  }
  await eventually(async () => (await eventsOf(device)).length > 0)
  expect(await eventsOf(device)).toEqual(['LOST_CONTACT'])
})

it('one that is well is told of by nobody', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  expect(await eventsOf(device)).toEqual([])
  await terminal.leave()
})

it('a terminal that is replaced is let go at once, not with the next beat', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  const left = new Promise<void>((resolve) => terminal.client.once('close', () => resolve()))
  await gateway.sql(
    `update device set lifecycle = 'REPLACED', sealed_secret = null where id = $1`,
    [device.id],
  )
  const begun = Date.now()
  gateway.platform.live.changed({ path: settingsPath, ids: [device.id], orgIds: [gateway.orgId] })
  await left
  // The beat comes every five seconds.
  expect(Date.now() - begun).toBeLessThan(4000)
})

it('one address raises the alarm for a few terminals that are out, not for the whole estate', async () => {
  const devices = []
  for (let n = 0; n < mostContacts + 3; n++)
    devices.push(await gateway.addDevice({ lifecycle: 'SCRAPPED' }))
  for (const device of devices)
    await expect(openTerminal(gateway, device)).rejects.toThrow(/Not authorized|refused/i)
  const told = await Promise.all(devices.map(eventsOf))
  expect(told.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(mostContacts)
  expect(told.at(-1)).toEqual([])
})
