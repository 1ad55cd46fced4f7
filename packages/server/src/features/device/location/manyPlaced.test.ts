import { type InputOf, locations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

const world = { bbox: '-180,-85,180,85', zoom: 1 }

let app: TestApp
let admin: TestUser

/** More terminals than are looked at one by one, of each presence and with an alarm; half north, half south. */
beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'MANY', count: 10_500 })
  const { db } = app.platform
  for (const fill of [
    sql`insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
      select id, case when right(sn, 1) < '5' then 33 else -33 end, 44, 'GPS', now(), now() from device`,
    sql`insert into device_state (device_id, last_seen_at, offline_since)
      select id, now(), now() from device where sn < 'MANY10400'`,
    sql`insert into device_online (device_id, since, session_id)
      select id, now(), uuid7() from device where sn < 'MANY05200'`,
    sql`insert into alarm (device_id, org_id, vendor_id, model_id, kind, severity)
      select id, org_id, vendor_id, model_id, kind, 'LOW' from device, unnest(array['PAPER', 'BATTERY']) as kind
      where sn >= 'MANY05000' and sn < 'MANY10100'`,
  ])
    await fill.execute(db)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const run = async (text: string) => (await app.platform.pool.query<object>(text)).rows
const fold = () => run('select fold_location_changes()')

type Asked = Partial<InputOf<typeof locations.cluster>['query']>
const marks = async (query: Asked = {}) => {
  const { clusters } = await admin.get(locations.cluster, { query: { ...world, ...query } })
  return clusters.map(({ count, online }) => ({ count, online }))
}

/** Squares that are not what their terminals say. */
const odd = () =>
  run(`with truth as (
      select map_column(longitude, 10)::bigint << 16 | map_row(latitude, 10) as cell, count(*) as count,
        count(online.device_id) as online,
        count(*) filter (where state.device_id is not null and online.device_id is null) as offline,
        count(*) filter (where exists (select from alarm
          where alarm.device_id = position.device_id and alarm.closed_at is null)) as alarmed
      from device_position position join device on device.id = position.device_id
        left join device_state state using (device_id) left join device_online online using (device_id)
      where device.deleted_at is null group by 1),
    kept as (select cell, sum(count) as count, sum(online) as online, sum(offline) as offline, sum(alarmed) as alarmed
      from location_cell where level = 10 and org_id <> nil_uuid() group by 1),
    everybody as (select cell, count, online, offline, alarmed from location_cell
      where level = 10 and org_id = nil_uuid())
    (select 'kept', * from (table truth except table kept) as one)
    union all (select 'all', * from (table truth except table everybody) as other)
    union all (select 'gone', * from (table kept except table truth) as more)`)

it('counts who is online, away or has an alarm of as many as the map does not look at', async () => {
  await fold()
  expect(await odd()).toEqual([])
  const half = { count: 2600, online: 2600 }
  expect(await marks({ presence: 'ONLINE' })).toEqual([half, half])
  expect(await marks({ presence: 'OFFLINE' })).toEqual([
    { count: 2600, online: 0 },
    { count: 2600, online: 0 },
  ])
  expect(await marks({ alarm: '1' })).toEqual([
    { count: 2550, online: null },
    { count: 2550, online: null },
  ])
  expect(await marks({ alarm: '1', orgId: app.rootId })).toHaveLength(2)
  expect(await marks({ alarm: '1', presence: 'ONLINE' })).toEqual([
    { count: 100, online: 100 },
    { count: 100, online: 100 },
  ])
  expect(await marks({ presence: 'NEVER' })).toEqual([
    { count: 50, online: 0 },
    { count: 50, online: 0 },
  ])
})

const steps: readonly (readonly [string, string])[] = [
  [
    'leave',
    `delete from device_online where device_id in (select id from device where sn < 'MANY01000')`,
  ],
  [
    'come',
    `insert into device_online (device_id, since, session_id)
      select id, now(), uuid7() from device where sn < 'MANY00500' or sn >= 'MANY10450'`,
  ],
  [
    'speak for the first time',
    `insert into device_state (device_id, last_seen_at) select id, now() from device where sn >= 'MANY10460'`,
  ],
  [
    'are forgotten',
    `delete from device_state where device_id in (select id from device where sn >= 'MANY10490')`,
  ],
  [
    'end one of two alarms',
    `update alarm set closed_at = now(), state = 'CLOSED' where kind = 'PAPER'`,
  ],
  [
    'end the other one',
    `update alarm set closed_at = now(), state = 'CLOSED' where kind = 'BATTERY'
      and device_id in (select id from device where sn < 'MANY06000')`,
  ],
  [
    'lose what they had',
    `delete from alarm where device_id in (select id from device where sn >= 'MANY09000')`,
  ],
  [
    'move and leave at once',
    `with gone as (delete from device_online where device_id in (select id from device where sn like 'MANY020%'))
      update device_position set latitude = 10 where device_id in (select id from device where sn like 'MANY020%')`,
  ],
  ['go to the recycle bin', `update device set deleted_at = now() where sn like 'MANY03%'`],
  ['come back from it', `update device set deleted_at = null where sn like 'MANY030%'`],
  ['are destroyed', `delete from device where sn like 'MANY04%'`],
]

it('counts them as they are, whatever becomes of them', async () => {
  for (const [what, change] of steps) {
    await run(change)
    await fold()
    expect({ what, odd: await odd() }).toEqual({ what, odd: [] })
  }
  expect(await run('select from location_stood union all select from location_change')).toEqual([])
})

it('names the few that have an alarm, and looks for no few among many', async () => {
  await run(
    `delete from alarm where device_id not in (select id from device where sn = 'MANY06000')`,
  )
  await run(
    `delete from device_online where device_id not in (select id from device where sn = 'MANY00001')`,
  )
  await fold()
  const { clusters } = await admin.get(locations.cluster, { query: { ...world, alarm: '1' } })
  expect(clusters).toMatchObject([{ count: 1, device: { sn: 'MANY06000', presence: 'OFFLINE' } }])
  const { clusters: there } = await admin.get(locations.cluster, {
    query: { ...world, presence: 'ONLINE' },
  })
  expect(there).toMatchObject([{ count: 1, online: 1, device: null }])
})
