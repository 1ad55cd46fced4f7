import { codes, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let admin: TestUser
let omar: TestUser
let estate: Estate

beforeAll(async () => {
  app = await startTaskApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'BANK', count: 2 })
})
afterAll(() => app.close())

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const pageOf = async (appId: string) =>
  (await admin.get(params.page, { query: { appId, sortField: 'name', sortOrder: 'asc' } })).list

const bring = (within: string, rows: readonly (readonly string[])[]) =>
  imported(admin, params.page, { content: csv(...rows), within })

it('what a sheet asked for waits until another person decides, whatever its importer does', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const sheet = (host: string, ...sns: string[]) => [['sn', 'host'], ...sns.map((sn) => [sn, host])]
  const own = async () => {
    const [found] = (await admin.get(params.page, { query: { appId: of.appId } })).list
    if (!found) throw new Error('nothing was imported')
    return found
  }
  await approvalFrom(2)
  try {
    await bring(of.revId, sheet('y', 'BANK00000', 'BANK00001'))
    const { id, version } = await own()
    const named = { params: { id } }
    const typed = { values: { host: 'y' }, secrets: {}, keptSecrets: [] }
    await admin.get(params.draft, { ...named, body: { version, ...typed } })
    const asked = { state: 'PENDING_APPROVAL', askedByName: 'layla', revision: null }
    expect(await own()).toMatchObject(asked)
    const revoked = { ...named, body: { version: version + 1 } }
    expect((await admin.call(params.revoke, revoked)).code).toBe(codes.warning)
    await bring(of.revId, sheet('z', 'BANK00000'))
    await bring(of.revId, sheet('z', 'BANK00001'))
    expect(await own()).toMatchObject(asked)
    const agree = { ...named, body: { version: (await own()).version, count: 1 } }
    expect((await admin.call(params.activate, agree)).code).toBe(codes.warning)
    expect((await omar.call(params.activate, agree)).data).toMatchObject({ state: 'ACTIVE' })
  } finally {
    await approvalFrom(0)
  }
})

const window = (minutes: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('param.approval.minutes', 'task', 'int', ${String(minutes)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

it('keeps nobody waiting for what was put in force within a while that is over', async () => {
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'OVER', count: 3 })
  const of = await addParamTemplate(app, { pids: ['host'] })
  const states = async () => (await pageOf(of.appId)).map(({ state }) => state)
  await sql`update param_assignment set state = 'DRAFT', asked_by = null, asked_for = null
    where state = 'PENDING_APPROVAL'`.execute(app.platform.db)
  await approvalFrom(2)
  try {
    for (const sn of ['OVER00000', 'OVER00001'])
      await bring(of.revId, [
        ['sn', 'host'],
        [sn, 'x'],
      ])
    expect(await states()).toEqual(['ACTIVE', 'PENDING_APPROVAL'])
    const [, asked] = await pageOf(of.appId)
    const { id = '', version = 0 } = asked ?? {}
    const activate = (of: number) =>
      admin.call(params.activate, { params: { id }, body: { version: of, count: 1 } })
    expect((await activate(version)).code).toBe(codes.warning)
    await sql`update param_assignment_rev set published_at = now() - interval '61 minutes'`.execute(
      app.platform.db,
    )
    expect((await activate(version)).data).toMatchObject({ state: 'ACTIVE', askedFor: null })
    // An edit takes it back as well.
    await sql`update param_assignment_rev set published_at = now() - interval '61 minutes'`.execute(
      app.platform.db,
    )
    await sql`update param_assignment set state = 'PENDING_APPROVAL', asked_for = 'ACTIVATE', asked_by = updated_by
      where id = ${id}`.execute(app.platform.db)
    const said = { values: { host: 'y' }, secrets: {}, keptSecrets: [] }
    await admin.get(params.draft, { params: { id }, body: { version: version + 1, ...said } })
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE'])
  } finally {
    await approvalFrom(0)
  }
})

it('counts a sheet that is cut in parts, and edits one after the other, together', async () => {
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'CUT', count: 4 })
  const of = await addParamTemplate(app, { pids: ['host'] })
  const sheet = (sn: string, host = 'cut') => [
    ['sn', 'host'],
    [sn, host],
  ]
  const states = async () => (await pageOf(of.appId)).map(({ name, state }) => `${name} ${state}`)
  await approvalFrom(2)
  try {
    await window(0)
    await bring(of.revId, sheet('CUT00000'))
    await bring(of.revId, sheet('CUT00001'))
    expect(await states()).toEqual(['CUT00000 ACTIVE', 'CUT00001 ACTIVE'])
    await window(60)
    // What was said before a while ago counts no more; another person's counts for him.
    await sql`update param_assignment_rev set published_at = now() - interval '61 minutes'`.execute(
      app.platform.db,
    )
    await bring(of.revId, sheet('CUT00000', 'once'))
    await bring(of.revId, sheet('CUT00002'))
    const parts = ['CUT00000 ACTIVE', 'CUT00001 ACTIVE', 'CUT00002 PENDING_APPROVAL']
    expect(await states()).toEqual(parts)
    const [, edited] = await pageOf(of.appId)
    const { id = '', version = 0 } = edited ?? {}
    const said = { version, values: { host: 'typed' }, secrets: {}, keptSecrets: [] }
    await admin.get(params.draft, { params: { id }, body: said })
    expect(await admin.get(params.impact, { params: { id } })).toMatchObject({
      count: 1,
      needsApproval: true,
    })
    const now = { params: { id }, body: { version: version + 1, count: 1 } }
    expect((await omar.call(params.impact, { params: { id } })).data).toMatchObject({
      needsApproval: false,
    })
    const asked = await admin.call(params.activate, now)
    expect(asked.data).toMatchObject({ state: 'PENDING_APPROVAL', askedByName: 'layla' })
  } finally {
    await approvalFrom(0)
    await window(60)
  }
})

it('a sheet counts itself once, however many parts it is written in', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'LONG', count: 1001 })
  await sql`delete from param_assignment_rev`.execute(app.platform.db)
  await approvalFrom(1500)
  try {
    const sns = Array.from({ length: 1001 }, (_, n) => `LONG${String(n).padStart(5, '0')}`)
    await bring(of.revId, [['sn', 'host'], ...sns.map((sn) => [sn, 'long'])])
    const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::integer
      from param_assignment where app_id = ${of.appId} group by 1`.execute(app.platform.db)
    expect(rows).toEqual([{ state: 'ACTIVE', count: 1001 }])
  } finally {
    await approvalFrom(0)
  }
})

it('what a sheet asked for by mistake is corrected by another one, and waits no more where it says what is in force', async () => {
  const of = await addParamTemplate(app, { pids: ['host'] })
  const sns = ['BANK00000', 'BANK00001']
  const sheet = (...hosts: string[]) => [
    ['sn', 'host'],
    ...hosts.map((host, at) => [sns[at] ?? '', host]),
  ]
  const said = async () => {
    const rows = await pageOf(of.appId)
    return Promise.all(
      rows.map(async ({ id, state }) => {
        const { values } = await admin.get(params.form, { params: { id } })
        return [state, values['host']]
      }),
    )
  }
  // Each by itself: nothing is put in force alone shortly before.
  await window(0)
  await bring(of.revId, sheet('a', 'b'))
  expect(await said()).toEqual([
    ['ACTIVE', 'a'],
    ['ACTIVE', 'b'],
  ])
  await approvalFrom(2)
  try {
    await bring(of.revId, sheet('wrong', 'wrong'))
    // One row by itself would be in force without a second person.
    await bring(of.revId, sheet('right'))
    expect(await said()).toEqual([
      ['PENDING_APPROVAL', 'wrong'],
      ['PENDING_APPROVAL', 'wrong'],
    ])
    await bring(of.revId, sheet('a', 'right'))
    expect(await said()).toEqual([
      ['ACTIVE', 'a'],
      ['PENDING_APPROVAL', 'right'],
    ])
    const [, asked] = await pageOf(of.appId)
    const { id = '', version = 0 } = asked ?? {}
    const back = { params: { id, revision: 1 }, body: { version } }
    expect((await admin.call(params.restore, back)).data).toMatchObject({
      state: 'ACTIVE',
      isChanged: false,
    })
  } finally {
    await approvalFrom(0)
  }
})
