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
async function fenced(dwellMinutes: number, more: object = {}) {
  made += 1
  const device = await gateway.addDevice()
  const fence = {
    kind: 'CIRCLE',
    radius: 200,
    points: [],
    dwellMinutes,
    action: 'MESSAGE',
    message: 'Bring me back',
    ...more,
  }
  await gateway.sql(
    `with area as (insert into timezone_area (name, code, type) values ($1, $1, 'zone') returning id),
      zone as (insert into timezone (area_id, name, zone_id) select id, $1, 'Asia/Baghdad' from area returning id),
      shop as (insert into station (name, code, type, org_id, area_id, address, contact, phone, latitude, longitude, fence, timezone_id)
        select $1, $1, 'SHOP', $2, area.id, 'x', 'x', '123', 33.3, 44.4, $3::jsonb, zone.id from area, zone returning id)
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
  expect(await turn()).toEqual([{ id: device.id, orgId: gateway.orgId, isRetold: true }])
  expect(await turn()).toEqual([])
  expect(await eventsOf(device.id)).toEqual(['FENCE_LEFT'])
  expect(await stateOf(device.id)).toBe('OUT')
})

it('knows nothing of a fence that lies elsewhere since, nor of one of a disabled station', async () => {
  const change = (id: string, set: string) =>
    gateway.sql(
      `update station set ${set} where id = (select station_id from device where id = $1)`,
      [id],
    )
  for (const set of ['latitude = 33.5', 'status = 0']) {
    const device = await fenced(0)
    await report(device, [0, 300])
    expect(await stateOf(device.id)).toBe('OUT')
    await change(device.id, set)
    expect([set, await stateOf(device.id)]).toEqual([set, undefined])
    // Its alarm is over.
    expect(
      await gateway.sql(
        `select act from alarm_signal where device_id = $1 and kind = 'FENCE' and act = 'END'`,
        [device.id],
      ),
    ).toHaveLength(1)
  }
})

it('turns for nobody whose station was disabled while he was judged', async () => {
  const device = await fenced(5)
  await report(device, [0])
  await report(device, [300])
  const [held] = await gateway.sql<{ stationId: string }>(
    `update station set status = 0 where id = (select station_id from device where id = $1) returning id as "stationId"`,
    [device.id],
  )
  await gateway.sql(
    `insert into device_fence (device_id, station_id, state, since, turning_since, turns_at)
      values ($1, $2, 'IN', now(), now() - interval '6 minutes', now() - interval '1 minute')
      on conflict (device_id) do update set turns_at = excluded.turns_at`,
    [device.id, held?.stationId],
  )
  await inTransaction(gateway.platform.pool, turnFences)
  expect([await stateOf(device.id), await eventsOf(device.id)]).toEqual(['IN', []])
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

it('binds none on its way to its station or in the workshop', async () => {
  const device = await fenced(0)
  const toldIn = async (lifecycle: string) => {
    await gateway.sql(`update device set lifecycle = $2 where id = $1`, [device.id, lifecycle])
    const [settings] = await findSettings(gateway.platform.pool, [device.id], 120)
    return {
      isFenced: settings?.configuration.fence !== undefined,
      rev: settings?.configuration.rev ?? 0,
    }
  }
  await report(device, [0, 900])
  expect(await stateOf(device.id)).toBe('OUT')
  const active = await toldIn('ACTIVE')
  const repair = await toldIn('REPAIR')
  expect(await stateOf(device.id)).toBeUndefined()
  const back = await toldIn('ACTIVE')
  const lost = await toldIn('LOST')
  expect([active, repair, back, lost].map(({ isFenced }) => isFenced)).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(repair.rev).toBeGreaterThan(active.rev)
  expect(back.rev).toBeGreaterThan(repair.rev)
  // A lost terminal is told to look in more often.
  expect(lost.rev).toBeGreaterThan(back.rev)
  expect((await toldIn('ASSIGNED')).isFenced).toBe(false)
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

/** Hours that begin in so many hours by the clock of the station, and last two. */
function hoursIn(hours: number) {
  const clock = (ahead: number) =>
    new Date(Date.now() + ahead * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Baghdad',
      timeStyle: 'short',
    })
  return { from: clock(hours), until: clock(hours + 2), days: [1, 2, 3, 4, 5, 6, 7] }
}

it('lets terminals go in the hours in which it does not hold, and misses those who stay away', async () => {
  const device = await fenced(5, { schedule: hoursIn(6) })
  await report(device, [0, 300, 400])
  expect([await eventsOf(device.id), await stateOf(device.id)]).toEqual([[], 'IN'])
  const [held] = await gateway.sql<{ minutes: number }>(
    `select (extract(epoch from turns_at - now()) / 60)::integer as minutes from device_fence where device_id = $1`,
    [device.id],
  )
  // Five minutes after the hours have begun.
  expect(held?.minutes).toBeGreaterThan(300)
  const now = await fenced(0, { schedule: hoursIn(-1) })
  await report(now, [0, 300])
  expect(await eventsOf(now.id)).toEqual(['FENCE_LEFT'])
})

it('tells a terminal that is found outside to lock itself and to take no payments', async () => {
  const device = await fenced(0, { action: 'LOCK', lockMinutes: 10, blocksPayments: true })
  const told = async () => {
    const [settings] = await findSettings(gateway.platform.pool, [device.id], 120)
    return settings?.configuration
  }
  await report(device, [0])
  const inside = await told()
  expect(inside?.fence).toMatchObject({ lockSeconds: 600, noPayments: true })
  expect(inside?.fence).not.toHaveProperty('outside')
  const terminal = await openTerminal(gateway, device)
  await terminal.message('cfg')
  await terminal.up('loc', { lat: north(300), lng: 44.4, src: 'GPS', acc: 10, at: Date.now() })
  // It may have been told of something else meanwhile.
  let seen = 2
  const next = async (isMeant: (text: string) => boolean) => {
    for (; ; seen += 1) {
      const { body } = await terminal.message('cfg', seen)
      if (isMeant(JSON.stringify(body))) return body
    }
  }
  expect(await next((text) => text.includes('outside'))).toMatchObject({
    fence: { outside: true, lockSeconds: 600, noPayments: true },
  })
  await terminal.up('loc', { lat: north(0), lng: 44.4, src: 'GPS', acc: 10, at: Date.now() })
  expect(await next((text) => !text.includes('outside'))).toBeDefined()
  await terminal.leave()
  expect((await told())?.rev).toBeGreaterThan(inside?.rev ?? 0)
})

it('tells a suspended terminal to take no payments', async () => {
  const device = await gateway.addDevice()
  const told = async () => {
    const [settings] = await findSettings(gateway.platform.pool, [device.id], 120)
    return settings?.configuration
  }
  await gateway.sql(`update device set lifecycle = 'ACTIVE' where id = $1`, [device.id])
  const before = await told()
  await gateway.sql(`update device set lifecycle = 'SUSPENDED' where id = $1`, [device.id])
  const after = await told()
  expect([before?.payments, after?.payments]).toEqual([undefined, false])
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0)
})

it('is judged anew when the clock of its station is another one', async () => {
  const device = await fenced(5, { schedule: hoursIn(6) })
  await report(device, [0, 300])
  await gateway.sql(`update station set timezone_id = null where code = $1`, [`fenced-${made}`])
  const [held] = await gateway.sql<{ turns: string | null }>(
    `select turns_at as turns from device_fence where device_id = $1`,
    [device.id],
  )
  expect(held?.turns).toBeNull()
})

it('ends its alarm for whoever may leave, has another station or another fence', async () => {
  const ended = async (forgetting: string) => {
    const device = await fenced(0)
    await report(device, [0, 300])
    await gateway.sql(`delete from alarm_signal`)
    await gateway.sql(forgetting, [device.id])
    return gateway.sql(`select kind, act from alarm_signal where device_id = $1`, [device.id])
  }
  const end = [{ kind: 'FENCE', act: 'END' }]
  expect(await ended(`delete from device_fence where device_id = $1`)).toEqual(end)
  expect(await ended(`update device set station_id = null where id = $1`)).toEqual(end)
  const inside = await fenced(0)
  await report(inside, [0])
  await gateway.sql(`delete from alarm_signal`)
  await gateway.sql(`delete from device_fence where device_id = $1`, [inside.id])
  expect(await gateway.sql(`select from alarm_signal`)).toEqual([])
})

it.each([
  [
    'the zone of its area',
    `with other as (insert into timezone (area_id, name, zone_id) select area_id, 'Paris', 'Europe/Paris' from station where code = $1 returning id)
      update timezone_area set timezone_id = other.id from other where timezone_area.code = $1`,
  ],
  [
    'the clock of its zone',
    `update timezone set zone_id = 'Europe/Paris' where id in (select timezone_id from timezone_area where code = $1)`,
  ],
])('holds by another clock with %s', async (_, change) => {
  const device = await fenced(5, { schedule: hoursIn(6) })
  const code = `fenced-${made}`
  // The zone is that of the area, as it is of most stations.
  await gateway.sql(
    `update timezone_area set timezone_id = station.timezone_id from station where station.code = $1 and timezone_area.id = station.area_id`,
    [code],
  )
  await gateway.sql(`update station set timezone_id = null where code = $1`, [code])
  await report(device, [0, 300])
  const told = async () => {
    const [settings] = await findSettings(gateway.platform.pool, [device.id], 120)
    return settings?.configuration
  }
  const before = await told()
  await gateway.sql(change, [code])
  const after = await told()
  expect(before?.fence).toMatchObject({ hours: { tz: 'Asia/Baghdad' } })
  expect(after?.fence).toMatchObject({ hours: { tz: 'Europe/Paris' } })
  expect(after?.rev).toBeGreaterThan(before?.rev ?? 0)
  const [held] = await gateway.sql<{ turns: string | null }>(
    `select turns_at as turns from device_fence where device_id = $1`,
    [device.id],
  )
  expect(held?.turns).toBeNull()
})
