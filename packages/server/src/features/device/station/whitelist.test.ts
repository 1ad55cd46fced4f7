import { codes, stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser
let areaId: string

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
  areaId = await addArea(app)
})
afterAll(() => app.close())

it('names no terminal that the caller does not see', async () => {
  const estate = await addEstate(app, 'Third')
  const place = (code: string) =>
    addOrganization(app.platform, { name: code, code, parentId: app.rootId })
  const [east, west] = [await place('east'), await place('west')]
  await addDevices(app, estate, { orgId: east.id, prefix: 'EAST', count: 1 })
  const body = stationBody('hidden', { orgId: east.id, areaId })
  const { id, version } = await admin.get(stations.add, { body })
  await admin.get(stations.bind, { body: { stationId: id, sns: ['EAST00000'] } })
  const limited = await signedIn(app, {
    permissions: [stations.update.permission],
    orgId: app.rootId,
    dataScope: 'OWN_ORG_AND_BELOW',
    modelIds: [(await addEstate(app, 'Fourth')).modelId],
  })
  const move = async (user: TestUser) =>
    JSON.stringify(
      await user.call(stations.update, { body: { ...body, id, version, orgId: west.id } }),
    )
  expect(await move(admin)).toContain('Terminal EAST00000 of this station')
  expect(await move(limited)).toContain('A terminal of this station that you may not see')
})

it('counts for each reader the terminals that he sees', async () => {
  const estate = await addEstate(app, 'Fifth')
  const place = { name: 'corner', code: 'corner', parentId: app.rootId }
  const corner = await addOrganization(app.platform, place)
  await addDevices(app, estate, { orgId: app.rootId, prefix: 'ABOVE', count: 1 })
  await addDevices(app, estate, { orgId: corner.id, prefix: 'CORNER', count: 2 })
  const body = stationBody('counted', { orgId: corner.id, areaId })
  const { id } = await admin.get(stations.add, { body })
  const sns = ['ABOVE00000', 'CORNER00000', 'CORNER00001']
  await admin.get(stations.bind, { body: { stationId: id, sns } })
  const calls = [stations.page, stations.detail, stations.geofence, stations.mergePreview]
  const shopkeeper = await signedIn(app, {
    permissions: calls.map(({ permission }) => permission),
    orgId: corner.id,
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  const params = { id }
  const countsFor = async (user: TestUser) => {
    const { list } = await user.get(stations.page, { query: { keyword: 'counted' } })
    const [merged] = await user.get(stations.mergePreview, { body: { ids: [id, id] } })
    const shown = [list[0], await user.get(stations.detail, { params }), merged]
    return [
      ...shown.map((row) => row?.deviceCount),
      (await user.get(stations.geofence, { params })).deviceCount,
    ]
  }
  expect(await countsFor(admin)).toEqual([3, 3, 3, 3])
  expect(await countsFor(shopkeeper)).toEqual([2, 2, 2, 2])
  await sql`update station set expected_devices = 2 where id = ${id}`.execute(app.platform.db)
  const full = async (user: TestUser) => {
    const asked = async (more: object) =>
      (await user.get(stations.page, { query: { keyword: 'counted', ...more } })).list.length
    const { mismatch } = await user.get(stations.detail, { params })
    return [mismatch, await asked({ mismatch: '1' }), await asked({ hasDevices: '1' })]
  }
  expect(await full(admin)).toEqual([1, 1, 1])
  expect(await full(shopkeeper)).toEqual([0, 0, 1])
  await sql`update device set station_id = null where sn like 'CORNER%'`.execute(app.platform.db)
  expect(await full(shopkeeper)).toEqual([1, 1, 0])
  expect(await full(admin)).toEqual([1, 1, 1])
  const query = { sortField: 'deviceCount', sortOrder: 'desc' } as const
  expect((await admin.call(stations.page, { query })).code).toBe(codes.success)
  expect((await shopkeeper.call(stations.page, { query })).code).toBe(codes.success)
  const permissions = [stations.page.permission]
  const narrow = await signedIn(app, { permissions, orgId: corner.id, dataScope: 'OWN_ORG' })
  expect((await narrow.call(stations.page, { query })).code).toBe(codes.badRequest)
})

it('names and changes only terminals that the caller sees', async () => {
  const orgId = app.rootId
  const body = stationBody('white', { orgId, areaId })
  const { id } = await admin.get(stations.add, { body })
  await addDevices(app, await addEstate(app), { orgId, prefix: 'OURS', count: 2 })
  const { modelId } = await addEstate(app, 'Other')
  const { db } = app.platform
  await sql`update device set model_id = ${modelId} where sn = 'OURS00001'`.execute(db)
  const sns = ['OURS00000', 'OURS00001']
  await admin.get(stations.bind, { body: { stationId: id, sns } })
  await admin.get(stations.whitelist, { body: { stationId: id, sns: sns.slice(0, 1) } })
  const limited = await signedIn(app, {
    permissions: [stations.geofence.permission, stations.whitelist.permission],
    orgId,
    dataScope: 'OWN_ORG_AND_BELOW',
    modelIds: [modelId],
  })
  const whitelist = async (user: TestUser) =>
    (await user.get(stations.geofence, { params: { id } })).whitelist
  expect(await whitelist(limited)).toEqual([])
  expect(await limited.get(stations.whitelist, { body: { stationId: id, sns } })).toEqual({
    count: 1,
    unknown: ['OURS00000'],
  })
  await limited.get(stations.whitelist, { body: { stationId: id, sns: [] } })
  expect(await whitelist(admin)).toEqual(['OURS00000'])
})
