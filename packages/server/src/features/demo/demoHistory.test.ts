import { applies, codes, devices, functionals, workbench } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { makeDemoEstate } from './demoEstate.ts'
import { makeDemoHistory } from './demoHistory.ts'
import { makeDemoLives } from './demoLives.ts'
import { makeDemoProfiles } from './demoProfiles.ts'
import { makeDemoRequests } from './demoRequests.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await makeDemoEstate(app.platform.db)
  await makeDemoHistory(app.platform.db)
  await makeDemoProfiles(app.platform.db)
  await makeDemoLives(app.platform.db)
  await makeDemoRequests(app.platform.db)
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

it('shows a whole day of each terminal', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { list } = await admin.get(devices.page, { query: { sortField: 'sn', sortOrder: 'asc' } })
  const [first, second, third] = list
  for (const device of [first, second, third]) {
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
