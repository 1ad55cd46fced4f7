import { appPolicies, policyScopes, versionRules } from '@muster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApp } from '../../../../test/appEstate.ts'
import { addOrganization, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { decide, type Speaking, standingOf } from './policy.rules.ts'
import { releasePlace } from './releasePlace.ts'

let app: TestApp
/** Organisations below each other, the last one with a terminal in it. */
let orgIds: string[]
let deviceId: string
let appId: string
/** Groups and labels that the terminal has. */
let groupIds: string[]
let labelIds: string[]

beforeAll(async () => {
  app = await startTestApp()
  const { platform, rootId } = app
  const middle = await addOrganization(platform, { name: 'M', code: 'm', parentId: rootId })
  const low = await addOrganization(platform, { name: 'L', code: 'l', parentId: middle.id })
  orgIds = [rootId, middle.id, low.id]
  const estate = await addEstate(app)
  const [first = ''] = await addDevices(app, estate, { orgId: low.id, prefix: 'POL', count: 1 })
  deviceId = first
  appId = await addApp(app, { orgId: rootId, package: 'com.bank.pay' })
  const ids = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await statement.execute(platform.db)).rows.map(({ id }) => id)
  groupIds = await ids(sql`insert into device_group (name, type, org_id, max_members)
    select 'G' || n, 'STATIC', ${rootId}, 10 from generate_series(1, 2) n returning id`)
  labelIds = await ids(sql`insert into classification (name, code, dimension, colour)
    select 'L' || n, 'L' || n, 'USE', '#000000' from generate_series(1, 2) n returning id`)
  await sql`insert into device_group_member (group_id, device_id)
    select unnest(${groupIds}::uuid[]), ${deviceId}`.execute(platform.db)
  await sql`insert into device_classification (classification_id, device_id, by_rule)
    select unnest(${labelIds}::uuid[]), ${deviceId}, false`.execute(platform.db)
})
afterAll(() => app.close())

const oneOf = fc.record({
  place: fc.nat({ max: 2 }),
  policy: fc.constantFrom(...appPolicies),
  scope: fc.constantFrom(...policyScopes),
  nth: fc.nat({ max: 1 }),
  status: fc.constantFrom(1, 1, 1, 0),
  versions: fc.constantFrom<readonly [string, number | null, string | null]>(
    ['LATEST', null, null],
    ['FIXED', 3, null],
    ['MIN', 2, null],
    ['MIN', 4, null],
    ['CHANNEL', null, 'PRODUCTION'],
    ['CHANNEL', null, 'BETA'],
  ),
})

it('decides as the database does, whatever speaks of a terminal', async () => {
  const { db } = app.platform
  const property = fc.asyncProperty(fc.array(oneOf, { maxLength: 12 }), async (said) => {
    await sql`delete from org_apk`.execute(db)
    await sql`insert into org_apk (name, org_id, app_id, policy, scope_kind, group_id, classification_id, status,
        version_rule, version_code, track)
      select * from unnest(${said.map((_, n) => `P${n}`)}::text[],
        ${said.map(({ place }) => orgIds[place])}::uuid[], ${said.map(() => appId)}::uuid[],
        ${said.map(({ policy }) => policy)}::text[], ${said.map(({ scope }) => scope)}::text[],
        ${said.map(({ scope, nth }) => (scope === 'GROUP' ? groupIds[nth] : null))}::uuid[],
        ${said.map(({ scope, nth }) => (scope === 'CLASSIFICATION' ? labelIds[nth] : null))}::uuid[],
        ${said.map(({ status }) => status)}::smallint[], ${said.map(({ versions }) => versions[0])}::text[],
        ${said.map(({ versions }) => versions[1])}::bigint[], ${said.map(({ versions }) => versions[2])}::text[])
      on conflict do nothing`.execute(db)
    const { rows: speaking } =
      await sql<Speaking>`select reach.org_apk_id as id, reach.policy, rank,
        org_id, scope_kind, version_rule, version_code, track
      from org_apk_reach reach join org_apk on org_apk.id = reach.org_apk_id where device_id = ${deviceId}`.execute(
        db,
      )
    const { rows: decided } = await sql<{ id: string }>`select org_apk_id as id
      from org_apk_effective where device_id = ${deviceId}`.execute(db)
    expect(decide(speaking)?.decides.id).toBe(decided[0]?.id)
  })
  await fc.assert(property, { numRuns: 150 })
})

const code = fc.option(fc.nat({ max: 4 }), { nil: null })
const asked = fc.record({
  policy: fc.constantFrom(...appPolicies),
  versionRule: fc.constantFrom(...versionRules),
  lowest: fc.nat({ max: 4 }),
  wanted: code,
  installed: code,
  fits: fc.boolean(),
})

it('judges and places terminals as the database does', async () => {
  const { db } = app.platform
  const property = fc.asyncProperty(asked, fc.uuid(), async (one, release) => {
    const { policy, versionRule, lowest, wanted, installed, fits } = one
    const { rows } = await sql<{ standing: string; place: number }>`select
      app_standing(${policy}, ${versionRule}, ${lowest}::bigint, ${wanted}::bigint, ${installed}::bigint, ${fits}) as standing,
      release_place(${deviceId}::uuid, ${release}::uuid) as place`.execute(db)
    expect(rows[0]).toEqual({
      standing: standingOf(one),
      place: releasePlace(deviceId, release),
    })
  })
  await fc.assert(property, { numRuns: 200 })
})
