import { codes, paramEndings, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { whileFollowing } from '../../../../test/whileFollowing.ts'
import { alarmJobs } from '../../alarm/alarm.worker.ts'
import { judgeSignals } from '../../alarm/judgeSignals.ts'
import { seedAlarmRules } from '../../alarm/alarmSeed.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let estate: Estate
let bankId: string
let mallId: string
let bank: string[]
let mall: string[]
let template: Awaited<ReturnType<typeof addParamTemplate>>

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  await seedAlarmRules(app.platform.db)
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  bank = await addDevices(app, estate, { orgId: bankId, prefix: 'BNK-', count: 3 })
  mall = await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 2 })
  template = await addParamTemplate(app, { pids: ['capk', 'cert'], long: ['capk'] })
  const columns = JSON.stringify([
    { key: 'rid', dataType: 'HEX', title: 'RID' },
    { key: 'expiry', dataType: 'DATE', title: 'Ends', expires: true },
    { key: 'index', dataType: 'HEX', title: 'Index' },
  ])
  await sql`insert into param_dict (pid, title, data_type, columns, expires) values
    ('capk', 'Keys', 'TABLE', ${columns}::jsonb, false),
    ('cert', 'Certificate', 'DATE', '[]', true)`.execute(app.platform.db)
})
afterAll(() => app.close())

const dayIn = async (days: number) => {
  const { rows } = await sql<{
    day: string
  }>`select (current_date + ${days}::integer)::text as day`.execute(app.platform.db)
  return rows[0]?.day ?? ''
}

const keysOf = (...rows: { rid: string; expiry: string; index: string }[]) => JSON.stringify(rows)

async function say(
  at: { orgId?: string; deviceId?: string },
  values: Record<string, string>,
): Promise<string> {
  const made = await admin.call(params.add, {
    body: {
      name: `Assignment ${JSON.stringify(at).slice(-12, -2)}`,
      level: at.deviceId === undefined ? 'ORG' : 'DEVICE',
      appId: template.appId,
      templateRevId: template.revId,
      ...at,
    },
  })
  expect(made.code).toBe(codes.success)
  await sayAgain(made.data.id, values)
  return made.data.id
}

async function sayAgain(id: string, values: Record<string, string>): Promise<void> {
  const { version } = await admin.get(params.detail, { params: { id } })
  const saved = await admin.call(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
  expect(saved).toMatchObject({ code: codes.success, data: { faults: [] } })
  const { count } = await admin.get(params.impact, { params: { id } })
  const done = await admin.call(params.activate, {
    params: { id },
    body: { version: saved.data.version, count, note: null },
  })
  expect(done.code).toBe(codes.success)
  await followParams(app.platform)
}

const list = async (user: TestUser, query: Record<string, unknown> = {}) =>
  (await user.get(paramEndings.page, { query: { pageNum: 1, pageSize: 50, ...query } })).list

const look = async () => alarmJobs.find(({ name }) => name === 'alarm.days')?.work(app.platform)

const hourly = async () => {
  await look()
  await judgeSignals(app.platform)
}

const alarmsOf = async (deviceId: string | undefined) => {
  const { rows } = await sql<{ count: number; state: string }>`select count, state from alarm
    where device_id = ${deviceId} and kind = 'PARAM_ENDING' order by id`.execute(app.platform.db)
  return rows
}

describe('what ends among the values', () => {
  it('is listed with just the terminals that its list has, the first to end before the others', async () => {
    const [soon, later, far] = [await dayIn(20), await dayIn(60), await dayIn(200)]
    await say(
      { orgId: bankId },
      {
        capk: keysOf(
          { rid: 'A000000003', index: '92', expiry: later },
          { rid: 'A000000004', index: '05', expiry: far },
          { rid: 'A000000025', index: '0F', expiry: '${ends}' },
        ),
      },
    )
    await say({ orgId: app.rootId }, { cert: soon })
    expect(await list(admin)).toMatchObject([
      { pid: 'cert', endsOn: soon, deviceCount: 5, source: 'ORG', columnTitle: null },
      { pid: 'capk', label: 'A000000003 92', columnTitle: 'Ends', endsOn: later, deviceCount: 3 },
    ])
    expect(await list(admin, { days: 300 })).toHaveLength(3)
    expect(await list(admin, { days: 300, keyword: '000000004' })).toMatchObject([{ endsOn: far }])
    const teller = await signedIn(app, { permissions: ['PARAM_LIST'], orgId: mallId })
    for (const user of [admin, teller])
      for (const { valueId, deviceCount } of await list(user, { days: 300 })) {
        const query = { pageNum: 1, pageSize: 50, valueId }
        const shown = await user.get(paramEndings.devices, { query })
        expect(shown.list).toHaveLength(deviceCount)
        const few = await user.get(paramEndings.devices, { query: { ...query, keyword: 'mal-' } })
        expect(few.list.every(({ sn }) => sn.startsWith('MAL-'))).toBe(true)
      }
    // Who says it, is not for whoever does not see that organisation.
    expect(await list(teller, { days: 300 })).toMatchObject([
      { pid: 'cert', deviceCount: 2, ownerName: null, assignmentId: null },
    ])
  })

  it('raises an alarm so many days before, and one more for each further value', async () => {
    await hourly()
    expect(await alarmsOf(bank[0])).toEqual([{ count: 1, state: 'OPEN' }])
    expect(await alarmsOf(mall[0])).toEqual([{ count: 1, state: 'OPEN' }])
    await hourly()
    expect(await alarmsOf(bank[0])).toEqual([{ count: 1, state: 'OPEN' }])
    await sql`update param_ending set ends_on = current_date + 25, is_noted = false
      where label like 'A000000003%'`.execute(app.platform.db)
    await hourly()
    expect(await alarmsOf(bank[0])).toEqual([{ count: 2, state: 'OPEN' }])
    expect(await alarmsOf(mall[0])).toEqual([{ count: 1, state: 'OPEN' }])
  })

  it('is looked at again on the day on which the days of the rule begin', async () => {
    const { rows } = await sql<{ days: number }>`select due_at::date - current_date as days
      from alarm_due where device_id = ${bank[1]} and kind = 'PARAM_ENDING'`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ days: 170 }])
  })

  it('ends the alarm of a terminal that has another value', async () => {
    await say({ deviceId: mall[0] ?? '' }, { cert: await dayIn(400) })
    await judgeSignals(app.platform)
    expect(await alarmsOf(mall[0])).toEqual([{ count: 1, state: 'CLOSED' }])
    expect(await alarmsOf(mall[1])).toEqual([{ count: 1, state: 'OPEN' }])
  })

  it('is found in what is said already when it is marked, and forgotten when it is not any more', async () => {
    await sql`update param_dict set expires = false where pid = 'cert'`.execute(app.platform.db)
    expect((await list(admin, { days: 3000 })).map(({ pid }) => pid)).toEqual(['capk', 'capk'])
    await sql`update param_dict set expires = true where pid = 'cert'`.execute(app.platform.db)
    expect(
      (await list(admin, { days: 3000, pid: 'cert' })).map(({ deviceCount }) => deviceCount),
    ).toEqual([4, 1])
  })

  it('raises an alarm of terminals that are just getting it when it comes within sight', async () => {
    await sql`update param_ending set is_noted = false`.execute(app.platform.db)
    const at = { orgId: app.rootId, prefix: 'NEW-', count: 1 }
    const [late] = await addDevices(app, estate, at)
    await whileFollowing(app, look)
    await judgeSignals(app.platform)
    expect(await alarmsOf(late)).toEqual([{ count: 1, state: 'OPEN' }])
  })

  it('is not told of parameters that the reader is not shown', async () => {
    await sql`update param_dict set access_level = 'ADVANCED' where pid = 'cert'`.execute(
      app.platform.db,
    )
    const clerk = await signedIn(app, { permissions: ['PARAM_LIST'], orgId: app.rootId })
    expect((await list(clerk, { days: 3000 })).map(({ pid }) => pid)).toEqual(['capk', 'capk'])
    const [hidden] = await list(admin, { pid: 'cert' })
    const query = { pageNum: 1, pageSize: 50, valueId: hidden?.valueId ?? 0 }
    expect((await clerk.get(paramEndings.devices, { query })).list).toEqual([])
  })
})
