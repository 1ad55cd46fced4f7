import { codes, effectiveParams, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { until } from '../../../../test/until.ts'
import { startParamWorker } from '../index.ts'

let app: TestApp
let admin: TestUser
let stop: () => Promise<unknown>
let shopId: string
let modelId: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  const shop = await addOrganization(app.platform, {
    name: 'shop',
    code: 'shop',
    parentId: app.rootId,
  })
  shopId = shop.id
  modelId = await addModel(app.platform)
  stop = startParamWorker(app.platform).stop
})
afterAll(async () => {
  await stop()
  await app.close()
})

describe('templates that an assignment may be made with', () => {
  it('are those of the organisations above as well, and of no other', async () => {
    const beside = await addOrganization(app.platform, {
      name: 'beside',
      code: 'beside',
      parentId: app.rootId,
    })
    const above = await addParamTemplate(app, { pids: ['host'] })
    const theirs = await addParamTemplate(app, { pids: ['host'], orgId: beside.id })
    const clerk = await signedIn(app, { orgId: shopId, permissions: [params.templates.permission] })
    const offered = async ({ appId }: { appId: string }, orgId?: string) => {
      const query = { appId, ...(orgId && { orgId }) }
      return (await clerk.get(params.templates, { query })).map(({ id }) => id)
    }
    expect(await offered(above)).toEqual([above.revId])
    expect(await offered(above, shopId)).toEqual([above.revId])
    expect(await offered(above, beside.id)).toEqual([])
    expect(await offered(theirs)).toEqual([])
  })
})

it('leaves out of a draft what the template has not, where that is asked for', async () => {
  const { appId, revId: templateRevId } = await addParamTemplate(app, { pids: ['host'] })
  const place = { level: 'ORG' as const, orgId: app.rootId }
  const { id } = await admin.get(params.add, {
    body: { name: 'spare', appId, templateRevId, ...place },
  })
  const type = async (ignoreUndefined: boolean) => {
    const { version } = await admin.get(params.detail, { params: { id } })
    const values = { host: 'a', nothing: 'x', never: 'y' }
    return admin.get(params.draft, {
      params: { id },
      body: { version, values, secrets: {}, keptSecrets: [], ignoreUndefined },
    })
  }
  expect(await type(true)).toMatchObject({ faults: [], ignored: ['nothing', 'never'] })
  expect((await admin.get(params.form, { params: { id } })).values).toEqual({ host: 'a' })
  expect(await type(false)).toMatchObject({ ignored: [], faults: [{}, {}] })
})

it('fit the version that is installed, and terminals with another one are counted', async () => {
  const { db } = app.platform
  const place = { name: 'ranged', code: 'ranged', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  const old = await addParamTemplate(app, { pids: ['host'] })
  const { appId } = old
  const ranged = async (name: string, from: number, to: number) => {
    const { rows } = await sql<{ id: string }>`with made as (
        insert into param_template (org_id, name, code, app_id, state, rev, version_from, version_to)
        values (${app.rootId}, ${name}, ${name}, ${appId}, 'PUBLISHED', 1, ${from}, ${to}) returning id)
      insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      select made.id, 1, known.content, '', '', known.pids, 1 from made, param_template_rev known
      where known.id = ${old.revId} returning id`.execute(db)
    return rows[0]?.id ?? ''
  }
  const first = await ranged('ranged-1', 1, 199)
  const second = await ranged('ranged-2', 200, 299)
  for (const code of [100, 100, 250]) {
    const { id } = await addDevice(app.platform, { modelId, orgId })
    await sql`insert into device_app (device_id, package, version_code, version_name, seen_at)
      values (${id}, ${old.package}, ${code}, ${`v${code}`}, now())`.execute(db)
  }
  const told = await admin.get(params.templates, { query: { appId, orgId } })
  const fits = Object.fromEntries(told.map((one) => [one.id, one.fits]))
  expect(fits).toEqual({ [old.revId]: true, [first]: true, [second]: false })
  const nowhere = await admin.get(params.templates, { query: { appId } })
  expect(nowhere.map((one) => one.fits)).toEqual([null, null, null])
  const body = { name: 'x', level: 'ORG', orgId, appId, templateRevId: second } as const
  const { id } = await admin.get(params.add, { body })
  expect((await admin.get(params.impact, { params: { id } })).outside).toEqual({
    versionFrom: 200,
    versionTo: 299,
    count: 2,
    versions: [{ code: 100, name: 'v100' }],
  })
})

describe('what is said for terminals', () => {
  it('is counted on the assignment, told of the terminal, and brought to it alone', async () => {
    const template = await addParamTemplate(app, { pids: ['host.name', 'port'] })
    const [device] = [
      await addDevice(app.platform, { modelId, orgId: shopId }),
      await addDevice(app.platform, { modelId, orgId: shopId }),
    ]
    const { id } = await admin.get(params.add, {
      body: {
        name: 'Of the shop',
        level: 'ORG',
        orgId: shopId,
        appId: template.appId,
        templateRevId: template.revId,
      },
    })
    const { version } = await admin.get(params.draft, {
      params: { id },
      body: { version: 1, values: { 'host.name': 'a.example' }, secrets: {}, keptSecrets: [] },
    })
    const { count } = await admin.get(params.impact, { params: { id } })
    await admin.get(params.activate, { params: { id }, body: { version, count, note: null } })
    const told = () => admin.get(effectiveParams.apps, { params: { deviceId: device.id } })
    await until(async () => (await told()).length === 1)
    expect(await told()).toMatchObject([
      { appId: template.appId, state: 'PENDING', templateRevision: 1, isProved: null },
    ])
    const { list } = await admin.get(params.page, { query: { pid: 'NAME' } })
    expect(list).toMatchObject([{ id, syncedCount: 0, pendingCount: 2, failedCount: 0 }])
    expect((await admin.get(params.page, { query: { pid: 'other' } })).list).toEqual([])
    const to = { deviceId: device.id, appId: template.appId }
    expect(await admin.get(effectiveParams.bring, { params: to })).toEqual({ count: 1 })
    const clerk = await signedIn(app, {
      orgId: (await addOrganization(app.platform, { name: 'x', code: 'x', parentId: app.rootId }))
        .id,
      permissions: [effectiveParams.bring.permission, effectiveParams.search.permission],
    })
    expect(await clerk.call(effectiveParams.bring, { params: to })).toMatchObject({
      code: codes.notFound,
    })
    const query = { pid: 'host.name', value: 'a.example' }
    expect((await admin.get(effectiveParams.search, { query })).devices).toHaveLength(2)
    expect((await clerk.get(effectiveParams.search, { query })).devices).toEqual([])
  })
})
