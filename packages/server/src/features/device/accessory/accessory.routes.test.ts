import { deviceAccessories } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { saveAccessories } from './accessory.queries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('shows what belongs to a terminal, and names the other one to who sees it', async () => {
  const estate = await addEstate(app)
  const { platform, rootId } = app
  const { id: shopId } = await addOrganization(platform, {
    name: 'Shop',
    code: 'shop',
    parentId: rootId,
  })
  const at = { orgId: shopId, count: 1 }
  const [one = ''] = await addDevices(app, estate, { ...at, prefix: 'A01X' })
  const [two = ''] = await addDevices(app, estate, { ...at, prefix: 'A02X' })
  const tell = (
    deviceId: string,
    accessories: Parameters<typeof saveAccessories>[1][0]['accessories'],
  ) =>
    inTransaction(platform.pool, (client) =>
      saveAccessories(client, [{ deviceId, at: Date.now(), accessories }]),
    )
  const pad = { kind: 'PIN_PAD', sn: 'PP-1', firmware: '1.0', apps: [{ p: 'emv' }] } as const
  await tell(one, [{ ...pad, apps: [...pad.apps] }])
  expect(
    (await tell(two, [{ ...pad, apps: [...pad.apps] }])).map(({ id }) => id).toSorted(),
  ).toEqual([one, two].toSorted())
  const admin = await signedIn(app, { isSuperAdmin: true })
  const read = (id: string, user = admin) =>
    user.get(deviceAccessories.accessories, { params: { id } })
  expect(await read(two)).toMatchObject({
    reportedAt: null,
    accessories: [{ kind: 'PIN_PAD', sn: 'PP-1', firmware: '1.0', apps: [{ p: 'emv', v: null }] }],
    events: [{ code: 'ACCESSORY_JOINED', sn: 'PP-1', otherId: one, otherSn: 'A01X00000' }],
  })
  expect(await read(one)).toMatchObject({
    accessories: [],
    events: [
      { code: 'ACCESSORY_LEFT', otherId: two },
      { code: 'ACCESSORY_JOINED', otherId: null },
    ],
  })
})
