import {
  appCrashesList,
  appErrorsList,
  appFailuresList,
  appRemovalsList,
  appStat,
  appUse,
  deviceStat,
  idleList,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk } from '../../../../test/appEstate.ts'
import { lengthOf } from '../../../../test/lengthOf.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { saveUses } from '../../device/apps/use.queries.ts'
import type { UseRow } from '../../device/apps/use.rules.ts'
import { placeApps } from '../workbench/count.worker.ts'

const dayMs = 86_400_000
const pay = 'com.bank.pay'

let app: TestApp
let admin: TestUser
let north: TestUser
let northId: string
let southId: string
let appId: string
let estate: Estate
let other: Estate
const devices: string[] = []

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  estate = await addEstate(app)
  other = await addEstate(app, 'Other')
  admin = await signedIn(app, { isSuperAdmin: true })
  ;({ id: northId } = await addOrganization(platform, { name: 'N', code: 'n', parentId: rootId }))
  ;({ id: southId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  const permissions = [
    'STATISTICS_APK',
    'STATISTICS_DEVICE',
    'STATISTICS_DEVICE_APK',
    'APK_LOG_LIST',
  ]
  north = await signedIn(app, { orgId: northId, permissions })
  for (const [orgId, prefix] of [
    [northId, 'NO'],
    [southId, 'SO'],
  ] as const)
    devices.push(...(await addDevices(app, estate, { orgId, prefix, count: 4 })))
  const [made] = await query<{ id: string }>(
    `insert into app (org_id, name, package, app_type, os_kind, visibility)
      values ($1, 'Pay', $2, 'NORMAL', 'ANDROID', 'PUBLIC') returning id`,
    [rootId, pay],
  )
  appId = made?.id ?? ''
})
afterAll(() => app.close())

const estateOf = ({ vendorId, modelId }: Estate) => ({ vendorId, modelId })

const query = async <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await app.platform.pool.query<R>(text, values)).rows

/** The same at each run. */
function chances(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below) % below
  }
}

/** A day's word: counted later, it takes the place of what was told before. */
function word(chance: (below: number) => number): UseRow {
  const hours = Array.from({ length: 24 }, () => chance(4))
  const day = new Date(Date.now() - chance(6) * dayMs).toISOString().slice(0, 10)
  return {
    deviceId: devices[chance(devices.length)] ?? '',
    day,
    package: [pay, 'org.other'][chance(2)] ?? pay,
    version: 1,
    launches: hours.reduce((sum, count) => sum + count, 0),
    minutes: chance(600),
    kilobytes: chance(9000),
    crashes: chance(3),
    anrs: chance(2),
    hours,
    lastUsedAt: null,
    toldAt: Date.parse(`${day}T00:00:00Z`) + chance(1000) * 1000,
  }
}

it.each([11, 12, 13])(
  'counts what a naive look at the days does, however late and often they are told (%s)',
  async (seed) => {
    const chance = chances(seed)
    const told: UseRow[] = []
    for (let nth = 0; nth < 150; nth++) {
      // Out of their order, some of them again, and some terminals move between.
      const use = told.length > 5 && chance(4) === 0 ? told[chance(told.length)] : undefined
      const row = use ?? word(chance)
      told.push(row)
      await saveUses(app.platform.pool, [row])
      if (chance(12) === 0)
        await query(
          `update device set org_id = case when org_id = $2 then $3::uuid else $2::uuid end where id = $1`,
          [devices[chance(devices.length)], northId, southId],
        )
      if (chance(20) === 0) await query('select fold_estate_changes()')
    }
    await query('select fold_estate_changes()')
    for (const [user, org] of [
      [admin, null],
      [north, northId],
    ] as const) {
      const [naive] = await query<Record<string, number>>(
        `select count(*)::integer as days, (count(*) filter (where launches > 0))::integer as active,
          coalesce(sum(launches), 0)::integer as launches, coalesce(sum(minutes), 0)::integer as minutes,
          coalesce(sum(kilobytes), 0)::integer as kilobytes, coalesce(sum(crashes), 0)::integer as crashes,
          coalesce(sum(anrs), 0)::integer as anrs
        from device_app_use where package = $1 and ($2::uuid is null or org_id = $2)`,
        [pay, org],
      )
      const asked = { query: { appId, days: 10 } }
      for (const grain of ['HOUR', 'DAY', 'WEEK'] as const) {
        const query = { ...asked.query, grain }
        const { points } = await user.get(appStat.trend, { query })
        const sum = (
          key: 'days' | 'active' | 'launches' | 'minutes' | 'kilobytes' | 'crashes' | 'anrs',
        ) => points.reduce((total, point) => total + point[key], 0)
        expect({
          days: sum('days'),
          active: sum('active'),
          launches: sum('launches'),
          minutes: sum('minutes'),
          kilobytes: sum('kilobytes'),
          crashes: sum('crashes'),
          anrs: sum('anrs'),
        }).toEqual(naive)
      }
      const { hours, weekdays } = await user.get(appUse.trend, asked)
      const all = (list: readonly number[]) => list.reduce((total, count) => total + count, 0)
      expect([all(hours), all(weekdays)]).toEqual([naive?.['launches'], naive?.['launches']])
    }
    // Of each terminal, day and application the latest count stays.
    const latest = new Map<string, UseRow>()
    for (const row of told) {
      const key = `${row.deviceId} ${row.day} ${row.package}`
      const known = latest.get(key)
      if (!known || known.toldAt < row.toldAt) latest.set(key, row)
    }
    const kept = await query<{ key: string; at: number }>(
      `select device_id || ' ' || (at at time zone 'UTC')::date || ' ' || package as key,
        (extract(epoch from told_at) * 1000)::float8 as at from device_app_use`,
    )
    const keptAt = new Map(kept.map(({ key, at }) => [key, at]))
    for (const [key, { toldAt }] of latest) expect(keptAt.get(key)).toBeGreaterThanOrEqual(toldAt)
  },
)

it('counts what came and failed, where it happened', async () => {
  const [first = '', second = ''] = devices
  await query(`update device set org_id = $2 where id = $1`, [first, northId])
  for (const [device, kind, code] of [
    [first, 'INSTALLED', null],
    [first, 'INSTALL_FAILED', 'A203'],
    [second, 'UPDATED', null],
    [second, 'REMOVED', null],
  ] as const)
    await query(
      `insert into device_app_event (device_id, package, kind, to_code, code) values ($1, $2, $3, 7, $4)`,
      [device, pay, kind, code],
    )
  await query('select fold_estate_changes()')
  const asked = { query: { appId, days: 2 } }
  expect(await admin.get(appStat.error, asked)).toMatchObject({
    done: 3,
    failed: 1,
    codes: [{ code: 'A203', count: 1 }],
  })
  const { versions, points } = await admin.get(appStat.version, asked)
  expect(versions).toMatchObject([{ code: 7 }])
  expect(points.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0)).toBe(2)
  // What happened there is told there, also when its terminal has gone since.
  const before = await north.get(appStat.error, asked)
  await query(`update device set org_id = $2 where id = $1`, [first, southId])
  await query('select fold_estate_changes()')
  expect({ ...(await north.get(appStat.error, asked)), countedAt: null }).toEqual({
    ...before,
    countedAt: null,
  })
})

it('opens of each cause the failures that it counts, of the same terminals and days', async () => {
  const elsewhere = await addDevices(app, other, { orgId: southId, prefix: 'OT', count: 1 })
  for (const [device, at] of [
    [devices[1], '20 days'],
    [elsewhere[0], '20 days'],
    [elsewhere[0], '40 days'],
    [devices[6], '100 days'],
  ])
    await query(
      `insert into device_app_event (device_id, package, kind, to_code, code, at)
        values ($1, $2, 'INSTALL_FAILED', 7, 'A203', now() - $3::interval)`,
      [device, pay, at],
    )
  await query('select fold_estate_changes()')
  const counts = new Set<number>()
  const { from, to, removed, causes } = await admin.get(appStat.removal, { query: { appId } })
  expect(causes.length).toBeGreaterThan(0)
  for (const { trigger, count } of causes) {
    const list = appRemovalsList({ from, to }, { appId, trigger })
    expect(list && (await lengthOf(admin, list))).toBe(count)
  }
  const { points } = await admin.get(appStat.trend, { query: { appId } })
  expect(removed).toBe(points.reduce((sum, { acts }) => sum + acts.REMOVED, 0))
  for (const user of [admin, north])
    for (const of of [{}, { orgId: northId }, { vendorId: other.vendorId }, estateOf(estate)])
      for (const days of [undefined, 10, 60]) {
        const asked = { ...of, appId, ...(days && { days }) }
        const { codes, ...span } = await user.get(appStat.error, { query: asked })
        for (const { code, count } of codes) {
          const list = appErrorsList(span, { ...of, appId, code })
          expect(list && (await lengthOf(user, list))).toBe(count)
          counts.add(count)
        }
      }
  expect(counts.size).toBeGreaterThan(2)
  const { codes, ...long } = await admin.get(appStat.error, { query: { appId, days: 200 } })
  expect(codes.length).toBeGreaterThan(0)
  expect(appErrorsList(long, { appId, code: 'A203' })).toBeNull()
})

it('opens of each version the installs that failed of late, which it counts', async () => {
  for (const code of [7, 9, 11]) await addApk(app, { appId, code, state: 'SUPERSEDED' })
  // Called as another one is counted, never tried by this platform, too old, of another application.
  for (const [device, name, code, at, wanted] of [
    [devices[1], '7', 9, '1 hour', pay],
    [devices[6], '1.9', 9, '5 days', pay],
    [devices[6], '1.8', 8, '1 hour', pay],
    [devices[6], '1.9', 9, '8 days', pay],
    [devices[6], '1.9', 9, '1 hour', 'org.other'],
  ])
    await query(
      `insert into device_app_event (device_id, package, kind, to_code, to_name, code, at)
        values ($1, $5, 'INSTALL_FAILED', $3, $2, 'I201', now() - $4::interval)`,
      [device, name, code, at, wanted],
    )
  const [item] = await query<{ id: string }>(
    `insert into push_item (device_id, cmd, args, state, acked_at, expires_at)
      values ($1, 'APP_INSTALL', $2, 'RUNNING', now(), now() + interval '1 hour') returning id`,
    [devices[1], JSON.stringify({ pkg: pay, vc: 9, vn: '1.9' })],
  )
  await query(
    `update push_item set state = 'FAILED', code = 'I201', ended_at = now() where id = $1`,
    [item?.id],
  )
  await query('select fold_estate_changes()')
  const counted = new Map<string, number>()
  for (const user of [admin, north])
    for (const of of [{}, { orgId: northId }, { vendorId: other.vendorId }, estateOf(estate)]) {
      const { versions, ...span } = await user.get(appStat.failure, {
        query: { ...of, appId, days: 7 },
      })
      for (const { code, done, failed } of versions) {
        const list = appFailuresList(span, { ...of, appId, versionCode: code })
        expect(list && (await lengthOf(user, list))).toBe(failed)
        if (user === admin && Object.keys(of).length === 0) counted.set(`${code}`, failed)
        expect(done + failed).toBeGreaterThan(0)
      }
    }
  // Of version 11 nobody tried anything; of 8 the platform has none.
  expect([...counted.keys()]).toEqual(['9', '7'])
  expect(counted.get('9')).toBe(3)
  const { versions, ...long } = await admin.get(appStat.failure, { query: { appId, days: 200 } })
  expect(versions.find(({ code }) => code === 9)).toMatchObject({ done: 0, failed: 4 })
  expect(appFailuresList(long, { appId, versionCode: 9 })).toBeNull()
})

it('opens of crashes the days that it counts, whenever its curve ends', async () => {
  const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
  const [from, to] = [dayBefore(4), dayBefore(2)]
  for (const grain of ['DAY', 'WEEK'] as const) {
    const { points, ...span } = await admin.get(appStat.trend, {
      query: { appId, from, to, grain },
    })
    const list = appCrashesList(span, { appId })
    const page = await admin.get(appUse.page, { query: { ...list?.query, pageSize: 100 } })
    const counted = points.reduce((sum, { crashes }) => sum + crashes, 0)
    expect(counted).toBeGreaterThan(0)
    expect(page.list.reduce((sum, { crashes }) => sum + crashes, 0)).toBe(counted)
  }
})

it('tells of days where the terminals were then, whoever has them now', async () => {
  const all = await admin.get(appUse.page, { query: { appId, pageSize: 100 } })
  expect(new Set(all.list.map(({ orgName }) => orgName))).toEqual(new Set(['N', 'S']))
  const own = await north.get(appUse.page, { query: { appId, pageSize: 100 } })
  expect(own.list.map(({ id }) => id)).toEqual(
    all.list.filter(({ orgName }) => orgName === 'N').map(({ id }) => id),
  )
  expect(own.total).toBe(own.list.length)
})

it('opens for each figure a list as long as the figure', async () => {
  await query(`update device set lifecycle = 'ACTIVE'`)
  await query(
    `insert into device_app (device_id, package, version_code, version_name, source, seen_at, last_used_at)
      select id, $1, case when right(sn, 1)::integer % 2 = 0 then 7 else 8 end, '1', case when right(sn, 1) = '3'
        then 'SIDE_LOADED' else 'PUSH' end, now(), case when right(sn, 1) = '1' then now() end from device`,
    [pay],
  )
  await query(`insert into device_online (device_id, since, session_id)
    select id, now(), uuid7() from device where right(sn, 1) in ('1', '2')`)
  await query(
    `insert into org_apk (name, org_id, app_id, policy, scope_kind)
      values ('must', $1, $2, 'MANDATORY', 'SUBTREE')`,
    [app.rootId, appId],
  )
  await placeApps(app.platform)
  await query('select fold_location_changes()')
  for (const user of [admin, north]) {
    const summary = await user.get(appStat.summary, { query: { appId } })
    const lengthOf = async (more: object) =>
      (await user.get(appStat.page, { query: { appId, ...more } })).total
    expect(await lengthOf({})).toBe(summary.terminals)
    expect(await lengthOf({ source: 'SIDE_LOADED' })).toBe(summary.sideLoaded)
    for (const { code, terminals } of summary.versions)
      expect(await lengthOf({ versionCode: code })).toBe(terminals)
    expect(summary.newest).toMatchObject({ code: 8 })
    const { apps } = await user.get(appUse.unused, { query: { unusedDays: 7 } })
    expect(apps).toMatchObject([{ appId, terminals: summary.terminals }])
    const { total } = await user.get(appUse.unusedPage, { query: { appId, unusedDays: 7 } })
    expect(total).toBe(apps[0]?.unused)
    expect(total).toBeGreaterThan(0)
    const { apps: idle } = await user.get(deviceStat.idle, { query: { unusedDays: 7 } })
    const { query: asked } = idleList({}, appId, 7)
    const online = await user.get(appUse.unusedPage, { query: asked })
    expect(idle).toMatchObject([{ appId, terminals: summary.terminals, unused: online.total }])
    expect(online.total).toBeGreaterThan(0)
    expect(online.total).toBeLessThan(total)
  }
})

it('takes the length of a list that is not short from what is kept', async () => {
  const lengthOf = async (more: object) =>
    (await admin.get(appStat.page, { query: { appId, pageSize: 2, ...more } })).total
  const asked = [
    {},
    { versionCode: 7 },
    { unusedDays: 7 },
    { unusedDays: 7, online: '1' },
    { source: 'PUSH' },
  ]
  const before = await Promise.all(asked.map(lengthOf))
  expect(Math.max(...before)).toBeLessThan(20)
  const keep = (kind: string, value: string, count: number) =>
    query(
      `insert into estate_total as known (place, measure, value, model_id, count) values ($1, $2, $3, $4, $5)
        on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count`,
      [app.rootId, `${kind} ${pay}`, value, estate.modelId, count],
    )
  await keep('APP', '7', 1_500)
  expect(await lengthOf({})).toBe((before[0] ?? 0) + 1_500)
  const today = new Date().toISOString().slice(0, 10)
  await keep('APP', '7', 10_001)
  await keep('APP_USED', 'NEVER', 10_001)
  await keep('APP_USED', today, 99_999)
  await keep('APP_IDLE', today, 99_999)
  expect(await Promise.all(asked.map(lengthOf))).toEqual([
    10_000,
    10_000,
    10_000,
    ...before.slice(3),
  ])
})
