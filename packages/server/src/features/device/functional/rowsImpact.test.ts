import { countCap, type FunctionalLevel, functionals, groups } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { keepMembership } from '../membership/follow.ts'

let app: TestApp
let estate: Estate
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const place = async (code: string) =>
  (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id

/** A profile that is in force. */
async function published(
  level: FunctionalLevel,
  target: Partial<Record<'orgId' | 'modelId' | 'groupId' | 'deviceId', string>>,
): Promise<string> {
  const body = { name: `${level} one`, level, ...target, volume: 5 }
  const { id, version } = await admin.get(functionals.add, { body })
  const { count } = await admin.get(functionals.impact, { params: { id } })
  await admin.get(functionals.publish, { params: { id }, body: { version, count } })
  return id
}

const ends = (ids: string[], who = admin, withRows = false) =>
  who.get(functionals.rowsImpact, { body: { ids, holds: false, withRows } })

it('of many is counted as far as lists are, but where the number is kept', async () => {
  const orgId = await place('bank')
  await addDevices(app, estate, { orgId, prefix: 'MANY-', count: countCap + 2 })
  const id = await published('ORGANIZATION', { orgId })
  const other = await published('MODEL', { orgId, modelId: estate.modelId })
  const seller = await signedIn(app, {
    orgId,
    permissions: ['FUNCTIONAL_LIST'],
    dataScope: 'OWN_ORG_AND_BELOW',
  })
  expect(await ends([id])).toEqual({ count: countCap + 2 })
  expect(await ends([id], seller)).toEqual({ count: countCap, capped: true })
  expect(await ends([id, other])).toEqual({ count: countCap, capped: true })
  const { count, rows } = await ends([id, other], seller, true)
  expect([count, rows?.length]).toEqual([countCap + 2, countCap + 2])
})

it('of several targets is of each terminal once, and of no others', async () => {
  const [orgId, elsewhere] = [await place('mall'), await place('kiosk')]
  const [deviceId = ''] = await addDevices(app, estate, { orgId, prefix: 'MALL-', count: 3 })
  await addDevices(app, estate, { orgId: elsewhere, prefix: 'KIOSK-', count: 2 })
  const body = { name: 'Some', type: 'STATIC', orgId: app.rootId, maxMembers: 9, filter: null }
  const { id: groupId } = await admin.get(groups.add, { body: { ...body, type: 'STATIC' } })
  await admin.get(groups.addMembers, { body: { groupId, sns: ['KIOSK-00001', 'MALL-00001'] } })
  await keepMembership(app.platform.db, app.platform.live)
  const ids = [
    await published('MODEL', { orgId, modelId: estate.modelId }),
    await published('GROUP', { groupId }),
    await published('DEVICE', { deviceId }),
  ]
  expect(await ends(ids)).toEqual({ count: 4 })
  const { rows } = await ends(ids, admin, true)
  expect(rows?.map(({ sn }) => sn)).toEqual([
    'KIOSK-00001',
    'MALL-00000',
    'MALL-00001',
    'MALL-00002',
  ])
  for (const [id = '', count] of [[ids[1], 2] as const, [ids[2], 1] as const])
    expect(await ends([id])).toEqual({ count })
  const all = await published('PLATFORM', {})
  const keeper = await signedIn(app, { orgId: elsewhere, permissions: ['FUNCTIONAL_LIST'] })
  expect(await ends([all, ...ids], keeper)).toEqual({ count: 0 })
})
