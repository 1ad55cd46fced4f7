import { type AlarmKind, alarmRules } from '@muster/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { alarmJobs } from './alarm.worker.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'

// Alarms whose rule was disabled and is back: what goes on has told of itself long ago.

let app: TestApp
let estate: Estate
let user: TestUser
let series = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  await seedAlarmRules(app.platform.db)
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(() => query('delete from alarm; delete from alarm_signal'))

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

async function terminal(): Promise<string> {
  const of = { orgId: app.rootId, prefix: `BACK${++series}X`, count: 1 }
  const [id = ''] = await addDevices(app, estate, of)
  return id
}

const judged = () => judgeSignals(app.platform)
const look = async () => {
  await alarmJobs.find(({ name }) => name === 'alarm.days')?.work(app.platform)
  await judged()
}

/** Disables or enables the rule of a kind. Answers the counts of its open alarms of a terminal. */
async function set(id: string, kind: AlarmKind, status: '0' | '1'): Promise<number[]> {
  const [rule] = await query<{ id: string }>(
    `select id from alarm_rule where kind = $1 and org_id = $2`,
    [kind, app.rootId],
  )
  await user.get(alarmRules.setStatus, { params: { id: rule?.id ?? '', status } })
  await judged()
  const open = await query<{ count: number }>(
    `select count from alarm where device_id = $1 and kind = $2 and closed_at is null`,
    [id, kind],
  )
  return open.map(({ count }) => count)
}

it('comes back with its rule wherever it goes on', async () => {
  const id = await terminal()
  await query(`update model set end_of_support = current_date + 30`)
  await query(
    `update device set warranty_start = current_date + 10, warranty_months = 0 where id = $1`,
    [id],
  )
  await query(
    `insert into vendor_certificate (vendor_id, cert_no, expires_on) values ($1, 'PTS', current_date + 30)`,
    [estate.vendorId],
  )
  await query(
    `insert into device_snapshot (device_id, kind, document, reported_at)
      values ($1, 'info', '{"isTampered": true, "isRooted": true}', now())`,
    [id],
  )
  await query(
    `insert into device_fence (device_id, station_id, state, since) values ($1, uuid7(), 'OUT', now() - interval '1 day')`,
    [id],
  )
  await query(
    `with told as (insert into device_key_report (device_id, told_at, said_at) values ($1, now(), now())),
      missing as (insert into device_security (device_id, kind) values ($1, 'KEY_MISSING'))
    insert into device_key (device_id, slot, type, kcv, expires_at, state, changed_at)
      values ($1, '1', 'TMK', '0A1B2C', current_date + 10, 'OK', now()),
        ($1, '2', 'TMK', '0A1B2C', null, 'MISSING', now())`,
    [id],
  )
  await look()
  await query('delete from alarm; delete from alarm_due')
  const keys = ['KEY_MISSING', 'KEY_END'] as const
  const others = ['TAMPER', 'ROOT', 'FENCE', 'WARRANTY', 'SUPPORT_END', 'APPROVAL_END'] as const
  for (const kind of [...keys, ...others]) {
    // Neither what it found while it was disabled nor what it closed is lost.
    const course = [await set(id, kind, '0'), await set(id, kind, '1'), await set(id, kind, '0')]
    expect([kind, ...course, await set(id, kind, '1')]).toEqual([kind, [], [1], [], [2]])
  }
  await query(`update alarm set state = 'CLOSED', closed_at = now(), close_cause = 'HAND'`)
  for (const kind of others) {
    // What people close stays closed.
    await set(id, kind, '0')
    expect([kind, await set(id, kind, '1')]).toEqual([kind, []])
  }
})

it('is raised once by a rule that is for others by now', async () => {
  const id = await terminal()
  await query(
    `insert into device_fence (device_id, station_id, state, since) values ($1, uuid7(), 'OUT', now())`,
    [id],
  )
  const [rule] = (await user.get(alarmRules.page, { query: { kind: 'FENCE' } })).list
  if (!rule) throw new Error('there is no rule of fences')
  const { name, orgId, kind, severity, version } = rule
  const said = { name, orgId, kind, severity, modelId: estate.modelId }
  await user.get(alarmRules.update, { body: { id: rule.id, version, ...said } })
  await judged()
  expect(await query('select count from alarm where device_id = $1', [id])).toEqual([{ count: 1 }])
})

it('is looked at where its rule has closed it', async () => {
  const id = await terminal()
  await query(`insert into device_state (device_id, battery, last_seen_at) values ($1, 3, now())`, [
    id,
  ])
  await query(`insert into alarm_signal (device_id, kind, act) values ($1, 'BATTERY', 'LOOK')`, [
    id,
  ])
  expect([await set(id, 'BATTERY', '0'), await set(id, 'BATTERY', '1')]).toEqual([[], []])
  await query(`insert into alarm_signal (device_id, kind, act) values ($1, 'BATTERY', 'LOOK')`, [
    id,
  ])
  await judged()
  expect([await set(id, 'BATTERY', '0'), await set(id, 'BATTERY', '1')]).toEqual([[], [2]])
})

const event = (id: string, code: string, data: object) =>
  query(
    `insert into device_event (device_id, code, data, happened_at) values ($1, $2, $3, now())`,
    [id, code, data],
  )
const openData = (id: string) =>
  query(`select kind, data from alarm where device_id = $1 and closed_at is null`, [id])

it('comes back with its rule as it was, of what nothing but an event has told', async () => {
  const id = await terminal()
  await event(id, 'SIM_CHANGED', { from: '8996', to: '8997' })
  await judged()
  const told = await openData(id)
  expect([await set(id, 'SIM_CHANGED', '0'), await set(id, 'SIM_CHANGED', '1')]).toEqual([[], [2]])
  expect(await openData(id)).toEqual(told)
  // Days later it is another alarm of the same, once.
  await set(id, 'SIM_CHANGED', '0')
  await query(`update alarm set closed_at = now() - interval '3 days'`)
  expect([await set(id, 'SIM_CHANGED', '1'), await set(id, 'SIM_CHANGED', '1')]).toEqual([[1], [1]])
  expect(await openData(id)).toEqual(told)
  // What people close, and what happens while there is no rule, stays away.
  await query(`update alarm set state = 'CLOSED', closed_at = now(), close_cause = 'HAND'`)
  await set(id, 'SIM_CHANGED', '0')
  await event(id, 'SIM_CHANGED', { from: '8997', to: '8998' })
  await judged()
  expect(await set(id, 'SIM_CHANGED', '1')).toEqual([])
})

it('stays away where it was over before its rule was enabled', async () => {
  const id = await terminal()
  for (const app of ['com.shop', 'com.bank'])
    await query(
      `insert into device_app (device_id, package, version_code, seen_at) values ($1, $2, 1, now())`,
      [id, app],
    )
  await event(id, 'APP_CRASHED', { package: 'com.shop' })
  await event(id, 'APP_CRASHED', { package: 'com.bank' })
  await judged()
  expect(await set(id, 'APP_CRASHED', '0')).toEqual([])
  await event(id, 'APP_CRASHED', { package: 'com.shop', over: true })
  await judged()
  expect(await set(id, 'APP_CRASHED', '1')).toEqual([2])
  expect(await openData(id)).toMatchObject([{ data: { package: 'com.bank' } }])
})

it('is looked for among what its rule closed last, however much it has ever closed', async () => {
  const id = await terminal()
  await event(id, 'SIM_CHANGED', {})
  await judged()
  for (let turn = 0; turn < 3; turn++) {
    await set(id, 'SIM_CHANGED', '0')
    await query(
      `update alarm set closed_at = closed_at - interval '2 hours' where closed_at is not null`,
    )
    await set(id, 'SIM_CHANGED', '1')
  }
  const kept = () => query('select from alarm_silenced where device_id = $1', [id])
  expect(await kept()).toHaveLength(0)
  await set(id, 'SIM_CHANGED', '0')
  expect(await kept()).toHaveLength(1)
  const below = { name: 'below', code: 'below', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, below)
  await query('update device set org_id = $2 where id = $1', [id, orgId])
  await judged()
  // Whoever owns it by then has it back.
  expect(await set(id, 'SIM_CHANGED', '1')).toEqual([2])
})

it('is not forgotten where it is looked at under another rule, which knows nothing of it', async () => {
  const id = await terminal()
  const place = { name: 'enabled', code: 'enabled', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  const said = { name: 'Own rule', orgId, kind: 'SIM_CHANGED', severity: 'LOW' } as const
  await user.get(alarmRules.add, { body: said })
  await event(id, 'SIM_CHANGED', { from: '8996', to: '8997' })
  await judged()
  const told = await openData(id)
  await set(id, 'SIM_CHANGED', '0')
  for (const there of [orgId, app.rootId]) {
    await query('update device set org_id = $2 where id = $1', [id, there])
    await judged()
  }
  await set(id, 'SIM_CHANGED', '1')
  expect(await openData(id)).toEqual(expect.arrayContaining(told))
})

it('knows a recalled version from where the terminal is, or above', async () => {
  const id = await terminal()
  const place = { name: 'stranger', code: 'stranger', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  await query(`update device set firmware = '5.1.0' where id = $1`, [id])
  await query(
    `with file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        values ('image.bin', 'firmware', 1, sha256('x'), 1048576, 'STORED', $1, $1) returning id)
      insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes,
        state, recalled_at)
      select $1, 'Image', 'FIRMWARE', $2, array[$3::uuid], '5.1.0', id, 'x', 'OFFLINE', now() from file`,
    [orgId, estate.vendorId, estate.modelId],
  )
  await set(id, 'RECALLED', '0')
  expect(await set(id, 'RECALLED', '1')).toEqual([])
  await query('update upgrade_version set org_id = $1', [app.rootId])
  await set(id, 'RECALLED', '0')
  expect(await set(id, 'RECALLED', '1')).toHaveLength(1)
})
