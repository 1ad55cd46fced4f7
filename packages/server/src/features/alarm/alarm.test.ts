import {
  alarms,
  type AlarmKind,
  devices,
  kindsOfAlarm,
  noticesPath,
  stations,
} from '@muster/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../test/stationBody.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { lookAtAbsent } from '../stat/workbench/away.queries.ts'
import { noteEvents } from '../device/event/noteEvents.ts'
import { foldTotals } from '../organization/index.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'
import { tellAlarms } from './tellAlarms.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let series = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  await seedAlarmRules(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(() => query('delete from alarm; delete from notice; delete from alarm_signal'))

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

const terminals = (count: number, of: { orgId?: string; lifecycle?: string } = {}) =>
  addDevices(app, estate, { orgId: app.rootId, prefix: `ALARM${++series}X`, count, ...of })

async function terminal(of: { orgId?: string; lifecycle?: string } = {}): Promise<string> {
  const [id] = await terminals(1, of)
  if (!id) throw new Error('no terminal')
  return id
}

type Code = Parameters<typeof noteEvents>[1][number]['code']
const note = (deviceId: string, code: Code, data: Record<string, unknown> = {}) =>
  noteEvents(app.platform, [{ deviceId, code, data }])
const judged = () => judgeSignals(app.platform)
const alarmsOf = (deviceId: string) =>
  query<{ kind: AlarmKind; state: string; count: number; closeCause: string | null }>(
    `select kind, state, count, close_cause as "closeCause" from alarm where device_id = $1 order by first_at, kind`,
    [deviceId],
  )

/** Puts a terminal at a station of its own with these hours. */
async function stand(id: string, hours: object): Promise<void> {
  const areaId = await addArea(app, `H-${series}`)
  const body = {
    ...stationBody(`hours ${series}`, { orgId: app.rootId, areaId }),
    code: `H-${series}`,
  }
  const station = await admin.get(stations.add, { body })
  await query(
    `with zone as (insert into timezone (name, zone_id, area_id) values ('Baghdad', 'Asia/Baghdad', $3) returning id),
      place as (update station set business_hours = $2, timezone_id = zone.id from zone where station.id = $4 returning station.id)
      update device set station_id = place.id from place where device.id = $1`,
    [id, JSON.stringify(hours), areaId, station.id],
  )
}

/** Terminals that were seen once, and have been away for longer than is usual. */
async function away(ids: readonly string[]): Promise<void> {
  await query(
    `insert into device_state (device_id, last_seen_at, offline_since)
      select id, now(), now() - interval '30 days' from unnest($1::uuid[]) as id
      on conflict (device_id) do update set offline_since = excluded.offline_since`,
    [ids],
  )
  await query(`update device_offline set due_at = now() where device_id = any($1::uuid[])`, [ids])
  await lookAtAbsent(app.platform.pool)
}

describe('an alarm', () => {
  it('is one for each terminal and cause, and counts up, under two workers at once', async () => {
    const id = await terminal()
    for (let times = 0; times < 3; times++) await note(id, 'TAMPERED')
    await note(id, 'ROOTED')
    await Promise.all([judged(), judged(), judged()])
    await judged()
    expect(await alarmsOf(id)).toMatchObject([
      { kind: 'ROOT', count: 1 },
      { kind: 'TAMPER', count: 3 },
    ])
    // Even where nobody takes turns, the database knows of one open alarm only.
    const again = query(
      `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
        select device_id, kind, severity, org_id, vendor_id, model_id from alarm where device_id = $1`,
      [id],
    )
    await expect(again).rejects.toThrow('alarm_open')
  })

  it('ends by itself with its condition, and opens again when that is back within the hour', async () => {
    const id = await terminal()
    await note(id, 'FENCE_LEFT')
    await judged()
    await note(id, 'FENCE_ENTERED')
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ state: 'CLOSED', closeCause: 'ENDED', count: 1 }])
    await note(id, 'FENCE_LEFT')
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ state: 'OPEN', count: 2 }])
    await note(id, 'FENCE_ENTERED')
    await judged()
    await query(`update alarm set closed_at = now() - interval '61 minutes'`)
    await note(id, 'FENCE_LEFT')
    await judged()
    expect(await alarmsOf(id)).toMatchObject([
      { state: 'CLOSED', count: 2 },
      { state: 'OPEN', count: 1 },
    ])
  })

  it('of being offline waits for its station to open, where its rule says so', async () => {
    const [shut, without] = [await terminal(), await terminal()]
    const day = { from: '00:00', until: '23:59' }
    const always = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((one) => [one, day]),
    )
    // Holidays of three days: closed now wherever the test runs.
    const closed = [-1, 0, 1].map((ahead) => ({
      date: new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10),
      name: 'Feast',
      open: null,
    }))
    await stand(shut, { ...always, holidays: closed })
    await query(`update alarm_rule set in_hours = true where kind = 'OFFLINE'`)
    await away([shut, without])
    await judged()
    expect(await alarmsOf(shut)).toEqual([])
    expect(await alarmsOf(without)).toMatchObject([{ kind: 'OFFLINE', state: 'OPEN' }])
    const due = await query<{ isAhead: boolean }>(
      `select due_at > now() as "isAhead" from alarm_due where device_id = $1 and kind = 'OFFLINE'`,
      [shut],
    )
    expect(due).toEqual([{ isAhead: true }])
    // Once it is open, whoever is still away is missed.
    await query(`update station set business_hours = null`)
    await query(
      `with due as (delete from alarm_due where device_id = $1 returning device_id, kind)
        insert into alarm_signal (device_id, kind, act) select device_id, kind, 'LOOK' from due`,
      [shut],
    )
    await judged()
    expect(await alarmsOf(shut)).toMatchObject([{ kind: 'OFFLINE', state: 'OPEN' }])
    await query(`update alarm_rule set in_hours = false where kind = 'OFFLINE'`)
  })

  it('of being offline is judged anew when its station has other hours, or it stands elsewhere', async () => {
    const closed = { holidays: [] }
    const stays = await terminal()
    await stand(stays, closed)
    const goes = await terminal()
    await stand(goes, closed)
    await query(`update alarm_rule set in_hours = true where kind = 'OFFLINE'`)
    await away([stays, goes])
    await judged()
    expect([await alarmsOf(stays), await alarmsOf(goes)]).toEqual([[], []])
    // Nobody calls either of them up: what was changed does.
    await query(
      `update station set business_hours = null
        where id = (select station_id from device where id = $1)`,
      [stays],
    )
    await query(`update device set station_id = null where id = $1`, [goes])
    await judged()
    expect(await alarmsOf(stays)).toMatchObject([{ kind: 'OFFLINE', state: 'OPEN' }])
    expect(await alarmsOf(goes)).toMatchObject([{ kind: 'OFFLINE', state: 'OPEN' }])
    await query(`update alarm_rule set in_hours = false where kind = 'OFFLINE'`)
  })

  it('of being offline begins when its moment is due, and ends with the contact', async () => {
    const id = await terminal()
    await away([id])
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ kind: 'OFFLINE', state: 'OPEN' }])
    await query(
      `insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())`,
      [id],
    )
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ state: 'CLOSED', closeCause: 'ENDED' }])
  })

  it.each([
    ['STOCK', 'TAMPERED', false],
    ['ACTIVE', 'PAPER_OUT', true],
    ['SUSPENDED', 'PAPER_OUT', false],
    ['SUSPENDED', 'TAMPERED', true],
    ['REPAIR', 'PAPER_OUT', false],
    ['REPAIR', 'ROOTED', true],
    ['LOST', 'LOST_CONTACT', true],
    ['SCRAPPED', 'TAMPERED', false],
    ['SCRAPPED', 'UNAUTHORISED_CONTACT', true],
  ] as const)('of a terminal in %s by %s is heard: %s', async (lifecycle, code, isHeard) => {
    const id = await terminal({ lifecycle })
    await note(id, code)
    await judged()
    expect(await alarmsOf(id)).toHaveLength(isHeard ? 1 : 0)
  })

  it('is muted by the life cycle, and back with it', async () => {
    const id = await terminal()
    await away([id])
    await judged()
    await query(`update device set lifecycle = 'REPAIR' where id = $1`, [id])
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ state: 'CLOSED', closeCause: 'LIFECYCLE' }])
    await query(`update device set lifecycle = 'ACTIVE' where id = $1`, [id])
    await judged()
    expect(await alarmsOf(id)).toMatchObject([{ state: 'OPEN' }])
  })

  it('goes with its terminal while it is open; what has ended stays where it was', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Bank',
      code: 'bank',
      parentId: app.rootId,
    })
    const id = await terminal()
    await note(id, 'FENCE_LEFT')
    await judged()
    await note(id, 'FENCE_ENTERED')
    await note(id, 'TAMPERED')
    await judged()
    await query(`update device set org_id = $2 where id = $1`, [id, orgId])
    await judged()
    const places = await query(
      `select kind, org_id = $2 as there from alarm where device_id = $1 order by kind`,
      [id, orgId],
    )
    expect(places).toEqual([
      { kind: 'FENCE', there: false },
      { kind: 'TAMPER', there: true },
    ])
  })
})

describe('ten thousand at once', () => {
  it('are one notice for each who may read them, and counts that are kept', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Big',
      code: 'big',
      parentId: app.rootId,
    })
    const reader = await signedIn(app, {
      orgId,
      permissions: ['ALARM_LIST', 'DEVICE_LIST'],
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    await signedIn(app, { orgId: app.rootId, permissions: ['ALARM_LIST'], dataScope: 'OWN_ORG' })
    await signedIn(app, { orgId, permissions: ['DEVICE_LIST'], dataScope: 'OWN_ORG_AND_BELOW' })
    const ids = await terminals(10_000, { orgId })
    // As autovacuum does before long: what was planned for a handful of terminals is planned anew.
    await query('analyze device, device_state, device_order, device_offline, device_online')
    await away(ids)
    await judged()
    await tellAlarms(app.platform, { quiet: 0 })
    const told = await query<{ userId: string; values: object }>(
      `select user_name as "userName", text_key as "textKey", text_values ->> 'count' as count, link
        from notice join app_user on app_user.id = notice.user_id where not is_super_admin`,
    )
    expect(told).toMatchObject([
      { textKey: 'notice.alarms', count: '10000', link: '/device/alarm?state=LIVE&kind=OFFLINE' },
    ])
    await tellAlarms(app.platform, { quiet: 0 })
    expect(await query(`select from notice`)).toHaveLength(2)
    const counted = () => reader.get(alarms.count, { query: {} })
    expect(await counted()).toMatchObject({ bySeverity: { HIGH: 10_000 }, devices: 10_000 })
    await foldTotals(app.platform)
    expect(await counted()).toMatchObject({ bySeverity: { HIGH: 10_000 }, devices: 10_000 })
    expect(await reader.get(devices.count, { query: {} })).toMatchObject({ alarmed: 10_000 })
    const { total } = await reader.get(devices.page, { query: { alarm: '1' } })
    expect(total).toBe(10_000)
  })
})

describe('the calls', () => {
  it('show, acknowledge and close what is in the data scope, and nothing else', async () => {
    const { id: orgId } = await addOrganization(app.platform, {
      name: 'Own',
      code: 'own',
      parentId: app.rootId,
    })
    const permissions = ['ALARM_LIST', 'ALARM_ACK', 'ALARM_CLOSE']
    const reader = await signedIn(app, { orgId, permissions, dataScope: 'OWN_ORG_AND_BELOW' })
    const [own, foreign] = [await terminal({ orgId }), await terminal()]
    for (const id of [own, foreign]) await note(id, 'TAMPERED', { sensor: 'case' })
    await judged()
    const { list } = await reader.get(alarms.page, { query: {} })
    expect(list).toMatchObject([{ deviceId: own, state: 'OPEN', data: { sensor: 'case' } }])
    const mine = list[0]?.id ?? ''
    const others =
      (await admin.get(alarms.page, { query: { deviceId: foreign } })).list[0]?.id ?? ''
    expect((await reader.call(alarms.ackMany, { body: { ids: [mine, others] } })).code).toBe(404)
    expect((await reader.call(alarms.detail, { params: { id: others } })).code).toBe(404)
    expect(await reader.get(alarms.ack, { params: { id: mine } })).toMatchObject({ count: 1 })
    expect(await reader.get(alarms.ack, { params: { id: mine } })).toMatchObject({ count: 0 })
    await note(own, 'TAMPERED')
    await judged()
    expect(await alarmsOf(own)).toMatchObject([{ state: 'ACK', count: 2 }])
    const closing = {
      body: { matching: { state: 'LIVE' as const }, count: 1, note: 'case changed' },
    }
    expect(await reader.get(alarms.closeMany, closing)).toMatchObject({ count: 1 })
    expect(await reader.get(alarms.detail, { params: { id: mine } })).toMatchObject({
      state: 'CLOSED',
      closeCause: 'HAND',
      closeNote: 'case changed',
    })
  })

  it('find open alarms of an organisation by an index', async () => {
    const plan = await query<{ 'QUERY PLAN': string }>(
      `explain select id from alarm where closed_at is null and org_id = any(array[uuid7()]) order by last_at desc limit 20`,
    )
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan')
  })
})

it('of crashes is one for each application of a terminal, ends by hand, and is muted as a kind', async () => {
  await query(`update alarm_rule set tells_notice = true where kind = 'APP_CRASHED'`)
  const id = await terminal()
  for (const name of ['com.example.pay', 'com.example.till'])
    await query(
      `insert into device_app (device_id, package, version_code, seen_at) values ($1, $2, 3, now())`,
      [id, name],
    )
  for (const name of ['com.example.pay', 'com.example.till', 'com.example.pay'])
    await note(id, 'APP_CRASHED', { package: name, version: '3.1' })
  await judged()
  const open = async () =>
    (await admin.get(alarms.page, { query: { deviceId: id, state: 'LIVE', muted: 'ALL' } })).list
      .map(({ id: alarmId, kind, count, data }) => ({
        alarmId,
        told: [kind, count, data['package']],
      }))
      .toSorted((one, other) => (String(one.told) < String(other.told) ? -1 : 1))
  const [till, pay] = await open()
  expect([till?.told, pay?.told]).toEqual([
    ['APP_CRASHED', 1, 'com.example.till'],
    ['APP_CRASHED', 2, 'com.example.pay'],
  ])
  // Whoever is told is told of terminals.
  await tellAlarms(app.platform, { quiet: 0 })
  const told = await query(`select text_key as key, link from notice where user_id = $1`, [
    admin.userId,
  ])
  expect(told).toEqual([{ key: 'notice.alarm', link: `/device/detail/${id}?tab=alarms` }])
  const ids = [till?.alarmId ?? '', pay?.alarmId ?? '']
  const muting = { ids, minutes: 60, reason: 'a new version is on its way' }
  expect(await admin.get(alarms.mute, { body: muting })).toMatchObject({ count: 2 })
  expect(await admin.get(alarms.unmute, { body: { ids } })).toMatchObject({ count: 2 })
  await admin.get(alarms.mute, { body: muting })
  // Whatever else is looked at, nothing tells that an application crashes no more.
  await query(`insert into alarm_signal (device_id, kind, act) values ($1, 'ALL', 'LOOK')`, [id])
  await judged()
  expect(await open()).toHaveLength(2)
  await admin.get(alarms.close, { params: { id: ids[0] ?? '' }, body: { note: 'updated' } })
  await note(id, 'APP_CRASHED', { package: 'com.example.pay' })
  await judged()
  expect((await open()).map(({ told }) => told)).toEqual([['APP_CRASHED', 3, 'com.example.pay']])
})

it('of crashes is one for all that the terminal does not have, and one that cannot be kept stops no other', async () => {
  const [id, other] = [await terminal(), await terminal()]
  for (const name of ['com.made.up1', 'com.made.up2', `${'a'.repeat(254)}😀`])
    await note(id, 'APP_CRASHED', { package: name })
  await judged()
  // One more than the database counts.
  await query(`update alarm set count = 2147483647 where device_id = $1`, [id])
  await note(id, 'APP_CRASHED', { package: 'com.made.up1' })
  await note(other, 'TAMPERED')
  await judged()
  expect([(await alarmsOf(id)).length, (await alarmsOf(other)).length]).toEqual([1, 1])
})

it('what events mean is the same in contract and database', async () => {
  const kinds = await query<{ kind: string }>(`select distinct kind from alarm_of_event`)
  for (const { kind } of kinds) expect(Object.keys(kindsOfAlarm)).toContain(kind)
  expect(noticesPath).toContain('notice')
})
