import { codes, exportOf, paramDeliveries } from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let shopId: string
let template: Awaited<ReturnType<typeof addParamTemplate>>
let other: Awaited<ReturnType<typeof addParamTemplate>>
let deviceId: string
let terminals = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const shop = { name: 'Shop', code: 'shop', parentId: app.rootId }
  shopId = (await addOrganization(app.platform, shop)).id
  template = await addParamTemplate(app, { pids: ['host', 'port'] })
  other = await addParamTemplate(app, { pids: ['host'] })
})
afterAll(() => app.close())

beforeEach(async () => {
  const prefix = `PAST${++terminals}-`
  const [id = ''] = await addDevices(app, estate, { orgId: shopId, prefix, count: 1 })
  deviceId = id
})

interface Held {
  readonly since: string
  readonly until?: string
  readonly orgId?: string
}

/** The terminal should have had a revision from so long ago on. */
const holds = (revision: number, { since, until, orgId = shopId }: Held) =>
  sql`with kept as (
      insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint)
      values (${template.appId}, ${template.revId}, '{}', '{}', decode(md5(random()::text), 'hex')) returning id)
    insert into param_desired (device_id, app_id, org_id, revision, set_id, hash, rev, since, until)
    select ${deviceId}, ${template.appId}, ${orgId}, ${revision}, kept.id, decode(lpad(${String(revision)}, 64, '0'), 'hex'), 0,
      now() - ${since}::interval, now() - ${until ?? null}::interval from kept`.execute(
    app.platform.db,
  )

interface Given {
  readonly state: string
  /** When it was sent, when its values were there, and when it ended, so long ago. */
  readonly sent?: string
  readonly fetched?: string
  readonly ended?: string
  readonly code?: string
  readonly appId?: string
}

/** A delivery that was given so long ago. */
async function given(ago: string, { state, appId = template.appId, ...at }: Given) {
  const { rows } = await sql<{ id: string }>`with pushed as (
      insert into push (task_no, kind, title, args, org_id, state, targets)
      values ('TK-' || nextval('push_number'), 'PARAM', 'Pay', ${JSON.stringify({ gate: { appId } })}::jsonb, ${app.rootId}, 'RUNNING', '{}')
      returning id)
    insert into push_item (id, push_id, device_id, cmd, state, code, created_at, published_at, ended_at, expires_at)
    select item_of(pushed.id), pushed.id, ${deviceId}, 'PARAM', ${state}, ${at.code ?? null}, now() - ${ago}::interval,
      now() - ${at.sent ?? null}::interval, now() - ${at.ended ?? null}::interval, now() + interval '1 day'
    from pushed returning id`.execute(app.platform.db)
  const id = rows[0]?.id ?? ''
  if (at.fetched !== undefined)
    await sql`insert into push_report (item_id, message_id, state, step, reported_at, received_at, outcome)
      values (${id}, 'm', 'RUNNING', 'DOWNLOADED', now(), now() - ${at.fetched}::interval, 'MOVED')`.execute(
      app.platform.db,
    )
  return id
}

const look = (query: object = {}, user = admin) =>
  user.get(paramDeliveries.past, { query: { deviceId, appId: template.appId, ...query } })

/** Three revisions, and a delivery of each; the second one was given before its revision came. */
async function threeDeliveries(first: Partial<Held> = {}) {
  await holds(1, { since: '5 hours', until: '3 hours', ...first })
  await holds(2, { since: '3 hours', until: '1 hour' })
  await holds(3, { since: '1 hour' })
  await given('4 hours', {
    state: 'SUCCESS',
    sent: '230 minutes',
    fetched: '228 minutes',
    ended: '220 minutes',
  })
  const refused = { fetched: '170 minutes', ended: '169 minutes', code: 'P309' }
  const second = await given('190 minutes', { state: 'FAILED', ...refused })
  await sql`insert into param_refusal (item_id, device_id, pid, why)
    values (${second}, ${deviceId}, 'host', 'unknown host')`.execute(app.platform.db)
  await given('30 minutes', { state: 'QUEUED' })
  await given('20 minutes', { state: 'SUCCESS', appId: other.appId })
}

describe('the deliveries of an application to a terminal', () => {
  it('tell the latest first what each brought, how it ended and why, page by page', async () => {
    await threeDeliveries()
    const whole = await look()
    expect(whole.total).toBe(3)
    expect(whole.list.map(({ revision, hash, state }) => [revision, Number(hash), state])).toEqual([
      [3, 3, 'QUEUED'],
      [2, 2, 'FAILED'],
      [1, 1, 'SUCCESS'],
    ])
    const [underWay, refused, first] = whole.list
    expect(underWay).toMatchObject({ endedAt: null, seconds: null, refused: [] })
    expect(refused).toMatchObject({
      code: 'P309',
      refused: [{ pid: 'host', why: 'unknown host' }],
      taskNo: expect.stringMatching(/^TK-/),
    })
    expect(first).toMatchObject({ seconds: 600, refused: [], attempt: 1 })
    const second = await look({ pageNum: 2, pageSize: 2 })
    expect(second).toMatchObject({ total: 3, list: [{ id: first?.id }] })
    const from = await look({ sortField: 'createdAt', sortOrder: 'asc', pageSize: 1 })
    expect(from.list).toMatchObject([{ id: first?.id }])
    expect((await look({ state: 'FAILED' })).list).toMatchObject([{ id: refused?.id }])
    expect((await look({ keyword: refused?.taskNo })).list).toMatchObject([{ id: refused?.id }])
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    expect((await look({ from: hourAgo })).list).toMatchObject([{ id: underWay?.id }])
    expect((await look({ to: hourAgo })).total).toBe(2)
    const query = { deviceId, appId: template.appId, sortField: 'state' }
    const sorted = await admin.call(paramDeliveries.past, { query })
    expect(sorted.code).toBe(codes.badRequest)
  })

  it('say nothing of values that are forgotten', async () => {
    await threeDeliveries()
    await sql`delete from param_desired where device_id = ${deviceId} and revision < 3`.execute(
      app.platform.db,
    )
    expect((await look()).list).toMatchObject([
      { revision: 3 },
      { revision: null, hash: null, code: 'P309', refused: [] },
      { revision: null, hash: null, state: 'SUCCESS' },
    ])
  })

  it('tell the hash of no values that a secret is in: who knows the others would try it', async () => {
    await threeDeliveries()
    await sql`update param_desired held set sealed_variables = 'x' where device_id = ${deviceId} and revision = 2`.execute(
      app.platform.db,
    )
    await sql`with said as (
        insert into param_value (owner_id, pid, sealed, sealed_for, from_rev)
          values (${template.revId}, 'pin', 'x', 'x', 0) returning id),
      held as (select set_id from param_desired where device_id = ${deviceId} and revision = 3)
      update param_set set value_ids = array(select id from said) from held where param_set.id = held.set_id`.execute(
      app.platform.db,
    )
    const { list } = await look()
    expect(list.map(({ revision, hash }) => [revision, hash !== null])).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ])
    // Nor why the application did not take what a secret may be in.
    expect(list.find(({ revision }) => revision === 2)?.refused).toEqual([
      { pid: 'host', why: null },
    ])
  })

  it('tell no hash of a document that is encrypted for terminals either', async () => {
    await threeDeliveries()
    await sql`with document as (
        insert into json_document (name, code, kind, level, org_id, priority, merge_mode, state, revision, document, status)
          values ('x', ${`of-${terminals}`}, 'OTHER', 'ORG', ${app.rootId}, 1, 'MERGE', 'DRAFT', 1, '{}', 1) returning id),
      told as (
        insert into json_document_rev (document_id, revision, document, merge_mode, encrypt, size, state, device_count, principal)
          select document.id, place, '{}', 'MERGE', place = 2, 2, 'PUBLISHED', 0, '{}'
          from document, generate_series(1, 2) as place returning id, revision)
      update param_set set document_ids = array[told.id] from param_desired held
        join told on told.revision = held.revision
        where held.device_id = ${deviceId} and param_set.id = held.set_id`.execute(app.platform.db)
    const { list } = await look()
    expect(list.map(({ revision, hash }) => [revision, hash !== null])).toEqual([
      [3, true],
      [2, false],
      [1, true],
    ])
  })

  it('reach as far as the reader sees: the terminal, and those of the time when it was his', async () => {
    await threeDeliveries({ orgId: app.rootId })
    const permissions = [paramDeliveries.past.permission]
    const shopkeeper = await signedIn(app, { orgId: shopId, permissions })
    const seen = await look({}, shopkeeper)
    expect(seen.list.map(({ revision }) => revision)).toEqual([3, 2])
    expect(seen.total).toBe(2)
    const mall = { name: 'Mall', code: 'mall', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, mall)
    const stranger = await signedIn(app, { orgId, permissions })
    const query = { deviceId, appId: template.appId }
    const refused = await stranger.call(paramDeliveries.past, { query })
    expect(refused.code).toBe(codes.notFound)
  })
})

describe('as a file', () => {
  const call = exportOf(paramDeliveries.past)
  const columns = JSON.stringify([
    ['revision', 'Revision'],
    ['state', 'State', 'device.task.{state}'],
    ['code', 'Code'],
  ])
  const fileOf = async (query: object = {}, user = admin) => {
    const asked = { columns, deviceId, appId: template.appId, ...query }
    const { body } = await user.file(call, { query: asked })
    return parse(body, { bom: true }).slice(1)
  }

  it('they are what the list shows, filtered and in its order', async () => {
    await threeDeliveries()
    const refused = ['2', 'Failed', 'P309']
    const whole = [['3', 'Queued', ''], refused, ['1', 'Done', '']]
    expect(await fileOf()).toEqual(whole)
    expect(await fileOf({ state: 'FAILED' })).toEqual([refused])
    expect(await fileOf({ sortField: 'createdAt', sortOrder: 'asc' })).toEqual(whole.toReversed())
  })

  it('they ask for the right of exports, and reach no further than the list', async () => {
    await threeDeliveries({ orgId: app.rootId })
    const list = [paramDeliveries.past.permission]
    const reader = await signedIn(app, { orgId: shopId, permissions: list })
    const asked = { columns, deviceId, appId: template.appId }
    expect(await reader.call(call, { query: asked })).toMatchObject({
      code: codes.forbidden,
      data: { permission: 'PARAM_LOG_EXPORT' },
    })
    const permissions = [...list, call.permission]
    const shopkeeper = await signedIn(app, { orgId: shopId, permissions })
    const rows = await fileOf({}, shopkeeper)
    expect(rows.map(([revision]: string[]) => revision)).toEqual(['3', '2'])
    const mall = { name: 'Bazaar', code: 'bazaar', parentId: app.rootId }
    const { id: orgId } = await addOrganization(app.platform, mall)
    const stranger = await signedIn(app, { orgId, permissions })
    expect((await stranger.call(call, { query: asked })).code).toBe(codes.notFound)
  })
})
