import { apps, developers, orgApks } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addCategory, appForm } from '../../../test/appEstate.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../test/testApp.ts'

let app: TestApp
let admin: TestUser
let made = 0
let categoryId: string

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  categoryId = await addCategory(app)
})
afterAll(() => app.close())

/** A developer past the rules of its route; his id. */
async function addDeveloper(
  more: { maxApps?: number; publishOrgIds?: string[]; state?: string } = {},
): Promise<string> {
  const name = `Maker ${++made}`
  const { rows } = await sql<{ id: string }>`with account as (insert into app_user
      (user_name, real_name, email, password_hash, org_id)
    values (${`maker${made}`}, 'x', ${`maker${made}@tigris.example`}, 'none', ${app.rootId}) returning id)
    insert into developer (type, name, org_id, account_id, country, contact, email, state, max_apps, publish_org_ids)
    select 'COMPANY', ${name}, ${app.rootId}, account.id, 'IQ', 'x', 'x@tigris.example',
      ${more.state ?? 'APPROVED'}, ${more.maxApps ?? null}, ${more.publishOrgIds ?? []}::uuid[]
    from account returning id`.execute(app.platform.db)
  return rows[0]?.id ?? ''
}

const wish = (developerId: string | null, more: object = {}) => ({
  name: `Pay ${++made}`,
  package: `com.maker.pay${made}`,
  orgId: app.rootId,
  ...appForm(categoryId),
  developerId,
  ...more,
})
const place = (code: string, parentId = app.rootId) =>
  addOrganization(app.platform, { name: code, code, parentId })
const refused = (field: string) => ({ data: { fields: [{ field }] } })

it('stands in the name of an approved developer only', async () => {
  const developerId = await addDeveloper({ state: 'SUSPENDED' })
  const body = wish(developerId)
  expect(await admin.call(apps.add, { body })).toMatchObject(refused('developerId'))
  const { id, version } = await admin.get(apps.add, { body: { ...body, developerId: null } })
  const update = { ...body, id, version }
  expect(await admin.call(apps.update, { body: update })).toMatchObject(refused('developerId'))
})

it('is not one more than its developer may have, also out of the bin', async () => {
  const developerId = await addDeveloper({ maxApps: 1 })
  const first = await admin.get(apps.add, { body: wish(developerId) })
  expect(await admin.call(apps.add, { body: wish(developerId) })).toMatchObject({
    data: { fields: [{ field: 'developerId', message: expect.stringContaining('1') }] },
  })
  await admin.get(apps.remove, { params: { id: first.id } })
  await admin.get(apps.add, { body: wish(developerId) })
  expect(await admin.call(apps.revert, { params: { id: first.id } })).toMatchObject(
    refused('developerId'),
  )
})

it('lets of two that come at once in a developer’s name one through', async () => {
  const developerId = await addDeveloper({ maxApps: 1 })
  const answers = await Promise.all(
    [1, 2].map(() => admin.call(apps.add, { body: wish(developerId) })),
  )
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 400])
})

it('is offered to, and brought to, organisations that its developer may publish to', async () => {
  const [here, there] = [await place('here'), await place('there')]
  const below = await place('below', here.id)
  const developerId = await addDeveloper({ publishOrgIds: [here.id] })
  const shownTo = (orgId: string) => ({ visibility: 'ORGS' as const, visibleOrgIds: [orgId] })
  expect(await admin.call(apps.add, { body: wish(developerId, shownTo(there.id)) })).toMatchObject(
    refused('visibleOrgIds'),
  )
  const { id } = await admin.get(apps.add, { body: wish(developerId, shownTo(below.id)) })
  await addApk(app, { appId: id, code: 1 })
  const policy = (orgId: string, kind: 'MANDATORY' | 'PROHIBITED') =>
    admin.call(orgApks.add, { body: { name: 'P', orgId, appId: id, policy: kind } })
  expect(await policy(there.id, 'MANDATORY')).toMatchObject(refused('orgId'))
  expect(await policy(there.id, 'PROHIBITED')).toMatchObject({ code: 200 })
  expect(await policy(below.id, 'MANDATORY')).toMatchObject({ code: 200 })
})

it('is brought by no copy, and by nothing out of the bin, where its developer may not publish', async () => {
  const [from, to] = [await place('from'), await place('to')]
  const developerId = await addDeveloper({ publishOrgIds: [from.id] })
  const [brought, taken] = [wish(developerId), wish(developerId)]
  for (const [body, kind] of [
    [brought, 'MANDATORY'],
    [taken, 'PROHIBITED'],
  ] as const) {
    const more = { visibility: 'ORGS' as const, visibleOrgIds: [from.id] }
    const { id } = await admin.get(apps.add, { body: { ...body, ...more } })
    await addApk(app, { appId: id, code: 1 })
    await admin.get(orgApks.add, { body: { name: kind, orgId: from.id, appId: id, policy: kind } })
  }
  const copy = { body: { fromOrgId: from.id, orgIds: [to.id] } }
  expect(await admin.get(orgApks.copy, copy)).toEqual({ count: 1, kept: 1 })
  const { list } = await admin.get(orgApks.page, { query: { orgId: from.id } })
  const id = list.find(({ name }) => name === 'MANDATORY')?.id ?? ''
  await admin.get(orgApks.remove, { params: { id } })
  await sql`update developer set publish_org_ids = ${[to.id]}::uuid[] where id = ${developerId}`.execute(
    app.platform.db,
  )
  expect(await admin.call(orgApks.revert, { params: { id } })).toMatchObject(refused('orgId'))
})

it('tells nobody of developers and organisations that he does not see', async () => {
  const [mine, hidden] = [await place('mine'), await place('hidden')]
  const permissions = [apps.add.permission, orgApks.add.permission]
  const user = await signedIn(app, { orgId: mine.id, permissions })
  const unknown = (field: string) => ({
    data: { fields: [{ field, message: expect.stringContaining('does not exist') }] },
  })
  const developerId = await addDeveloper({ state: 'SUSPENDED' })
  const body = { ...wish(developerId), orgId: mine.id }
  expect(await user.call(apps.add, { body })).toMatchObject(unknown('developerId'))
  const strictly = await addDeveloper({ publishOrgIds: [mine.id] })
  const { id } = await admin.get(apps.add, {
    body: wish(strictly, { visibility: 'PUBLIC' as const }),
  })
  await addApk(app, { appId: id, code: 1 })
  const policy = { name: 'P', orgId: hidden.id, appId: id, policy: 'MANDATORY' as const }
  expect(await user.call(orgApks.add, { body: policy })).toMatchObject(unknown('orgId'))
})

it('is counted with its developer, as far as the caller sees it', async () => {
  const developerId = await addDeveloper()
  const online = await admin.get(apps.add, { body: wish(developerId) })
  await addApk(app, { appId: online.id, code: 1 })
  await addApk(app, { appId: online.id, code: 2, state: 'SUBMITTED' })
  await admin.get(apps.add, { body: wish(developerId) })
  const own = await place('own')
  const beside = await signedIn(app, { orgId: own.id, permissions: ['DEVELOPER_DETAIL'] })
  expect(await admin.get(developers.detail, { params: { id: developerId } })).toMatchObject({
    appCount: 2,
    onlineCount: 1,
    pendingCount: 1,
  })
  await sql`update developer set org_id = ${own.id} where id = ${developerId}`.execute(
    app.platform.db,
  )
  expect(await beside.get(developers.detail, { params: { id: developerId } })).toMatchObject({
    appCount: 0,
    onlineCount: 0,
  })
})
