import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { store } from '../ingest/ingest.ts'
import { saveApplied } from './applied.queries.ts'

let app: TestApp
let modelId: string
let deviceId: string
let sn: string

beforeAll(async () => {
  app = await startTestApp()
  modelId = await addModel(app.platform)
})
afterAll(() => app.close())

beforeEach(async () => {
  ;({ id: deviceId, sn } = await addDevice(app.platform, { modelId, orgId: app.rootId }))
})

const hash = (nibble: string): string => nibble.repeat(64)

const arrivalOf = (
  from: { readonly id: string; readonly sn: string },
  params: object,
  edits?: Record<string, string[]>,
) => ({
  kind: 'up' as const,
  deviceId: from.id,
  sn: from.sn,
  at: Date.now(),
  arrivalId: randomUUID(),
  message: {
    id: randomUUID(),
    ts: Date.now(),
    asks: false,
    kind: 'hb' as const,
    body: { params: { ...params }, ...(edits && { edits }) },
  },
  done: () => undefined,
})

const beat = (params: Record<string, string>, edits?: Record<string, string[]>) =>
  store(app.platform, [arrivalOf({ id: deviceId, sn }, params, edits)], { nodeId: null })

async function kept(): Promise<Record<string, string>> {
  const { rows } = await sql<{
    package: string
    hash: string
  }>`select package, encode(hash, 'hex') as hash
    from param_applied where device_id = ${deviceId} order by package`.execute(app.platform.db)
  return Object.fromEntries(rows.map((row) => [row.package, row.hash]))
}

async function print(): Promise<string | null> {
  const { rows } = await sql<{ print: string | null }>`select params_print as print
    from device_state where device_id = ${deviceId}`.execute(app.platform.db)
  return rows[0]?.print ?? null
}

it('keeps what a terminal runs with, the first time and whenever it is another', async () => {
  await beat({ 'com.a': hash('1'), 'com.b': hash('2') })
  expect(await kept()).toEqual({ 'com.a': hash('1'), 'com.b': hash('2') })
  const first = await print()
  expect(first).not.toBeNull()
  await beat({ 'com.a': hash('1'), 'com.b': hash('3') })
  expect(await kept()).toEqual({ 'com.a': hash('1'), 'com.b': hash('3') })
  expect(await print()).not.toBe(first)
  // Nothing more than the one that is told.
  await beat({ 'com.b': hash('3') })
  expect(await kept()).toEqual({ 'com.b': hash('3') })
  await beat({})
  expect(await kept()).toEqual({})
})

it('keeps which values were changed on it, also where it tells of them later', async () => {
  const edits = async () => {
    const { rows } = await sql<{ edits: string[] }>`select edits from param_applied
      where device_id = ${deviceId}`.execute(app.platform.db)
    return rows.map((row) => row.edits)
  }
  await beat({ 'com.a': hash('9') })
  expect(await edits()).toEqual([[]])
  await beat({ 'com.a': hash('9') }, { 'com.a': ['host'] })
  expect(await edits()).toEqual([['host']])
})

it('looks no further where a terminal says the same again', async () => {
  await beat({ 'com.a': hash('1') })
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(app.platform.db)
  await beat({ 'com.a': hash('1') })
  expect(await kept()).toEqual({})
  await beat({ 'com.a': hash('2') })
  expect(await kept()).toEqual({ 'com.a': hash('2') })
})

it('looks no further beside a terminal that is new', async () => {
  await beat({ 'com.a': hash('1') })
  const was = await print()
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(app.platform.db)
  const fresh = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const told = { 'com.a': hash('1') }
  const batch = [arrivalOf({ id: deviceId, sn }, told), arrivalOf(fresh, told)]
  await store(app.platform, batch, { nodeId: null })
  expect(await kept()).toEqual({})
  expect(await print()).toBe(was)
  deviceId = fresh.id
  expect(await kept()).toEqual(told)
  expect(await print()).toBe(was)
})

it('looks again where something else was noted meanwhile', async () => {
  await beat({ 'com.a': hash('1') })
  const { pool } = app.platform
  const told = { 'com.a': hash('2') }
  // Of two that were kept at once nobody knows which came last.
  await saveApplied(
    pool,
    new Map([[deviceId, { params: { told, at: Date.now() } }]]),
    new Map([[deviceId, null]]),
  )
  expect(await print()).toBeNull()
  await beat({ 'com.a': hash('1') })
  expect(await kept()).toEqual({ 'com.a': hash('1') })
  expect(await print()).not.toBeNull()
})

it('looks again at who says the same where the database knows otherwise, whatever was remembered', async () => {
  const { db } = app.platform
  const told = { 'com.a': hash('1') }
  await beat(told)
  const own = await print()
  // Another gateway heard something else meanwhile.
  await sql`update param_applied set hash = decode(${hash('2')}, 'hex') where device_id = ${deviceId}`.execute(
    db,
  )
  await sql`update device_state set params_print = ${randomUUID()}::uuid where device_id = ${deviceId}`.execute(
    db,
  )
  await beat(told)
  expect(await kept()).toEqual(told)
  expect(await print()).toBe(own)
  // The database was put back to what it was before anything was told.
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(db)
  await sql`update device_state set params_print = null where device_id = ${deviceId}`.execute(db)
  await beat(told)
  expect(await kept()).toEqual(told)
  // Nothing at all is known of the terminal any more.
  await sql`delete from param_applied where device_id = ${deviceId}`.execute(db)
  await sql`delete from device_state where device_id = ${deviceId}`.execute(db)
  await beat(told)
  expect(await kept()).toEqual(told)
  expect(await print()).toBe(own)
})

interface HeldRow {
  readonly state: string
  readonly unproved: number
  readonly isDue: boolean
  /** When it is looked at, in heartbeats of the terminal from now. */
  readonly beats: number | null
}

/** What the terminal should have of an application of its own: values of the hash 1. */
async function hold(state: string) {
  const { db } = app.platform
  const template = await addParamTemplate(app, { pids: ['host'] })
  const { rows } = await sql<{
    id: number
  }>`insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint)
    values (${template.appId}, ${template.revId}, '{}', '{}', ${Buffer.from(template.appId)}) returning id`.execute(
    db,
  )
  await sql`insert into param_desired (device_id, app_id, org_id, revision, set_id, hash, state, rev, since)
    values (${deviceId}, ${template.appId}, ${app.rootId}, 1, ${rows[0]?.id}, decode(${hash('1')}, 'hex'), ${state}, 1,
      now() - interval '1 hour')`.execute(db)
  const held = async () =>
    (
      await sql<HeldRow>`select state, unproved, coalesce(due_at <= clock_timestamp(), false) as is_due,
        round(extract(epoch from due_at - clock_timestamp()) / heartbeat_of(device_id))::integer as beats
        from param_desired where device_id = ${deviceId} and app_id = ${template.appId} and until is null`.execute(
        db,
      )
    ).rows[0]
  return { ...template, held }
}

const shows = async (name: string, nibble: string) => {
  await beat({ [name]: hash(nibble) })
}

const installed = (name: string) =>
  sql`insert into device_app (device_id, package, version_code, seen_at)
    values (${deviceId}, ${name}, 1, now())`.execute(app.platform.db)

it('brings again what a terminal has no more', async () => {
  const own = await hold('NOTIFIED')
  await shows(own.package, '1')
  expect(await own.held()).toMatchObject({ state: 'APPLIED', isDue: false })
  await beat({})
  expect(await own.held()).toMatchObject({ state: 'PENDING', isDue: true })
  expect(await kept()).toEqual({})
})

it('takes nothing for lost where a list may have been cut, and brings nothing that is kept from it', async () => {
  const own = await hold('NOTIFIED')
  await shows(own.package, '1')
  const others = Array.from({ length: 20 }, (_, n) => [`com.other${n}`, hash('2')] as const)
  await beat(Object.fromEntries(others))
  expect(await own.held()).toMatchObject({ state: 'APPLIED' })
  await sql`update param_desired set unresolved = '{host}', state = 'BLOCKED' where device_id = ${deviceId}`.execute(
    app.platform.db,
  )
  await beat({})
  await installed(own.package)
  expect(await own.held()).toMatchObject({ state: 'BLOCKED', isDue: false })
})

it('brings its values to an application that is put there anew, unless they are on their way', async () => {
  const own = await hold('NOTIFIED')
  await shows(own.package, '1')
  await installed(own.package)
  expect(await own.held()).toMatchObject({ state: 'PENDING', isDue: true })
  // What it says next is looked at, though it is what it said before.
  expect([await kept(), await print()]).toEqual([{}, null])
  await shows(own.package, '1')
  expect(await own.held()).toMatchObject({ state: 'APPLIED', isDue: false })

  const other = await hold('PENDING')
  await bring(other.appId, 'RUNNING')
  await installed(other.package)
  expect(await other.held()).toMatchObject({ state: 'VERIFIED', isDue: false })
})

/** An item brings it, and has come so far. */
async function bring(appId: string, state: string): Promise<void> {
  const { rows } = await sql<{ id: string; pushId: string }>`with made as (
      insert into push (task_no, kind, title, args, org_id, state, targets)
        values (${randomUUID()}, 'PARAM', 'values', ${JSON.stringify({ gate: { appId } })}::jsonb, ${app.rootId}, 'RUNNING', '{}')
        returning id)
    insert into push_item (push_id, device_id, cmd, state, expires_at)
      select id, ${deviceId}, 'PARAM', 'QUEUED', now() + interval '1 day' from made returning id, push_id`.execute(
    app.platform.db,
  )
  await sql`update push_item set state = ${state}, step = 'VERIFIED', acked_at = now(),
      ended_at = case when ${state} = 'SUCCESS' then clock_timestamp() - interval '1 second' end
    where id = ${rows[0]?.id}`.execute(app.platform.db)
}

it('brings what a terminal says it has and does not show twice more, three of its beats later', async () => {
  const own = await hold('PENDING')
  for (const unproved of [1, 2]) {
    await bring(own.appId, 'SUCCESS')
    expect(await own.held()).toMatchObject({ state: 'VERIFIED', unproved, beats: 3 })
  }
  await bring(own.appId, 'SUCCESS')
  expect(await own.held()).toMatchObject({ state: 'VERIFIED', unproved: 3, beats: null })
  await shows(own.package, '1')
  expect(await own.held()).toMatchObject({ state: 'APPLIED', unproved: 0 })
})

it('takes what a terminal shows after it said that it is done for what it runs with', async () => {
  const own = await hold('PENDING')
  await shows(own.package, '2')
  await bring(own.appId, 'SUCCESS')
  expect(await own.held()).toMatchObject({ state: 'VERIFIED', beats: 3 })
  // The same as before its success: it has not taken them.
  await shows(own.package, '2')
  expect(await own.held()).toMatchObject({ state: 'DRIFT', beats: null })
})

/** What it should have had until now, the hash 2, was told to it by an item that goes on. */
async function changeWhile(state: string, appId: string) {
  const { db } = app.platform
  await bring(appId, 'RUNNING')
  await sql`insert into param_desired (device_id, app_id, org_id, revision, set_id, hash, state, rev, since, until)
    select device_id, app_id, org_id, 0, set_id, decode(${hash('2')}, 'hex'), 'VERIFIED', rev, since, clock_timestamp()
    from param_desired where device_id = ${deviceId} and app_id = ${appId}`.execute(db)
  await sql`update param_desired set since = clock_timestamp(), state = ${state}, item_id = null
    where device_id = ${deviceId} and app_id = ${appId} and until is null`.execute(db)
  return () =>
    sql`update push_item set state = 'SUCCESS', ended_at = clock_timestamp() - interval '1 second'
      where device_id = ${deviceId} and ended_at is null`.execute(db)
}

it('brings what came to hold while a terminal carried out what held before, and takes it for no drift', async () => {
  const own = await hold('PENDING')
  const ends = await changeWhile('PENDING', own.appId)
  // That it has begun is heard late: it had fetched what held before.
  await sql`update push_item set acked_at = clock_timestamp() where device_id = ${deviceId}`.execute(
    app.platform.db,
  )
  await ends()
  await shows(own.package, '2')
  expect(await own.held()).toMatchObject({ state: 'PENDING', isDue: true })
  // What was never told to it is what somebody did there.
  await bring(own.appId, 'SUCCESS')
  await shows(own.package, '3')
  expect(await own.held()).toMatchObject({ state: 'DRIFT', isDue: false })
})

it('brings again what was put back while a terminal carried out something else', async () => {
  const own = await hold('PENDING')
  await shows(own.package, '1')
  const ends = await changeWhile('APPLIED', own.appId)
  await shows(own.package, '2')
  expect(await own.held()).toMatchObject({ state: 'PENDING', isDue: true })
  await ends()
  expect(await own.held()).toMatchObject({ state: 'VERIFIED', beats: 0 })
})

it('says how a delivery goes to a terminal that was changed by hand and had needed none before', async () => {
  const own = await hold('PENDING')
  await shows(own.package, '1')
  await shows(own.package, '3')
  expect(await own.held()).toMatchObject({ state: 'DRIFT' })
  await bring(own.appId, 'FAILED')
  expect(await own.held()).toMatchObject({ state: 'FAILED' })
})
