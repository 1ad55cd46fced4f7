import { params, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, signedIn, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from './follow.ts'
import { terminalsTouched } from './touched.queries.ts'

const count = 8
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const admin = await signedIn(app, { isSuperAdmin: true })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'TCH', count })
  const of = await addParamTemplate(app, { pids: ['host'], defaults: { host: '${my.host}' } })
  await admin.get(variables.add, {
    body: { key: 'my.host', type: 'TEXT', level: 'ORG', orgId: app.rootId, value: 'h' },
  })
  const { id, version } = await admin.get(params.add, {
    body: {
      name: 'All',
      level: 'ORG',
      orgId: app.rootId,
      appId: of.appId,
      templateRevId: of.revId,
    },
  })
  const drafted = await admin.get(params.draft, {
    params: { id },
    body: { version, values: { host: '${my.host}' }, secrets: {}, keptSecrets: [] },
  })
  const body = { version: drafted.version, count }
  await admin.get(params.activate, { params: { id }, body })
  await followParams(app.platform)
})
afterAll(() => app.close())

/** Who is met where a variable of everybody's has changed, by this and by more keys. */
const touchedBy = (keys: readonly string[], most: number) =>
  app.platform.db.transaction().execute(async (trx) => {
    await sql`insert into param_touched (key, deliver_now, at)
      select key, false, now() from unnest(${[...keys]}::text[]) as key`.execute(trx)
    const touched = await terminalsTouched(trx, most)
    await sql`delete from param_touched where at = now()`.execute(trx)
    return touched?.length ?? null
  })

it('names each terminal once, however it is met', async () => {
  expect(await touchedBy(['my.host'], 100)).toBe(count)
  expect(await touchedBy(['my.host', 'my.host'], 100)).toBe(count)
  expect(await touchedBy(['nobody.names'], 100)).toBe(0)
})

it('names nobody where there are more than are asked for, and stops looking', async () => {
  expect(await touchedBy(['my.host'], count)).toBe(count)
  expect(await touchedBy(['my.host'], count - 1)).toBeNull()
  expect(await touchedBy(['my.host'], 1)).toBeNull()
  // It is for everybody, though nobody names it.
  expect(await touchedBy(['nobody.names'], 0)).toBeNull()
})
