import { codes, consistencyRules, effectiveParams, type ParamLevel, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { forgetParams } from '../forget.worker.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let omar: TestUser
let mallId: string
let deviceId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  const mall = await addOrganization(app.platform, {
    name: 'mall',
    code: 'mall',
    parentId: app.rootId,
  })
  mallId = mall.id
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 3 })
})
afterAll(() => app.close())

const fresh = () => addParamTemplate(app, { pids: ['host'] })
type At = Partial<Record<'orgId' | 'groupId' | 'deviceId', string>>

async function assign(level: ParamLevel, at: At, of: Awaited<ReturnType<typeof fresh>>) {
  const { appId, revId: templateRevId } = of
  return admin.call(params.add, {
    body: { name: `${level} one`, level, appId, templateRevId, ...at },
  })
}

async function type(id: string, values: Record<string, string>, who = admin) {
  const { version } = await who.get(params.detail, { params: { id } })
  return who.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [] },
  })
}

async function activate(id: string, who = admin) {
  const { version } = await who.get(params.detail, { params: { id } })
  const { count } = await who.get(params.impact, { params: { id } })
  return who.call(params.activate, { params: { id }, body: { version, count } })
}

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

/** Each by itself: what one person has put in force alone before does not count. */
const eachByItself = () =>
  sql`insert into parameter (key, group_code, value_type, value)
    values ('param.approval.minutes', 'task', 'int', '0')`.execute(app.platform.db)

const follow = () => followParams(app.platform)
const held = async (appId: string) => {
  const found = await admin.get(effectiveParams.effective, {
    params: { deviceId, appId },
    query: {},
  })
  return found.held && Object.fromEntries(found.held.values.map(({ pid, value }) => [pid, value]))
}

describe('what is for many terminals', () => {
  it('is revoked, disabled and put before others by two persons', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await sql`select fold_estate_changes()`.execute(app.platform.db)
    await type(id, { host: 'many' })
    await activate(id)
    await approvalFrom(2)
    try {
      const detail = () => admin.get(params.detail, { params: { id } })
      const revoke = async (who: TestUser) =>
        who.call(params.revoke, { params: { id }, body: { version: (await detail()).version } })
      const disabled = await admin.call(params.setStatus, { params: { id, status: '0' } })
      expect(disabled.code).toBe(codes.warning)
      expect((await revoke(admin)).data).toMatchObject({
        state: 'PENDING_APPROVAL',
        askedFor: 'REVOKE',
        revision: 1,
      })
      expect((await revoke(admin)).code).toBe(codes.warning)
      expect((await activate(id, omar)).code).toBe(codes.warning)
      // An edit takes it back.
      await type(id, { host: 'more' })
      expect(await detail()).toMatchObject({ state: 'ACTIVE', askedFor: null })
      await revoke(admin)
      expect((await revoke(omar)).data).toMatchObject({ state: 'REVOKED', askedFor: null })
    } finally {
      await approvalFrom(0)
    }
  })

  it('comes into force as it was asked for, and not as a second person alone made it', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await sql`select fold_estate_changes()`.execute(app.platform.db)
    for (const host of ['first', 'second']) {
      await type(id, { host })
      await activate(id)
    }
    await type(id, { host: 'third' })
    await approvalFrom(2)
    try {
      await activate(id)
      const { version } = await omar.get(params.detail, { params: { id } })
      const restored = await omar.get(params.restore, {
        params: { id, revision: 1 },
        body: { version },
      })
      expect(restored).toMatchObject({ state: 'ACTIVE', askedFor: null })
      expect((await activate(id, omar)).data).toMatchObject({
        state: 'PENDING_APPROVAL',
        askedByName: 'omar',
        revision: 2,
      })
    } finally {
      await approvalFrom(0)
    }
  })

  it('is asked for where many drafts are put in force at once, also where one of them is refused', async () => {
    const of = await fresh()
    const { rows } = await sql<{ id: string }>`select id from device
      where org_id = ${mallId} and id <> ${deviceId}`.execute(app.platform.db)
    const ids: string[] = []
    for (const at of [deviceId, ...rows.map(({ id }) => id)]) {
      const { id } = (await assign('DEVICE', { deviceId: at }, of)).data
      await type(id, { host: ids.length < 2 ? 'x' : 'far too long for what it may be' })
      ids.push(id)
    }
    const states = () =>
      Promise.all(ids.map(async (id) => (await admin.get(params.detail, { params: { id } })).state))
    await approvalFrom(3)
    await eachByItself()
    try {
      const chosen = { matching: { appId: of.appId }, count: 3 }
      await admin.get(params.activateMany, { body: chosen })
      expect(await states()).toEqual(['PENDING_APPROVAL', 'PENDING_APPROVAL', 'DRAFT'])
      const good = ids.slice(0, 2)
      await approvalFrom(2)
      const both = (who: TestUser) => who.call(params.activateMany, { body: { ids: good } })
      expect((await both(admin)).code).toBe(codes.warning)
      // By itself each is for one terminal only: whoever asked does not get out of it by an edit.
      await type(ids[0] ?? '', { host: 'y' })
      expect((await both(admin)).code).toBe(codes.warning)
      expect((await both(omar)).code).toBe(codes.success)
      expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'DRAFT'])
      // Few are put in force as before.
      await type(ids[2] ?? '', { host: 'z' })
      await admin.get(params.activateMany, { body: { ids: ids.slice(2) } })
      expect((await states())[2]).toBe('ACTIVE')
      // Those that are in force as they stand do not count.
      await type(ids[0] ?? '', { host: 'new' })
      await admin.call(params.activateMany, { body: chosen })
      expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
      expect(await admin.get(params.detail, { params: { id: ids[0] ?? '' } })).toMatchObject({
        isChanged: false,
      })
    } finally {
      await approvalFrom(0)
    }
  })

  it('is agreed to by none of those who have changed it, whoever asked', async () => {
    const of = await fresh()
    const sara = await signedIn(app, { isSuperAdmin: true })
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await sql`select fold_estate_changes()`.execute(app.platform.db)
    const waiting = async (who: TestUser) =>
      (await who.get(params.page, { query: { waiting: '1', appId: of.appId } })).list
    await approvalFrom(2)
    try {
      await type(id, { host: 'first' })
      await type(id, { host: 'second' }, omar)
      const lina = await signedIn(app, { isSuperAdmin: true })
      expect((await activate(id, lina)).data).toMatchObject({ state: 'PENDING_APPROVAL' })
      for (const who of [admin, omar, lina]) {
        expect((await activate(id, who)).code).toBe(codes.warning)
        expect(await waiting(who)).toEqual([])
      }
      expect(await waiting(sara)).toMatchObject([{ id }])
      expect((await activate(id, sara)).data).toMatchObject({ state: 'ACTIVE', revision: 1 })
      // What was agreed to is nobody's draft any more.
      await type(id, { host: 'third' }, sara)
      await activate(id, sara)
      expect((await activate(id, omar)).data).toMatchObject({ state: 'ACTIVE', revision: 2 })
    } finally {
      await approvalFrom(0)
    }
  })

  it('is started anew where both of two persons have changed it', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: mallId }, of)).data
    await sql`select fold_estate_changes()`.execute(app.platform.db)
    await type(id, { host: 'first' })
    await activate(id)
    const mayAgree = async (who: TestUser) =>
      (await who.get(params.impact, { params: { id } })).mayAgree
    await approvalFrom(2)
    try {
      await type(id, { host: 'a slip' })
      await type(id, { host: 'second' }, omar)
      await activate(id, omar)
      expect([await mayAgree(admin), await mayAgree(omar)]).toEqual([false, false])
      expect((await activate(id)).code).toBe(codes.warning)
      await type(id, { host: 'first' })
      await type(id, { host: 'second' }, omar)
      await activate(id, omar)
      expect([await mayAgree(admin), await mayAgree(omar)]).toEqual([true, false])
      expect((await activate(id)).data).toMatchObject({ state: 'ACTIVE', revision: 2 })
    } finally {
      await approvalFrom(0)
    }
  })

  it('keeps its priority until it is revoked', async () => {
    const of = await fresh()
    const { db } = app.platform
    const { rows } = await sql<{
      id: string
    }>`insert into device_group (name, type, org_id, max_members)
      values ('many', 'STATIC', ${mallId}, 100) returning id`.execute(db)
    const groupId = rows[0]?.id ?? ''
    await sql`insert into device_group_member (group_id, device_id)
      select ${groupId}, id from device where org_id = ${mallId}`.execute(db)
    const { id } = (await assign('GROUP', { groupId }, of)).data
    await type(id, { host: 'x' })
    await activate(id)
    await approvalFrom(2)
    try {
      const { version, name, level, options } = await admin.get(params.detail, { params: { id } })
      const changed = await admin.call(params.update, {
        body: {
          id,
          version,
          name,
          level,
          groupId,
          appId: of.appId,
          templateRevId: of.revId,
          options,
          priority: 9,
        },
      })
      expect(changed.code).toBe(codes.warning)
    } finally {
      await approvalFrom(0)
    }
  })
})

it('is shown to everybody while another draft is tried out, as one that was not tried', async () => {
  const of = await fresh()
  const { id } = (await assign('DEVICE', { deviceId }, of)).data
  await type(id, { host: 'x' })
  const rule = await admin.get(consistencyRules.add, {
    body: { name: 'One host', orgId: mallId, kind: 'UNIQUE', pid: 'host', severity: 'WARN' },
  })
  const impact = async () => (await admin.get(params.impact, { params: { id } })).broken
  // The first trial waits here.
  const { both, first } = await app.platform.db.transaction().execute(async (trx) => {
    await sql`lock table param_assignment_rev in exclusive mode`.execute(trx)
    const asked = [impact(), impact()]
    return { both: asked, first: await Promise.race(asked) }
  })
  expect(first).toBeNull()
  const answers = await Promise.all(both)
  expect(answers.filter((broken) => broken !== null)).toEqual([[]])
  await admin.get(consistencyRules.remove, { params: { id: rule.id } })
})

it('a value that its file cannot hold is refused with its parameter', async () => {
  const of = await fresh()
  await sql`alter table param_template_rev disable trigger param_template_rev_stays`.execute(
    app.platform.db,
  )
  await sql`update param_template_rev set content = jsonb_set(content, '{files,0}',
      content #> '{files,0}' || '{"format": "KV", "encoding": "ISO-8859-1"}') where id = ${of.revId}`.execute(
    app.platform.db,
  )
  const { id } = (await assign('DEVICE', { deviceId }, of)).data
  expect((await type(id, { host: 'سلام' })).faults).toEqual([
    { pids: ['host'], message: 'The file of host cannot hold all letters of this value' },
  ])
  // What a variable brings is seen when it is filled.
  await type(id, { host: '${word}' })
  await activate(id)
  await sql`insert into global_param (key, type, level, value) values ('word', 'TEXT', 'PLATFORM', 'سلام')`.execute(
    app.platform.db,
  )
  await follow()
  const { held: found } = await admin.get(effectiveParams.effective, {
    params: { deviceId, appId: of.appId },
    query: {},
  })
  expect(found).toMatchObject({ state: 'BLOCKED', unresolved: ['host'] })
})

it('what ended long ago is forgotten, and what holds is kept', async () => {
  const of = await fresh()
  const { id } = (await assign('DEVICE', { deviceId }, of)).data
  for (const host of ['one', 'two', 'three']) {
    await type(id, { host })
    await activate(id)
    await follow()
  }
  const { db } = app.platform
  const left = async () =>
    (
      await sql<{ held: number; said: number; sets: number }>`select
        (select count(*)::integer from param_desired where app_id = ${of.appId}) as held,
        (select count(*)::integer from param_value where owner_id = ${id}) as said,
        (select count(*)::integer from param_set where app_id = ${of.appId}) as sets`.execute(db)
    ).rows[0]
  await forgetParams(db)
  expect(await left()).toEqual({ held: 3, said: 3, sets: 3 })
  await sql`update param_desired set since = since - interval '3 years', until = until - interval '3 years'
    where app_id = ${of.appId} and revision = 1`.execute(db)
  await sql`update param_set_left set at = at - interval '3 years' where at > now() - interval '1 year'
    and set_id in (select set_id from param_desired where app_id = ${of.appId} and revision = 1)`.execute(
    db,
  )
  await sql`update param_rev set at = at - interval '3 years'
    where rev <= (select min(to_rev) from param_value where owner_id = ${id})`.execute(db)
  await forgetParams(db)
  expect(await left()).toEqual({ held: 2, said: 2, sets: 2 })
  expect(await held(of.appId)).toEqual({ host: 'three' })
})

it('leaves nothing behind of a terminal that is gone for good', async () => {
  const { db } = app.platform
  const { rows } = await sql<{ id: string }>`select device_id as id from param_desired
    where until is null and device_id <> ${deviceId} limit 1`.execute(db)
  const [other] = rows
  const left = async () =>
    (await sql`select from param_desired where device_id = ${other?.id}`.execute(db)).rows.length
  expect(await left()).toBeGreaterThan(0)
  await sql`delete from device where id = ${other?.id}`.execute(db)
  expect(await left()).toBe(0)
})
