import { codes, groups, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import type { Use } from '../../../kit/references.ts'
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
  expect(tablesOf(groupUses)).toEqual(expect.arrayContaining(ofGroup))
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
