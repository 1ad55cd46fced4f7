import { deviceKeys, deviceLife, devices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { saveKeys } from './keys.queries.ts'
import type { KeyReport } from './keys.rules.ts'

let app: TestApp
let estate: Estate
let shopId = ''

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  shopId = (
    await addOrganization(app.platform, { name: 'shop', code: 'shop', parentId: app.rootId })
  ).id
})
afterAll(() => app.close())

async function addTerminal(prefix: string): Promise<string> {
  const [id = ''] = await addDevices(app, estate, { orgId: shopId, prefix, count: 1 })
  return id
}

const tell = (deviceId: string, ...slots: KeyReport['body']['slots']) =>
  inTransaction(app.platform.pool, (client) =>
    saveKeys(client, [{ deviceId, at: Date.now(), body: { at: Date.now(), slots } }]),
  )

const tmk = { slot: '10', type: 'TMK', kcv: '0A1B2C', state: 'OK' } as const
const code = (answer: unknown) => (answer instanceof Error ? answer.message : 'answered')

it('shows the keys that a terminal holds in the order of their slots, and what became of them', async () => {
  const id = await addTerminal('K01X')
  const admin = await signedIn(app, { isSuperAdmin: true })
  const read = () => admin.get(deviceKeys.slots, { params: { id } })
  expect(await read()).toEqual({ toldAt: null, slots: [], events: [], approvedUntil: null })
  const over = { ...tmk, slot: '9', type: 'TPK', expiresAt: Date.now() - 1000 } as const
  await tell(id, tmk, over, { slot: 'main', type: 'RSA', state: 'OK' })
  await tell(id, { ...tmk, kcv: 'FFFFFF' }, over, { slot: 'main', type: 'RSA', state: 'MISSING' })
  await app.platform.pool.query(
    `insert into vendor_certificate (vendor_id, cert_no, expires_on) values ($1, 'PTS-1', '2030-04-30')`,
    [estate.vendorId],
  )
  expect(await read()).toMatchObject({
    toldAt: expect.any(String),
    slots: [
      { slot: '9', type: 'TPK', state: 'EXPIRED' },
      { slot: '10', kcv: 'FFFFFF', state: 'OK' },
      { slot: 'main', type: 'RSA', kcv: null, state: 'MISSING' },
    ],
    approvedUntil: '2030-04-30',
  })
  const { events } = await read()
  expect(events).toHaveLength(2)
  expect(events).toContainEqual(
    expect.objectContaining({ code: 'KEY_CHANGED', slot: '10', from: '0A1B2C', to: 'FFFFFF' }),
  )
})

it('tells in list, health and reasons that keys are missing', async () => {
  const id = await addTerminal('K02X')
  await tell(id, { ...tmk, state: 'MISSING' })
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { list } = await admin.get(devices.page, {
    query: { pageNum: 1, pageSize: 10, security: 'KEY_MISSING', more: 'stand' },
  })
  expect(list.find((one) => one.id === id)).toMatchObject({ security: ['KEY_MISSING'] })
  const { reasons } = await admin.get(deviceLife.health, { params: { id } })
  expect(reasons).toContainEqual(
    expect.objectContaining({ ailment: 'KEY_MISSING', cure: 'LOAD_KEYS', value: '10 TMK' }),
  )
  const wishes = await admin.get(deviceLife.why, { params: { id } })
  expect(wishes.find(({ wish }) => wish === 'PAYMENTS')?.gates).toContainEqual(
    expect.objectContaining({ gate: 'KEYS', passes: false, value: '10 TMK' }),
  )
})

it('is not for who may not look at terminals, nor at this one', async () => {
  const id = await addTerminal('K03X')
  await tell(id, tmk)
  const stranger = await addOrganization(app.platform, { name: 'other', code: 'other' })
  for (const who of [
    { orgId: shopId, permissions: ['DEVICE_LIST'] },
    { orgId: stranger.id, permissions: ['DEVICE_DETAIL'] },
  ]) {
    const user = await signedIn(app, who)
    const answer = await user
      .get(deviceKeys.slots, { params: { id } })
      .catch((fault: unknown) => fault)
    expect(code(answer)).not.toBe('answered')
  }
})
