import { codes, deviceLife, devices, exportOf, features, vendorFeatures } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { seedFeatures } from '../feature/featureSeed.ts'

let estate: Estate
let ids: ReadonlyMap<string, string>

const idOf = (code: string) => ids.get(code) ?? ''

async function prepare(app: TestApp) {
  estate = await addEstate(app)
  await seedFeatures(app.platform.db)
  const rows = await app.platform.db.selectFrom('feature').select(['id', 'code']).execute()
  ids = new Map(rows.map(({ id, code }) => [code, id]))
}

/** A feature of its own for each row: of one feature a vendor has one row for all models. */
const spare = Array.from({ length: 300 }, (_, n) => `SPARE_${n}`)

lifecycleSpec(vendorFeatures, {
  prepare: async (app) => {
    await app.platform.db
      .insertInto('feature')
      .values(spare.map((code) => ({ code, name: code, kind: 'HARDWARE' })))
      .execute()
    await prepare(app)
  },
  make: (n) => ({
    vendorId: estate.vendorId,
    featureId: idOf(`SPARE_${n}`),
    code: `row-${n}`,
    support: 'YES',
    remark: `Row ${n}`,
  }),
  text: 'code',
  unique: 'featureId',
})

describe('the matrix of a vendor', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTaskApp()
    user = await signedIn(app, { isSuperAdmin: true })
    await prepare(app)
  })
  afterAll(() => app.close())

  const say = (code: string, support: 'YES' | 'NO' | 'PARTIAL' | null, modelId?: string) => {
    const cell = { vendorId: estate.vendorId, featureId: idOf(code), support }
    return user.get(vendorFeatures.setCell, { body: { ...cell, ...(modelId && { modelId }) } })
  }
  const cellOf = async (code: string, modelId?: string) => {
    const asked = { params: { vendorId: estate.vendorId }, query: modelId ? { modelId } : {} }
    const cells = await user.get(vendorFeatures.matrix, asked)
    return cells.find((cell) => cell.code === code)
  }

  it('says for all models and for one, and forgets what it is told to', async () => {
    expect(await cellOf('NFC')).toMatchObject({ support: null, entryId: null })
    await say('NFC', 'YES')
    await say('NFC', 'NO', estate.modelId)
    expect(await cellOf('NFC')).toMatchObject({ support: 'YES', otherwise: 1 })
    expect(await cellOf('NFC', estate.modelId)).toMatchObject({ support: 'NO', isOfModel: true })
    const query = { modelId: estate.modelId, featureId: idOf('NFC') }
    const { list } = await user.get(vendorFeatures.page, { query })
    expect(list).toMatchObject([
      { code: 'acme/NFC/acme', support: 'NO', models: [{ name: 'Acme' }] },
    ])
    await say('NFC', null, estate.modelId)
    expect(await cellOf('NFC', estate.modelId)).toMatchObject({ support: 'YES', isOfModel: false })
    await say('NFC', null)
    expect(await cellOf('NFC')).toMatchObject({ support: null })
  })

  it('says what was switched off, as before or otherwise', async () => {
    for (const support of ['YES', 'NO'] as const) {
      await say('NFC', 'YES')
      const { entryId } = (await cellOf('NFC')) ?? {}
      await user.get(vendorFeatures.setStatus, { params: { id: entryId ?? '', status: '0' } })
      expect(await cellOf('NFC')).toMatchObject({ support: null })
      await say('NFC', support)
      expect(await cellOf('NFC')).toMatchObject({ support, entryId })
    }
    await say('NFC', null)
    expect(await cellOf('NFC')).toMatchObject({ support: null })
  })

  it('holds no row while it waits for who changes the matrix', async () => {
    await say('NFC', 'YES')
    const id = (await cellOf('NFC'))?.entryId ?? ''
    await user.get(vendorFeatures.remove, { params: { id } })
    const { db } = app.platform
    let back: Promise<{ code: number }> | undefined
    await db.transaction().execute(async (trx) => {
      const matrix = `matrix ${estate.vendorId}`
      await sql`select pg_advisory_xact_lock(hashtextextended(${matrix}, 0))`.execute(trx)
      back = user.call(vendorFeatures.revert, { params: { id } })
      await untilLockWaits(db)
      await sql`select from vendor_feature where id = ${id} for update nowait`.execute(trx)
    })
    expect((await back)?.code).toBe(codes.success)
    await say('NFC', null)
  })

  it('says before how many terminals gain or lose a feature, by model and version', async () => {
    const of = { orgId: app.rootId, lifecycle: 'ACTIVE' }
    const old = await addDevices(app, estate, { ...of, prefix: 'OLD-', count: 2 })
    await addDevices(app, estate, { ...of, prefix: 'NEW-', count: 3 })
    await app.platform.pool.query(
      `update device set firmware = case when id = any($1) then '1.0.0' else '2.0.0' end
        where sn like 'OLD-%' or sn like 'NEW-%'`,
      [old],
    )
    const wish = { vendorId: estate.vendorId, featureId: idOf('NFC') }
    const ask = (more: object) =>
      user.get(vendorFeatures.impact, { body: { ...wish, ...more } as never })
    expect(await ask({ support: 'YES' })).toEqual({ gaining: 0, losing: 0 })
    expect(await ask({ support: 'NO' })).toEqual({ gaining: 0, losing: 5 })
    const { losing, rows } = await ask({ support: 'YES', minFirmware: '1.5.0', withRows: true })
    expect([losing, rows?.map(({ sn, gains }) => [sn, gains])]).toEqual([
      2,
      [
        ['OLD-00000', false],
        ['OLD-00001', false],
      ],
    ])
    await say('NFC', 'NO')
    expect(await ask({ support: 'YES', modelIds: [estate.modelId] })).toEqual({
      gaining: 5,
      losing: 0,
    })
    expect(await ask({ support: null })).toEqual({ gaining: 5, losing: 0 })
    await say('NFC', null)
    await app.platform.pool.query(`delete from device where sn like 'OLD-%' or sn like 'NEW-%'`)
  })

  it('says the same before rows are switched off, taken away or brought back; one terminal counts once', async () => {
    await addDevices(app, estate, { orgId: app.rootId, prefix: 'ROWS-', count: 4 })
    await say('NFC', 'NO')
    await say('ICC', 'NO')
    const listed = await user.get(vendorFeatures.page, { query: { vendorId: estate.vendorId } })
    const ids = listed.list.filter(({ support }) => support === 'NO').map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const ask = (holds: boolean) =>
      user.get(vendorFeatures.rowsImpact, { body: { ids, holds, withRows: true } })
    // Nobody says any more that they cannot.
    const off = await ask(false)
    expect(off).toMatchObject({ gaining: 4, losing: 0 })
    expect(off.rows).toHaveLength(off.gaining + off.losing)
    expect(await ask(true)).toEqual({ gaining: 0, losing: 0, rows: [] })
    const off1 = { params: { id: ids[0] ?? '', status: '0' as const } }
    await user.get(vendorFeatures.setStatus, off1)
    await user.get(vendorFeatures.removeMany, { body: { ids: ids.slice(1) } })
    expect(await ask(true)).toMatchObject({ gaining: 0, losing: 4 })
    expect(await ask(false)).toEqual({ gaining: 0, losing: 0, rows: [] })
    await user.get(vendorFeatures.removeMany, { body: { ids: ids.slice(0, 1) } })
    await app.platform.pool.query(`delete from device where sn like 'ROWS-%'`)
  })

  it('has each model in one row of a feature at most, and no other vendor’s', async () => {
    const { modelId: foreign, vendorId: other } = await addEstate(app, 'Foreign')
    const row = { vendorId: estate.vendorId, featureId: idOf('GPS'), support: 'YES' } as const
    const refused = (body: object) =>
      user.call(vendorFeatures.add, { body: { ...row, ...body } }).then(({ data }) => data)
    const field = { fields: [{ field: 'modelIds' }] }
    expect(await refused({ modelIds: [foreign] })).toMatchObject(field)
    await say('GPS', 'YES', estate.modelId)
    expect(await refused({ modelIds: [estate.modelId] })).toMatchObject(field)
    await say('ICC', 'PARTIAL')
    const body = { fromVendorId: estate.vendorId, toVendorId: other }
    expect(await user.get(vendorFeatures.copy, { body })).toEqual({ count: 1, kept: 0 })
    expect(await user.get(vendorFeatures.copy, { body })).toEqual({ count: 0, kept: 1 })
    const again = { ...body, overwrite: true }
    expect(await user.get(vendorFeatures.copy, { body: again })).toEqual({ count: 1, kept: 0 })
  })

  it('takes over no row that is switched off, and rewrites none for who may only add', async () => {
    const [from, to] = [await addEstate(app, 'Off'), await addEstate(app, 'Fresh')]
    const [code] = await user
      .get(vendorFeatures.matrix, { params: { vendorId: from.vendorId }, query: {} })
      .then((cells) => cells.map((cell) => cell.featureId))
    await user.get(vendorFeatures.setCell, {
      body: { vendorId: from.vendorId, featureId: code ?? '', support: 'NO' },
    })
    const body = { fromVendorId: from.vendorId, toVendorId: to.vendorId }
    const set = (status: number) =>
      app.platform.pool.query('update vendor_feature set status = $2 where vendor_id = $1', [
        from.vendorId,
        status,
      ])
    await set(0)
    expect(await user.get(vendorFeatures.copy, { body })).toEqual({ count: 0, kept: 0 })
    await set(1)
    const adder = await signedIn(app, { permissions: [vendorFeatures.copy.permission] })
    const again = { ...body, overwrite: true }
    expect((await adder.call(vendorFeatures.copy, { body: again })).status).toBe(403)
    expect(await adder.get(vendorFeatures.copy, { body })).toEqual({ count: 1, kept: 0 })
  })

  it('is copied from one model to another, with how many terminals that changes', async () => {
    const copy = await addEstate(app, 'Copied')
    const { modelId: other, vendorId: to } = copy
    await say('NFC', 'NO', estate.modelId)
    await say('DUKPT', 'NO')
    const copied = {
      fromVendorId: estate.vendorId,
      fromModelId: estate.modelId,
      toVendorId: to,
      toModelId: other,
    }
    const place = { orgId: app.rootId, prefix: 'COPY-', count: 3 }
    await addDevices(app, copy, place)
    const impact = await user.get(vendorFeatures.copyImpact, {
      body: { ...copied, withRows: true },
    })
    expect(impact).toMatchObject({ gaining: 0, losing: impact.rows?.length })
    expect(new Set(impact.rows?.map(({ sn }) => sn)).size).toBe(3)
    const { count } = await user.get(vendorFeatures.copy, { body: copied })
    // All that holds for the model: what is said of it, and of all models.
    const cells = await user.get(vendorFeatures.matrix, {
      params: { vendorId: to },
      query: { modelId: other },
    })
    const said = cells.filter(({ isOfModel }) => isOfModel)
    expect(said).toHaveLength(count)
    expect(said.find(({ code }) => code === 'NFC')?.support).toBe('NO')
    expect(said.find(({ code }) => code === 'DUKPT')?.support).toBe('NO')
    const again = await user.get(vendorFeatures.copyImpact, {
      body: { ...copied, overwrite: true },
    })
    expect(again).toEqual({ gaining: 0, losing: 0 })
    const itself = { ...copied, toVendorId: estate.vendorId, toModelId: estate.modelId }
    expect(await user.call(vendorFeatures.copy, { body: itself })).toMatchObject({
      data: { fields: [{ field: 'fromModelId' }] },
    })
    await app.platform.pool.query(`delete from device where sn like 'COPY-%'`)
  })

  it('says what all rows that the list shows would change', async () => {
    const matched = await addEstate(app, 'Matched')
    const { vendorId } = matched
    await user.get(vendorFeatures.setCell, {
      body: { vendorId, featureId: idOf('NFC'), support: 'NO' },
    })
    const place = { orgId: app.rootId, prefix: 'MATCH-', count: 2 }
    await addDevices(app, matched, place)
    const ask = (body: object) =>
      user.call(vendorFeatures.rowsImpact, { body: { holds: false, ...body } })
    expect(await ask({ matching: { vendorId } })).toMatchObject({ data: { gaining: 2, losing: 0 } })
    expect(await ask({ matching: { vendorId, support: 'YES' } })).toMatchObject({
      data: { gaining: 0, losing: 0 },
    })
    expect(await ask({})).toMatchObject({ data: { fields: [{ field: 'ids' }] } })
    await app.platform.pool.query(`delete from device where sn like 'MATCH-%'`)
  })

  it('keeps a feature that it names', async () => {
    await say('MSR', 'YES')
    const removed = await user.call(features.remove, { params: { id: idOf('MSR') } })
    expect(removed).toMatchObject({ code: 102, msg: 'Vendor Acme uses this record' })
  })

  it('comes from a sheet and goes into one', async () => {
    const content = csv(
      ['Key', 'Vendor', 'Feature', 'Supported', 'Agent from'],
      ['acme/kiosk', 'acme', 'KIOSK', 'In part', '3.0'],
    )
    const { result } = await imported(user, vendorFeatures.page, { content })
    expect(result).toMatchObject({ added: 1, refused: 0, ignored: [] })
    expect(await cellOf('KIOSK')).toMatchObject({ support: 'PARTIAL', minAgent: '3.0' })
    const columns = JSON.stringify([['featureCode', 'Feature']])
    const { body } = await user.file(exportOf(vendorFeatures.page), { query: { columns } })
    expect(body.toString()).toContain('KIOSK')
  })

  describe('decides which commands a terminal is given', () => {
    let old: string
    let able: string
    let unknown: string

    beforeAll(async () => {
      const add = async (prefix: string) => {
        const [id = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix, count: 1 })
        return id
      }
      old = await add('OLD')
      able = await add('ABLE')
      unknown = await add('UNKNOWN')
      const run = (id: string, agentVersion: string) =>
        app.platform.db.updateTable('device').set({ agentVersion }).where('id', '=', id).execute()
      await run(old, '3.0.70')
      await run(able, '3.0.73')
      const row = {
        vendorId: estate.vendorId,
        featureId: idOf('REMOTE_REBOOT'),
        support: 'YES',
      } as const
      await user.get(vendorFeatures.add, {
        body: { ...row, minAgent: '3.0.72', timeoutSeconds: 90 },
      })
      await say('REMOTE_LOCATE', 'NO')
    })

    const send = (id: string, cmd: 'REBOOT' | 'LOCATE' | 'SYNC') =>
      user.call(devices.command, { params: { id }, body: { cmd } })

    it('refuses what model or agent do not support, with its reason; what nobody knows is sent', async () => {
      const tooOld = { code: 'C401', reason: 'AGENT', least: '3.0.72' }
      expect(await send(old, 'REBOOT')).toMatchObject({ code: codes.unsupported, data: tooOld })
      expect(await send(able, 'LOCATE')).toMatchObject({
        status: 409,
        msg: 'Terminals of this model do not support this command',
        data: { code: 'C401', reason: 'MODEL' },
      })
      for (const sent of [await send(unknown, 'REBOOT'), await send(old, 'SYNC')])
        expect(sent.code).toBe(codes.success)
    })

    it('reports no terminal lost with a lock that it does not know, and nothing of it is done', async () => {
      await say('REMOTE_LOCK', 'NO')
      const params = { id: able }
      const lock = { text: 'Please return it' }
      const body = { reason: 'gone', lock }
      expect(await user.call(deviceLife.lost, { params, body })).toMatchObject({
        code: codes.unsupported,
        msg: 'Terminals of this model do not support this command',
      })
      expect((await user.get(devices.detail, { params })).lifecycle).toBe('ACTIVE')
      await say('REMOTE_LOCK', null)
    })

    it('gives it the others of a batch, and as long as the matrix says', async () => {
      const body = { ids: [old, able] }
      expect(await user.get(devices.rebootMany, { body })).toMatchObject({
        count: 1,
        refused: [{ id: old, reason: expect.stringContaining('3.0.72') }],
      })
      const { rows } = await sql<{
        seconds: number
      }>`select extract(epoch from expires_at - queued_at)::integer as seconds
        from push_item where device_id = ${able} and cmd = 'REBOOT'`.execute(app.platform.db)
      expect(rows).toEqual([{ seconds: 90 }])
    })

    it('tells the console by model what it refuses', async () => {
      const rules = await user.get(devices.supports, {})
      expect(rules).toContainEqual({
        modelId: estate.modelId,
        cmd: 'REBOOT',
        support: 'YES',
        minAgent: '3.0.72',
        minFirmware: null,
      })
      expect(rules.filter(({ cmd }) => cmd === 'LOCATE')).toMatchObject([{ support: 'NO' }])
    })
  })
})
