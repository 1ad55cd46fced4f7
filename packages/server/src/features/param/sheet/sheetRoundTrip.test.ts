import { params, paramValues } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let mallId: string
let deviceIds: string[]

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  deviceIds = await addDevices(app, estate, { orgId: bankId, prefix: 'BANK', count: 3 })
})
afterAll(() => app.close())

it('goes on through every terminal, however long it takes to be sent', async () => {
  const many = await addEstate(app, 'Many')
  await addDevices(app, many, { orgId: mallId, prefix: 'MANY', count: 2100 })
  const { revId } = await addParamTemplate(app, { pids: ['host'] })
  const query = {
    templateRevId: revId,
    format: 'csv' as const,
    devices: 'ALL' as const,
    orgId: mallId,
  }
  const { body } = await admin.file(paramValues.export, { query })
  expect(parse(body, { bom: true })).toHaveLength(2101)
})

it('comes back from both kinds of files as it went', async () => {
  const pids = ['a', 'sn', '-x', 'plain.text']
  const of = await addParamTemplate(app, { pids })
  // As autovacuum does before long: what was planned for tables without rows is planned anew.
  await sql`analyze`.execute(app.platform.db)
  const text = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.string({ unit: fc.constantFrom(...'#"=+-@\'; ,\r\n\tس'.split('')), maxLength: 20 }),
  )
  const sheet = fc.array(fc.dictionary(fc.constantFrom(...pids), text), {
    minLength: 3,
    maxLength: 3,
  })
  await fc.assert(
    fc.asyncProperty(
      sheet,
      fc.constantFrom('csv' as const, 'xlsx' as const),
      async (said, format) => {
        await sql`delete from param_value where owner_id in (select id from param_assignment where app_id = ${of.appId})`.execute(
          app.platform.db,
        )
        await sql`delete from param_assignment where app_id = ${of.appId}`.execute(app.platform.db)
        for (const [at, values] of said.entries())
          await sql`insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, content)
          values ('x', 'DEVICE', ${bankId}, ${deviceIds[at]}, ${of.appId}, ${of.revId}, ${JSON.stringify(values)})`.execute(
            app.platform.db,
          )
        const { body } = await admin.file(paramValues.export, {
          query: { templateRevId: of.revId, format },
        })
        await sql`update param_assignment set content = '{}' where app_id = ${of.appId}`.execute(
          app.platform.db,
        )
        const { result } = await imported(admin, params.page, {
          content: body,
          name: `rows.${format}`,
          within: of.revId,
        })
        expect(result.refused).toBe(0)
        const { rows } = await sql<{ deviceId: string; content: object }>`select device_id, content
          from param_assignment where app_id = ${of.appId}`.execute(app.platform.db)
        const read = new Map(rows.map(({ deviceId, content }) => [deviceId, content]))
        expect(deviceIds.map((id) => read.get(id))).toEqual(said)
      },
    ),
    { numRuns: 6 },
  )
}, 300_000)
