import { codes, consistencyRules, effectiveParams, paramFindings, params } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addParams } from '../../../../test/paramEstate.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addModel } from '../../../../test/testGateway.ts'
import { addParamTemplate } from '../../../../test/testParams.ts'
import { followPushes } from '../../device/push/follow.ts'
import { bringParams } from '../delivery/bring.ts'
import { takeDue } from '../delivery/wanted.queries.ts'
import { followParams } from '../resolve/follow.ts'
import { judgeAll, judgeAnew } from './judge.ts'

lifecycleSpec(consistencyRules, {
  prepare: async (own) => {
    rootId = own.rootId
    await addParams(own, [{ pid: 'tid' }])
  },
  make: (n) => ({
    name: `Rule ${n}`,
    orgId: rootId,
    kind: 'UNIQUE',
    pid: 'tid',
    severity: 'WARN',
  }),
  text: 'name',
  unique: 'name',
})

let rootId = ''
let app: TestApp
let admin: TestUser
let bankId: string
let mallId: string
let bank: string[]
let mall: string[]

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  bank = await addDevices(app, estate, { orgId: bankId, prefix: 'BNK-', count: 3 })
  mall = await addDevices(app, estate, { orgId: mallId, prefix: 'MAL-', count: 2 })
  await addParams(app, [{ pid: 'pin', secret: true }])
})
afterAll(() => app.close())

const follow = () => followParams(app.platform)
const template = (more: { defaults?: Record<string, string> } = {}) =>
  addParamTemplate(app, { pids: ['tid', 'mid', 'host', 'currency'], secretPids: ['code'], ...more })
type Template = Awaited<ReturnType<typeof template>>

interface At {
  readonly orgId?: string
  readonly deviceId?: string | undefined
}

let serial = 0
async function draft(of: Template, at: At, values: Record<string, string>, secret?: string) {
  const body = {
    name: `Assignment ${(serial += 1)}`,
    level: at.deviceId === undefined ? ('ORG' as const) : ('DEVICE' as const),
    appId: of.appId,
    templateRevId: of.revId,
    ...at,
  }
  const { id, version } = await admin.get(params.add, { body })
  const secrets: Record<string, string> = secret === undefined ? {} : { code: secret }
  await admin.get(params.draft, {
    params: { id },
    body: { version, values, secrets, keptSecrets: [] },
  })
  return id
}

const impact = (id: string) => admin.get(params.impact, { params: { id } })

async function activate(id: string) {
  const { version } = await admin.get(params.detail, { params: { id } })
  const { count } = await impact(id)
  return admin.call(params.activate, { params: { id }, body: { version, count } })
}

async function say(of: Template, at: At, values: Record<string, string>) {
  const id = await draft(of, at, values)
  const done = await activate(id)
  await follow()
  return { id, code: done.code, msg: done.msg }
}

type Rule = Partial<Parameters<typeof admin.get<typeof consistencyRules.add>>[1]['body']>
async function rule(of: Template, more: Rule) {
  serial += 1
  const made = await admin.get(consistencyRules.add, {
    body: {
      name: `Rule ${serial}`,
      orgId: app.rootId,
      kind: 'UNIQUE',
      appId: of.appId,
      pid: 'tid',
      severity: 'REFUSE',
      ...more,
    },
  })
  await judgeAnew(app.platform)
  return made
}

async function found(ruleId: string, who = admin) {
  const { list, total } = await who.get(paramFindings.page, {
    query: { pageNum: 1, pageSize: 50, ruleId, state: 'OPEN' },
  })
  // The number and the list that it opens are the same.
  expect(await counted(ruleId, who)).toBe(total)
  return list
    .map(({ sn, value, about }) => [sn, value, about].filter((one) => one !== null).join(' '))
    .toSorted()
}

const counted = async (ruleId: string, who = admin) =>
  (await who.get(consistencyRules.page, { query: { pageNum: 1, pageSize: 50 } })).list.find(
    ({ id }) => id === ruleId,
  )?.findingCount

const alarmOf = async (deviceId: string | undefined) => {
  const { rows } = await sql<{ act: string }>`select act from alarm_signal
    where device_id = ${deviceId} and kind = 'PARAM_RULE' order by id`.execute(app.platform.db)
  return rows.map(({ act }) => act)
}

/** What is due of an application, as the engine takes it. */
async function due(of: Template, deviceIds: readonly (string | undefined)[]) {
  await sql`insert into device_app (device_id, package, version_code, seen_at)
    select id, ${of.package}, 1, now() from unnest(${deviceIds}::uuid[]) id on conflict do nothing`.execute(
    app.platform.db,
  )
  await sql`update param_desired set due_at = now() where app_id = ${of.appId} and until is null`.execute(
    app.platform.db,
  )
  const { bringings } = await app.platform.db.transaction().execute((trx) => takeDue(trx))
  return bringings.filter(({ appId }) => appId === of.appId).flatMap(({ deviceIds: ids }) => ids)
}

describe('a value that nobody may have twice', () => {
  it('is refused where it would come about, with the terminals that the caller sees', async () => {
    const of = await template()
    const { id } = await rule(of, {})
    expect((await say(of, { deviceId: bank[0] }, { tid: 'T1' })).code).toBe(codes.success)
    const second = await draft(of, { deviceId: mall[0] }, { tid: 'T1' })
    expect((await impact(second)).broken).toMatchObject([
      { ruleId: id, severity: 'REFUSE', count: 2, sns: ['BNK-00000', 'MAL-00000'] },
    ])
    const refused = await activate(second)
    expect(refused).toMatchObject({
      code: codes.warning,
      msg: expect.stringContaining('BNK-00000, MAL-00000'),
    })
    await follow()
    expect(await found(id)).toEqual([])
    // One value for a whole organisation is one for each of its terminals.
    const all = await draft(of, { orgId: bankId }, { tid: 'T9' })
    expect((await activate(all)).code).toBe(codes.warning)
    const free = await draft(of, { deviceId: mall[1] }, { tid: 'T2' })
    expect(await impact(free)).toMatchObject({ broken: [] })
    expect((await activate(free)).code).toBe(codes.success)
  })

  it('is told where it is a warning, and it ends where one of them gets another', async () => {
    const of = await template()
    const { id } = await rule(of, { severity: 'WARN' })
    await say(of, { deviceId: bank[0] }, { tid: 'T1' })
    const other = await say(of, { deviceId: mall[0] }, { tid: 'T1' })
    expect(other.code).toBe(codes.success)
    expect(await found(id)).toEqual(['BNK-00000 T1', 'MAL-00000 T1'])
    // Whoever came to it is told of, not who had it.
    expect(await alarmOf(mall[0])).toEqual(['RAISE'])
    expect(await alarmOf(bank[0])).toEqual([])
    const teller = await signedIn(app, { permissions: ['PARAM_RULE_LIST'], orgId: mallId })
    const { list } = await teller.get(paramFindings.page, { query: { pageNum: 1, pageSize: 50 } })
    expect(list.map(({ ruleId, sn }) => [ruleId, sn])).toContainEqual([id, 'MAL-00000'])
    expect(list.map(({ orgName }) => orgName)).not.toContain('bank')
    const sought = await admin.get(paramFindings.page, {
      query: { pageNum: 1, pageSize: 50, ruleId: id, keyword: 'mal-' },
    })
    expect(sought.list.map(({ sn }) => sn)).toEqual(['MAL-00000'])

    const { version } = await admin.get(params.detail, { params: { id: other.id } })
    await admin.get(params.draft, {
      params: { id: other.id },
      body: { version, values: { tid: 'T2' }, secrets: {}, keptSecrets: [] },
    })
    await activate(other.id)
    await follow()
    expect(await found(id)).toEqual([])
    expect((await alarmOf(mall[0])).at(-1)).toBe('END')
  })

  it('is asked of the terminals of its organisation, and counted for who sees them', async () => {
    const of = await template()
    const { id } = await rule(of, { orgId: bankId, severity: 'WARN' })
    const everywhere = await rule(of, { severity: 'WARN' })
    await say(of, { deviceId: mall[0] }, { tid: 'T1' })
    await say(of, { deviceId: mall[1] }, { tid: 'T1' })
    await say(of, { deviceId: bank[0] }, { tid: 'T1' })
    expect(await found(id)).toEqual([])
    expect(await found(everywhere.id)).toHaveLength(3)
    const modelIds = [await addModel(app.platform)]
    const permissions = ['PARAM_RULE_LIST']
    const narrow = await signedIn(app, { permissions, dataScope: 'ALL', modelIds })
    expect(await found(everywhere.id, narrow)).toEqual([])
  })

  it('is found by what variables are for each terminal', async () => {
    const of = await template({ defaults: { mid: '${device.mid}' } })
    const { id } = await rule(of, { pid: 'mid' })
    await say(of, { orgId: app.rootId }, { host: 'h' })
    expect(await found(id)).toEqual([])
    await sql`update device set mid = 'SAME' where id = any(${[bank[1], mall[1]]}::uuid[])`.execute(
      app.platform.db,
    )
    await follow()
    expect(await found(id)).toEqual(['BNK-00001 SAME', 'MAL-00001 SAME'])
    await sql`update device set mid = null where id = any(${[bank[1], mall[1]]}::uuid[])`.execute(
      app.platform.db,
    )
    await follow()
    expect(await found(id)).toEqual([])
  })

  it('is held before it is brought, but for who had it first; and is brought when it is free', async () => {
    const of = await template()
    await say(of, { deviceId: bank[0] }, { tid: 'T1' })
    await say(of, { deviceId: mall[0] }, { tid: 'T1' })
    await say(of, { deviceId: mall[1] }, { tid: 'T3' })
    const { id, version } = await rule(of, {})
    expect(await found(id)).toEqual(['BNK-00000 T1', 'MAL-00000 T1'])
    const three = [bank[0], mall[0], mall[1]]
    expect(new Set(await due(of, three))).toEqual(new Set([bank[0], mall[1]]))
    const apps = await admin.get(effectiveParams.apps, { params: { deviceId: mall[0] ?? '' } })
    expect(apps.find(({ appId }) => appId === of.appId)).toMatchObject({
      state: 'HELD',
      heldBy: [{ ruleId: id }],
    })
    const own = await sql<{ id: string }>`select id from param_assignment
      where app_id = ${of.appId} and device_id = ${mall[0]}`.execute(app.platform.db)
    const sync = await admin.get(params.sync, { params: { id: own.rows[0]?.id ?? '' } })
    expect(sync).toMatchObject({ states: { HELD: 1 }, heldBy: [{ ruleId: id, count: 1 }] })

    await admin.get(consistencyRules.setStatus, { params: { id, status: '0' } })
    await judgeAnew(app.platform)
    expect(await found(id)).toEqual([])
    expect(version).toBe(1)
    const { bringings } = await app.platform.db.transaction().execute((trx) => takeDue(trx))
    expect(bringings.flatMap(({ deviceIds }) => deviceIds)).toContain(mall[0])
  })

  it('keeps nobody waiting who is due behind those that are held', async () => {
    const of = await template()
    const held = [...bank, ...mall.slice(0, 1)]
    for (const deviceId of held) await say(of, { deviceId }, { tid: 'T1' })
    await say(of, { deviceId: mall[1] }, { tid: 'T7' })
    await rule(of, {})
    await sql`insert into device_app (device_id, package, version_code, seen_at)
      select id, ${of.package}, 1, now() from unnest(${[...held, mall[1]]}::uuid[]) id on conflict do nothing`.execute(
      app.platform.db,
    )
    // Last comes who is free; whoever had the value first is not due.
    await sql`update param_desired set due_at = case when app_id <> ${of.appId} or device_id = ${held[0]} then null
        when device_id = ${mall[1]} then now() else now() - interval '1 minute' end
      where until is null`.execute(app.platform.db)
    await bringParams(app.platform, 1)
    await followPushes(app.platform)
    const { rows } = await sql<{ deviceId: string }>`select item.device_id from push_item item
      join push on push.id = item.push_id where coalesce(item.args, push.args) #>> '{gate,appId}' = ${of.appId}`.execute(
      app.platform.db,
    )
    expect(rows.map(({ deviceId }) => deviceId)).toEqual([mall[1]])
  })
})

describe('one value for each value of another', () => {
  it('is asked of all terminals with the same, and is so again when they agree', async () => {
    const of = await template()
    const { id } = await rule(of, { kind: 'ONE_EACH', pid: 'host', byPid: 'mid', severity: 'WARN' })
    await say(of, { deviceId: bank[0] }, { mid: 'M1', host: 'a' })
    await say(of, { deviceId: bank[1] }, { mid: 'M1', host: 'a' })
    await say(of, { deviceId: mall[0] }, { mid: 'M2', host: 'b' })
    expect(await found(id)).toEqual([])
    const odd = await say(of, { deviceId: mall[1] }, { mid: 'M1', host: 'b' })
    expect(await found(id)).toEqual(['BNK-00000 a M1', 'BNK-00001 a M1', 'MAL-00001 b M1'])
    const { version } = await admin.get(params.detail, { params: { id: odd.id } })
    await admin.get(params.revoke, { params: { id: odd.id }, body: { version, note: null } })
    await follow()
    expect(await found(id)).toEqual([])
  })
})

describe('a value that fits', () => {
  it('is the currency of the country of the organisation, found by night where that changes', async () => {
    const { db } = app.platform
    const { rows } = await sql<{
      id: string
    }>`insert into timezone_area (name, code, type, iso2, currency)
      values ('Iraq', 'IQ-X', 'COUNTRY', 'IQ', 'IQD') returning id`.execute(db)
    await sql`update organization set area_id = ${rows[0]?.id} where id = ${mallId}`.execute(db)
    const of = await template()
    const { id } = await rule(of, { kind: 'FITS', pid: 'currency', fact: 'CURRENCY' })
    expect((await say(of, { deviceId: mall[0] }, { currency: 'USD' })).code).toBe(codes.warning)
    expect((await say(of, { deviceId: mall[1] }, { currency: 'IQD' })).code).toBe(codes.success)
    // Nothing is known of this one's country.
    expect((await say(of, { deviceId: bank[0] }, { currency: 'USD' })).code).toBe(codes.success)
    expect(await found(id)).toEqual([])
    await sql`update organization set area_id = ${rows[0]?.id} where id = ${bankId}`.execute(db)
    await judgeAll(db, null)
    expect(await found(id)).toEqual(['BNK-00000 USD IQD'])
    const { version, ...form } = await admin.get(consistencyRules.detail, { params: { id } })
    const { name, orgId, kind, appId, pid, fact, severity } = form
    const body = { id, version, name, orgId, kind, appId, pid, fact, severity }
    await admin.get(consistencyRules.update, {
      body: { ...body, allowed: ['IQD=IQD', 'IQD=USD'] },
    })
    await judgeAnew(app.platform)
    expect(await found(id)).toEqual([])
  })

  it('is one of a list, where stars and question marks stand for others', async () => {
    const of = await template()
    const { id } = await rule(of, {
      kind: 'AMONG',
      pid: 'host',
      allowed: ['*.bank.example', 'h?st', '100%_x'],
      severity: 'WARN',
    })
    for (const [deviceId, host] of [
      [bank[0], 'a.bank.example'],
      [bank[1], 'hast'],
      [bank[2], '100%_x'],
      [mall[0], 'haast'],
      [mall[1], '100xyx'],
    ])
      await say(of, { deviceId }, { host: host ?? '' })
    expect(await found(id)).toEqual(['MAL-00000 haast', 'MAL-00001 100xyx'])
  })
})

describe('rules', () => {
  it('are about no secret, and about parameters that there are', async () => {
    const of = await template()
    for (const [pid, says] of [
      ['code', 'secret'],
      ['pin', 'secret'],
      ['nothing', 'nothing'],
    ]) {
      const { code, data } = await admin.call(consistencyRules.add, {
        body: { name: 'x', orgId: app.rootId, kind: 'UNIQUE', pid: pid ?? '', severity: 'WARN' },
      })
      expect(code).toBe(codes.badRequest)
      expect(JSON.stringify(data)).toContain(says)
    }
    const withSecret = await draft(of, { deviceId: bank[0] }, { tid: 'S1' }, 'sesame-open')
    await activate(withSecret)
    await follow()
    const { rows } = await sql<{ all: string }>`select coalesce(jsonb_agg(f), '[]')::text as all
      from param_fact f`.execute(app.platform.db)
    expect(rows[0]?.all).not.toContain('sesame')
  })

  it('tell values of advanced parameters to those who may see them', async () => {
    const of = await addParamTemplate(app, { pids: ['deep'] })
    await addParams(app, [{ pid: 'deep' }])
    await sql`update param_dict set access_level = 'ADVANCED' where pid = 'deep'`.execute(
      app.platform.db,
    )
    const { id } = await rule(of, { kind: 'AMONG', pid: 'deep', allowed: ['a'], severity: 'WARN' })
    await say(of, { deviceId: bank[0] }, { deep: 'b' })
    const clerk = await signedIn(app, { permissions: ['PARAM_RULE_LIST'], orgId: app.rootId })
    expect(await found(id)).toEqual(['BNK-00000 b'])
    expect(await found(id, clerk)).toEqual(['BNK-00000'])
    const sought = await clerk.get(paramFindings.page, {
      query: { pageNum: 1, pageSize: 50, ruleId: id, value: 'b' },
    })
    expect(sought.total).toBe(0)
  })
})
