import { devices } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../../test/importing.ts'
import {
  addOrganization,
  signedIn,
  type TestApp,
  type TestUser,
} from '../../../../../test/testApp.ts'
import { startTaskApp } from '../../../../../test/taskApp.ts'
import { addEstate } from '../../../../../test/testEstate.ts'

let app: TestApp
let user: TestUser
let model = ''
let shopId = ''

beforeAll(async () => {
  app = await startTaskApp()
  const { modelId } = await addEstate(app)
  const { rows } = await sql<{
    code: string
  }>`select code from model where id = ${modelId}`.execute(app.platform.db)
  model = rows[0]?.code ?? ''
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  shopId = (await addOrganization(app.platform, place)).id
  await addOrganization(app.platform, { name: 'Other', code: 'other', parentId: app.rootId })
  user = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const found = async (sn: string) =>
  (await user.get(devices.page, { query: { sn, sortField: 'sn' } })).list
const heading = ['sn', 'modelId', 'orgId', 'tid', 'name']
const faultsOf = (faults: readonly { row: number; column: string | null; message: string }[]) =>
  faults.map(({ row, column, message }) => [row, column, message])

describe('an import of terminals', () => {
  it('adds them where their row says, by code or name, in one go', async () => {
    const content = csv(
      heading,
      ['imp-00001', model, 'shop', 'TID00001', 'Till'],
      ['IMP-00002', model.toUpperCase(), 'Shop', '', ''],
      ['IMP-00003', model, 'platform', '', ''],
    )
    const { task, result } = await imported(user, devices.page, { content })
    expect(result.faults).toEqual([])
    expect(task.state).toBe('SUCCESS')
    expect(await found('IMP-0')).toMatchObject([
      { sn: 'IMP-00001', lifecycle: 'ASSIGNED', orgName: 'Shop', tid: 'TID00001', name: 'Till' },
      { sn: 'IMP-00002', lifecycle: 'ASSIGNED', orgName: 'Shop', tid: null },
      { sn: 'IMP-00003', lifecycle: 'STOCK', orgName: 'Platform' },
    ])
    const { rows } = await sql<{ after: unknown; targets: number }>`select after,
        cardinality(target_ids) as targets from action_log where request_id = ${task.id}`.execute(
      app.platform.db,
    )
    expect(rows).toEqual([{ after: { added: 3, changed: 0, same: 0, refused: 0 }, targets: 3 }])
  })

  it('takes cards, addresses and a warranty of their own, which is said whole', async () => {
    const content = csv(
      [
        'sn',
        'modelId',
        'orgId',
        'mac',
        'iccid',
        'imei2',
        'purchaseOrder',
        'warrantyStart',
        'warrantyMonths',
      ],
      [
        'CRD-00001',
        model,
        'platform',
        '0a:1b:2c:3d:4e:5f',
        '8999900000000000042',
        '',
        'PO-7',
        '2026-01-31',
        '12',
      ],
      ['CRD-00002', model, 'platform', '', '', '', '', '2026-01-31', ''],
      ['CRD-00003', model, 'platform', '0a1b', '12', '', '', '', ''],
    )
    const { result } = await imported(user, devices.page, { content, onFault: 'skip' })
    expect(result).toMatchObject({ added: 1, refused: 2 })
    expect(faultsOf(result.faults).map(([row, column]) => [row, column])).toEqual([
      [3, 'warrantyMonths'],
      [4, 'mac'],
      [4, 'iccid'],
    ])
    expect(await found('CRD-')).toMatchObject([
      {
        mac: '0A:1B:2C:3D:4E:5F',
        iccid: '8999900000000000042',
        purchaseOrder: 'PO-7',
        warrantyEnd: '2027-01-31',
      },
    ])
    const again = csv(['sn', 'warrantyMonths'], ['CRD-00001', '24'])
    const changed = await imported(user, devices.page, { content: again, aim: 'existing' })
    expect(changed.result).toMatchObject({ changed: 1 })
    const { rows } = await sql`select client_kind, before, after from action_log
      where request_id = ${changed.task.id}`.execute(app.platform.db)
    expect(rows).toEqual([
      {
        clientKind: 'CONSOLE',
        before: { '2 CRD-00001': { warrantyMonths: 12 } },
        after: {
          name: 'CRD-00001',
          added: 0,
          changed: 1,
          same: 0,
          refused: 0,
          '2 CRD-00001': { warrantyMonths: 24 },
        },
      },
    ])
    expect(await found('CRD-')).toMatchObject([
      { warrantyEnd: '2028-01-31', purchaseOrder: 'PO-7' },
    ])
  })

  it('sets tags for who has the right to them, as an export writes them', async () => {
    const content = csv(
      ['sn', 'modelId', 'orgId', 'tags'],
      ['TAG-00001', model, 'platform', 'VIP, Airport'],
      ['TAG-00002', model, 'platform', 'x'.repeat(33)],
    )
    const { result } = await imported(user, devices.page, { content, onFault: 'skip' })
    expect(result).toMatchObject({ added: 1, refused: 1 })
    expect(faultsOf(result.faults).map(([row, column]) => [row, column])).toEqual([[3, 'tags']])
    expect(await found('TAG-')).toMatchObject([{ tags: ['Airport', 'VIP'] }])
    const same = csv(['sn', 'tags'], ['TAG-00001', 'Airport;VIP'])
    const again = await imported(user, devices.page, { content: same, aim: 'existing' })
    expect(again.result).toMatchObject({ same: 1, changed: 0 })
    const permissions = ['DEVICE_IMPORT', 'DEVICE_ADD', 'DEVICE_EDIT', 'ASYNCTASK_LIST']
    const clerk = await signedIn(app, { orgId: app.rootId, permissions })
    const other = csv(['sn', 'tags'], ['TAG-00001', 'Mine'])
    const refused = await imported(clerk, devices.page, { content: other, aim: 'existing' })
    expect(faultsOf(refused.result.faults)).toEqual([
      [2, 'tags', 'Only who has the right to tags of terminals sets them'],
    ])
  })

  it('moves terminals with those alone who may, and that is on record', async () => {
    const content = (place: string) => csv(['sn', 'modelId', 'orgId'], ['IMP-MOVED', model, place])
    await imported(user, devices.page, { content: content('shop') })
    const permissions = ['DEVICE_IMPORT', 'DEVICE_ADD', 'DEVICE_EDIT', 'ASYNCTASK_LIST']
    const clerk = await signedIn(app, { orgId: app.rootId, permissions })
    const moved = { content: content('other'), aim: 'existing' as const }
    const { result } = await imported(clerk, devices.page, moved)
    expect(faultsOf(result.faults).map(([row, column]) => [row, column])).toEqual([[2, 'orgId']])
    expect((await imported(user, devices.page, moved)).result.faults).toEqual([])
    const { rows } = await sql`select move.event, place.code from device_move move
      join device on device.id = move.device_id join organization place on place.id = device.org_id
      where device.sn = 'IMP-MOVED'`.execute(app.platform.db)
    expect(rows).toEqual([{ event: 'MOVE', code: 'other' }])
  })

  it('gives labels by hand, as an export names them, and no others', async () => {
    await sql`insert into classification (name, code, dimension, colour, exclusive, rule)
      values ('Gold', 'GOLD', 'TIER', '#000000', true, null), ('Silver', 'SILVER', 'TIER', '#000000', true, null),
        ('Pilot', 'PILOT', 'RING', '#000000', false, null),
        ('Away', 'AWAY', 'USE', '#000000', false, '{"field": "tid", "op": "isEmpty", "values": []}')`.execute(
      app.platform.db,
    )
    const columns = ['sn', 'modelId', 'orgId', 'labels']
    const content = csv(
      columns,
      ['LBL-00001', model, 'platform', 'Gold;pilot'],
      ['LBL-00002', model, 'platform', 'Gold, SILVER'],
      ['LBL-00003', model, 'platform', 'Away'],
      ['LBL-00004', model, 'platform', 'Nothing'],
    )
    const { result } = await imported(user, devices.page, { content, onFault: 'skip' })
    expect(faultsOf(result.faults).map(([row, column]) => [row, column])).toEqual([
      [3, 'labels'],
      [4, 'labels'],
      [5, 'labels'],
    ])
    const labels = async () => {
      const { rows } = await sql<{
        code: string
      }>`select label.code from device_classification bound
        join classification label on label.id = bound.classification_id
        join device on device.id = bound.device_id where device.sn = 'LBL-00001' order by 1`.execute(
        app.platform.db,
      )
      return rows.map(({ code }) => code)
    }
    expect(await labels()).toEqual(['GOLD', 'PILOT'])
    const again = (text: string) =>
      imported(user, devices.page, {
        content: csv(['sn', 'labels'], ['LBL-00001', text]),
        aim: 'existing',
      })
    expect((await again('PILOT, GOLD')).result).toMatchObject({ same: 1 })
    expect((await again('Silver')).result).toMatchObject({ changed: 1 })
    expect(await labels()).toEqual(['SILVER'])
    // An empty cell leaves the value as it is, in every column.
    expect((await again('')).result).toMatchObject({ same: 1 })
    expect(await labels()).toEqual(['SILVER'])
  })

  it('says of each row what the form would', async () => {
    await sql`update model set sn_rule = 'RUL-.*' where code = ${model}`.execute(app.platform.db)
    await sql`update device set deleted_at = now() where sn = 'IMP-00003'`.execute(app.platform.db)
    const content = csv(
      heading,
      ['RUL-00001', model, 'nowhere', '', ''],
      ['RUL-00002', 'no-model', 'shop', '', ''],
      ['BAD-00003', model, 'shop', '', ''],
      ['IMP-00003', model, 'shop', '', ''],
      ['RUL-00004', model, 'shop', 'TID00001', ''],
      ['RUL-00005', model, 'shop', 'TID00005', ''],
      ['RUL-00006', model, 'shop', 'TID00005', ''],
      ['RUL', model, 'shop', '', ''],
    )
    const check = await imported(user, devices.page, { content, mode: 'check' })
    await sql`update model set sn_rule = null where code = ${model}`.execute(app.platform.db)
    expect(faultsOf(check.result.faults)).toEqual([
      [2, 'orgId', 'This record does not exist'],
      [3, 'modelId', 'This record does not exist'],
      [4, 'sn', 'Does not match the serial number rule of the model or its vendor'],
      [5, 'sn', 'Already in use'],
      [6, 'tid', 'Already in use'],
      [8, 'tid', 'Already in use'],
      [9, 'sn', 'At least 5 characters'],
    ])
    expect(check.result).toMatchObject({ added: 1, refused: 7 })
    expect(await found('RUL')).toEqual([])
  })

  it('keeps to the quotas above, row by row, in the check as in the import', async () => {
    await sql`update organization set device_quota = 4 where id = ${shopId}`.execute(
      app.platform.db,
    )
    const content = csv(
      heading,
      ...Array.from({ length: 4 }, (_, n) => [`QTA-0000${n}`, model, 'shop', '', '']),
      ['QTA-00009', model, 'other', '', ''],
    )
    const full = 'Shop has reached its quota of 4 terminals'
    for (const mode of ['check', 'apply'] as const) {
      const { result } = await imported(user, devices.page, { content, mode, onFault: 'skip' })
      expect(result).toMatchObject({ added: 3, refused: 2 })
      expect(faultsOf(result.faults)).toEqual([
        [4, 'orgId', full],
        [5, 'orgId', full],
      ])
    }
    expect((await found('QTA')).map(({ sn }) => sn)).toEqual([
      'QTA-00000',
      'QTA-00001',
      'QTA-00009',
    ])
    await sql`update organization set device_quota = null where id = ${shopId}`.execute(
      app.platform.db,
    )
  })

  it('changes terminals, and leaves what their state locks', async () => {
    const content = csv(
      ['sn', 'orgId', 'name'],
      ['IMP-00001', 'other', ''],
      ['IMP-00002', 'shop', ''],
    )
    const moved = await imported(user, devices.page, { content, aim: 'existing' })
    expect(moved.result).toMatchObject({ changed: 1, same: 1, refused: 0 })
    expect(await found('IMP-00001')).toMatchObject([{ orgName: 'Other', name: 'Till', version: 2 }])
    await sql`update device set lifecycle = 'LOST' where sn = 'IMP-00002'`.execute(app.platform.db)
    const away = csv(['sn', 'orgId'], ['IMP-00002', 'other'])
    const locked = await imported(user, devices.page, {
      content: away,
      aim: 'both',
      onFault: 'skip',
    })
    expect(faultsOf(locked.result.faults)).toEqual([
      [2, 'orgId', 'Cannot be changed while the terminal is Lost'],
    ])
  })

  it('claims a terminal that knocked before it was announced', async () => {
    await sql`insert into device (sn, model_id, vendor_id, org_id, lifecycle)
      select 'KNOCKED-1', id, vendor_id, ${app.rootId}, 'UNCLAIMED' from model where code = ${model}`.execute(
      app.platform.db,
    )
    const content = csv(heading, ['KNOCKED-1', model, 'shop', '', 'Claimed'])
    const { result } = await imported(user, devices.page, { content })
    expect(result).toMatchObject({ added: 1, refused: 0 })
    expect(await found('KNOCKED')).toMatchObject([{ lifecycle: 'ASSIGNED', name: 'Claimed' }])
  })

  it('neither shows nor touches what its caller may not see', async () => {
    const clerk = await signedIn(app, {
      orgId: shopId,
      permissions: ['DEVICE_IMPORT', 'DEVICE_ADD', 'DEVICE_EDIT', 'ASYNCTASK_LIST'],
    })
    const content = csv(
      ['sn', 'modelId', 'orgId', 'name'],
      ['IMP-00001', model, 'shop', 'Stolen'],
      ['CLK-00001', model, 'other', ''],
      ['CLK-00002', model, 'shop', ''],
    )
    const { result } = await imported(clerk, devices.page, {
      content,
      aim: 'both',
      onFault: 'skip',
    })
    expect(faultsOf(result.faults)).toEqual([
      [2, 'sn', 'Already in use'],
      [3, 'orgId', 'This record does not exist'],
    ])
    expect(await found('IMP-00001')).toMatchObject([{ orgName: 'Other', name: 'Till' }])
  })

  it('writes each row of two imports of the same file once', async () => {
    const rows = Array.from({ length: 1500 }, (_, n) => [
      `TWO-${10_000 + n}`,
      model,
      'shop',
      '',
      '',
    ])
    const content = csv(heading, ...rows)
    const both = await Promise.all([
      imported(user, devices.page, { content, onFault: 'skip' }),
      imported(user, devices.page, { content, onFault: 'skip' }),
    ])
    const added = both.map(({ result }) => result.added)
    expect(added.reduce((sum, count) => sum + count, 0)).toBe(1500)
    expect(both.map(({ result }) => result.added + result.refused)).toEqual([1500, 1500])
    const page = await user.get(devices.page, { query: { sn: 'TWO-' } })
    expect(page.total).toBe(1500)
  })
})

it('a sheet of 20,000 rows with 3 % errors brings in all the others, and names each of those', async () => {
  const count = 20_000
  const isBad = (n: number) => n % 100 < 3
  const badModel = (n: number) => (n % 3 === 0 ? 'no-such-model' : model)
  const rows = Array.from({ length: count }, (_, n) => [
    isBad(n) && n % 3 === 1 ? 'x' : `BULK-${100_000 + n}`,
    isBad(n) ? badModel(n) : model,
    isBad(n) && n % 3 === 2 ? 'nowhere' : 'shop',
  ])
  const content = csv(['sn', 'modelId', 'orgId'], ...rows)
  const { result, task } = await imported(user, devices.page, { content, onFault: 'skip' })
  expect(result).toMatchObject({ rows: count, added: 19_400, refused: 600 })
  expect(task.state).toBe('PARTIAL')
  // The heading is row 1.
  const first = Array.from({ length: count }, (_, n) => n)
    .filter(isBad)
    .map((n) => n + 2)
  const named = [...new Set(result.faults.map(({ row }) => row))]
  expect(named).toEqual(first.slice(0, named.length))
  expect(result.faults).toHaveLength(100)
  const { rows: kept } = await sql<{ count: number }>`select count(*)::integer as count from device
    where sn like 'BULK-%'`.execute(app.platform.db)
  expect(kept).toEqual([{ count: 19_400 }])
})
