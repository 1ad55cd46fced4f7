import { alarmRules, codes, groups } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watch } from '../../../test/fill/watched.ts'
import { addDevices, addEstate } from '../../../test/testEstate.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'

describe('a rule', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (fields: object) =>
    user.call(alarmRules.add, {
      body: { name: 'Rule', orgId: app.rootId, kind: 'BATTERY', severity: 'LOW', ...fields },
    })

  it('has a threshold only where its kind has one, and within its bounds', async () => {
    expect(await add({ kind: 'TAMPER', threshold: 5 })).toMatchObject({
      data: { fields: [{ field: 'threshold', message: 'This kind of alarm has no threshold' }] },
    })
    expect((await add({ threshold: 100 })).code).toBe(400)
    expect((await add({ threshold: 20 })).code).toBe(200)
  })

  it('knows business hours only where a terminal is missed', async () => {
    expect(await add({ kind: 'PAPER', inHours: true })).toMatchObject({
      data: { fields: [{ field: 'inHours' }] },
    })
  })

  it('is for a model or for a group, which stays while it is named', async () => {
    const estate = await addEstate(app)
    const body = { name: 'Tills', orgId: app.rootId, type: 'STATIC' as const }
    const { id: groupId } = await user.get(groups.add, { body })
    const [{ modelId }, name] = [estate, 'Part']
    expect(await add({ name, modelId, groupId })).toMatchObject({
      data: { fields: [{ field: 'groupId' }] },
    })
    const made = await add({ name, kind: 'PAPER', groupId })
    expect(made).toMatchObject({ data: { groupName: 'Tills', modelName: null } })
    expect((await add({ name: 'Model', kind: 'PAPER', modelId })).code).toBe(200)
    expect((await add({ name: 'Again', kind: 'PAPER', groupId })).data).toMatchObject({
      fields: [{ field: 'kind' }],
    })
    const { list } = await user.get(alarmRules.page, { query: { groupId } })
    expect(list.map((rule) => rule.name)).toEqual([name])
    expect((await user.call(groups.remove, { params: { id: groupId } })).code).toBe(codes.warning)
  })

  it('is for no group whose members depend on alarms', async () => {
    const filter = { field: 'alarmKind' as const, op: 'in' as const, values: ['PAPER'] }
    const body = { name: 'Alarmed', orgId: app.rootId, type: 'DYNAMIC' as const, filter }
    const { id: groupId } = await user.get(groups.add, { body })
    expect(await add({ name: 'Loop', kind: 'ROOT', groupId })).toMatchObject({
      data: { fields: [{ field: 'groupId' }] },
    })
    const calm = {
      ...body,
      name: 'Calm',
      filter: { ...filter, field: 'lifecycle' as const, values: ['STOCK'] },
    }
    const group = await user.get(groups.add, { body: calm })
    expect((await add({ name: 'Calm', kind: 'ROOT', groupId: group.id })).code).toBe(200)
    const { id, version } = group
    expect(
      await user.call(groups.update, { body: { ...calm, id, version, filter } }),
    ).toMatchObject({
      data: { fields: [{ field: 'filter' }] },
    })
  })

  it('is the only one of its kind in an organisation', async () => {
    expect((await add({ name: 'Another' })).data).toMatchObject({ fields: [{ field: 'kind' }] })
  })

  it('finds terminals whose keys end at once, however many organisations it is for', async () => {
    const { pool } = app.platform
    await pool.query(
      `insert into organization (name, code, type, path, parent_id)
        select 'Below ' || n, 'below' || n, 'MERCHANT', 'x', $1 from generate_series(1, 60) n`,
      [app.rootId],
    )
    const estate = await addEstate(app, 'Keys')
    const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'KEYS', count: 60 })
    await pool.query(
      `insert into device_key (device_id, slot, type, expires_at, state, changed_at)
        select id, '1', 'TMK', current_date + 5 + (n % 20)::integer, 'OK', now() from unnest($1::uuid[]) with ordinality as one (id, n)`,
      [ids],
    )
    const keys = { kind: 'KEY_END', severity: 'LOW', threshold: 10 } as const
    const rule = { name: 'Keys', orgId: app.rootId, ...keys }
    const { id } = await user.get(alarmRules.add, { body: rule })
    const looked = async (values: object) => {
      await pool.query('delete from alarm_signal')
      const { version } = await user.get(alarmRules.detail, { params: { id } })
      const body = { ...rule, ...values, id, version }
      const { growth } = await watch(() => user.get(alarmRules.update, { body }), {
        large: new Set(['device_key']),
        by: 'rows',
      })
      const { rowCount } = await pool.query(`select from alarm_signal where kind = 'KEY_END'`)
      return { growth, rowCount }
    }
    // What is only named anew finds nothing anew.
    expect(await looked({ name: 'Of keys' })).toEqual({ growth: [], rowCount: 0 })
    // Of these one in twenty ends on each day; those that it was about before are looked at as well.
    expect(await looked({ threshold: 5 })).toEqual({ growth: [], rowCount: 18 + 3 })
  })
})
