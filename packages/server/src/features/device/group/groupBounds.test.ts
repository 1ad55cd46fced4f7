import {
  classifications,
  codes,
  type Filter,
  filterChoices,
  type FilterField,
  filterFields,
  type FilterKind,
  type FilterOperator,
  groups,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
let admin: TestUser
let estate: Estate
let other: Estate
let north = ''
let branch = ''
let n = 0

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  other = await addEstate(app, 'Other')
  const place = (code: string, parentId: string) =>
    addOrganization(app.platform, { name: code, code, parentId })
  north = (await place('north', app.rootId)).id
  branch = (await place('branch', north)).id
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const settle = () => keepMembership(app.platform.db, app.platform.live)
const terminals = (prefix: string, orgId: string, of = estate) =>
  addDevices(app, of, { orgId, prefix, count: 1 })
const everyone: Filter = { field: 'status', op: 'in', values: ['1', '0'] }
const fresh = (more: object = {}) => ({
  name: `Some ${++n}`,
  orgId: north,
  type: 'STATIC' as const,
  ...more,
})
const add = (more: object = {}) => admin.get(groups.add, { body: fresh(more) })
const dynamic = (more: object = {}) => add({ type: 'DYNAMIC', filter: everyone, ...more })
async function members(groupId: string): Promise<string[]> {
  const { list } = await admin.get(groups.members, { query: { groupId, pageSize: 100 } })
  return list.map(({ sn }) => sn)
}
const change = (id: string, column: string, value: string) =>
  sql`update device set ${sql.ref(column)} = ${value} where id = ${id}`.execute(app.platform.db)

describe('the bounds of a group', () => {
  it('leave out the organisations below, where it is without them', async () => {
    await terminals('AHOME', north)
    await terminals('BELOW', branch)
    const narrow = await dynamic({ includeSubOrgs: false })
    const wide = await dynamic()
    await settle()
    expect([await members(narrow.id), await members(wide.id)]).toEqual([
      ['AHOME00000'],
      ['AHOME00000', 'BELOW00000'],
    ])
    const { id } = await add({ includeSubOrgs: false })
    const sns = ['AHOME00000', 'BELOW00000']
    const added = await admin.get(groups.addMembers, { body: { groupId: id, sns } })
    expect(added).toEqual({ count: 1, unknown: ['BELOW00000'] })
  })

  it('let go of whom is below, once it is without them', async () => {
    await terminals('STAYED', north)
    await terminals('PASSED', branch)
    const group = await add()
    const body = { groupId: group.id, sns: ['STAYED00000', 'PASSED00000'] }
    await admin.get(groups.addMembers, { body })
    await settle()
    const { id, name } = group
    const filter: Filter = { field: 'groupId', op: 'in', values: [id] }
    const asked = { orgId: north, groupId: id, includeSubOrgs: false, filter, withRows: true }
    const told = await admin.get(groups.preview, { body: asked })
    expect([told.joining, told.leaving]).toEqual([0, 1])
    expect(told.rows?.map(({ sn, joins }) => [sn, joins])).toEqual([['PASSED00000', false]])
    const { version } = await admin.get(groups.detail, { params: { id } })
    const narrow = fresh({ id, version, name, includeSubOrgs: false })
    await admin.get(groups.update, { body: narrow as never })
    await settle()
    expect(await members(id)).toEqual(['STAYED00000'])
  })

  it('are models of one kind of system', async () => {
    await sql`update model set os_type = 'Linux' where id = ${other.modelId}`.execute(
      app.platform.db,
    )
    const mixed = { modelIds: [estate.modelId, other.modelId] }
    const refused = await admin.call(groups.add, { body: fresh(mixed) })
    expect(refused.data).toMatchObject({ fields: [{ field: 'modelIds' }] })
    const unknown = await admin.call(groups.add, { body: fresh({ modelIds: [north] }) })
    expect(unknown.data).toMatchObject({ fields: [{ field: 'modelIds' }] })
    await terminals('MODEL', north)
    await terminals('OTHER', north, other)
    const group = await dynamic({ modelIds: [other.modelId] })
    const named = await add({ modelIds: [other.modelId] })
    expect(named.modelNames).toHaveLength(1)
    const sns = ['MODEL00000', 'OTHER00000']
    const body = { groupId: named.id, sns }
    expect((await admin.get(groups.addMembers, { body })).unknown).toEqual(['MODEL00000'])
    await settle()
    expect(await members(group.id)).toEqual(['OTHER00000'])
    const found = async (modelId: string) =>
      (await admin.get(groups.page, { query: { modelId } })).list.map(({ id }) => id).sort()
    expect(await found(other.modelId)).toEqual([group.id, named.id].sort())
    expect(await found(estate.modelId)).toEqual([])
  })

  it('let go of a member that becomes another model', async () => {
    const [id = ''] = await terminals('TURNS', north, other)
    const group = await add({ modelIds: [other.modelId] })
    await admin.get(groups.addMembers, { body: { groupId: group.id, sns: ['TURNS00000'] } })
    await settle()
    expect(await members(group.id)).toEqual(['TURNS00000'])
    await change(id, 'model_id', estate.modelId)
    await settle()
    expect(await members(group.id)).toEqual([])
  })

  it('stay while there are members, and once something was pushed to it', async () => {
    const group = await add()
    const form = { ...fresh(), id: group.id, version: group.version, modelIds: [estate.modelId] }
    await terminals('STAYS', north)
    const body = { groupId: group.id, sns: ['STAYS00000'] }
    await admin.get(groups.addMembers, { body })
    const fieldsOf = async () => (await admin.call(groups.update, { body: form })).data
    expect(await fieldsOf()).toMatchObject({
      fields: [
        { field: 'modelIds', message: 'Its members are of these models: take them away first' },
      ],
    })
    await admin.get(groups.removeMembers, { body })
    await sql`insert into push (kind, title, args, org_id, state, targets, group_id, principal, task_no)
      values ('COMMAND', 'x', '{}', ${north}, 'RUNNING', '{}', ${group.id}, '{}', 'T-1')`.execute(
      app.platform.db,
    )
    expect(await fieldsOf()).toMatchObject({
      fields: [
        { field: 'modelIds', message: 'Something was pushed to it: that says for whom it was' },
      ],
    })
    await sql`delete from push`.execute(app.platform.db)
    expect((await admin.get(groups.update, { body: form })).modelIds).toEqual([estate.modelId])
  })

  it('are seen in what a filter would find', async () => {
    const preview = (more: object) =>
      admin.get(groups.preview, { body: { orgId: north, filter: everyone, ...more } })
    const all = await preview({})
    const [narrow, one] = [
      await preview({ includeSubOrgs: false }),
      await preview({ modelIds: [other.modelId] }),
    ]
    expect(narrow.count).toBeLessThan(all.count)
    expect(one.count).toBeLessThan(all.count)
  })
})

describe('who is kept out of a dynamic group', () => {
  it('is no member at once, whatever its filter finds, until let in again', async () => {
    await terminals('KEPTO', north)
    const group = await dynamic()
    await settle()
    expect(await members(group.id)).toContain('KEPTO00000')
    const body = { groupId: group.id, sns: ['KEPTO00000', 'NOBODY'] }
    expect(await admin.get(groups.exclude, { body })).toEqual({ count: 1, unknown: ['NOBODY'] })
    expect(await members(group.id)).not.toContain('KEPTO00000')
    await settle()
    expect(await members(group.id)).not.toContain('KEPTO00000')
    const { list, total } = await admin.get(groups.excluded, { query: { groupId: group.id } })
    expect([list.map(({ sn }) => sn), total]).toEqual([['KEPTO00000'], 1])
    const preview = await admin.get(groups.preview, {
      body: { orgId: north, filter: everyone, groupId: group.id },
    })
    expect(preview.first.map(({ sn }) => sn)).not.toContain('KEPTO00000')
    expect((await admin.get(groups.readmit, { body })).count).toBe(1)
    await settle()
    expect(await members(group.id)).toContain('KEPTO00000')
  })

  it('stays out through its own changes, and is nobody in a static group', async () => {
    const [id = ''] = await terminals('CHANG', north)
    const group = await dynamic()
    await admin.get(groups.exclude, { body: { groupId: group.id, sns: ['CHANG00000'] } })
    await settle()
    await change(id, 'name', 'another')
    await settle()
    expect(await members(group.id)).not.toContain('CHANG00000')
    const named = await add()
    const body = { groupId: named.id, sns: ['CHANG00000'] }
    for (const call of [groups.exclude, groups.readmit])
      expect((await admin.call(call, { body })).code).toBe(codes.wrongState)
  })

  it('goes with the group, with the terminal, and when the group becomes static', async () => {
    const [id = ''] = await terminals('GOING', north)
    const kept = async () =>
      (
        await sql`select from device_group_exclusion where device_id = ${id}`.execute(
          app.platform.db,
        )
      ).rows.length
    const [one, two] = [await dynamic(), await dynamic()]
    for (const { id: groupId } of [one, two])
      await admin.get(groups.exclude, { body: { groupId, sns: ['GOING00000'] } })
    await settle()
    expect(await kept()).toBe(2)
    await admin.get(groups.freeze, { params: { id: one.id } })
    expect(await kept()).toBe(1)
    await sql`delete from device where id = ${id}`.execute(app.platform.db)
    expect(await kept()).toBe(0)
  })
})

describe('why a terminal is a member', () => {
  it('is told bound by bound and part by part', async () => {
    const [one = ''] = await terminals('WHYME', branch)
    const part = (values: string[]): Filter => ({ field: 'lifecycle', op: 'in', values })
    const filter: Filter = {
      all: [
        { not: { any: [part(['LOST']), part(['SCRAPPED'])] } },
        { not: part(['STOCK', 'ACTIVE']) },
      ],
    }
    const { id } = await dynamic({ filter, includeSubOrgs: false, modelIds: [other.modelId] })
    await settle()
    const ask = () => admin.get(groups.why, { params: { id }, query: { deviceId: one } })
    const told = await ask()
    expect(told).toMatchObject({ sn: 'WHYME00000', since: null })
    expect(told.gates.filter(({ passes }) => !passes).map(({ gate }) => gate)).toEqual([
      'PLACE',
      'MODEL',
    ])
    expect(told.parts.map(({ depth, join, holds }) => [depth, join, holds])).toEqual([
      [0, 'all', false],
      [1, 'none', true],
      [2, null, false],
      [2, null, false],
      [1, null, false],
    ])
    expect(told.parts.at(-1)?.filter).toEqual({ not: part(['STOCK', 'ACTIVE']) })
    const { rows } = await sql<{ lifecycle: string }>`select lifecycle from device
      where id = ${one}`.execute(app.platform.db)
    const own = [rows[0]?.lifecycle]
    expect(told.parts.map((each) => each.own)).toEqual([null, null, own, own, own])
    const all = await dynamic()
    await settle()
    const member = await admin.get(groups.why, { params: { id: all.id }, query: { deviceId: one } })
    expect([member.since, member.parts[0]?.holds]).toEqual([expect.any(String), true])
    const named = await add()
    const refused = { params: { id: named.id }, query: { deviceId: one } }
    expect((await admin.call(groups.why, refused)).code).toBe(codes.wrongState)
  })

  it('says what the terminal itself has of each fact', async () => {
    const [one = ''] = await terminals('OWNVAL', branch)
    const { db } = app.platform
    await sql`update device set tid = 'T-1', tags = '{red,blue}', imei = '490154203237518', imei2 = null,
      attributes = '[{"name": "floor", "value": "3"}, {"name": "side", "value": "left"}]',
      warranty_until = '2031-02-03' where id = ${one}`.execute(db)
    await sql`insert into device_app (device_id, package, version_code, version_name, seen_at)
      values (${one}, 'com.a', 7, '7.0', now()), (${one}, 'com.b', 8, null, now())`.execute(db)
    await sql`insert into device_part (device_id, kind, value) values (${one}, 'OS', '11.2')`.execute(
      db,
    )
    await sql`insert into alarm (device_id, kind, severity, org_id, vendor_id, model_id)
      select id, kind, 'LOW', org_id, vendor_id, model_id
      from device, unnest('{BATTERY,CLONE_SUSPECT}'::text[]) as kind where id = ${one}`.execute(db)
    const { id: named } = await add()
    await admin.get(groups.addMembers, { body: { groupId: named, sns: ['OWNVAL00000'] } })
    const facts: readonly [FilterField, FilterOperator, string[], string[]][] = [
      ['sn', 'in', ['X'], ['OWNVAL00000']],
      ['tid', 'is', ['T-2'], ['T-1']],
      ['mid', 'isFilled', [], []],
      ['imei', 'is', ['490154203237518'], ['490154203237518']],
      ['orgId', 'below', [north], [branch]],
      ['tag', 'hasAny', ['green'], ['red', 'blue']],
      ['attribute', 'hasAny', ['floor=4'], ['floor=3']],
      ['app', 'hasAll', ['com.a', 'com.z'], ['com.a']],
      ['appVersion', 'newer', ['com.a=8'], ['com.a=7.0']],
      ['appVersion', 'newer', ['com.b=9'], ['com.b=8']],
      ['osVersion', 'older', ['11'], ['11.2']],
      ['warrantyEnd', 'until', ['2030-01-01'], ['2031-02-03']],
      ['status', 'in', ['0'], ['1']],
      ['lock', 'in', ['LOCKED'], ['NONE']],
      ['groupId', 'notIn', [named], [named]],
      // What else is wrong with it is another right.
      ['alarmKind', 'in', ['BATTERY', 'PAPER'], ['BATTERY']],
      ['alarmKind', 'notIn', ['PAPER'], []],
      ['alarmSeverity', 'in', ['CRITICAL'], []],
      ['security', 'in', ['CLONE_SUSPECT', 'OK'], ['CLONE_SUSPECT']],
      ['security', 'in', ['TAMPERED'], []],
    ]
    const all = facts.map(([field, op, values]) => ({ field, op, values }))
    const { id } = await dynamic({ filter: { all } })
    await settle()
    const told = await admin.get(groups.why, { params: { id }, query: { deviceId: one } })
    const own = told.parts.slice(1).map(({ own: values }) => values ?? [])
    expect(own).toEqual(facts.map(([, , , values]) => values))
  })

  it('knows every fact that a filter may ask for', async () => {
    const [one = ''] = await terminals('EVERY', branch)
    const samples: Readonly<Partial<Record<FilterKind, [FilterOperator, string[]]>>> = {
      version: ['is', ['1']],
      versions: ['is', ['com.a=1']],
      pairs: ['hasAny', ['a=1']],
      tags: ['hasAny', ['a']],
      packages: ['hasAny', ['com.a']],
      number: ['atLeast', ['1']],
      age: ['within', ['1']],
      day: ['from', ['2026-01-01']],
      record: ['in', [one]],
      tree: ['in', [one]],
    }
    const choices: Readonly<Partial<Record<FilterField, readonly string[]>>> = filterChoices
    const facts = Object.keys(filterFields) as FilterField[]
    const { id: groupId } = await add()
    const { id: classificationId } = await admin.get(classifications.add, {
      body: { name: 'Gold', code: 'gold', dimension: 'TIER', colour: '#ffcc00' },
    })
    const named: Readonly<Partial<Record<FilterField, string>>> = { groupId, classificationId }
    for (const part of [facts.slice(0, 24), facts.slice(24)]) {
      const all = part.map((field): Filter => {
        const [op, values] = samples[filterFields[field]] ?? ['is', ['A']]
        const choice = named[field] ?? choices[field]?.[0]
        return choice === undefined ? { field, op, values } : { field, op: 'in', values: [choice] }
      })
      const { id } = await dynamic({ filter: { all } })
      await settle()
      const told = await admin.get(groups.why, { params: { id }, query: { deviceId: one } })
      expect(told.parts.slice(1).every(({ own }) => Array.isArray(own))).toBe(true)
    }
  })

  it('is not told of a terminal that the caller does not see', async () => {
    const [far = ''] = await terminals('WHYFAR', north)
    const { id } = await dynamic({ orgId: branch })
    const permissions = [groups.why.permission]
    const operator = await signedIn(app, { orgId: branch, permissions })
    const asked = { params: { id }, query: { deviceId: far } }
    expect((await operator.call(groups.why, asked)).code).toBe(codes.notFound)
  })
})
