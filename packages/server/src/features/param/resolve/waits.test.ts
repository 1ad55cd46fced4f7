import { effectiveParams, paramDeliveries, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followPushes } from '../../device/push/follow.ts'
import { bringParams } from '../delivery/bring.ts'
import { followParams } from './follow.ts'

const count = 9
let app: TestApp
let admin: TestUser
let paramId: string
let appId: string
let ids: readonly string[]

/** A terminal has the application. */
const install = (of: readonly string[]) =>
  sql`insert into device_app (device_id, package, version_code, seen_at)
    select device.id, app.package, 1, now() from device, app where device.id = any(${[...of]}::uuid[]) and app.id = ${appId}`.execute(
    app.platform.db,
  )

const dueAt = (id: string | undefined, at: string | null) =>
  sql`update param_desired set due_at = now() + ${at}::interval where device_id = ${id} and until is null`.execute(
    app.platform.db,
  )

/** Two without the application, two to whom nothing leaves, and five who have been given the task. */
beforeAll(async () => {
  app = await startTestApp()
  const { db } = app.platform
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'SEA', count })
  const made = await addParamTemplate(app, { pids: ['host'] })
  appId = made.appId
  const body = {
    name: 'All',
    level: 'ORG' as const,
    orgId: app.rootId,
    appId,
    templateRevId: made.revId,
  }
  const { id, version } = await admin.get(params.add, { body })
  paramId = id
  const saved = await admin.get(params.draft, {
    params: { id },
    body: { version, values: { host: 'a.example' }, secrets: {}, keptSecrets: [] },
  })
  await admin.get(params.activate, { params: { id }, body: { version: saved.version, count } })
  await followParams(app.platform)
  await install(ids.slice(4))
  await bringParams(app.platform)
  await followPushes(app.platform)
  await install(ids.slice(2, 4))
  await dueAt(ids[2], null)
  await sql`update param_assignment set options = options || '{"when": "NEXT"}' where id = ${id}`.execute(
    db,
  )
  await dueAt(ids[3], '1 hour')
  await sql`update push_item set waits_for = 'PAUSED' where device_id = ${ids[6]}`.execute(db)
  await sql`update device set status = 0 where id = ${ids[8]}`.execute(db)
  await sql`insert into device_online (device_id, since, session_id) values (${ids[7]}, now(), gen_random_uuid())`.execute(
    db,
  )
})
afterAll(() => app.close())

it('says of each terminal why it waits', async () => {
  const { list } = await admin.get(paramDeliveries.page, {
    query: { state: 'PENDING', sortField: 'sn', sortOrder: 'asc' },
  })
  const said = [
    'NO_APP',
    'NO_APP',
    'NEXT',
    'GIVER',
    'OFFLINE',
    'OFFLINE',
    'PAUSED',
    null,
    'DISABLED',
  ]
  expect(list.map(({ waitsFor }) => waitsFor)).toEqual(said)
  for (const [at, waitsFor] of said.entries()) {
    const told = await admin.get(effectiveParams.apps, { params: { deviceId: ids[at] ?? '' } })
    expect(told).toMatchObject([{ state: 'PENDING', waitsFor }])
  }
})

it('counts them for an assignment, the most frequent reason first', async () => {
  const { states, waits, waitsCapped } = await admin.get(params.sync, { params: { id: paramId } })
  expect(states).toEqual({ PENDING: count })
  expect(waits).toEqual([
    { for: 'NO_APP', count: 2 },
    { for: 'OFFLINE', count: 2 },
    { for: 'DISABLED', count: 1 },
    { for: 'GIVER', count: 1 },
    { for: 'NEXT', count: 1 },
    { for: 'PAUSED', count: 1 },
  ])
  expect(waitsCapped).toBe(false)
})

it('says nothing of those that run with it', async () => {
  const { db } = app.platform
  await sql`update param_desired set state = 'APPLIED' where until is null`.execute(db)
  const { list } = await admin.get(paramDeliveries.page, { query: {} })
  expect(new Set(list.map(({ waitsFor }) => waitsFor))).toEqual(new Set([null]))
  const { waits } = await admin.get(params.sync, { params: { id: paramId } })
  expect(waits).toEqual([])
})
