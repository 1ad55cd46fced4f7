import { apks, apkTemplates, codes, params, paramTemplates } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addPackage } from '../../../../test/packages.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let admin: TestUser
let template: Awaited<ReturnType<typeof addParamTemplate>>
let templateId: string
let made = 0

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  template = await addParamTemplate(app, { pids: ['host'] })
  const { rows } = await sql<{ id: string }>`select template_id as id from param_template_rev
    where id = ${template.revId}`.execute(app.platform.db)
  templateId = rows[0]?.id ?? ''
})

interface Other {
  readonly state?: string
  readonly appId?: string
  readonly orgId?: string
  readonly from?: number
}

/** Another template, of the same application unless said; its id and that of its revision. */
async function another({
  state = 'PUBLISHED',
  appId = template.appId,
  orgId = app.rootId,
  from,
}: Other = {}) {
  const name = `Other ${++made}`
  const { rows } = await sql<{ id: string; revId: string }>`with made as (
      insert into param_template (org_id, name, code, app_id, state, rev, version_from)
      values (${orgId}, ${name}, ${name}, ${appId}, ${state}, ${state === 'DRAFT' ? null : 1}, ${from ?? null}) returning id)
    insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count, published_at)
    select made.id, 1, known.content, '', '', known.pids, 1, known.published_at + interval '1 hour'
    from made, param_template_rev known where known.id = ${template.revId}
    returning template_id as id, id as rev_id`.execute(app.platform.db)
  return { name, id: rows[0]?.id ?? '', revId: rows[0]?.revId ?? '' }
}

/** What a version of the application is made with. */
async function versionOf(code: number, paramTemplateIds: readonly string[] = []) {
  const { appId, package: packageName } = template
  const fileId = await addPackage(app, { packageName, versionCode: code, versionName: `${code}.0` })
  return { appId, fileId, releaseNotes: 'Better', paramTemplateIds: [...paramTemplateIds] }
}
const add = async (code: number, ids?: readonly string[]) =>
  admin.get(apks.add, { body: await versionOf(code, ids) })
const faultOf = ({ code, data }: { code: number; data: unknown }) => [
  code,
  (data as { fields?: { field: string }[] } | null)?.fields?.map(({ field }) => field),
]
const refusedField = [codes.badRequest, ['paramTemplateIds']]
const of = (id: string) => ({ params: { id } })
const stand = (id: string, state: string) =>
  sql`update apk set state = ${state} where id = ${id}`.execute(app.platform.db)

describe('templates that a version brings', () => {
  it('are published ones of its application, and stand with it in their order', async () => {
    const other = await another()
    const draft = await another({ state: 'DRAFT' })
    const offered = await admin.get(apkTemplates.list, { query: { appId: template.appId } })
    expect(new Set(offered.map(({ id }) => id))).toEqual(new Set([templateId, other.id]))
    const named = await admin.get(apkTemplates.list, { query: { id: draft.id } })
    expect(named).toMatchObject([{ name: draft.name }])
    const { id, paramTemplates: brought } = await add(5, [other.id, templateId])
    expect(brought).toMatchObject([
      { id: other.id, name: other.name, rev: 1 },
      { id: templateId, rev: 1 },
    ])
    const { list } = await admin.get(apks.page, { query: { appId: template.appId } })
    expect(list).toMatchObject([{ id, paramTemplateIds: [other.id, templateId] }])
  })

  it('are none of another application, none that nobody begins with, and none for other versions', async () => {
    const strange = await addParamTemplate(app, { pids: ['host'] })
    const others = [
      await another({ appId: strange.appId }),
      await another({ state: 'DRAFT' }),
      await another({ state: 'DEPRECATED' }),
      await another({ from: 6 }),
    ]
    for (const { id } of others)
      expect(faultOf(await admin.call(apks.add, { body: await versionOf(5, [id]) }))).toEqual(
        refusedField,
      )
  })

  it('stay with it where they were there before, whatever became of them', async () => {
    const { id, fileId, version } = await add(5, [templateId])
    await sql`update param_template set state = 'DEPRECATED' where id = ${templateId}`.execute(
      app.platform.db,
    )
    const body = { id, version, appId: template.appId, fileId, releaseNotes: 'Best' }
    const ids = { paramTemplateIds: [templateId] }
    expect(await admin.get(apks.update, { body: { ...body, ...ids } })).toMatchObject({
      releaseNotes: 'Best',
      paramTemplates: [{ id: templateId }],
    })
  })

  it('are offered to nobody who can use them nowhere', async () => {
    const beside = { name: 'Beside', code: 'beside', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, beside)
    const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
    const { id: shopId } = await addOrganization(app.platform, shop)
    const theirs = await another({ orgId })
    const reader = await signedIn(app, { orgId: shopId, permissions: ['APK_LIST'] })
    const offered = await reader.get(apkTemplates.list, { query: { appId: template.appId } })
    // Those of the organisations above are for it, too.
    expect(offered.map(({ id }) => id)).toEqual([templateId])
    expect(await reader.get(apkTemplates.list, { query: { id: theirs.id } })).toEqual([])
    const stranger = await signedIn(app, { orgId: shopId, permissions: [] })
    const refused = await stranger.call(apkTemplates.list, { query: {} })
    expect(refused.code).toBe(codes.forbidden)
  })

  it('are needed by an application of parameters before anybody reviews it', async () => {
    await sql`update app set app_type = 'PARAMETER' where id = ${template.appId}`.execute(
      app.platform.db,
    )
    const { id, fileId, version, state, problems } = await add(5)
    expect([state, problems]).toEqual(['CHECK_FAILED', [expect.stringContaining('template')]])
    const body = { id, version, appId: template.appId, fileId, releaseNotes: 'x' }
    const paramTemplateIds = [templateId]
    expect(await admin.get(apks.update, { body: { ...body, paramTemplateIds } })).toMatchObject({
      state: 'READY',
      problems: [],
    })
  })
})

describe('of a version that was decided about', () => {
  it('others can be said, by whoever read it as it is, and of no version that is judged now', async () => {
    const other = await another()
    const { id, version } = await add(5, [templateId])
    const change = (body: { version: number; paramTemplateIds: string[] }) =>
      admin.call(apks.setTemplates, { ...of(id), body })
    const paramTemplateIds = [other.id]
    expect((await change({ version, paramTemplateIds })).code).toBe(codes.wrongState)
    await stand(id, 'IN_REVIEW')
    expect((await change({ version, paramTemplateIds })).code).toBe(codes.wrongState)
    await stand(id, 'ONLINE')
    expect((await change({ version, paramTemplateIds })).code).toBe(codes.success)
    const now = await admin.get(apks.detail, of(id))
    expect(now).toMatchObject({ paramTemplateIds, state: 'ONLINE', version: version + 1 })
    const again = await change({ version, paramTemplateIds: [] })
    expect(again.code).toBe(codes.versionConflict)
    const draft = await another({ state: 'DRAFT' })
    const refused = await change({ version: now.version, paramTemplateIds: [draft.id] })
    expect(faultOf(refused)).toEqual(refusedField)
    await sql`update app set app_type = 'PARAMETER' where id = ${template.appId}`.execute(
      app.platform.db,
    )
    const none = await change({ version: now.version, paramTemplateIds: [] })
    expect(faultOf(none)).toEqual(refusedField)
  })
})

describe('a template that a version brings', () => {
  const detail = () => admin.get(paramTemplates.detail, of(templateId))

  it('says so, and is not removed before the version lets go of it', async () => {
    expect((await detail()).versions).toEqual([])
    const first = await add(5, [templateId])
    await stand(first.id, 'SUPERSEDED')
    const second = await add(6, [templateId])
    expect((await detail()).versions).toEqual(['6.0', '5.0'])
    const { list } = await admin.get(paramTemplates.page, { query: { appId: template.appId } })
    expect(list).toMatchObject([{ versions: ['6.0', '5.0'] }])
    const refused = await admin.call(paramTemplates.remove, of(templateId))
    expect([refused.code, refused.msg]).toEqual([
      codes.warning,
      expect.stringMatching(/Version [56]\.0/),
    ])
    await admin.get(apks.remove, of(first.id))
    const { version, fileId } = await admin.get(apks.detail, of(second.id))
    const body = { id: second.id, version, appId: template.appId, fileId, releaseNotes: 'x' }
    await admin.get(apks.update, { body })
    expect(await admin.get(paramTemplates.remove, of(templateId))).toMatchObject({ count: 1 })
    // The version in the bin comes back after its template, or without one that is gone for good.
    const without = await admin.call(apks.revert, of(first.id))
    expect(without.code).toBe(codes.warning)
    await admin.get(paramTemplates.destroy, of(templateId))
    await admin.get(apks.revert, of(first.id))
    expect((await admin.get(apks.detail, of(first.id))).paramTemplateIds).toEqual([])
  })

  it('is freed with all others that go for good at once, by one change of each version', async () => {
    const [second, stays, fourth] = [await another(), await another(), await another()]
    const { id } = await add(5, [second.id, templateId, stays.id, fourth.id])
    await sql`create table freed_version (id uuid);
      create function note_freed_version() returns trigger language plpgsql as
        'begin insert into freed_version values (new.id); return null; end';
      create trigger note_freed_version after update on apk for each row execute function note_freed_version()`.execute(
      app.platform.db,
    )
    try {
      await sql`delete from param_template where id = any(${[templateId, second.id, fourth.id]}::uuid[])`.execute(
        app.platform.db,
      )
      const { rows } = await sql`select id from freed_version`.execute(app.platform.db)
      expect(rows).toEqual([{ id }])
    } finally {
      await sql`drop function note_freed_version cascade; drop table freed_version`.execute(
        app.platform.db,
      )
    }
    expect((await admin.get(apks.detail, of(id))).paramTemplateIds).toEqual([stays.id])
  })

  it('is what an assignment for terminals that run the version begins with', async () => {
    const place = { name: `Place ${++made}`, code: `place-${made}`, parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, place)
    const newer = await another()
    const { appId, package: name } = template
    const told = async (query: object) =>
      (await admin.get(params.templates, { query: { appId, ...query } })).map(
        ({ id, broughtBy }) => [id, broughtBy],
      )
    const newest = [
      [newer.revId, null],
      [template.revId, null],
    ]
    expect(await told({ orgId })).toEqual(newest)
    // What is online is what terminals get where none is known to run any.
    const online = await add(7, [templateId])
    expect(await told({ orgId })).toEqual(newest)
    await stand(online.id, 'ONLINE')
    const brought = [
      [template.revId, '7.0'],
      [newer.revId, null],
    ]
    expect(await told({ orgId })).toEqual(brought)
    expect(await told({})).toEqual(brought)
    // Terminals with a version that brings none begin with the newest.
    const modelId = await addModel(app.platform)
    const device = await addDevice(app.platform, { modelId, orgId })
    await sql`insert into device_app (device_id, package, version_code, version_name, seen_at)
      values (${device.id}, ${name}, 6, '6.0', now())`.execute(app.platform.db)
    expect(await told({ orgId })).toEqual(newest)
    await sql`update device_app set version_code = 7 where device_id = ${device.id}`.execute(
      app.platform.db,
    )
    expect(await told({ orgId })).toEqual(brought)
    expect(await told({ deviceId: device.id })).toEqual(brought)
  })
})
