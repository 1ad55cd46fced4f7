import type { AlarmKind } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../test/testEstate.ts'
import { untilLockWaits } from '../../../test/untilLockWaits.ts'
import { alarmJobs } from './alarm.worker.ts'
import { seedAlarmRules } from './alarmSeed.ts'
import { judgeSignals } from './judgeSignals.ts'

// Alarms of what ends on a day: nothing happens then, somebody has to look.

let app: TestApp
let estate: Estate
let series = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  await seedAlarmRules(app.platform.db)
})
afterAll(() => app.close())
beforeEach(() => query('delete from alarm; delete from notice; delete from alarm_signal'))

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

const terminals = (count: number) =>
  addDevices(app, estate, { orgId: app.rootId, prefix: `ENDS${++series}X`, count })

const judged = () => judgeSignals(app.platform)
const lookOnly = () => alarmJobs.find(({ name }) => name === 'alarm.days')?.work(app.platform)
const look = async () => {
  await lookOnly()
  await judged()
}
const alarmsOf = (deviceId: string) =>
  query<{ kind: AlarmKind }>(
    `select kind from alarm where device_id = $1 order by first_at, kind`,
    [deviceId],
  )

it.each(['ACTIVE', 'REPAIR'])(
  'a lost terminal that speaks is over as it is found: %s',
  async (to) => {
    const [id = ''] = await terminals(1)
    const standing = async (lifecycle: string) => {
      await query(`update device set lifecycle = $2 where id = $1`, [id, lifecycle])
      await judged()
      return query(`select state, close_cause as cause from alarm where kind = 'LOST_CONTACT'`)
    }
    const spoke = `insert into alarm_signal (device_id, kind, act) values ($1, 'LOST_CONTACT', 'RAISE')`
    await query(spoke, [id])
    expect(await standing('LOST')).toEqual([{ state: 'OPEN', cause: null }])
    expect(await standing(to)).toEqual([{ state: 'CLOSED', cause: 'LIFECYCLE' }])
  },
)

it('is judged by the rule of its group, else of its model, else of all; who leaves the group is judged anew', async () => {
  const [plain = '', member = ''] = await terminals(2)
  const raise = (id: string) =>
    query(`insert into alarm_signal (device_id, kind, act) values ($1, 'FENCE', 'RAISE')`, [id])
  const graveness = async () => {
    await judged()
    const rows = await query<{ deviceId: string; severity: string }>(
      `select device_id as "deviceId", severity from alarm where kind = 'FENCE' and closed_at is null`,
    )
    return [plain, member].map((id) => rows.find(({ deviceId }) => deviceId === id)?.severity)
  }
  const [group] = await query<{ id: string }>(
    `with made as (insert into device_group (name, org_id, type, max_members, state)
        values ('Part', $1, 'STATIC', 100, 'ACTIVE') returning id),
      named as (insert into alarm_rule (org_id, name, kind, severity, model_id, group_id, status)
        select $1::uuid, 'Model', 'FENCE', 'CRITICAL', $2::uuid, null, 1
        union all select $1, 'Group', 'FENCE', 'LOW', null, made.id, 0 from made)
      select id from made`,
    [app.rootId, estate.modelId],
  )
  await query(`insert into device_group_member (group_id, device_id) values ($1, $2)`, [
    group?.id,
    member,
  ])
  for (const id of [plain, member]) await raise(id)
  // The group's rule is disabled: there is none of this kind.
  expect(await graveness()).toEqual(['CRITICAL', undefined])
  await query(`update alarm_rule set status = 1 where name = 'Group'`)
  await raise(member)
  expect(await graveness()).toEqual(['CRITICAL', 'LOW'])
  await query(`update alarm_rule set status = 0 where name = 'Group'`)
  await query(`delete from device_group_member where device_id = $1`, [member])
  expect(await query(`select kind from alarm_signal where device_id = $1`, [member])).toEqual([
    { kind: 'FENCE' },
  ])
})

it('comes of a warranty that ends within its days, and of another one when it is due', async () => {
  await query(`update vendor set warranty_months = 12`)
  const [soon = '', later = ''] = await terminals(2)
  const activate = (id: string, days: number) =>
    query(
      `update device set activated_at = (current_date + $2::integer - interval '12 months') where id = $1`,
      [id, days],
    )
  await activate(soon, 10)
  await activate(later, 40)
  for (const id of [soon, later])
    await query(`insert into alarm_signal (device_id, kind, act) values ($1, 'WARRANTY', 'LOOK')`, [
      id,
    ])
  await judged()
  expect(await alarmsOf(soon)).toMatchObject([{ kind: 'WARRANTY' }])
  expect(await alarmsOf(later)).toEqual([])
  expect(
    await query(`select due_at::date - current_date as days from alarm_due where device_id = $1`, [
      later,
    ]),
  ).toEqual([{ days: 10 }])
  await query(`update vendor set warranty_months = null`)
})

it('follows the end of support of a model and the warranty of a vendor, whenever they are moved', async () => {
  const open = (kind: AlarmKind) =>
    query(`select from alarm where device_id = $1 and kind = $2 and closed_at is null`, [id, kind])
  const [id = ''] = await terminals(1)
  await query(
    `update device set activated_at = now() - interval '11 months 20 days' where id = $1`,
    [id],
  )
  // What is in sight has been looked at.
  await look()
  const support = (days: number | null) =>
    query('update model set end_of_support = current_date + $1::integer', [days])
  const warranty = (months: number | null) =>
    query('update vendor set warranty_months = $1', [months])
  for (const [kind, near, far] of [
    ['SUPPORT_END', () => support(30), () => support(3000)],
    ['WARRANTY', () => warranty(12), () => warranty(100)],
  ] as const) {
    await near()
    await look()
    expect(await open(kind)).toHaveLength(1)
    await far()
    await judged()
    expect(await open(kind)).toEqual([])
  }
  await support(null)
  await warranty(null)
})

/** Writes down until when the vendor of a terminal has an approval: for all of its models, or for these. */
const approve = (deviceId: string, certNo: string, days: number, modelIds: string[] = []) =>
  query(
    `insert into vendor_certificate (vendor_id, cert_no, expires_on, model_ids)
      select vendor_id, $1, current_date + $2::integer, $4::uuid[] from device where id = $3
    on conflict (lower(cert_no)) where deleted_at is null do update set expires_on = excluded.expires_on`,
    [certNo, days, deviceId, modelIds],
  )
const approvalAlarms = (deviceId: string) =>
  query<{ count: number; data: object }>(
    `select count, data from alarm where device_id = $1 and kind = 'APPROVAL_END' and closed_at is null`,
    [deviceId],
  )

it('comes of an approval that ends or has ended, once, and is over when that is renewed or gone', async () => {
  const [id = ''] = await terminals(1)
  const open = () => approvalAlarms(id)
  const signals = () => query(`select from alarm_signal where kind = 'APPROVAL_END'`)
  const certify = (certNo: string, days: number) => approve(id, certNo, days)
  await look()
  expect(await open()).toEqual([])
  await certify('PTS-1', 170)
  await look()
  expect(await open()).toMatchObject([{ count: 1, data: { days: 170 } }])
  // Nothing is looked at twice, and that people were told of it is no other end.
  await query(`update vendor_certificate set told_of = expires_on`)
  await look()
  expect(await open()).toMatchObject([{ count: 1 }])
  await certify('PTS-1', 900)
  await judged()
  expect(await open()).toEqual([])
  // What has ended already is as wrong as what ends soon.
  await certify('PTS-1', -5)
  await look()
  expect(await open()).toHaveLength(1)
  // Another approval of the same model will do.
  await certify('PTS-2', 181)
  await judged()
  expect(await open()).toEqual([])
  await query(`update vendor_certificate set deleted_at = now()`)
  await look()
  expect([await open(), await signals()]).toEqual([[], []])
})

it('is looked for where an approval was touched, and nowhere else: what people closed stays closed', async () => {
  const elsewhere = await addEstate(app, 'Elsewhere')
  const { modelId: twin } = await addEstate(app, 'Twin')
  await query('update model set vendor_id = $1 where id = $2', [elsewhere.vendorId, twin])
  const [id = ''] = await terminals(1)
  const of = (modelId: string, prefix: string) =>
    addDevices(app, { ...elsewhere, modelId }, { orgId: app.rootId, prefix, count: 1 })
  const [one = ''] = await of(elsewhere.modelId, 'THEREX')
  const [two = ''] = await of(twin, 'TWINX')
  const opened = async () => {
    await look()
    const found = await Promise.all([id, one, two].map(approvalAlarms))
    return found.map(({ length }) => length)
  }
  await approve(id, 'PTS-3', 100)
  await approve(one, 'PTS-4', 100, [elsewhere.modelId])
  await approve(two, 'PTS-5', 100, [twin])
  expect(await opened()).toEqual([1, 1, 1])
  await query(`update alarm set state = 'CLOSED', closed_at = now(), close_cause = 'HAND'`)
  // Neither another vendor nor another model of the same one is concerned.
  await approve(one, 'PTS-4', 90, [elsewhere.modelId])
  expect(await opened()).toEqual([0, 1, 0])
  await approve(id, 'PTS-3', 90)
  expect(await opened()).toEqual([1, 1, 0])
  expect(await query('select from approval_touched')).toEqual([])
  await query(`update vendor_certificate set deleted_at = now()`)
  expect(await opened()).toEqual([0, 0, 0])
})

/** Puts a key into a terminal that ends in so many days, and tells nobody. */
const hold = (deviceId: string, days: number, state = 'OK', slot = '1') =>
  query(
    `with told as (insert into device_key_report (device_id, told_at, said_at) values ($1, now(), now())
        on conflict do nothing)
      insert into device_key (device_id, slot, type, kcv, expires_at, state, changed_at)
        values ($1, $4, 'TMK', '0A1B2C', current_date + $2::integer + interval '6 hours', $3, now())
      on conflict (device_id, slot, type) do update set expires_at = excluded.expires_at, state = excluded.state`,
    [deviceId, days, state, slot],
  )
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const openOf = (deviceId: string, kind: AlarmKind) =>
  query<{ count: number; data: object }>(
    `select count, data from alarm where device_id = $1 and kind = $2 and closed_at is null`,
    [deviceId, kind],
  )
const tell = (deviceId: string, kind: AlarmKind) =>
  query(`insert into alarm_signal (device_id, kind, act) values ($1, $2, 'LOOK')`, [deviceId, kind])

it('comes of a key that ends within its days or has ended, and of one further off when it is due', async () => {
  const [soon = '', later = '', silent = ''] = await terminals(3)
  await query(`delete from alarm_watched where kind = 'KEY_END'`)
  await hold(soon, 10)
  await hold(later, 40)
  await look()
  expect(await openOf(soon, 'KEY_END')).toMatchObject([
    { count: 1, data: { keySlots: ['1 TMK'], endsOn: dayIn(10) } },
  ])
  expect(await openOf(later, 'KEY_END')).toEqual([])
  // Seen once already: only what is told of it brings it up again.
  await query('delete from alarm')
  await look()
  expect(await openOf(soon, 'KEY_END')).toEqual([])
  for (const id of [later, silent]) await tell(id, 'KEY_END')
  await judged()
  expect(
    await query(
      `select due_at::date - current_date as days from alarm_due where device_id = any($1::uuid[]) and kind = 'KEY_END'`,
      [[later, silent]],
    ),
  ).toEqual([{ days: 10 }])
  await hold(later, -3)
  await tell(later, 'KEY_END')
  await judged()
  expect(await openOf(later, 'KEY_END')).toMatchObject([{ data: { endsOn: dayIn(-3) } }])
  await hold(later, 800)
  await tell(later, 'KEY_END')
  await judged()
  expect(await openOf(later, 'KEY_END')).toEqual([])
})

it('comes of a key that is missing, also of a terminal in repair, and goes when it is back', async () => {
  const [id = '', silent = ''] = await terminals(2)
  await hold(id, 100, 'MISSING')
  await query(`update device set lifecycle = 'REPAIR' where id = $1`, [id])
  for (const one of [id, silent]) await tell(one, 'KEY_MISSING')
  await judged()
  expect(await openOf(id, 'KEY_MISSING')).toMatchObject([{ data: { keySlots: ['1 TMK'] } }])
  expect(await openOf(silent, 'KEY_MISSING')).toEqual([])
  await hold(id, 100)
  await tell(id, 'KEY_MISSING')
  await judged()
  expect(await openOf(id, 'KEY_MISSING')).toEqual([])
})

it('names the slots that are missing now: one more counts, one that is back does not', async () => {
  const [id = ''] = await terminals(1)
  const told = async (kind: AlarmKind) => {
    await tell(id, kind)
    await judged()
    return openOf(id, kind)
  }
  await hold(id, 100, 'MISSING')
  expect(await told('KEY_MISSING')).toEqual([{ count: 1, data: { keySlots: ['1 TMK'] } }])
  await hold(id, 100, 'MISSING', '2')
  expect(await told('KEY_MISSING')).toEqual([{ count: 2, data: { keySlots: ['1 TMK', '2 TMK'] } }])
  await hold(id, 20)
  expect(await told('KEY_MISSING')).toEqual([{ count: 2, data: { keySlots: ['2 TMK'] } }])
  expect(await told('KEY_MISSING')).toEqual([{ count: 2, data: { keySlots: ['2 TMK'] } }])
  expect(await told('KEY_END')).toEqual([
    { count: 1, data: { keySlots: ['1 TMK'], endsOn: dayIn(20) } },
  ])
  await hold(id, 10, 'OK', '2')
  expect(await told('KEY_END')).toEqual([
    { count: 2, data: { keySlots: ['2 TMK', '1 TMK'], endsOn: dayIn(10) } },
  ])
  await hold(id, 800, 'OK', '2')
  expect(await told('KEY_END')).toEqual([
    { count: 2, data: { keySlots: ['1 TMK'], endsOn: dayIn(20) } },
  ])
})

it('comes of a key that has ended though its terminal goes on calling it good', async () => {
  const [id = ''] = await terminals(1)
  await query(`delete from alarm_watched where kind = 'KEY_MISSING'`)
  await hold(id, -1)
  await look()
  expect(await openOf(id, 'KEY_MISSING')).toMatchObject([{ data: { keySlots: ['1 TMK'] } }])
  expect(await query(`select kind from device_security where device_id = $1`, [id])).toEqual([
    { kind: 'KEY_MISSING' },
  ])
})

it('is looked for nowhere while no rule tells of keys that are missing', async () => {
  const [id = ''] = await terminals(1)
  await hold(id, -1)
  const looked = async (status: number) => {
    await query(`delete from alarm_watched where kind = 'KEY_MISSING'`)
    await query(`update alarm_rule set status = ${status} where kind = 'KEY_MISSING'`)
    await lookOnly()
    return (await query(`select from alarm_signal where device_id = $1`, [id])).length
  }
  expect([await looked(0), await looked(1)]).toEqual([0, 1])
})

it('is none of a key that is replaced while those that have ended are looked for', async () => {
  const { db } = app.platform
  const [id = ''] = await terminals(1)
  await query(`delete from alarm_watched where kind = 'KEY_MISSING'`)
  await hold(id, -1)
  const looking = await db.transaction().execute(async (trx) => {
    await sql`update device_key set expires_at = null where device_id = ${id}`.execute(trx)
    const under = { way: look() }
    await untilLockWaits(db)
    return under
  })
  await looking.way
  expect(await query(`select kind from device_security where device_id = $1`, [id])).toEqual([])
})

it('tells once of each key that ends, also where another has ended before', async () => {
  const [id = ''] = await terminals(1)
  const end = (slot: string) =>
    query(
      `update device_key set expires_at = now() - interval '1 second' where device_id = $1 and slot = $2`,
      [id, slot],
    )
  for (const slot of ['1', '2', '3']) await hold(id, 800, 'OK', slot)
  await end('1')
  await look()
  expect(await openOf(id, 'KEY_MISSING')).toEqual([{ count: 1, data: { keySlots: ['1 TMK'] } }])
  await end('2')
  await look()
  expect(await openOf(id, 'KEY_MISSING')).toEqual([
    { count: 2, data: { keySlots: ['1 TMK', '2 TMK'] } },
  ])
  await query(
    `update alarm set state = 'CLOSED', close_cause = 'HAND', closed_at = now() where device_id = $1`,
    [id],
  )
  await look()
  expect(await openOf(id, 'KEY_MISSING')).toEqual([])
  await end('3')
  await look()
  expect(await openOf(id, 'KEY_MISSING')).toMatchObject([
    { data: { keySlots: ['1 TMK', '2 TMK', '3 TMK'] } },
  ])
})

it("follows a terminal's own warranty, whenever somebody writes another one down", async () => {
  const [id = ''] = await terminals(1)
  const write = (days: number) =>
    query(
      `update device set warranty_start = current_date + $2::integer, warranty_months = 0 where id = $1`,
      [id, days],
    )
  await write(10)
  await judged()
  expect(await alarmsOf(id)).toMatchObject([{ kind: 'WARRANTY' }])
  await write(100)
  await judged()
  expect(await query(`select from alarm where device_id = $1 and closed_at is null`, [id])).toEqual(
    [],
  )
})
