import { deviceHttp } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addApk, addApp, install } from '../../../test/appEstate.ts'
import { addOrganization, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, passwordOf, type TestDevice } from '../../../test/testGateway.ts'

let app: TestApp
let device: TestDevice
let branch: { id: string }

beforeAll(async () => {
  app = await startTestApp({ now: () => new Date() })
  const modelId = await addModel(app.platform)
  const parentId = app.rootId
  branch = await addOrganization(app.platform, { name: 'Branch', code: 'branch', parentId })
  device = await addDevice(app.platform, { modelId, orgId: branch.id })
})
afterAll(() => app.close())

const bearerOf = (one: TestDevice) => ({ authorization: `Bearer ${passwordOf(one)}` })

const ask = (path: string, headers: Record<string, string> = {}, language = 'en') =>
  app.http.inject({
    url: `${deviceHttp.store}/${path}?sn=${device.sn}&language=${language}`,
    headers: { ...bearerOf(device), ...headers },
  })
const run = (statement: ReturnType<typeof sql>) => statement.execute(app.platform.db)
const appsOf = async () => {
  const answer = await ask('apps')
  const { apps } = answer.json<{ apps: { package: string; policy: string; version: object }[] }>()
  return apps
}

it('is closed to who does not prove himself', async () => {
  const url = `${deviceHttp.store}/apps?sn=${device.sn}`
  expect((await app.http.inject({ url })).statusCode).toBe(401)
  const bare = await app.http.inject({ url: `${deviceHttp.store}/apps`, headers: bearerOf(device) })
  expect(bare.statusCode).toBe(400)
})

it('lists what the terminal may have, in the version that is online, once', async () => {
  const add = async (name: string, orgId = app.rootId, visibility = 'PUBLIC') => {
    const id = await addApp(app, { orgId, package: name, visibility })
    await addApk(app, { appId: id, code: 3 })
    await addApk(app, { appId: id, code: 4, state: 'SIGNED' })
    return id
  }
  const other = await addOrganization(app.platform, {
    name: 'Other',
    code: 'other',
    parentId: app.rootId,
  })
  const shown = await add('com.shown')
  await add('com.private', branch.id, 'PRIVATE')
  await add('com.foreign', other.id, 'PRIVATE')
  const hidden = await add('com.hidden')
  await addApp(app, { orgId: app.rootId, package: 'com.without.version' })
  await run(sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    values ('P', ${app.rootId}, ${hidden}, 'PROHIBITED', 'SUBTREE'),
      ('P', ${branch.id}, ${shown}, 'MANDATORY', 'ORG')`)
  expect((await appsOf()).map((one) => one.package)).toEqual(['com.private', 'com.shown'])
  expect((await appsOf())[1]).toMatchObject({ policy: 'MANDATORY', version: { code: 3 } })
  const detail = await ask(`detail/${shown}`)
  expect(detail.json()).toMatchObject({ package: 'com.shown', version: { code: 3, notes: 'x' } })
  expect((await ask(`detail/${hidden}`)).statusCode).toBe(404)
  expect((await ask('detail/nothing')).statusCode).toBe(404)
  const again = { 'if-none-match': String((await ask('apps')).headers.etag) }
  expect((await ask('apps', again)).statusCode).toBe(304)
  await run(sql`update org_apk set policy = 'HIDDEN' where app_id = ${shown}`)
  expect((await ask('apps', again)).statusCode).toBe(200)
  expect((await appsOf()).map((one) => one.package)).toEqual(['com.private'])
})

it('offers what a release brings to those whom it has reached', async () => {
  const id = await addApp(app, { orgId: app.rootId, package: 'com.released' })
  await addApk(app, { appId: id, code: 1 })
  const apkId = await addApk(app, { appId: id, code: 2, state: 'GREY' })
  await run(sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    values ('R', ${app.rootId}, ${id}, 'ALLOWED', 'SUBTREE')`)
  const version = async () => {
    const found = (await appsOf()).find((one) => one.package === 'com.released')
    return found?.version
  }
  expect(await version()).toMatchObject({ code: 1 })
  await run(sql`insert into org_apk_release (org_apk_id, apk_id, percent, steps, success_percent, error_percent, min_results)
    select org_apk.id, ${apkId}, 100, '{100}', 90, 10, 1 from org_apk where app_id = ${id}`)
  expect(await version()).toMatchObject({ code: 2 })
})

const wish = (id: string) =>
  app.http.inject({
    method: 'POST',
    url: `${deviceHttp.store}/install/${id}`,
    headers: bearerOf(device),
    payload: JSON.stringify({ sn: device.sn }),
  })

it('gives a terminal what its user has chosen there, once, and the log says where that came from', async () => {
  const appId = await addApp(app, { orgId: app.rootId, package: 'com.chosen' })
  const [older, apkId] = [
    await addApk(app, { appId, code: 1, state: 'SUPERSEDED' }),
    await addApk(app, { appId, code: 2 }),
  ]
  expect((await wish('nothing')).statusCode).toBe(400)
  // Only the version that it is shown.
  expect((await wish(older)).statusCode).toBe(404)
  const asked = await Promise.all(Array.from({ length: 8 }, () => wish(apkId)))
  expect(asked.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    202,
    ...Array.from({ length: 7 }, () => 409),
  ])
  expect((await wish(apkId)).json()).toEqual({ error: 'S607' })
  // It may be told that it is there before it is told that it was taken on, but not before it was asked for.
  const told = sql`insert into device_app_event (device_id, at, package, kind, to_code, source)
    values (${device.id}, now(), 'com.chosen', 'INSTALLED', 2, 'MANAGED') returning trigger`
  expect((await told.execute(app.platform.db)).rows).toEqual([{ trigger: 'UNKNOWN' }])
  await run(sql`update push_item set published_at = now() where device_id = ${device.id}`)
  expect((await told.execute(app.platform.db)).rows).toEqual([{ trigger: 'STORE' }])
  await run(sql`delete from device_app_event where package = 'com.chosen'`)
  const { rows } = await sql<{ itemId: string; by: string | null; orgId: string }>`
    update push_item item set state = 'SUCCESS', acked_at = now(), ended_at = now() from push
    where push.id = item.push_id and item.device_id = ${device.id} and push.args ->> 'pkg' = 'com.chosen'
    returning item.id as item_id, push.created_by as by, push.org_id`.execute(app.platform.db)
  expect(rows).toEqual([{ itemId: expect.any(String), by: null, orgId: branch.id }])
  await run(sql`insert into device_app_event (device_id, at, package, kind, to_code, source)
    values (${device.id}, now(), 'com.chosen', 'INSTALLED', 2, 'MANAGED')`)
  const events = await sql`select trigger, item_id from device_app_event
    where package = 'com.chosen'`.execute(app.platform.db)
  expect(events.rows).toEqual([{ trigger: 'STORE', itemId: rows[0]?.itemId }])
  await install(app, { deviceId: device.id, package: 'com.chosen', code: 2 })
  expect((await wish(apkId)).json()).toEqual({ error: 'I202' })
  await run(sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    values ('P', ${app.rootId}, ${appId}, 'PROHIBITED', 'SUBTREE')`)
  expect((await wish(apkId)).statusCode).toBe(404)
})

it('offers nothing of a stranger under the name of what the terminal’s own organisation has', async () => {
  const stranger = await addOrganization(app.platform, {
    name: 'Stranger',
    code: 'stranger',
    parentId: app.rootId,
  })
  const ownId = await addApp(app, { orgId: branch.id, package: 'com.till', visibility: 'PRIVATE' })
  const theirs = await addApp(app, { orgId: stranger.id, package: 'com.Till' })
  const apkId = await addApk(app, { appId: theirs, code: 9 })
  const shown = async () => (await appsOf()).map((one) => one.package)
  expect(await shown()).not.toContain('com.Till')
  expect((await ask(`detail/${theirs}`)).statusCode).toBe(404)
  expect((await wish(apkId)).statusCode).toBe(404)
  await run(sql`update app set deleted_at = now() where id = ${ownId}`)
  expect(await shown()).toContain('com.Till')
  await run(sql`update app set deleted_at = now() where id = ${theirs}`)
})

it('shows its categories in the language of the terminal', async () => {
  await run(sql`insert into app_category (name, names, code, show_in_store)
    values ('Payment', '{"ar-IQ": "الدفع"}', 'PAY', true), ('Inner', '{}', 'INNER', false)`)
  const arabic = await ask('categories', {}, 'ar-IQ')
  expect(arabic.json()).toMatchObject({ categories: [{ code: 'PAY', name: 'الدفع' }] })
  expect((await ask('categories')).json()).toMatchObject({ categories: [{ name: 'Payment' }] })
})

it('shows the banners that are for it, and counts what it tells of them once', async () => {
  await run(sql`insert into app_banner (org_id, title, placement, start_at, end_at, published_at, languages, org_ids)
    select org, title, 'TOP', now() - interval '1 day', until, published, languages::text[], only_at::uuid[]
    from (values
      (${app.rootId}::uuid, 'Shown', now() + interval '1 day', now(), '{}', '{}'),
      (${app.rootId}::uuid, 'Draft', now() + interval '1 day', null, '{}', '{}'),
      (${app.rootId}::uuid, 'Over', now() - interval '1 hour', now(), '{}', '{}'),
      (${app.rootId}::uuid, 'Arabic', now() + interval '1 day', now(), '{ar-IQ}', '{}'),
      (${app.rootId}::uuid, 'Elsewhere', now() + interval '1 day', now(), '{}', '{00000000-0000-7000-8000-000000000000}')
    ) as said (org, title, until, published, languages, only_at)`)
  const { banners } = (await ask('banners')).json<{ banners: { id: string; title: string }[] }>()
  expect(banners.map(({ title }) => title)).toEqual(['Shown'])
  const day = new Date().toISOString().slice(0, 10)
  const id = banners[0]?.id
  const tell = (report: string, said: object[]) =>
    app.http.inject({
      method: 'POST',
      url: `${deviceHttp.store}/event`,
      headers: bearerOf(device),
      payload: JSON.stringify({
        sn: device.sn,
        id: report,
        banners: said,
      }),
    })
  const said = [
    { id, day, views: 3, clicks: 1 },
    { id, day, views: 2, clicks: 0 },
    { id, day: '2020-01-01', views: 50, clicks: 50 },
    { id: app.rootId, day, views: 9, clicks: 9 },
  ]
  expect((await tell('r1', said)).statusCode).toBe(204)
  expect((await tell('r1', said)).statusCode).toBe(204)
  expect((await tell('r2', said.slice(0, 1))).statusCode).toBe(204)
  expect((await tell('r 3', said)).statusCode).toBe(400)
  expect((await tell('r4', [{ id, day, views: -1 }])).statusCode).toBe(400)
  const { rows } = await sql`select sum(views)::integer as views, sum(clicks)::integer as clicks
    from app_banner_day`.execute(app.platform.db)
  expect(rows).toEqual([{ views: 8, clicks: 2 }])
})

it('offers a developer’s application where he may publish, and anywhere what must be there', async () => {
  const id = await addApp(app, { orgId: app.rootId, package: 'com.limited' })
  await addApk(app, { appId: id, code: 1 })
  const parentId = app.rootId
  const beside = await addOrganization(app.platform, { name: 'Beside', code: 'beside', parentId })
  const mayPublishTo = (orgIds: readonly string[]) =>
    run(sql`update developer set publish_org_ids = ${[...orgIds]}::uuid[]`)
  const isShown = async () => (await appsOf()).some((one) => one.package === 'com.limited')
  await run(sql`with account as (insert into app_user (user_name, real_name, email, password_hash, org_id)
      values ('maker', 'x', 'maker@tigris.example', 'none', ${app.rootId}) returning id),
    maker as (insert into developer (type, name, org_id, account_id, country, contact, email, state)
      select 'COMPANY', 'Maker', ${app.rootId}, account.id, 'IQ', 'x', 'x', 'APPROVED' from account returning id)
    update app set developer_id = maker.id from maker where app.id = ${id}`)
  expect(await isShown()).toBe(true)
  await mayPublishTo([beside.id])
  expect(await isShown()).toBe(false)
  await mayPublishTo([branch.id])
  expect(await isShown()).toBe(true)
  await mayPublishTo([beside.id])
  await run(sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    values ('M', ${branch.id}, ${id}, 'MANDATORY', 'ORG')`)
  expect(await isShown()).toBe(true)
})
