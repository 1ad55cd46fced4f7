import { deviceAccessories } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { saveAccessories } from './accessory.queries.ts'
import type { AccessoryReport } from './accessory.rules.ts'

let app: TestApp
let acme: Estate
let shopId = ''

beforeAll(async () => {
  app = await startTestApp()
  acme = await addEstate(app)
  shopId = await addShop('shop')
})
afterAll(() => app.close())

async function addShop(code: string): Promise<string> {
  const shop = { name: code, code, parentId: app.rootId }
  const { id } = await addOrganization(app.platform, shop)
  return id
}

type Terminal = Pick<AccessoryReport, 'deviceId' | 'orgId'>

async function addTerminal(prefix: string, orgId = shopId, estate = acme): Promise<Terminal> {
  const [deviceId = ''] = await addDevices(app, estate, { orgId, prefix, count: 1 })
  return { deviceId, orgId }
}

/** Answers the terminals that it concerns. */
async function tell(terminal: Terminal, ...accessories: AccessoryReport['accessories']) {
  const reports = [{ ...terminal, at: Date.now(), accessories }]
  const touched = await inTransaction(app.platform.pool, (client) =>
    saveAccessories(client, reports),
  )
  return touched.map(({ id }) => id).toSorted()
}

const moveTo = ({ deviceId }: Terminal, orgId: string) =>
  app.platform.pool.query(`update device set org_id = $1 where id = $2`, [orgId, deviceId])

interface Kept {
  readonly at: string
  readonly realm: string
  readonly gone: boolean
  readonly since: string
}

async function kept(sn: string): Promise<Kept[]> {
  const { rows } = await app.platform.pool.query<Kept>(
    `select device_id as at, realm_id as realm, is_gone as gone, since
      from accessory join device on device.id = device_id where accessory.sn = $1 order by device.sn`,
    [sn],
  )
  return rows
}

it('shows what belongs to a terminal, and names the other one to who sees it', async () => {
  const other = await addEstate(app, 'Other')
  const [one, two] = [await addTerminal('A01X'), await addTerminal('A02X', shopId, other)]
  const pad = { kind: 'PIN_PAD', sn: 'PP-1', firmware: '1.0', apps: [{ p: 'emv' }] } as const
  await tell(one, { ...pad, apps: [...pad.apps] })
  expect(await tell(two, { ...pad, apps: [...pad.apps] })).toEqual(
    [one.deviceId, two.deviceId].toSorted(),
  )
  const admin = await signedIn(app, { isSuperAdmin: true })
  const read = ({ deviceId: id }: Terminal, user = admin) =>
    user.get(deviceAccessories.accessories, { params: { id } })
  const joined = { code: 'ACCESSORY_JOINED', sn: 'PP-1' }
  const shown = {
    reportedAt: null,
    accessories: [{ kind: 'PIN_PAD', sn: 'PP-1', firmware: '1.0', apps: [{ p: 'emv', v: null }] }],
  }
  expect(await read(two)).toMatchObject({
    ...shown,
    events: [{ ...joined, otherId: one.deviceId, otherSn: 'A01X00000' }],
  })
  expect(await read(one)).toMatchObject({
    accessories: [],
    events: [
      { code: 'ACCESSORY_LEFT', otherId: two.deviceId },
      { code: 'ACCESSORY_JOINED', otherId: null },
    ],
  })
  const ofOther = await signedIn(app, {
    orgId: shopId,
    permissions: ['DEVICE_DETAIL'],
    vendorIds: [other.vendorId],
  })
  expect(await read(two, ofOther)).toMatchObject({
    ...shown,
    events: [{ ...joined, otherId: null, otherSn: null }],
  })
})

it('a terminal of another organisation takes none away by naming its number', async () => {
  const [own, stranger] = [await addTerminal('B01X'), await addTerminal('B02X', app.rootId)]
  const base = { kind: 'BASE', sn: 'B-1' } as const
  await tell(own, base)
  expect(await tell(stranger, base)).toEqual([stranger.deviceId])
  expect(await kept('B-1')).toMatchObject([{ at: own.deviceId }, { at: stranger.deviceId }])
})

it('goes along with a terminal that comes to another organisation', async () => {
  const [mover, stayer] = [await addTerminal('C01X'), await addTerminal('C02X')]
  const printer = { kind: 'PRINTER', sn: 'PR-1' } as const
  await tell(mover, printer)
  const [before] = await kept('PR-1')
  const orgId = await addShop('next')
  await moveTo(mover, orgId)
  // Where it was the number is another one's from now on.
  expect(await tell(stayer, printer)).toEqual([stayer.deviceId])
  expect(await tell({ ...mover, orgId }, printer)).toEqual([])
  expect(await kept('PR-1')).toEqual([
    { ...before, realm: orgId },
    expect.objectContaining({ at: stayer.deviceId, realm: shopId }),
  ])
})

it('gives way in the new organisation to one of its number there', async () => {
  const orgId = await addShop('taken')
  const [mover, first] = [await addTerminal('D01X'), await addTerminal('D02X', orgId)]
  const scanner = { kind: 'SCANNER', sn: 'SC-1' } as const
  await tell(mover, scanner)
  await tell(first, scanner)
  await moveTo(mover, orgId)
  expect(await tell({ ...mover, orgId }, scanner)).toEqual(
    [mover.deviceId, first.deviceId].toSorted(),
  )
  expect(await kept('SC-1')).toMatchObject([{ at: mover.deviceId, realm: orgId }])
})

it('goes with the terminal that had it last', async () => {
  const [one, two] = [await addTerminal('E01X'), await addTerminal('E02X')]
  const drawer = { kind: 'DRAWER', sn: 'DR-1' } as const
  const destroy = ({ deviceId }: Terminal) =>
    app.platform.pool.query('delete from device where id = $1', [deviceId])
  await tell(one, drawer)
  await tell(two, drawer)
  await tell(two)
  await destroy(one)
  expect(await kept('DR-1')).toMatchObject([{ at: two.deviceId, gone: true }])
  await destroy(two)
  expect(await kept('DR-1')).toEqual([])
})
