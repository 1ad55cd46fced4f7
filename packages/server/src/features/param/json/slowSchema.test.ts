import { heldDocuments, jsonDocuments, type JsonLevel } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endlessSchema } from '../../../../test/endlessSchema.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { openDatabase, openPool } from '../../../platform/db.ts'
import { followParams, followTerminals } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let modelId: string
let deviceId: string
let groupId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  ;({ modelId } = estate)
  admin = await signedIn(app, { isSuperAdmin: true })
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'SLW-', count: 1 })
  const { rows } = await sql<{
    id: string
  }>`insert into device_group (name, type, org_id, max_members)
    values ('some', 'STATIC', ${app.rootId}, 100) returning id`.execute(app.platform.db)
  groupId = rows[0]?.id ?? ''
  await sql`insert into device_group_member (group_id, device_id) values (${groupId}, ${deviceId})`.execute(
    app.platform.db,
  )
})
afterAll(() => app.close())

interface Document {
  readonly code: string
  readonly level: JsonLevel
  readonly at: Partial<Record<'orgId' | 'modelId' | 'groupId' | 'deviceId', string>>
  readonly document: string
}

async function publish({ code, level, at, document }: Document) {
  const body = { name: `${code} ${level}`, code, kind: 'STORE' as const, level, ...at }
  const { id, version } = await admin.get(jsonDocuments.add, { body })
  await admin.get(jsonDocuments.saveContent, {
    params: { id },
    body: { version, document, schema: null },
  })
  const saved = await admin.get(jsonDocuments.detail, { params: { id } })
  const { count } = await admin.get(jsonDocuments.impact, { params: { id } })
  const wish = { version: saved.version, count }
  await admin.get(jsonDocuments.publish, { params: { id }, body: wish })
}

const held = () => admin.get(heldDocuments.ofDevice, { params: { deviceId } })

/** A schema that is slow only where a document of a group is merged over the model's: publishing finds nothing wrong. */
async function publishSlow(code: string) {
  const at = { orgId: app.rootId, modelId }
  await publish({ code, level: 'MODEL', at, document: '{}' })
  await publish({ code, level: 'GROUP', at: { groupId }, document: '{"x":1}' })
  // Past the call, which may take the quick one for slow on a busy machine.
  await sql`update json_document_rev told set schema = ${endlessSchema} from json_document d
    where d.id = told.document_id and d.code = ${code} and d.level = 'MODEL'`.execute(
    app.platform.db,
  )
}

it('keeps no transaction waiting, and nobody from what else there is', async () => {
  await publishSlow('slow')
  await publish({ code: 'plain', level: 'DEVICE', at: { deviceId }, document: '{}' })
  const { db, secrets, pool } = app.platform
  const impatient = openPool(pool.options.connectionString ?? '', 2)
  impatient.on('connect', (client) => {
    void client.query(`set idle_in_transaction_session_timeout = '1s'`)
  })
  try {
    await followParams({ db: openDatabase(impatient), secrets })
  } finally {
    await impatient.end()
  }
  expect(await held()).toMatchObject([
    { code: 'plain', state: 'PENDING', faults: [] },
    { code: 'slow', state: 'BLOCKED', faults: [''] },
  ])
  expect((await sql`select from param_due`.execute(db)).rows).toEqual([])
})

it('leaves a terminal what it has until its documents are judged, and has it looked at again', async () => {
  const before = await held()
  await publishSlow('later')
  await publish({ code: 'other', level: 'DEVICE', at: { deviceId }, document: '{}' })
  const { db, secrets } = app.platform
  const { waiting } = await db
    .transaction()
    .execute((trx) => followTerminals({ db: trx, secrets }, [deviceId], new Set([deviceId])))
  expect(waiting).toEqual([deviceId])
  expect(await held()).toEqual(before)
  const { rows } = await sql`select device_id, is_now from param_due`.execute(db)
  expect(rows).toContainEqual({ deviceId, isNow: true })
  await followParams(app.platform)
  expect((await held()).map(({ code }) => code)).toEqual(['later', 'other', 'plain', 'slow'])
})
