import { variableLevels } from '@muster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea } from '../../../../test/stationBody.ts'
import { addOrganization, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { resolveVariables, type Seat, type Target } from './resolve.rules.ts'
import { variablesAt } from './variable.queries.ts'

let app: TestApp
let orgs: { readonly id: string; readonly above: readonly string[] }[]
let stations: readonly string[]
let devices: readonly string[]
let apps: readonly string[]

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  const { db } = platform
  orgs = [{ id: rootId, above: [rootId] }]
  // Two children each: a tree of three levels.
  for (let n = 1; n < 7; n++) {
    const parent = orgs[Math.floor((n - 1) / 2)]
    const code = `tree-${n}`
    const made = { name: code, code, parentId: parent?.id ?? rootId }
    const { id } = await addOrganization(platform, made)
    orgs.push({ id, above: [id, ...(parent?.above ?? [])] })
  }
  const estate = await addEstate(app)
  const areaId = await addArea(app)
  const one = { areaId, type: 'SHOP', address: 'a', contact: 'c', phone: '1' }
  const made = await db
    .insertInto('station')
    .values(orgs.map(({ id }, n) => ({ ...one, orgId: id, name: `Station ${n}`, code: `S${n}` })))
    .returning('id')
    .execute()
  stations = made.map(({ id }) => id)
  devices = await addDevices(app, estate, { orgId: rootId, prefix: 'TREE-', count: 4 })
  const some = [1, 2].map((n) => ({
    orgId: rootId,
    name: `App ${n}`,
    package: `com.app${n}`,
    appType: 'NORMAL',
    osKind: 'ANDROID',
  }))
  const rows = await db.insertInto('app').values(some).returning('id').execute()
  apps = rows.map(({ id }) => id)
})
afterAll(() => app.close())

const draw = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  level: fc.constantFrom(...variableLevels),
  org: fc.nat(6),
  station: fc.nat(6),
  device: fc.nat(3),
  app: fc.option(fc.nat(1)),
})
const seatDraw = fc.record({
  org: fc.nat(6),
  station: fc.option(fc.nat(6)),
  device: fc.option(fc.nat(3)),
  app: fc.option(fc.nat(1)),
})

const at = <T>(list: readonly T[], place: number | null): T | null =>
  place === null ? null : (list[place] ?? null)

type Drawn = Target & { readonly key: string }

function targetOf(drawn: typeof draw extends fc.Arbitrary<infer D> ? D : never): Drawn {
  const { key, level } = drawn
  return {
    key,
    level,
    orgId: level === 'PLATFORM' ? null : (orgs[drawn.org]?.id ?? null),
    stationId: level === 'STATION' ? at(stations, drawn.station) : null,
    deviceId: level === 'DEVICE' ? at(devices, drawn.device) : null,
    appId: at(apps, drawn.app),
  }
}

async function write(all: readonly Drawn[]) {
  const { db } = app.platform
  await sql`delete from global_param`.execute(db)
  const unique = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
  if (unique.length === 0) return []
  return db
    .insertInto('globalParam')
    .values(unique.map((one) => ({ ...one, type: 'TEXT', value: 'x' })))
    .returning(['id', 'key', 'orgId', 'stationId', 'deviceId', 'appId'])
    .execute()
}

it('says of many seats at once what the plain resolver says of each', async () => {
  const drawn = fc.tuple(fc.array(draw, { maxLength: 40 }), fc.array(seatDraw, { maxLength: 20 }))
  await fc.assert(
    fc.asyncProperty(drawn, async ([said, asked]) => {
      const targets = said.map(targetOf)
      const rows = await write(targets)
      const known = rows.map((row) => {
        const level = row.deviceId
          ? ('DEVICE' as const)
          : row.stationId
            ? ('STATION' as const)
            : row.orgId
              ? ('ORG' as const)
              : ('PLATFORM' as const)
        return { ...row, level }
      })
      const seats = asked.map((one): Seat & { readonly orgId: string } => ({
        orgId: orgs[one.org]?.id ?? '',
        above: orgs[one.org]?.above ?? [],
        stationId: at(stations, one.station),
        deviceId: at(devices, one.device),
        appId: at(apps, one.app),
      }))
      const found = await variablesAt(app.platform, seats)
      const ids = (map: ReadonlyMap<string, { readonly id: string }>) =>
        [...map].map(([key, { id }]) => `${key} ${id}`).toSorted()
      expect(found.map(ids)).toEqual(seats.map((seat) => ids(resolveVariables(seat, known))))
    }),
    { numRuns: 60 },
  )
}, 300_000)

it('walks no more than what the seats have to do with', async () => {
  const { db } = app.platform
  await sql`delete from global_param`.execute(db)
  const [first] = devices
  await sql`insert into global_param (key, type, level, org_id, device_id, value)
    select 'bulk.' || n, 'TEXT', 'DEVICE', org_id, device.id, 'x'
    from device cross join generate_series(1, 5000) n where device.id <> ${first}`.execute(db)
  await sql`analyze global_param, organization`.execute(db)
  const plan = await sql<{ 'QUERY PLAN': unknown }>`explain (analyze, format json)
    select * from variables_at(array[${app.rootId}]::uuid[], array[null]::uuid[],
      array[${first}]::uuid[], array[null]::uuid[])`.execute(db)
  const text = JSON.stringify(plan.rows)
  expect(text).toContain('global_param_device')
  expect(text).not.toMatch(/Seq Scan","[^}]*"Relation Name":"global_param"/)
})
