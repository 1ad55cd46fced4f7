import { codes, effectiveParams, paramPushes, params, paramTemplates } from '@muster/contract'
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
import { addParamTemplate, plainField } from '../../../../test/testParams.ts'
import type { Context } from '../../../kit/context.ts'
import { followPushes } from '../../device/push/follow.ts'
import { bringParams } from '../delivery/bring.ts'
import { pageDeliveries } from '../log/deliveries.queries.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let mallId: string
let bank: string[]
let mall: string[]
let template: Awaited<ReturnType<typeof addParamTemplate>>

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  bank = await addDevices(app, estate, { orgId: bankId, prefix: 'BNK-', count: 3 })
  mall = await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 2 })
  template = await addParamTemplate(app, {
    pids: ['host', 'port'],
    secretPids: ['pin'],
    advanced: ['port'],
  })
})
afterAll(() => app.close())

async function draft(at: object, values: Record<string, string>, secrets = {}): Promise<string> {
  const { appId, revId: templateRevId } = template
  const level = 'deviceId' in at ? ('DEVICE' as const) : ('ORG' as const)
  const body = { name: 'Hosts', level, appId, templateRevId, ...at }
  const { id, version } = await admin.get(params.add, { body })
  const saved = { version, values, secrets, keptSecrets: [] }
  await admin.get(params.draft, { params: { id }, body: saved })
  return id
}

const find = async (query: Record<string, unknown>, user = admin) =>
  (await user.get(params.page, { query: { pageNum: 1, pageSize: 50, ...query } })).list.map(
    ({ id }) => id,
  )
const detail = (id: string) => admin.get(params.detail, { params: { id } })

let rootId: string
let ownId: string

describe('many assignments', () => {
  it('are put in force at once, all or none of those that are named', async () => {
    rootId = await draft({ orgId: app.rootId }, { host: 'root', port: '1' }, { pin: 'sesame' })
    ownId = await draft({ deviceId: bank[0] }, { host: 'own' })
    const badId = await draft({ orgId: mallId }, { host: 'far too long for what it may be' })
    const activate = (ids: string[]) =>
      admin.call(params.activateMany, { body: { ids, note: 'all' } })
    expect((await activate([rootId, ownId, badId])).code).toBe(codes.badRequest)
    expect(await detail(rootId)).toMatchObject({ state: 'DRAFT' })
    expect(await activate([rootId, ownId])).toMatchObject({ code: 200, data: { count: 2 } })
    await followParams(app.platform)
    expect(await detail(rootId)).toMatchObject({ state: 'ACTIVE', revision: 1 })
    expect(await detail(badId)).toMatchObject({ state: 'DRAFT' })
    await admin.get(params.remove, { params: { id: badId } })
  })

  it.each(['changedAt', 'state'])(
    'are delivered, by %s, further on after the last row',
    async (sortField) => {
      const ctx = { db: app.platform.db } as Context
      for (const sortOrder of ['asc', 'desc'] as const) {
        const query = { pageNum: 1, sortField, sortOrder, total: 9 }
        const whole = (await pageDeliveries(ctx, [], { ...query, pageSize: 50 })).list
        expect(whole.length).toBeGreaterThanOrEqual(5)
        const found: typeof whole = []
        for (let more = true; more; ) {
          const { list } = await pageDeliveries(ctx, [], {
            ...query,
            pageSize: 2,
            after: found.at(-1),
          })
          found.push(...list)
          more = list.length === 2
        }
        expect(found.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
      }
    },
  )

  it('are brought to whom they were asked for while their task was paused, when it is called off', async () => {
    const { db } = app.platform
    const { appId } = template
    const deviceId = bank[1] ?? ''
    await sql`insert into device_app (device_id, package, version_code, seen_at)
      select ${deviceId}, package, 100, now() from app where id = ${appId}`.execute(db)
    const bring = async () => {
      await bringParams(app.platform)
      await followPushes(app.platform)
    }
    await bring()
    const query = { appId }
    const pushes = async () => (await admin.get(paramPushes.page, { query })).list
    const [first] = await pushes()
    const named = { params: { id: first?.id ?? '' } }
    await admin.get(paramPushes.pause, named)
    expect(await admin.get(effectiveParams.bring, { params: { deviceId, appId } })).toEqual({
      count: 1,
    })
    await bring()
    expect(await pushes()).toHaveLength(1)
    await admin.get(paramPushes.stop, { ...named, body: { reason: 'wrong hour' } })
    await followPushes(app.platform)
    await bring()
    expect(await pushes()).toHaveLength(2)
    // What another has brought since is not told once more.
    await sql`update push_item set state = 'SUCCESS', ended_at = now()
      where device_id = ${deviceId} and push_id <> ${named.params.id}`.execute(db)
    const retry = () => admin.call(paramPushes.retry, { ...named, body: {} })
    await sql`update param_desired set state = 'APPLIED' where device_id = ${deviceId}`.execute(db)
    expect((await retry()).code).toBe(codes.warning)
    await sql`update param_desired set state = 'FAILED' where device_id = ${deviceId}`.execute(db)
    expect(await retry()).toMatchObject({ data: { count: 1 } })
    await sql`update param_desired set state = 'PENDING' where device_id = ${deviceId}`.execute(db)
  })

  it('are found by template, by the terminal that they speak of, and where something keeps them from terminals', async () => {
    const { rows } = await sql<{ id: string }>`select template_id as id from param_template_rev
      where id = ${template.revId}`.execute(app.platform.db)
    expect(await find({ templateId: rows[0]?.id })).toHaveLength(2)
    expect(await find({ templateId: app.rootId })).toEqual([])
    expect((await find({ sn: 'bnk-0' })).length).toBe(0)
    const { sn } = await snOf(bank[0])
    expect((await find({ sn })).toSorted()).toEqual([rootId, ownId].toSorted())
    expect(await find({ sn: (await snOf(mall[0])).sn })).toEqual([rootId])
    expect(await find({ failed: '1' })).toEqual([])
    const stand = async (states: [string | undefined, string][]) => {
      for (const [id, state] of states)
        await sql`update param_desired set state = ${state}
          where device_id = ${id} and until is null`.execute(app.platform.db)
      await followParams(app.platform)
      return (await find({ failed: '1' })).toSorted()
    }
    expect(await stand([[mall[0], 'FAILED']])).toEqual([rootId])
    expect(await detail(rootId)).toMatchObject({ failedCount: 1 })
    // One goes, another comes; then what two speak of; then nothing is left of it.
    const both = [rootId, ownId].toSorted()
    expect(
      await stand([
        [mall[0], 'PENDING'],
        [mall[1], 'DRIFT'],
      ]),
    ).toEqual([rootId])
    expect(await stand([[bank[0], 'HELD']])).toEqual(both)
    expect(await stand([[mall[1], 'PENDING']])).toEqual(both)
    expect(await stand([[bank[0], 'PENDING']])).toEqual([])
    // Nobody learns by it of a terminal that he does not see.
    const teller = await signedIn(app, { permissions: ['PARAM_LIST'], orgId: mallId })
    expect(await find({ sn }, teller)).toEqual([])
  })

  it('are pushed again, if all of them are in force', async () => {
    const draftId = await draft({ deviceId: mall[1] }, { host: 'later' })
    const push = (ids: string[]) => admin.call(params.pushMany, { body: { ids } })
    expect((await push([rootId, draftId])).code).toBe(codes.wrongState)
    expect(await push([rootId, ownId])).toMatchObject({ code: 200, data: { count: 2 } })
    const { rows } = await sql<{
      asked: number
    }>`select count(*)::integer as asked from param_desired
      where is_asked and until is null`.execute(app.platform.db)
    expect(rows[0]?.asked).toBe(5)
    await admin.get(params.remove, { params: { id: draftId } })
  })
})

const snOf = async (id: string | undefined) => {
  const { rows } = await sql<{ sn: string }>`select sn from device where id = ${id}`.execute(
    app.platform.db,
  )
  return { sn: rows[0]?.sn ?? '' }
}

describe('a copy of an assignment', () => {
  it('is shown with its terminals first, and is a draft that says the same at each other target', async () => {
    const body = { level: 'ORG' as const, targetIds: [bankId, mallId, app.rootId] }
    const { targets } = await admin.get(params.copyImpact, { params: { id: rootId }, body })
    expect(targets).toEqual([
      expect.objectContaining({ id: app.rootId, count: 5, takenBy: 'Hosts' }),
      expect.objectContaining({ id: bankId, count: 3, takenBy: null }),
      expect.objectContaining({ id: mallId, count: 2, takenBy: null }),
    ])
    expect(await admin.get(params.copy, { params: { id: rootId }, body })).toEqual({ count: 2 })
    const [copyId = ''] = await find({ orgId: bankId, level: 'ORG' })
    expect(await detail(copyId)).toMatchObject({ state: 'DRAFT', targetName: 'bank' })
    const form = await admin.get(params.form, { params: { id: copyId } })
    expect(form).toMatchObject({
      values: { host: 'root', port: '1' },
      secretPids: ['pin'],
      faults: [],
    })
  })

  it('says nothing of what its maker is not shown, and goes nowhere that he does not see', async () => {
    const permissions = ['PARAM_LIST', 'PARAM_DETAIL', 'PARAM_ADD']
    const clerk = await signedIn(app, { permissions, orgId: app.rootId })
    const body = { level: 'DEVICE' as const, targetIds: [mall[0] ?? ''] }
    const { hiddenCount } = await clerk.get(params.copyImpact, { params: { id: rootId }, body })
    expect(hiddenCount).toBe(1)
    await clerk.get(params.copy, { params: { id: rootId }, body })
    const [copyId = ''] = await find({ deviceId: mall[0] })
    const form = await admin.get(params.form, { params: { id: copyId } })
    expect(form.values).toEqual({ host: 'root' })
    const teller = await signedIn(app, { permissions, orgId: bankId })
    const [ownCopy = ''] = await find({ orgId: bankId, level: 'ORG' })
    const far = { level: 'ORG' as const, targetIds: [mallId] }
    const refused = await teller.call(params.copy, { params: { id: ownCopy }, body: far })
    expect(refused.code).toBe(codes.notFound)
  })
})

describe('a newer revision of the template', () => {
  it('takes assignments over: what it does not take is named first and dropped, terminals keep what they have', async () => {
    const { rows } = await sql<{ id: string }>`select template_id as id from param_template_rev
      where id = ${template.revId}`.execute(app.platform.db)
    const id = rows[0]?.id ?? ''
    const content = {
      files: [
        { id: 'main', fileName: 'parameters.json', path: '', format: 'JSON', encoding: 'UTF-8' },
      ],
      groups: [{ id: 'main', title: 'Main', titles: {} }],
      headers: [],
      rules: [],
      fields: [
        { ...plainField('host'), dataType: 'DIGITS' },
        plainField('port'),
        { ...plainField('tid'), required: true },
      ],
    }
    await sql`insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      values (${id}, 2, ${JSON.stringify(content)}::jsonb, '', '', '{host,port,tid}', 1)`.execute(
      app.platform.db,
    )
    const way = { id, rev1: 1, rev2: 2 }
    const found = await admin.get(paramTemplates.migrating, { params: way })
    expect(found).toHaveLength(5)
    expect(found.find((one) => one.id === rootId)).toMatchObject({
      dropped: ['host', 'pin'],
      faultCount: 1,
    })
    const done = await admin.get(paramTemplates.migrateParams, {
      params: way,
      body: { ids: [rootId] },
    })
    expect(done.count).toBe(1)
    expect(await detail(rootId)).toMatchObject({
      templateRevision: 2,
      isChanged: true,
      revision: 1,
    })
    const form = await admin.get(params.form, { params: { id: rootId } })
    expect(form).toMatchObject({ values: { port: '1' }, secretPids: [] })
    const again = await admin.call(paramTemplates.migrateParams, {
      params: way,
      body: { ids: [rootId] },
    })
    expect(again.code).toBe(codes.wrongState)
    const { rows: held } = await sql<{
      revs: number
    }>`select count(distinct param_set.template_rev_id)::integer as revs
      from param_desired held join param_set on param_set.id = held.set_id where held.until is null`.execute(
      app.platform.db,
    )
    expect(held).toEqual([{ revs: 1 }])
  })
})
