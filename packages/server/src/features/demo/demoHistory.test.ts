import {
  applies,
  codes,
  deviceLog,
  devices,
  functionals,
  locations,
  workbench,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { seedAlarmRules } from '../alarm/alarmSeed.ts'
import { judgeSignals } from '../alarm/judgeSignals.ts'
import { seedTimezones } from '../timezone/timezoneSeed.ts'
import { makeDemoDays } from './demoDays.ts'
import { makeDemoEstate } from './demoEstate.ts'
import { makeDemoFeatures } from './demoFeatures.ts'
import { makeDemoHistory } from './demoHistory.ts'
import { makeDemoLives } from './demoLives.ts'
import { makeDemoLog } from './demoLog.ts'
import { makeDemoProfiles } from './demoProfiles.ts'
import { makeDemoRequests } from './demoRequests.ts'
import { makeDemoStations } from './demoStations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await seedTimezones(app.platform.db)
  await makeDemoEstate(app.platform.db)
  await makeDemoStations(app.platform.db)
  await makeDemoHistory(app.platform.db)
  await makeDemoProfiles(app.platform.db)
  await makeDemoLives(app.platform.db)
  await makeDemoRequests(app.platform.db)
  await makeDemoDays(app.platform.db)
  await makeDemoLog(app.platform.db)
})
afterAll(() => app.close())

it('draws thirty days of a curve that stays within what there is', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const { points } = await admin.get(workbench.trend, { query: { from: day(29), to: day(1) } })
  expect(points).toHaveLength(29)
  for (const { online } of points) {
    // A third of 200 is there at night, nearly all by day.
    expect(online).toBeGreaterThan(60)
    expect(online).toBeLessThan(180)
  }
})

it('has an estate that grew over a year, with a few new ones this week and a few in their boxes', async () => {
  const { rows } = await app.platform.pool.query<{ months: number; week: number; boxed: number }>(`
    select count(distinct date_trunc('month', activated_at))::integer as months,
      count(*) filter (where activated_at > now() - interval '7 days')::integer as week,
      count(*) filter (where lifecycle = 'ASSIGNED')::integer as boxed
    from device where batch_no = 'DEMO'`)
  const [grown] = rows
  expect(grown?.months).toBeGreaterThan(10)
  expect(grown?.week).toBeGreaterThan(0)
  expect(grown?.week).toBeLessThan(15)
  expect(grown?.boxed).toBe(5)
  const early = await app.platform.pool.query(`select session.id from device_session session
    join device on device.id = session.device_id where session.connected_at < device.activated_at`)
  expect(early.rows).toEqual([])
})

it('shows a whole day of each terminal that is never switched off', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { list } = await admin.get(devices.page, { query: { sortField: 'sn', sortOrder: 'asc' } })
  // The others may have been closed since yesterday, as shops are on Fridays.
  for (const device of [list[2], list[5], list[8]]) {
    const params = { id: device?.id ?? '' }
    const { from, connections } = await admin.get(devices.connectivity, { params, query: {} })
    expect(connections.length).toBeGreaterThan(0)
    expect(Date.parse(device?.createdAt ?? '')).toBeLessThan(Date.parse(from))
  }
})

it('leaves nobody online, and no moment after its end', async () => {
  const { rows } = await app.platform.pool.query<{ count: string; open: string; left: string }>(`
    select count(*), count(*) filter (where disconnected_at is null or disconnected_at > now()) as open,
      (select coalesce(sum(delta), 0)::bigint from online_hour) as left from device_session`)
  expect(Number(rows[0]?.count)).toBeGreaterThan(4000)
  expect(rows[0]).toMatchObject({ open: 0, left: 0 })
})

it('shows the same hours of organisations as of what is in them', async () => {
  const { rows } = await app.platform.pool.query(`
    select hour from online_hour_below below join organization on organization.id = below.place
      full join (select hour, sum(delta) as delta, sum(missed) as missed from online_hour group by 1) as own using (hour)
    where organization.parent_id is null
      and (below.delta, below.missed) is distinct from (own.delta, own.missed)`)
  expect(rows).toEqual([])
})

it('has profiles in force for everybody and for one model', async () => {
  const user = await signedIn(app, { isSuperAdmin: true, userName: 'profiles' })
  const { list } = await user.get(functionals.page, { query: {} })
  expect(list.map(({ level, state, revision }) => [level, state, revision])).toEqual([
    ['MODEL', 'PUBLISHED', 2],
    ['ORGANIZATION', 'DRAFT', null],
    ['PLATFORM', 'PUBLISHED', 2],
  ])
  expect(list.map(({ isChanged }) => isChanged)).toEqual([false, true, false])
})

it('has requests in every state that waits or has failed, each with its terminals', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { list } = await admin.get(applies.page, { query: {} })
  expect(list).toHaveLength(8)
  expect(list.filter(({ waitsForMe }) => waitsForMe)).toHaveLength(5)
  for (const { id, quantity } of list)
    expect((await admin.get(applies.detail, { params: { id } })).items).toHaveLength(quantity)
  const replacing = list.find(({ kind }) => kind === 'REPLACE')
  const done = await admin.call(applies.approve, { params: { id: replacing?.id ?? '' } })
  expect(done.code).toBe(codes.success)
  expect((await admin.get(applies.unclaimed, { query: {} })).list).toHaveLength(4)
})

it('has a month of what happens to terminals, on most days and of many kinds', async () => {
  const { rows } = await app.platform.pool.query<{ code: string; days: number; late: number }>(`
    select code, count(distinct at::date)::integer as days,
      count(*) filter (where at > now() or happened_at > now())::integer as late
    from device_event where source <> 'USER' or code in ('SUSPEND', 'RESUME') group by 1`)
  const daysOf = new Map(rows.map(({ code, days }) => [code, days]))
  expect(rows.filter(({ late }) => late > 0)).toEqual([])
  for (const code of ['BATTERY_LOW', 'PRINTER_ERROR', 'APP_CRASHED', 'PAPER_OUT'])
    expect([code, daysOf.get(code) ?? 0]).toEqual([code, expect.toSatisfy((days) => days > 20)])
  for (const code of [
    'STORAGE_LOW',
    'CLOCK_SKEWED',
    'SUSPEND',
    'RESUME',
    'FENCE_LEFT',
    'FENCE_ENTERED',
  ])
    expect([code, daysOf.get(code) ?? 0]).toEqual([code, expect.toSatisfy((days) => days > 3)])
  const admin = await signedIn(app, { isSuperAdmin: true })
  const from = new Date(Date.now() - 31 * 86_400_000).toISOString()
  const { list } = await admin.get(deviceLog.page, {
    query: { kind: 'FENCE', from, pageSize: 100 },
  })
  const turns = (code: string) => list.filter((entry) => entry.code === code).length
  expect(turns('FENCE_LEFT')).toBeGreaterThan(0)
  expect(turns('FENCE_LEFT')).toBe(turns('FENCE_ENTERED'))
})

it('has a month of alarms that are over, and tells nobody of them any more', async () => {
  const { rows } = await app.platform.pool.query<{ kind: string; days: number; odd: number }>(`
    select kind, count(distinct first_at::date)::integer as days,
      count(*) filter (where closed_at is null or told_at is null or closed_at > now()
        or closed_at <= first_at)::integer as odd
    from alarm where first_at < date_trunc('day', now(), 'UTC') and close_cause = 'ENDED' group by 1`)
  expect(rows.filter(({ odd }) => odd > 0)).toEqual([])
  const daysOf = new Map(rows.map(({ kind, days }) => [kind, days]))
  for (const kind of ['BATTERY', 'PAPER'])
    expect([kind, daysOf.get(kind) ?? 0]).toEqual([kind, expect.toSatisfy((days) => days > 20)])
})

it('tells in the log of each alarm that it came and went, and of what it was', async () => {
  const { rows } = await app.platform.pool.query(`
    select alarm.id from alarm left join device_event ended on ended.ref_id = alarm.id and ended.code = 'ALARM_CLOSED'
      left join device_event raised on raised.ref_id = alarm.id and raised.code = 'ALARM_RAISED'
    where alarm.closed_at is not null and (ended.at, raised.at) is distinct from (alarm.closed_at, alarm.first_at)
      or alarm.data ->> 'event' is null`)
  expect(rows).toEqual([])
  const { rows: clones } = await app.platform.pool.query(
    `select source from device_event where code = 'CLONE_SUSPECTED'`,
  )
  expect(clones).toEqual([{ source: 'PLATFORM' }])
})

it('begins with an inbox that no event of the month has filled', async () => {
  const count = async (which: string) =>
    (await app.platform.pool.query(`select kind from alarm where ${which}`)).rows.length
  const closed = await count(`closed_at is not null`)
  await seedAlarmRules(app.platform.db)
  await judgeSignals(app.platform)
  expect(await count(`closed_at is null`)).toBeLessThan(10)
  // None was raised only to be over at once.
  expect(await count(`closed_at is not null`)).toBe(closed)
  expect(await count(`told_at is null and kind <> 'CLONE_SUSPECT'`)).toBe(0)
  expect(await count(`kind in ('APP_CRASHED', 'SIM_CHANGED')`)).toBeGreaterThan(20)
})

it('has approvals that have ended or end soon, and for each model one that lasts', async () => {
  await makeDemoFeatures(app.platform.db)
  const { rows } = await app.platform.pool.query<{ first: number; last: number }>(`
    select min(expires_on) - current_date as first, max(expires_on) - current_date as last
    from vendor_certificate group by model_ids order by 1`)
  expect(rows.map(({ first }) => first < 100)).toEqual([true, true, false])
  // From half a year on each of its terminals has an alarm.
  for (const { last } of rows) expect(last).toBeGreaterThan(180)
})

it('has tracks of a month: rounds of couriers, and tills that stay where they are', async () => {
  const { rows } = await app.platform.pool.query<{
    id: string
    day: string
    places: number
    far: number
  }>(`
    select place.device_id as id, (place.at at time zone 'UTC')::date::text as day, count(*)::integer as places,
      max(metres_between(place.latitude, place.longitude, station.latitude, station.longitude)) as far
    from device_location place join device on device.id = place.device_id
      join station on station.id = device.station_id group by 1, 2`)
  const rounds = rows.filter(({ places }) => places >= 40)
  expect(new Set(rows.map(({ day }) => day)).size).toBe(30)
  expect(rounds.length).toBeGreaterThan(100)
  expect(rows.filter(({ places, far }) => places === 2 && far > 50)).toEqual([])
  expect(Math.max(...rows.map(({ far }) => far))).toBeLessThan(4000)
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { id = '', day = '' } = rounds[0] ?? {}
  const query = { from: `${day}T00:00:00.000Z`, until: `${day}T23:59:59.000Z` }
  const { places } = await admin.get(locations.track, { params: { deviceId: id }, query })
  expect(places.length).toBeGreaterThanOrEqual(40)
})
