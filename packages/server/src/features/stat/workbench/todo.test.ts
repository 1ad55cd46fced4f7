import {
  codes,
  estateLists,
  openAlarmsList,
  severities,
  todoKeys,
  todoKeysText,
  todoLists,
  todoRecords,
  workbench,
} from '@muster/contract'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lengthOf } from '../../../../test/lengthOf.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { countMinute } from './count.worker.ts'

let app: TestApp
let bank: { id: string }
let shop: { id: string }
let admin: TestUser
let estate: Estate
let other: Estate
let operator: TestUser

beforeAll(async () => {
  app = await startTestApp()
  bank = await addOrganization(app.platform, { name: 'Bank', code: 'bank', parentId: app.rootId })
  shop = await addOrganization(app.platform, { name: 'Shop', code: 'shop', parentId: bank.id })
  estate = await addEstate(app)
  other = await addEstate(app, 'Other')
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, {
    orgId: shop.id,
    permissions: ['DASHBOARD_TODO', 'DASHBOARD_LOCK', 'DEVICE_LIST'],
  })
})
afterAll(() => app.close())

it('tells what waits for a decision, to whom it belongs', async () => {
  await addDevices(app, estate, {
    orgId: shop.id,
    prefix: 'NEW',
    count: 2,
    lifecycle: 'UNCLAIMED',
  })
  await app.platform.pool.query(
    `insert into platform_user (email, real_name, kind, state)
      values ('a@b.test', 'A', 'DEVELOPER', 'PENDING_REVIEW'), ('c@d.test', 'C', 'DEVELOPER', 'ACTIVE')`,
  )
  const invited = await signedIn(app, { orgId: shop.id })
  await app.platform.db
    .updateTable('appUser')
    .set({ invitedAt: new Date().toISOString() })
    .where('id', '=', invited.userId)
    .execute()
  expect(await admin.get(workbench.todo, { query: {} })).toEqual({
    alarms: 0,
    failing: 0,
    unclaimed: 2,
    reviews: 1,
    apkReviews: 0,
    versionReviews: 0,
    planApprovals: 0,
    taskApprovals: 0,
    appApprovals: 0,
    paramApprovals: 0,
    jsonApprovals: 0,
    invited: 1,
  })
  expect(await admin.get(workbench.todo, { query: { orgId: app.rootId } })).toMatchObject({
    unclaimed: 2,
  })
  expect(await operator.get(workbench.todo, { query: {} })).toEqual({
    alarms: null,
    failing: 0,
    unclaimed: 2,
    reviews: null,
    apkReviews: null,
    versionReviews: null,
    planApprovals: null,
    taskApprovals: null,
    appApprovals: null,
    paramApprovals: null,
    jsonApprovals: null,
    invited: 1,
  })
})

/** In the organisation something of each kind that waits, asked for by somebody. */
async function ask(orgId: string, by: string, mark: string): Promise<void> {
  const { db } = app.platform
  await sql`with programme as (insert into app (org_id, package, name, app_type, os_kind)
        values (${orgId}, ${`iq.waits.${mark}`}, ${mark}, 'NORMAL', 'ANDROID') returning id, org_id),
      file as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        values (${mark}, 'apk', 1, sha256(${mark}::bytea), 1048576, 'STORED', ${orgId}, ${by}) returning id),
      sheet as (insert into param_template (name, code, org_id, app_id)
        select ${mark}, ${mark}, org_id, id from programme returning id),
      rev as (insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
        select id, 1, '{}', '', '', '{}', 0 from sheet returning id),
      version as (insert into apk (app_id, version_code, version_name, file_id, state, release_notes, created_by, submitted_by)
        select programme.id, 1, '1', file.id, 'SUBMITTED', 'x', ${by}, ${by} from programme, file),
      part as (insert into upgrade_version (org_id, name, kind, vendor_id, model_ids, version_name, file_id, release_notes,
          state, created_by, submitted_by)
        select ${orgId}, ${mark}, 'FIRMWARE', ${estate.vendorId}, array[${estate.modelId}::uuid], ${mark}, file.id, 'x',
          'PENDING', ${by}, ${by} from file),
      plan as (insert into plan (name, org_id, version_ids, targets, waves, state, created_by, submitted_by)
        values (${mark}, ${orgId}, '{}', ${JSON.stringify({ orgId })}, '[{}]', 'APPROVAL', ${by}, ${by})),
      pushes as (insert into push (task_no, kind, title, args, org_id, state, targets, created_by)
        select kind || ${mark}, kind, '', '{}', ${orgId}, 'APPROVAL', '{"ids":[]}', ${by}
        from unnest(array['REBOOT', 'APP_INSTALL']) kind),
      document as (insert into json_document (name, code, kind, level, org_id, state, document, asked_by, asked_for)
        values (${mark}, ${mark}, 'OTHER', 'ORG', ${orgId}, 'PENDING_APPROVAL', '{}', ${by}, 'PUBLISH'))
    insert into param_assignment (name, level, org_id, app_id, template_rev_id, content, state, asked_by, asked_for)
      select ${mark}, 'ORG', ${orgId}, programme.id, rev.id, '{}', 'PENDING_APPROVAL', ${by}, 'ACTIVATE'
      from programme, rev`.execute(db)
}

/** Each figure, and how many its list shows. */
async function besideLists(user: TestUser, of: { orgId?: string; vendorId?: string } = {}) {
  const told = await user.get(workbench.todo, { query: of })
  const { away } = await user.get(workbench.summary, { query: of })
  const figures = { ...told, away }
  const lists = Object.entries(todoLists).map(([key, listOf]) => [key, listOf(of)] as const)
  const listed: Record<string, number> = {}
  for (const [key, list] of lists) listed[key] = await lengthOf(user, list)
  return { figures, listed }
}

it('opens of each figure the list of just these, without what is one’s own', async () => {
  const [mine] = await addDevices(app, estate, { orgId: shop.id, prefix: 'WRONG', count: 3 })
  await app.platform.pool.query(
    `insert into push_item (device_id, cmd, args, state, code, expires_at)
      select $1::uuid, 'SYNC', '{}', state, 'P101', now() from unnest(array['FAILED', 'TIMEOUT']) state`,
    [mine],
  )
  await app.platform.pool.query(
    `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select id, kind, severity, org_id, vendor_id, model_id from device,
        (values ('TAMPER', 'CRITICAL'), ('OFFLINE', 'HIGH'), ('PAPER', 'LOW')) as told (kind, severity) where id = $1`,
    [mine],
  )
  await ask(shop.id, admin.userId, 'own')
  await ask(shop.id, operator.userId, 'shop')
  await ask(bank.id, operator.userId, 'bank')
  await countMinute(app.platform)
  const second = await signedIn(app, { isSuperAdmin: true })
  const decided = {
    apkReviews: 2,
    versionReviews: 2,
    planApprovals: 2,
    taskApprovals: 2,
    appApprovals: 2,
    paramApprovals: 2,
    jsonApprovals: 2,
  }
  const own = await besideLists(admin)
  expect(own.figures).toMatchObject({ ...decided, failing: 1, alarms: 2 })
  expect(own.listed).toEqual(own.figures)
  const others = await besideLists(second, { orgId: shop.id })
  expect(others.figures).toMatchObject(decided)
  expect(others.listed).toEqual(others.figures)
  const ofVendor = await besideLists(admin, { vendorId: other.vendorId })
  expect(ofVendor.figures).toMatchObject({ failing: 0, alarms: 0 })
  expect(ofVendor.listed).toEqual(ofVendor.figures)
  const { bySeverity } = await admin.get(workbench.alarm, { query: { vendorId: estate.vendorId } })
  for (const severity of severities) {
    const list = openAlarmsList({ vendorId: estate.vendorId }, severity)
    expect(await lengthOf(admin, list)).toBe(bySeverity[severity])
  }
})

it('names the first records of all lines in one answer, as their lists have them', async () => {
  const query = { of: todoKeysText(todoKeys) }
  const named = await admin.get(todoRecords.first, { query })
  expect(Object.keys(named)).toEqual([...todoKeys])
  for (const key of todoKeys) {
    const { call, query: asked } = todoLists[key]({})
    const page = await admin.get(call, { query: { ...asked, pageSize: '3' } })
    const { list } = z.object({ list: z.array(z.looseObject({ id: z.string() })) }).parse(page)
    expect([key, named[key]?.map(({ id }) => id)]).toEqual([key, list.map(({ id }) => id)])
  }
  expect(named.alarms?.map(({ name, kind }) => [name, kind]).sort()).toEqual([
    ['WRONG00000', 'OFFLINE'],
    ['WRONG00000', 'TAMPER'],
  ])
  expect(named.planApprovals?.map(({ name }) => name).sort()).toEqual(['bank', 'shop'])
})

it('names nothing of a list that one may not open, or of what lies elsewhere', async () => {
  const reader = await signedIn(app, {
    orgId: shop.id,
    permissions: ['DASHBOARD_TODO', 'PLAN_LIST', 'PLAN_APPROVE'],
  })
  const query = { of: 'planApprovals,alarms,failing' }
  const named = await reader.get(todoRecords.first, { query })
  expect(Object.keys(named)).toEqual(['planApprovals'])
  expect(named.planApprovals?.map(({ name }) => name).sort()).toEqual(['own', 'shop'])
  const wrong = await reader.call(todoRecords.first, { query: { of: 'everything' } })
  expect(wrong.code).toBe(codes.badRequest)
})

it('shows who may not decide nothing that waits for him', async () => {
  const reader = await signedIn(app, { orgId: shop.id, permissions: ['PLAN_LIST'] })
  const waiting = todoLists.planApprovals({})
  expect(await lengthOf(reader, { ...waiting, query: {} })).toBe(2)
  expect(await lengthOf(reader, waiting)).toBe(0)
})

it('names accounts that are locked now, to those who see them', async () => {
  const names = ['locked-bank', 'locked-shop', 'once-locked']
  for (const [place, userName] of names.entries()) {
    const { userId } = await signedIn(app, { userName, orgId: place === 1 ? shop.id : bank.id })
    const until = new Date(Date.now() + (place === 2 ? -1 : 1) * 600_000).toISOString()
    await app.platform.db
      .updateTable('appUser')
      .set({ lockedUntil: until })
      .where('id', '=', userId)
      .execute()
  }
  const told = await admin.get(workbench.lock, {})
  expect(told.total).toBe(2)
  expect(told.list.map(({ userName }) => userName).sort()).toEqual(['locked-bank', 'locked-shop'])
  const own = await operator.get(workbench.lock, {})
  expect(own.list.map(({ userName }) => userName)).toEqual(['locked-shop'])
})

it('counts those that are locked or tampered with as many as their lists show', async () => {
  const held = await addDevices(app, other, { orgId: shop.id, prefix: 'HELD', count: 3 })
  const run = (text: string, ids: readonly string[]) => app.platform.pool.query(text, [[...ids]])
  await run(
    `insert into device_lock (device_id, state) select unnest($1::uuid[]), 'LOCKED'`,
    held.slice(0, 2),
  )
  await run(
    `insert into device_security (device_id, kind) select unnest($1::uuid[]), 'TAMPERED'`,
    held.slice(2),
  )
  const cuts: readonly { orgId?: string; modelId?: string }[] = [
    {},
    { orgId: shop.id },
    { modelId: other.modelId },
    { modelId: estate.modelId },
  ]
  for (const of of cuts) {
    const { locked, tampered } = await admin.get(workbench.summary, { query: of })
    const isTheirs = of.modelId !== estate.modelId
    expect({ locked, tampered }).toEqual(
      isTheirs ? { locked: 2, tampered: 1 } : { locked: 0, tampered: 0 },
    )
    expect(await lengthOf(admin, estateLists.locked(of))).toBe(locked)
    expect(await lengthOf(admin, estateLists.tampered(of))).toBe(tampered)
  }
})
