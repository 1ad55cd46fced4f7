import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { findSettings } from '../settings/settings.queries.ts'
import { turnFences } from './fence.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Metres to the north of the station, in degrees. */
const north = (metres: number) => 33.3 + metres / 111_195

let made = 0

/** A terminal at a station of its own with a circle of 200 m. */
async function fenced(dwellMinutes: number) {
  made += 1
  const device = await gateway.addDevice()
  const fence = {
    kind: 'CIRCLE',
    radius: 200,
    points: [],
    dwellMinutes,
    action: 'MESSAGE',
    message: 'Bring me back',
  }
  await gateway.sql(
    `with area as (insert into timezone_area (name, code, type) values ($1, $1, 'zone') returning id),
      shop as (insert into station (name, code, type, org_id, area_id, address, contact, phone, latitude, longitude, fence)
        select $1, $1, 'SHOP', $2, area.id, 'x', 'x', '123', 33.3, 44.4, $3::jsonb from area returning id)
    select 1`,
    [`fenced-${made}`, gateway.orgId, JSON.stringify(fence)],
  )
  await gateway.sql(
    `update device set lifecycle = 'ACTIVE', station_id = (select id from station where code = $1) where id = $2`,
    [`fenced-${made}`, device.id],
  )
  return device
}

async function report(
  device: Awaited<ReturnType<typeof fenced>>,
  metres: readonly number[],
  acc = 10,
) {
  const terminal = await openTerminal(gateway, device)
  for (const one of metres)
    await terminal.up('loc', { lat: north(one), lng: 44.4, src: 'GPS', acc, at: Date.now() })
  await terminal.leave()
}

const eventsOf = async (id: string) =>
  (
    await gateway.sql<{ code: string }>(
      `select code from device_event where device_id = $1 and kind = 'FENCE' order by at, id`,
      [id],
    )
  ).map(({ code }) => code)
const stateOf = async (id: string) =>
  (
    await gateway.sql<{ state: string }>(`select state from device_fence where device_id = $1`, [
      id,
    ])
  )[0]?.state

it('notes once that a terminal left its fence, and that it is back', async () => {
  const device = await fenced(0)
  await report(device, [0, 50, 300, 400])
  expect(await eventsOf(device.id)).toEqual(['FENCE_LEFT'])
  await report(device, [0])
  expect(await eventsOf(device.id)).toEqual(['FENCE_LEFT', 'FENCE_ENTERED'])
})

it('waits for the dwell, and takes no fault of measurement for a departure', async () => {
  const device = await fenced(5)
  await report(device, [0])
  await report(device, [300], 150)
  expect(await stateOf(device.id)).toBe('IN')
  await report(device, [300])
  expect(await eventsOf(device.id)).toEqual([])
  const turn = () => inTransaction(gateway.platform.pool, turnFences)
  expect(await turn()).toEqual([])
  // The terminal says nothing more, and the dwell goes by.
  await gateway.sql(
    `update device_fence set turning_since = now() - interval '6 minutes',
    turns_at = now() - interval '1 minute' where device_id = $1`,
    [device.id],
  )
  expect(await turn()).toEqual([{ id: device.id, orgId: gateway.orgId }])
  expect(await turn()).toEqual([])
  expect(await eventsOf(device.id)).toEqual(['FENCE_LEFT'])
  expect(await stateOf(device.id)).toBe('OUT')
})

it('knows nothing of a terminal that came to another station, or may leave', async () => {
  const device = await fenced(0)
  await report(device, [0])
  await gateway.sql(`update device set station_id = null where id = $1`, [device.id])
  expect(await stateOf(device.id)).toBeUndefined()
  await report(device, [900])
  const free = await fenced(0)
  await gateway.sql(`insert into device_fence_exemption (device_id) values ($1)`, [free.id])
  await report(free, [0, 900])
  expect([await eventsOf(device.id), await eventsOf(free.id)]).toEqual([[], []])
})

it('judges no terminal in repair', async () => {
  const device = await fenced(0)
  await gateway.sql(`update device set lifecycle = 'REPAIR' where id = $1`, [device.id])
  await report(device, [0, 900])
  expect(await eventsOf(device.id)).toEqual([])
})

it('is told to the terminals of the station under a revision that rises', async () => {
  const device = await fenced(5)
  const told = async () => {
    const [settings] = await findSettings(gateway.platform.pool, [device.id], 120)
    return settings?.configuration
  }
  const first = await told()
  expect(first?.fence).toEqual({
    center: { lat: 33.3, lng: 44.4 },
    radius: 200,
    dwellSeconds: 300,
    message: 'Bring me back',
  })
  await gateway.sql(`update station set fence = null where code = $1`, [`fenced-${made}`])
  const second = await told()
  expect(second).not.toHaveProperty('fence')
  expect(second?.rev).toBeGreaterThan(first?.rev ?? 0)
})
