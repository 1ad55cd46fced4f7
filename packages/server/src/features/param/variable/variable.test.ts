import { codes, effectiveVariables, exportOf, fillDeep, variables } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { addArea } from '../../../../test/stationBody.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { foldTotals } from '../../organization/index.ts'
import { textOf, variablesOf } from './variable.queries.ts'

describe('variables', () => {
  let app: TestApp
  let admin: TestUser
  let bankId: string
  let shopId: string
  let stationId: string
  let deviceId: string
  let otherId: string

  beforeAll(async () => {
    app = await startTaskApp()
    admin = await signedIn(app, { isSuperAdmin: true })
    const { platform, rootId: parentId } = app
    bankId = (await addOrganization(platform, { name: 'Bank', code: 'bank', parentId })).id
    const shop = { name: 'Shop', code: 'shop', parentId: bankId }
    shopId = (await addOrganization(platform, shop)).id
    const estate = await addEstate(app)
    const of = { orgId: shopId, prefix: 'VAR-', count: 3 }
    ;[deviceId = '', otherId = ''] = await addDevices(app, estate, of)
    const areaId = await addArea(app)
    stationId = (
      await platform.db
        .insertInto('station')
        .values({
          name: 'Karrada',
          code: 'K1',
          type: 'SHOP',
          orgId: shopId,
          areaId,
          address: 'Rashid Street 1',
          contact: 'Zainab',
          phone: '1',
          mcc: '5411',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    await platform.db.updateTable('device').set({ stationId }).where('id', '=', deviceId).execute()
    await foldTotals(platform)
  })
  afterAll(() => app.close())

  const everybody = { level: 'PLATFORM' } as const
  const bank = () => ({ level: 'ORG', orgId: bankId }) as const
  const shop = () => ({ level: 'ORG', orgId: shopId }) as const
  const station = () => ({ level: 'STATION', stationId }) as const
  const device = () => ({ level: 'DEVICE', deviceId }) as const

  type More = Partial<Parameters<typeof body>[2]>
  const body = (key: string, value: string | null, target: object) => ({
    key,
    type: 'TEXT' as const,
    level: 'PLATFORM' as const,
    value,
    ...target,
  })
  const add = (key: string, value: string | null, target: object, more: More = {}) =>
    admin.get(variables.add, { body: { ...body(key, value, target), ...more } })
  const tryAdd = (key: string, value: string | null, target: object) =>
    admin.call(variables.add, { body: body(key, value, target) })
  const change = async (id: string, more: object) => {
    const row = await admin.get(variables.detail, { params: { id } })
    const { shape } = variables.add.schemas.body
    const form = Object.entries({ ...row, ...more }).filter(([name]) => name in shape)
    const parsed = variables.add.schemas.body.parse(Object.fromEntries(form))
    return admin.call(variables.update, { body: { ...parsed, id, version: row.version } })
  }
  const effective = async (id = deviceId, user = admin) => {
    const { variables: found } = await user.get(effectiveVariables.effective, {
      params: { deviceId: id },
      query: {},
    })
    return new Map(found.map((one) => [one.key, one]))
  }

  it('of the nearest level wins, and says where it comes from', async () => {
    for (const [value, target] of [
      ['1', everybody],
      ['2', bank()],
      ['3', shop()],
      ['4', station()],
      ['5', device()],
    ] as const)
      await add('near', value, target)
    const mine = (await effective()).get('near')
    expect(mine).toMatchObject({ value: '5', source: 'DEVICE', of: 'VAR-00000' })
    expect((await effective(otherId)).get('near')).toMatchObject({ value: '3', of: 'Shop' })
    expect((await effective()).get('station.mcc')).toMatchObject({
      source: 'BUILT_IN',
      value: '5411',
    })
  })

  it('is filled with what it names, built in or not', async () => {
    await add('domain', 'example.com', everybody)
    await add('host', 'pos-${device.sn}.${domain}', bank())
    expect((await effective()).get('host')).toMatchObject({
      value: 'pos-${device.sn}.${domain}',
      filled: 'pos-VAR-00000.example.com',
      unknown: [],
    })
    const list = await admin.get(variables.page, { query: { key: 'domain' } })
    expect(list.list).toMatchObject([{ key: 'domain', references: 1 }])
    expect(await admin.get(variables.used, { params: { key: 'domain' } })).toMatchObject({
      uses: [{ kind: 'VARIABLE', name: 'host', of: 'Bank' }],
      total: 1,
      beyond: 0,
    })
  })

  it('is refused where its name is built in, or it names what nobody knows there', async () => {
    const fault = (field: string, message: unknown = expect.any(String)) => ({
      code: codes.badRequest,
      data: { fields: [{ field, message }] },
    })
    expect(await tryAdd('device.serial', 'x', everybody)).toMatchObject(fault('key'))
    expect(await tryAdd('lost', 'a ${nobody} b', everybody)).toMatchObject(
      fault('value', expect.stringContaining('nobody')),
    )
    await add('low', 'x', device())
    expect(await tryAdd('high', '${low}', bank())).toMatchObject(fault('value'))
    expect(await tryAdd('self', '${self}', bank())).toMatchObject(fault('value'))
    expect(await tryAdd('none', 'x', { level: 'STATION' })).toMatchObject(fault('stationId'))
  })

  it('goes in no ring, not even one that only a lower level closes', async () => {
    const first = await add('ring.a', 'x', everybody)
    await add('ring.b', '${ring.a}', everybody)
    expect((await change(first.id, { value: '${ring.b}' })).code).toBe(codes.badRequest)
    await add('ring.c', 'x', everybody)
    await add('ring.d', '${ring.c}', shop())
    const closing = await add('ring.d', 'y', everybody)
    expect(closing.id).toBeTruthy()
    const { list } = await admin.get(variables.page, { query: { key: 'ring.c' } })
    expect(await change(list[0]?.id ?? '', { value: '${ring.d}' })).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('Shop'),
    })
  })

  it('stays as long as something names it that knows no other', async () => {
    const needed = await add('needed', 'x', everybody)
    await add('needing', '${needed}', bank())
    const remove = () => admin.call(variables.remove, { params: { id: needed.id } })
    expect(await remove()).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('needing'),
    })
    const off = await admin.call(variables.setStatus, { params: { id: needed.id, status: '0' } })
    expect(off.code).toBe(codes.warning)
    await add('needed', 'y', bank())
    expect((await remove()).code).toBe(codes.success)
  })

  it('meets the pattern of the platform at every level', async () => {
    const { id } = await add('port', '8080', everybody, { pattern: '[0-9]+' })
    expect(await tryAdd('port', 'http', bank())).toMatchObject({
      data: { fields: [{ field: 'value', message: expect.stringContaining('[0-9]+') }] },
    })
    await add('port', '9090', bank())
    await add('port', '70', device())
    expect(await change(id, { pattern: '[0-9]{4}' })).toMatchObject({
      data: { fields: [{ field: 'pattern', message: expect.stringMatching(/1.*VAR-00000/) }] },
    })
    expect((await change(id, { pattern: '[0-9]{2,4}' })).code).toBe(codes.success)
    expect((await change(id, { pattern: '(?=a)' })).code).toBe(codes.badRequest)
  })

  it('seals a secret and tells it to nobody, not through what names it either', async () => {
    const secret = { type: 'SECRET', value: null, secretValue: 'canary-two' } as const
    const { id } = await add('pass', null, bank(), secret)
    await add('login', 'user:${pass}', bank())
    const now = await effective()
    expect(now.get('pass')).toMatchObject({ value: null, filled: null })
    expect(now.get('login')).toMatchObject({ value: 'user:${pass}', filled: null, unknown: [] })
    await change(id, { remark: 'kept' })
    const { db } = app.platform
    const found = (await variablesOf({ db }, [deviceId], null)).get(deviceId)?.said.get('pass')
    expect(found?.sealed).toBeTruthy()
    const later = await add('later', 'canary-three', bank())
    expect((await change(later.id, { type: 'SECRET', value: null })).code).toBe(codes.success)
    expect(await admin.get(variables.detail, { params: { id: later.id } })).toMatchObject({
      value: null,
      hasSecret: true,
    })
    const columns = JSON.stringify(['key', 'value', 'type'].map((name) => [name, name]))
    const { body: file } = await admin.file(exportOf(variables.page), { query: { columns } })
    const kept = await sql<{
      text: string
    }>`select (select string_agg(a.*::text, '') from action_log a)
      || (select string_agg(v.*::text, '') from global_param_row v) as text`.execute(db)
    expect(`${file.toString()} ${kept.rows[0]?.text}`).not.toContain('canary-two')
  })

  it('is taken as it stands where it is a secret, which nothing tells of either', async () => {
    const { platform } = app
    for (const [at, secretValue] of ['a${domain}', '$${device.sn}$', '${nobody}$$${'].entries()) {
      const key = `raw.${at}`
      await add(key, null, bank(), { type: 'SECRET', value: null, secretValue })
      await add(`${key}.user`, `[\${${key}}]`, bank())
      const said = (await variablesOf(platform, [deviceId], null)).get(deviceId)?.said
      const one = said?.get(key)
      expect(fillDeep(`[\${${key}}]`, () => one && textOf(platform, one)).text).toBe(
        `[${secretValue}]`,
      )
      const shown = (await effective()).get(`${key}.user`)
      expect(shown).toMatchObject({ filled: null, unknown: [] })
    }
    // Somebody's address is filled in as it stands, too.
    const address = 'At ${raw.0}'
    await platform.db.updateTable('station').set({ address }).where('id', '=', stationId).execute()
    await add('where', '${station.address}', bank())
    expect((await effective()).get('where')).toMatchObject({ filled: address, unknown: [] })
  })

  it('is refused where it would come to more than a value may be, itself or what names it', async () => {
    const limit = expect.stringContaining('65,536')
    await add('long.0', 'x', everybody)
    await add('long.1', '${long.0}'.repeat(400), everybody)
    await add('long.2', '${long.1}'.repeat(100), everybody)
    expect(await tryAdd('long.3', '${long.2}${long.2}', everybody)).toMatchObject({
      data: { fields: [{ field: 'value', message: limit }] },
    })
    const { list } = await admin.get(variables.page, { query: { key: 'long.0' } })
    expect(await change(list[0]?.id ?? '', { value: 'xx' })).toMatchObject({
      code: codes.warning,
      msg: limit,
    })
  })

  it('may be called like a member that every object has, and is found only where somebody set it', async () => {
    for (const key of ['constructor', '__proto__', 'toString']) {
      expect(await tryAdd('odd', `\${${key}}`, bank())).toMatchObject({
        data: { fields: [{ field: 'value', message: expect.stringContaining(key) }] },
      })
      await add(key, `own ${key}`, bank())
      await add(`odd.${key}`, `\${${key}}`, bank())
      expect((await effective()).get(`odd.${key}`)).toMatchObject({ filled: `own ${key}` })
    }
  })

  it('stays what it is called and whose it is', async () => {
    const { id } = await add('stays', 'x', bank())
    for (const more of [{ key: 'moves' }, { orgId: shopId }, { level: 'PLATFORM', orgId: null }])
      expect((await change(id, more)).code).toBe(codes.warning)
  })

  it('says beforehand how many terminals it is for', async () => {
    const count = async (key: string, query: object) =>
      (await admin.get(variables.impact, { query: { key, level: 'PLATFORM', ...query } })).count
    expect(await count('fresh', bank())).toBe(3)
    await add('fresh', 'x', device())
    expect(await count('fresh', bank())).toBe(2)
    expect(await count('fresh', station())).toBe(0)
    await add('fresh', 'x', shop())
    expect(await count('fresh', bank())).toBe(0)
    expect(await count('fresh', shop())).toBe(2)
    expect(await count('fresh', everybody)).toBe(0)
    expect(await count('fresh', device())).toBe(1)
  })

  it('of an application goes before that of all on the same level', async () => {
    const appId = (
      await app.platform.db
        .insertInto('app')
        .values({
          orgId: app.rootId,
          name: 'Pay',
          package: 'com.pay',
          appType: 'NORMAL',
          osKind: 'ANDROID',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    await add('both', 'all', bank())
    await add('both', 'mine', bank(), { appId })
    const asked = await admin.get(effectiveVariables.effective, {
      params: { deviceId },
      query: { appId },
    })
    expect(asked.variables.find(({ key }) => key === 'both')).toMatchObject({
      value: 'mine',
      appName: 'Pay',
    })
    expect((await effective()).get('both')).toMatchObject({ value: 'all' })
  })

  it('comes for many terminals out of a sheet, with the row of what is wrong', async () => {
    await add('lane', '1', everybody, { pattern: '[0-9]+' })
    const rows = (mode: 'check' | 'apply', ...lines: string[][]) =>
      imported(admin, variables.page, {
        content: csv(['SN', '${lane}', '${gate}', 'Remark'], ...lines),
        mode,
        onFault: 'skip',
      }).then(({ result, task }) => ({ ...result, id: task.id }))
    const lines = [
      ['VAR-00000', '7', 'north ${lane}', ''],
      ['VAR-00001', 'seven', '', ''],
      ['VAR-00002', '', '${nobody}', ''],
      ['NO-SUCH-ONE', '1', '', ''],
    ]
    const checked = await rows('check', ...lines)
    expect(checked).toMatchObject({ refused: 3, ignored: ['Remark'] })
    expect(checked.faults.map(({ row, column }) => [row, column])).toEqual([
      [3, '${lane}'],
      [4, '${gate}'],
      [5, 'SN'],
    ])
    expect((await effective()).get('lane')).toMatchObject({ value: '1' })
    expect(await rows('apply', ...lines)).toMatchObject({ changed: 1, refused: 3 })
    expect((await effective()).get('gate')).toMatchObject({ filled: 'north 7', source: 'DEVICE' })
    expect(await rows('apply', ...lines)).toMatchObject({ same: 1, refused: 3 })
    // What the terminal said before stands in the log of the import.
    const { id } = await rows('apply', ['VAR-00000', '8', '', ''])
    const { rows: logged } = await sql`select before, after -> '2 VAR-00000' as after,
        target_ids = array(select id::text from device where sn = 'VAR-00000') as is_of_terminal
      from action_log where request_id = ${id}`.execute(app.platform.db)
    const before = { '2 VAR-00000': { lane: '7' } }
    expect(logged).toEqual([{ before, after: { lane: '8' }, isOfTerminal: true }])
  })

  it('is noted for whoever keeps what terminals hold', async () => {
    await sql`delete from param_touched`.execute(app.platform.db)
    const { id } = await add('noted', 'x', bank())
    await change(id, { remark: 'only people read this' })
    await change(id, { value: 'y', deliver: 'NOW' })
    const { rows } =
      await sql`select org_id, key, deliver_now from param_touched order by id`.execute(
        app.platform.db,
      )
    expect(rows).toEqual([
      { orgId: bankId, key: 'noted', deliverNow: false },
      { orgId: bankId, key: 'noted', deliverNow: true },
    ])
  })

  it('of the platform is for those to change who see all of it, and a value of others for nobody else', async () => {
    const permissions = ['GLOBAL_PARAMS_LIST', 'GLOBAL_PARAMS_DETAIL', 'GLOBAL_PARAMS_ADD']
    const clerk = await signedIn(app, { orgId: shopId, permissions })
    const { list } = await clerk.get(variables.page, { query: { pageSize: 100 } })
    expect(list.filter(({ orgId }) => orgId !== shopId)).toEqual([])
    const tries = [everybody, bank()].map((target) =>
      clerk.call(variables.add, { body: body('mine', 'x', target) }),
    )
    for (const { code } of await Promise.all(tries)) expect(code).toBe(codes.badRequest)
    const above = (await effective(otherId, clerk)).get('domain')
    expect(above).toMatchObject({ value: 'example.com', source: 'PLATFORM' })
    expect((await effective(otherId, clerk)).get('host')).toMatchObject({
      of: null,
      isSeen: false,
    })
  })
})
