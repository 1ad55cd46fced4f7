import { effectiveParams, params, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from './follow.ts'

const count = 12
let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'SEA', count })
  const { appId, revId: templateRevId } = await addParamTemplate(app, {
    pids: ['host', 'tid', 'both', 'deep', 'plain'],
  })
  const variable = (key: string, value: string, deviceId?: string) => {
    const level = deviceId ? ('DEVICE' as const) : ('PLATFORM' as const)
    return admin.get(variables.add, { body: { key, type: 'TEXT', level, value, deviceId } })
  }
  await variable('shop', 'none')
  await variable('till', '0')
  await variable('deep', 'of ${shop}')
  await variable('shop', 'seven', ids[7])
  const body = { name: 'All', level: 'ORG' as const, orgId: app.rootId, appId, templateRevId }
  const { id, version } = await admin.get(params.add, { body })
  const values = {
    host: '${shop}',
    tid: 'at ${shop}.example',
    both: '${shop}-${till}',
    deep: '${deep}',
    plain: 'six',
  }
  const saved = await admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
  await admin.get(params.activate, { params: { id }, body: { version: saved.version, count } })
  await followParams(app.platform)
})
afterAll(() => app.close())

const found = async (pid: string, value: string) =>
  (await admin.get(effectiveParams.search, { query: { pid, value } })).devices.map(({ sn }) => sn)

it('finds who has a value by what variables are for him', async () => {
  expect(await found('host', 'seven')).toEqual(['SEA00007'])
  expect(await found('host', 'none')).toHaveLength(count - 1)
  expect(await found('tid', 'at seven.example')).toEqual(['SEA00007'])
  expect(await found('tid', 'at seven')).toEqual([])
  expect(await found('both', 'seven-0')).toEqual(['SEA00007'])
  expect(await found('deep', 'of seven')).toEqual(['SEA00007'])
  expect(await found('plain', 'six')).toHaveLength(count)
  expect(await found('plain', 'seven')).toEqual([])
})

it('fills no value of a terminal that cannot have it', async () => {
  const { db } = app.platform
  await sql`alter function param_filled(text, jsonb) rename to param_filled_really`.execute(db)
  await sql`create sequence filled`.execute(db)
  await sql`create function param_filled(said text, variables jsonb) returns text language plpgsql volatile as $$
    begin perform nextval('filled'); return param_filled_really(said, variables); end $$`.execute(
    db,
  )
  expect(await found('tid', 'at seven.example')).toEqual(['SEA00007'])
  const { rows } = await sql<{
    count: number
  }>`select last_value::integer as count from filled`.execute(db)
  expect(rows).toEqual([{ count: 1 }])
})
