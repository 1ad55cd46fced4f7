import { codes, effectiveParams, type ParamLevel, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { followMoments } from './force.ts'

let place: { orgId: string; appId: string; templateRevId: string }[] = []
lifecycleSpec(params, {
  prepare: async (own) => {
    // One application each: of one at the same target there is one.
    place = []
    for (let nth = 0; nth < 400; nth += 1) {
      const { appId, revId } = await addParamTemplate(own, { pids: ['a'] })
      place.push({ orgId: own.rootId, appId, templateRevId: revId })
    }
  },
  make: (n) => ({
    name: `Assignment ${n}`,
    level: 'ORG',
    ...place[n % place.length],
  }),
  text: 'name',
  unique: 'appId',
})

let app: TestApp
let admin: TestUser
let omar: TestUser
let bankId: string
let mallId: string
let deviceId: string
let template: { appId: string; revId: string }

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: bankId, prefix: 'PAR-', count: 1 })
  await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 3 })
  template = await addParamTemplate(app, {
    pids: ['host', 'mode', 'port'],
    secretPids: ['pin'],
    required: ['host'],
    rules: [
      {
        expression: 'p.mode != "tls" || p.port == "443"',
        message: 'TLS is on port 443',
        pids: ['mode', 'port'],
      },
    ],
  })
})
afterAll(() => app.close())

const fresh = () => addParamTemplate(app, { pids: ['host'], secretPids: ['pin'] })
type At = Partial<
  Record<'orgId' | 'stationId' | 'groupId' | 'deviceId' | 'effectiveFrom' | 'effectiveTo', string>
>

async function assign(level: ParamLevel, at: At, of = template, who = admin) {
  const { appId, revId: templateRevId } = of
  return who.call(params.add, {
    body: { name: `${level} one`, level, appId, templateRevId, ...at },
  })
}

interface Typed {
  readonly secrets?: Record<string, string>
  readonly keptSecrets?: string[]
}

async function type(id: string, values: Record<string, string>, more: Typed = {}) {
  const { version } = await admin.get(params.detail, { params: { id } })
  return admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets: {}, keptSecrets: [], ...more },
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

const follow = () => followParams(app.platform)
const held = async (appId: string, at?: string) => {
  const found = await admin.get(effectiveParams.effective, {
    params: { deviceId, appId },
    query: at ? { at } : {},
  })
  return found.held && Object.fromEntries(found.held.values.map(({ pid, value }) => [pid, value]))
}

describe('a draft', () => {
  it('is kept with what is wrong in it, and is not put in force', async () => {
    const { data } = await assign('ORG', { orgId: app.rootId })
    const saved = await type(data.id, { mode: 'tls', port: '80', nothing: 'x' })
    expect(saved.faults).toEqual([
      { pids: ['nothing'], message: 'The template has no parameter nothing' },
      { pids: ['host'], message: 'Required' },
      { pids: ['mode', 'port'], message: 'TLS is on port 443' },
    ])
    const refused = await activate(data.id)
    expect(refused.code).toBe(codes.badRequest)
    expect(refused.data).toMatchObject({
      fields: expect.arrayContaining([{ field: 'values.host', message: 'Required' }]),
    })
    const form = await admin.get(params.form, { params: { id: data.id } })
    expect(form.values).toEqual({ mode: 'tls', port: '80', nothing: 'x' })
    await admin.get(params.remove, { params: { id: data.id } })
  })

  it('of two editors the later one is told', async () => {
    const { data } = await assign('ORG', { orgId: mallId })
    const body = { version: data.version, values: { host: 'a' }, secrets: {}, keptSecrets: [] }
    expect((await admin.call(params.draft, { params: { id: data.id }, body })).code).toBe(
      codes.success,
    )
    expect((await omar.call(params.draft, { params: { id: data.id }, body })).code).toBe(
      codes.versionConflict,
    )
  })

  it('shows what holds without it, and who says so', async () => {
    const of = await fresh()
    const above = (await assign('ORG', { orgId: app.rootId }, of)).data
    await type(above.id, { host: 'root.example.com' }, { secrets: { pin: '0000' } })
    await activate(above.id)
    const own = (await assign('DEVICE', { deviceId }, of)).data
    const { inherited } = await admin.get(params.form, { params: { id: own.id } })
    expect(inherited).toEqual({
      host: { value: 'root.example.com', isSecret: false, source: 'ORG', name: 'ORG one' },
      pin: { value: null, isSecret: true, source: 'ORG', name: 'ORG one' },
    })
  })
})

describe('values in force', () => {
  it('end when they are revoked, are taken back to, and are remembered by the moment', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: bankId }, of)).data
    await type(id, { host: 'one' }, { secrets: { pin: '1111' } })
    expect((await activate(id)).data).toMatchObject({
      state: 'ACTIVE',
      revision: 1,
      isChanged: false,
    })
    await follow()
    expect(await held(of.appId)).toEqual({ host: 'one', pin: null })
    const first = new Date().toISOString()
    expect((await activate(id)).code).toBe(codes.warning)

    await type(id, { host: 'two' }, { keptSecrets: ['pin'] })
    await activate(id)
    await follow()
    expect(await held(of.appId)).toEqual({ host: 'two', pin: null })
    expect(await held(of.appId, first)).toEqual({ host: 'one', pin: null })
    // What stays as it is keeps its row: it was said by the first revision.
    const { rows } = await sql<{
      pid: string
      count: number
    }>`select pid, count(*)::integer as count
      from param_value where owner_id = ${id} group by pid order by pid`.execute(app.platform.db)
    expect(rows).toEqual([
      { pid: 'host', count: 2 },
      { pid: 'pin', count: 1 },
    ])

    const { version } = await admin.get(params.detail, { params: { id } })
    const back = await admin.call(params.restore, {
      params: { id, revision: 1 },
      body: { version },
    })
    expect(back.data).toMatchObject({ isChanged: true, revision: 2 })
    await activate(id)
    await follow()
    expect(await held(of.appId)).toEqual({ host: 'one', pin: null })
    const revisions = await admin.get(params.revisions, { params: { id } })
    expect(revisions.map(({ state, revision }) => [revision, state])).toEqual([
      [3, 'IN_FORCE'],
      [2, 'SUPERSEDED'],
      [1, 'SUPERSEDED'],
    ])
    expect(JSON.stringify(revisions)).not.toMatch(/1111|one|two/)
    const second = await admin.get(params.revision, { params: { id, revision: 2 } })
    expect(second).toMatchObject({ values: { host: 'two' }, secretPids: ['pin'] })

    expect((await admin.call(params.remove, { params: { id } })).code).toBe(codes.warning)
    const now = await admin.get(params.detail, { params: { id } })
    await admin.call(params.revoke, { params: { id }, body: { version: now.version } })
    await follow()
    expect(await held(of.appId)).toBe(null)
    expect((await admin.call(params.remove, { params: { id } })).code).toBe(codes.success)
  })

  it('of a disabled assignment hold no more, and hold again', async () => {
    const of = await fresh()
    const { id } = (await assign('DEVICE', { deviceId }, of)).data
    await type(id, { host: 'own' })
    await activate(id)
    await follow()
    await admin.call(params.setStatus, { params: { id, status: '0' } })
    await follow()
    expect(await held(of.appId)).toBe(null)
    await admin.call(params.setStatus, { params: { id, status: '1' } })
    await follow()
    expect(await held(of.appId)).toEqual({ host: 'own' })
  })

  it('begin and end at their moments', async () => {
    const of = await fresh()
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const [effectiveFrom, effectiveTo] = [inHours(2), inHours(4)]
    const { id } = (await assign('ORG', { orgId: bankId, effectiveFrom, effectiveTo }, of)).data
    await type(id, { host: 'later' })
    expect((await activate(id)).data).toMatchObject({ state: 'DRAFT', revision: null })
    const { db } = app.platform
    const moments = () => followMoments(app.platform)
    const shift = (what: string) =>
      sql`update param_assignment_rev set ${sql.ref(what)} = now() - interval '1 second' where assignment_id = ${id}`.execute(
        db,
      )
    await moments()
    await follow()
    expect(await held(of.appId)).toBe(null)
    await shift('starts_at')
    await moments()
    await follow()
    expect(await held(of.appId)).toEqual({ host: 'later' })
    await shift('ends_at')
    await moments()
    await follow()
    expect(await held(of.appId)).toBe(null)
  })

  it('of many terminals wait for a second person', async () => {
    const of = await fresh()
    await approvalFrom(2)
    try {
      const { id } = (await assign('ORG', { orgId: mallId }, of)).data
      await sql`select fold_estate_changes()`.execute(app.platform.db)
      await type(id, { host: 'many' })
      expect((await activate(id)).data).toMatchObject({
        state: 'PENDING_APPROVAL',
        askedByName: 'layla',
      })
      expect((await activate(id)).code).toBe(codes.warning)
      expect((await activate(id, omar)).data).toMatchObject({ state: 'ACTIVE', revision: 1 })
      const [revision] = await admin.get(params.revisions, { params: { id } })
      expect(revision).toMatchObject({ publishedBy: 'layla', approvedBy: 'omar' })
      // What is typed meanwhile is not what was asked for.
      await type(id, { host: 'other' })
      await activate(id)
      await type(id, { host: 'yet another' })
      expect(await admin.get(params.detail, { params: { id } })).toMatchObject({
        state: 'ACTIVE',
        askedByName: null,
      })
    } finally {
      await approvalFrom(0)
    }
  })

  it('that name a variable which nobody sets are not delivered, and say so', async () => {
    const of = await fresh()
    const { id } = (await assign('DEVICE', { deviceId }, of)).data
    await type(id, { host: '${shop.host}' })
    await activate(id)
    await follow()
    const found = await admin.get(effectiveParams.effective, {
      params: { deviceId, appId: of.appId },
      query: {},
    })
    expect(found.held).toMatchObject({ state: 'BLOCKED', unresolved: ['host'] })
    expect((await admin.get(params.sync, { params: { id } })).states).toEqual({ BLOCKED: 1 })
  })
})

describe('rights', () => {
  it('to advanced parameters are asked for, and whoever has them not leaves these as they are', async () => {
    const of = await addParamTemplate(app, {
      pids: ['host', 'debug'],
      secretPids: ['pin'],
      advanced: ['debug', 'pin'],
    })
    const { id } = (await assign('ORG', { orgId: bankId }, of)).data
    await type(id, { host: 'one', debug: 'on' }, { secrets: { pin: '99' } })
    const plain = await signedIn(app, {
      orgId: bankId,
      dataScope: 'OWN_ORG_AND_BELOW',
      permissions: ['PARAM_DETAIL', 'PARAM_EDIT'],
    })
    const form = await plain.get(params.form, { params: { id } })
    expect([form.values, form.secretPids, form.template.fields.map(({ pid }) => pid)]).toEqual([
      { host: 'one' },
      [],
      ['host'],
    ])
    const save = (values: Record<string, string>, version: number) =>
      plain.call(params.draft, {
        params: { id },
        body: { version, values, secrets: {}, keptSecrets: [] },
      })
    expect((await save({ debug: 'off' }, form.version)).code).toBe(codes.badRequest)
    expect((await save({ host: 'two' }, form.version)).code).toBe(codes.success)
    const now = await admin.get(params.form, { params: { id } })
    expect([now.values, now.secretPids]).toEqual([{ host: 'two', debug: 'on' }, ['pin']])
  })

  it('reach as far as the caller sees, for targets and for what is told', async () => {
    const of = await fresh()
    const { id } = (await assign('ORG', { orgId: app.rootId }, of)).data
    await type(id, { host: 'root' })
    await activate(id)
    await follow()
    const codesOf = ['PARAM_LIST', 'PARAM_DETAIL', 'PARAM_ADD', 'PARAM_EDIT', 'PARAM_ACTIVATE']
    const teller = await signedIn(app, {
      orgId: mallId,
      permissions: codesOf,
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    const other = await assign('DEVICE', { deviceId }, of, teller)
    expect(other.code).toBe(codes.badRequest)
    expect((await teller.call(params.form, { params: { id } })).code).toBe(codes.notFound)
    expect(
      (await teller.call(params.activate, { params: { id }, body: { version: 1, count: 0 } })).code,
    ).toBe(codes.notFound)
    expect(
      (
        await teller.call(effectiveParams.effective, {
          params: { deviceId, appId: of.appId },
          query: {},
        })
      ).code,
    ).toBe(codes.notFound)
    const banker = await signedIn(app, {
      orgId: bankId,
      permissions: codesOf,
      dataScope: 'OWN_ORG_AND_BELOW',
    })
    const seen = await banker.get(effectiveParams.effective, {
      params: { deviceId, appId: of.appId },
      query: {},
    })
    // The value is his terminal's; who above him set it is not told.
    expect(seen.held?.values).toMatchObject([
      { value: 'root', source: 'ORG', assignmentId: null, assignmentName: null, by: null },
    ])
  })
})

it('no secret is in any answer, log or column in clear', async () => {
  const canary = 'CANARY-7f3a9c'
  const of = await fresh()
  const { id } = (await assign('DEVICE', { deviceId }, of)).data
  const said = [await type(id, { host: 'x' }, { secrets: { pin: canary } })]
  await activate(id)
  await follow()
  const answers = await Promise.all([
    admin.get(params.form, { params: { id } }),
    admin.get(params.revisions, { params: { id } }),
    admin.get(params.impact, { params: { id } }),
    admin.get(effectiveParams.effective, { params: { deviceId, appId: of.appId }, query: {} }),
    admin.get(effectiveParams.search, { query: { pid: 'pin', value: canary } }),
  ])
  expect(JSON.stringify([said, answers])).not.toContain(canary)
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.platform.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ found: boolean }>`select exists (select from ${sql.table(name)} one
      where one::text like ${`%${canary}%`}
        or one::text like ${`%${Buffer.from(canary).toString('hex')}%`}) as found`.execute(
      app.platform.db,
    )
    expect([name, rows[0]?.found]).toEqual([name, false])
  }
})
