import { appStat } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { placeApps } from '../workbench/count.worker.ts'

let app: TestApp
let estate: Estate
let orgs: string[]
let devices: string[]

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  estate = await addEstate(app)
  const north = await addOrganization(platform, { name: 'N', code: 'n', parentId: rootId })
  orgs = [rootId, north.id]
  devices = await addDevices(app, estate, { orgId: north.id, prefix: 'NO', count: 6 })
})
afterAll(() => app.close())

const run = (text: string, values: unknown[] = []) =>
  app.platform.pool.query<Record<string, unknown>>(text, values)

const known = (name: string) =>
  run(
    `insert into app (org_id, name, package, app_type, os_kind, visibility)
      values ($1, $2, $2, 'NORMAL', 'ANDROID', 'PUBLIC')`,
    [orgs[0], name],
  )

const mandatory = (name: string) =>
  run(
    `insert into org_apk (name, org_id, app_id, policy, scope_kind)
      select 'must ' || package, org_id, id, 'MANDATORY', 'SUBTREE' from app where package = $1`,
    [name],
  )

/** The same at each run. */
function chances(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below) % below
  }
}

const packages = ['one', 'two', 'three']

/** One thing that happens to what terminals have, or to terminals. */
async function change(chance: (below: number) => number): Promise<void> {
  const device = devices[chance(devices.length)]
  const name = packages[chance(packages.length)]
  const acts = [
    () =>
      run(
        `insert into device_app (device_id, package, version_code, source, seen_at)
          values ($1, $2, $3, $4, now()) on conflict (device_id, package)
          do update set version_code = excluded.version_code, source = excluded.source`,
        [device, name, chance(3), ['SIDE_LOADED', 'PUSH', null][chance(3)]],
      ),
    () => run(`delete from device_app where device_id = $1 and package = $2`, [device, name]),
    () =>
      run(
        `update device_app set last_used_at = now() - make_interval(days => $2) where device_id = $1`,
        [device, chance(4)],
      ),
    () =>
      run(`update device set lifecycle = $2 where id = $1`, [
        device,
        ['ACTIVE', 'REPAIR'][chance(2)],
      ]),
    () => run(`update device set org_id = $2 where id = $1`, [device, orgs[chance(2)]]),
    () =>
      run(
        `update device set deleted_at = case when deleted_at is null then now() end where id = $1`,
        [device],
      ),
    () =>
      run(
        `insert into device_online (device_id, since, session_id) values ($1, now(), uuid7()) on conflict do nothing`,
        [device],
      ),
    () => run(`delete from device_online where device_id = $1`, [device]),
    () => run('select fold_location_changes()'),
  ]
  await acts[[0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8][chance(11)] ?? 0]?.()
}

const differences = `with live as (select 'APP ' || package as kind, version_code::text as value, device.org_id, count(*) as count
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where package in (select package from app) group by 1, 2, 3
    union all select 'APP_SIDE ' || package, source, device.org_id, count(*)
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where package in (select package from app) and source = 'SIDE_LOADED' group by 1, 2, 3
    union all select 'APP_USED ' || package, coalesce(to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD'), 'NEVER'),
        device.org_id, count(*)
      from device_app app join device on device.id = app.device_id and device.deleted_at is null and lifecycle = 'ACTIVE'
      where package in (select package from app) group by 1, 2, 3
    union all select 'APP_IDLE ' || package, coalesce(to_char(last_used_at at time zone 'UTC', 'YYYY-MM-DD'), 'NEVER'),
        device.org_id, count(*)
      from device_app app join device on device.id = app.device_id and device.deleted_at is null and lifecycle = 'ACTIVE'
        join device_online online on online.device_id = device.id
      where package in (select package from counted_package where watched_at is not null) group by 1, 2, 3)
  select * from (select kind, value, org_id, sum(count) as count from device_spread where kind ^@ 'APP' group by 1, 2, 3
      having sum(count) <> 0) as kept
    full join live using (kind, value, org_id) where kept.count is distinct from live.count`

it.each([1, 2, 3])(
  'counts who has an application as a look at all of them does (%s)',
  async (seed) => {
    const chance = chances(seed)
    for (let nth = 0; nth < 120; nth++) {
      await change(chance)
      // An application becomes known when many have it already.
      if (nth === 40) await known(packages[seed - 1] ?? '')
      // One that was known when the one before came becomes mandatory.
      if (nth === 70 && seed > 1) await mandatory(packages[seed - 2] ?? '')
      if (nth % 40 !== 39) continue
      await placeApps(app.platform)
      await run('select fold_location_changes()')
      expect((await run(differences)).rows).toEqual([])
    }
    const { rows } = await run(`select from counted_package where watched_at is not null`)
    expect(rows.length).toBe(seed - 1)
  },
)

it('forgets none that is destroyed, in the recycle bin or not', async () => {
  await run(`delete from device where id = any($1)`, [devices.slice(0, 3)])
  expect((await run(differences)).rows).toEqual([])
  await run(`delete from device`)
  expect((await run(differences)).rows).toEqual([])
})

it('tells how fast a version came, by what was installed, and no more than have it', async () => {
  const orgId = orgs[1] ?? ''
  const ids = await addDevices(app, estate, { orgId, prefix: 'SP', count: 10 })
  const { rows } = await run(`select id from app where package = 'one'`)
  const appId = String(rows[0]?.['id'])
  for (const [nth, id] of ids.entries()) {
    await run(
      `insert into device_app (device_id, package, version_code, version_name, seen_at) values ($1, 'one', 9, 'nine', now())`,
      [id],
    )
    await run(
      `insert into device_app_event (device_id, package, kind, to_code, at)
        values ($1, 'one', 'INSTALLED', 9, date_trunc('hour', now()) - make_interval(hours => 20 - $2::integer))`,
      [id, nth],
    )
  }
  await run('select fold_estate_changes()')
  const admin = await signedIn(app, { isSuperAdmin: true })
  expect(await admin.get(appStat.speed, { query: { appId } })).toMatchObject({
    newest: { code: 9, name: 'nine' },
    terminals: 10,
    reached: 10,
    steps: [
      { percent: 50, hours: 4 },
      { percent: 90, hours: 8 },
      { percent: 99, hours: 9 },
    ],
  })
})
