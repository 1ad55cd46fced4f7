import { codes, groups, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import type { Use } from '../../../kit/references.ts'
import { purgeBins } from '../../system/upkeep/purgeBins.ts'
import { stationUses } from '../station/station.routes.ts'
import { groupUses } from './groupBin.ts'

let app: TestApp
let admin: TestUser
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const tablesOf = (uses: readonly Use[]) => uses.map(({ table }) => snake(table))

/** Tables whose rows would go with a row of this one, or keep it from being destroyed. */
async function bound(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select conrelid::regclass::text as name
    from pg_constraint where contype = 'f' and confrelid = ${table}::regclass
      and confdeltype in ('a', 'r', 'c')`.execute(app.platform.db)
  return rows.map(({ name }) => name)
}

it('what would go with a group or a station keeps it from being removed', async () => {
  const [ofGroup, ofStation] = [await bound('device_group'), await bound('station')]
  expect(ofGroup.length).toBeGreaterThan(0)
  expect(ofStation.length).toBeGreaterThan(0)
  // What is found out about the group itself.
  const own = ['device_group_failure']
  const others = ofGroup.filter((table) => !own.includes(table))
  expect(tablesOf(groupUses)).toEqual(expect.arrayContaining(others))
  expect(tablesOf(stationUses)).toEqual(expect.arrayContaining(ofStation))
})

it.each([
  ['log_rule', 'Log rule'],
  ['json_document', 'Document'],
] as const)(
  'a group stays while a %s is for it, and takes along what was removed',
  async (table, says) => {
    const { db } = app.platform
    const orgId = app.rootId
    const body = { name: `Used ${++made}`, orgId, type: 'STATIC' as const }
    const { id } = await admin.get(groups.add, { body })
    await (table === 'log_rule'
      ? sql`insert into log_rule (org_id, group_id, name, condition, types)
        values (${orgId}, ${id}, 'Needs it', 'CRASH', '{APP}')`
      : sql`insert into json_document (org_id, group_id, name, code, kind, level)
        values (${orgId}, ${id}, 'Needs it', 'NEEDS', 'CONFIG', 'GROUP')`
    ).execute(db)
    expect(await admin.get(groups.detail, { params: { id } })).toMatchObject({ uses: 1 })
    const remove = () => admin.call(groups.remove, { params: { id } })
    expect(await remove()).toMatchObject({
      code: codes.warning,
      msg: `${says} Needs it uses this record`,
    })
    await sql`update ${sql.table(table)} set deleted_at = now()`.execute(db)
    expect(await remove()).toMatchObject({ code: codes.success })
    expect(await admin.call(groups.destroy, { params: { id } })).toMatchObject({
      code: codes.success,
    })
  },
)

it('a group that was removed while something is for it says so in the bin, stays there, and comes back', async () => {
  const { db } = app.platform
  const orgId = app.rootId
  const add = () =>
    admin.get(groups.add, { body: { name: `Gone ${++made}`, orgId, type: 'STATIC' as const } })
  const [used, free] = [await add(), await add()]
  await sql`insert into log_rule (org_id, group_id, name, condition, types)
    values (${orgId}, ${used.id}, 'Pulls for it', 'CRASH', '{APP}')`.execute(db)
  // As it was done before log rules counted.
  await sql`update device_group set deleted_at = now() - interval '400 days'
    where id = any(${[used.id, free.id]}::uuid[])`.execute(db)
  const { list } = await admin.get(groups.recyclePage, { query: { keyword: 'Gone' } })
  expect(list.map(({ id, usedBy }) => [id, usedBy])).toEqual([
    [used.id, ['Log rule Pulls for it uses this record']],
    [free.id, []],
  ])
  const refused = { code: codes.warning, msg: 'Log rule Pulls for it uses this record' }
  expect(await admin.call(groups.destroy, { params: { id: used.id } })).toMatchObject(refused)
  expect(await admin.call(groups.clear, {})).toMatchObject(refused)
  const other = await signedIn(app, { orgId, permissions: ['DEVICE_GROUP_RECYCLE_LIST'] })
  expect((await other.get(groups.recyclePage, { query: {} })).list).toHaveLength(list.length)
  // Nor does it go by itself, and with it what is for it.
  await purgeBins(app.platform)
  const left = await sql<{
    name: string
  }>`select name from log_rule where group_id = ${used.id}`.execute(db)
  expect(left.rows).toHaveLength(1)
  expect((await admin.get(groups.recyclePage, { query: {} })).list.map(({ id }) => id)).toEqual([
    used.id,
  ])
  await admin.get(groups.revert, { params: { id: used.id } })
  expect(await admin.get(groups.detail, { params: { id: used.id } })).toMatchObject({ uses: 1 })
})

it('a group stays while a push still asks for its members, or a plan for its ring', async () => {
  const { db } = app.platform
  const orgId = app.rootId
  const body = { name: `Meant ${++made}`, orgId, type: 'STATIC' as const }
  const { id } = await admin.get(groups.add, { body })
  const remove = () => admin.call(groups.remove, { params: { id } })
  await sql`insert into push (task_no, kind, title, args, org_id, state, targets, group_id)
    values ('T-1', 'REBOOT', 'Reboot', '{}', ${orgId}, 'SCHEDULED', ${JSON.stringify({ groupId: id })}, ${id})`.execute(
    db,
  )
  expect(await remove()).toMatchObject({ code: codes.warning, msg: 'Task T-1 uses this record' })
  // All whom it is for are written down.
  await sql`update push set expanded_at = now() where group_id = ${id}`.execute(db)
  await sql`insert into plan (plan_no, name, org_id, version_ids, targets, wave_kind, waves)
    values ('P-1', 'Pilots first', ${orgId}, '{}', ${JSON.stringify({ orgId })}, 'RINGS',
      ${JSON.stringify([{ groupId: id }, {}])})`.execute(db)
  const detail = () => admin.get(groups.detail, { params: { id } })
  const said = 'Plan Pilots first uses this record'
  expect(await detail()).toMatchObject({ uses: 1, usedBy: [said] })
  expect(await remove()).toMatchObject({ code: codes.warning, msg: said })
  await sql`update plan set ended_at = now()`.execute(db)
  expect(await detail()).toMatchObject({ uses: 0, usedBy: [] })
  expect(await remove()).toMatchObject({ code: codes.success })
})

it('a station stays while a variable is for it', async () => {
  const { db } = app.platform
  const areaId = await addArea(app)
  const body = stationBody(1, { orgId: app.rootId, areaId })
  const { id } = await admin.get(stations.add, { body })
  await sql`insert into global_param (key, type, level, org_id, station_id, value)
    values ('MERCHANT', 'TEXT', 'STATION', ${app.rootId}, ${id}, 'x')`.execute(db)
  const refused = await admin.call(stations.remove, { params: { id } })
  expect(refused).toMatchObject({ code: codes.warning, msg: 'Variable MERCHANT uses this record' })
})
