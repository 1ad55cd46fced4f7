import { stations } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addArea, stationBody } from '../../../../test/stationBody.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTaskApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('names and changes only terminals that the caller sees', async () => {
  const orgId = app.rootId
  const body = stationBody('white', { orgId, areaId: await addArea(app) })
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
