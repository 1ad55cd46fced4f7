import { vendorQuality } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let north: TestUser
let ids: readonly string[] = []

const query = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const place = { name: 'north', code: 'north', parentId: app.rootId }
  const { id: northId } = await addOrganization(app.platform, place)
  north = await signedIn(app, { orgId: northId, permissions: ['MANUFACTURER_DETAIL'] })
  const of = { lifecycle: 'ACTIVE', count: 2 }
  const root = await addDevices(app, estate, { ...of, orgId: app.rootId, prefix: 'QR-' })
  const below = await addDevices(app, estate, { ...of, orgId: northId, prefix: 'QN-' })
  ids = [...root, ...below]
  const ticket = (device: string, fault: string, state: string, at: string) =>
    query(
      `insert into repair (device_id, state, fault, severity, description, created_at)
        values ($1, $2, $3, 'LOW', 'x', now() - $4::interval)`,
      [device, state, fault, at],
    )
  const [first = '', second = '', third = ''] = ids
  await ticket(first, 'PRINTER', 'CLOSED', '10 days')
  await ticket(first, 'PRINTER', 'CLOSED', '200 days')
  await ticket(second, 'BATTERY', 'REPORTED', '1 day')
  await ticket(third, 'BATTERY', 'CLOSED', '5 days')
  // Neither what was called off nor what was longer ago.
  await ticket(second, 'SCREEN', 'CANCELLED', '1 day')
  await ticket(second, 'SCREEN', 'CLOSED', '400 days')
  await query(
    `insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select id, 'TAMPER', 'CRITICAL', org_id, vendor_id, model_id from device where id = $1`,
    [first],
  )
  await query(
    `insert into device_snapshot (device_id, kind, document, reported_at)
      select id, 'info', jsonb_build_object('batteryHealthPercent', health), now()
      from unnest($1::uuid[], $2::integer[]) as told (id, health)`,
    [ids.slice(0, 2), [80, 91]],
  )
})
afterAll(() => app.close())

const read = async (user: TestUser) =>
  user.get(vendorQuality.quality, { params: { id: estate.vendorId } })

it('tells how often terminals of a model break, of what, and how their batteries are', async () => {
  const { models, faults } = await read(admin)
  expect(models).toMatchObject([
    {
      active: 4,
      repairs: 4,
      perHundred: 100,
      daysBetween: 365,
      tampered: 1,
      batteryHealth: 86,
      sampled: 2,
    },
  ])
  expect(faults).toEqual([
    { fault: 'BATTERY', count: 2 },
    { fault: 'PRINTER', count: 2 },
  ])
})

it('counts nothing that the caller does not see', async () => {
  const { models, faults } = await read(north)
  expect(models).toMatchObject([
    { active: 2, repairs: 1, tampered: 0, batteryHealth: null, sampled: 0 },
  ])
  expect(faults).toEqual([{ fault: 'BATTERY', count: 1 }])
})

it('says nothing of a model of which no terminal is in service', async () => {
  const other = await addEstate(app, 'Unused')
  const { models } = await admin.get(vendorQuality.quality, { params: { id: other.vendorId } })
  expect(models).toMatchObject([{ active: 0, perHundred: null, daysBetween: null }])
})
