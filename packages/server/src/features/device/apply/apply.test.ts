import { applies, codes, notices, type Apply } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const place = { top: '', north: '', south: '' }
const who = {} as Record<'asks' | 'north' | 'south' | 'top' | 'boss', TestUser>

const permissions = [
  'DEVICE_APPLY_LIST',
  'DEVICE_APPLY_DETAIL',
  'DEVICE_APPLY_ADD',
  'DEVICE_APPLY_APPROVE',
  'DEVICE_APPLY_REJECT',
  'DEVICE_APPLY_DELETE',
  'DEVICE_CLAIM',
]

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const add = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  place.top = await add('top', app.rootId)
  place.north = await add('north', place.top)
  place.south = await add('south', place.top)
  for (const [name, orgId] of [
    ['asks', place.top],
    ['top', place.top],
    ['north', place.north],
    ['south', place.south],
  ] as const)
    who[name] = await signedIn(app, { orgId, permissions })
  const rights = [...permissions, 'DEVICE_SWAP', 'DEVICE_SCRAP']
  who.boss = await signedIn(app, { orgId: place.top, permissions: rights })
})
afterAll(() => app.close())

let made = 0
const terminals = async (orgId: string, count: number, lifecycle = 'ACTIVE') => {
  const prefix = `AP${++made}-`
  const ids = await addDevices(app, estate, { orgId, prefix, count, lifecycle })
  return { ids, sns: ids.map((_, n) => `${prefix}${String(n).padStart(5, '0')}`) }
}

const ask = (body: object) =>
  who.asks.call(applies.add, { body: { reason: 'a new shop', ...body } as never })
const asked = async (body: object): Promise<Apply> => {
  const { code, data } = await ask(body)
  expect(code).toBe(codes.success)
  return data
}
const stateOf = async ({ id }: Apply) =>
  (await who.asks.get(applies.detail, { params: { id } })).state
const homes = async (ids: readonly string[]) => {
  const { rows } = await app.platform.pool.query<{ orgId: string; lifecycle: string }>(
    'select org_id as "orgId", lifecycle from device where id = any($1) order by sn',
    [ids],
  )
  return rows
}
const codeOf = async (sent: Promise<{ code: number }>) => (await sent).code

describe('a transfer between two organisations', () => {
  it('is not decided by whom its terminals are hidden from', async () => {
    const { modelId } = await addEstate(app, 'Other')
    const { sns } = await terminals(place.north, 1)
    const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
    const input = { params: { id: request.id } }
    const ofOther = { orgId: place.north, permissions, dataScope: 'OWN_ORG_AND_BELOW' as const }
    const limited = await signedIn(app, { ...ofOther, modelIds: [modelId] })
    expect(await limited.get(applies.detail, input)).toMatchObject({ waitsForMe: false })
    expect(await codeOf(limited.call(applies.approve, input))).toBe(codes.wrongState)
    const fit = await signedIn(app, { ...ofOther, modelIds: [modelId, estate.modelId] })
    expect(await fit.get(applies.detail, input)).toMatchObject({ waitsForMe: true })
    expect(await codeOf(fit.call(applies.approve, input))).toBe(codes.success)
  })

  it('waits for the one that gives, then for the one that gets, and moves the terminals', async () => {
    const { ids, sns } = await terminals(place.north, 2)
    const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
    expect(request).toMatchObject({ state: 'SUBMITTED', quantity: 2, isMine: true })
    expect(request.fromOrgId).toBe(place.north)
    const input = { params: { id: request.id } }
    expect(await codeOf(who.south.call(applies.approve, input))).toBe(codes.wrongState)
    expect(await codeOf(who.north.call(applies.approve, input))).toBe(codes.success)
    expect(await stateOf(request)).toBe('SOURCE_APPROVED')
    expect(await codeOf(who.north.call(applies.approve, input))).toBe(codes.warning)
    expect(await codeOf(who.south.call(applies.approve, input))).toBe(codes.success)
    expect(await stateOf(request)).toBe('DONE')
    expect(await homes(ids)).toEqual([
      { orgId: place.south, lifecycle: 'ACTIVE' },
      { orgId: place.south, lifecycle: 'ACTIVE' },
    ])
  })

  it('is never approved by who asked for it, and once by who answers for both', async () => {
    const { sns } = await terminals(place.north, 1)
    const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
    const input = { params: { id: request.id } }
    expect(await codeOf(who.asks.call(applies.approve, input))).toBe(codes.warning)
    const answers = await Promise.all([
      codeOf(who.top.call(applies.approve, input)),
      codeOf(who.top.call(applies.approve, input)),
    ])
    expect(answers.toSorted((a, b) => a - b)).toEqual([codes.success, codes.wrongState])
    expect(await stateOf(request)).toBe('DONE')
  })

  it('moves what it can, says what kept the rest, and may be tried again', async () => {
    const { ids, sns } = await terminals(place.north, 2)
    const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
    await app.platform.pool.query(`update device set lifecycle = 'LOST' where id = $1`, [ids[0]])
    const input = { params: { id: request.id } }
    await who.top.call(applies.approve, input)
    const { state, moved, items } = await who.top.get(applies.detail, input)
    expect({ state, moved }).toEqual({ state: 'PARTIAL', moved: 1 })
    expect(items.map(({ fault }) => fault)).toEqual(['WRONG_STATE', null])
    await app.platform.pool.query(`update device set lifecycle = 'ACTIVE' where id = $1`, [ids[0]])
    expect(await codeOf(who.top.call(applies.execute, { ...input, body: {} }))).toBe(codes.success)
    expect(await stateOf(request)).toBe('DONE')
  })

  it('names what it cannot ask for', async () => {
    const { sns } = await terminals(place.south, 1)
    const gone = await terminals(place.north, 1, 'SCRAPPED')
    const to = { kind: 'TRANSFER', toOrgId: place.south }
    for (const [list, text] of [
      [['NOBODY-1'], 'These name no terminals that you see: NOBODY-1'],
      [sns, `These are there already: ${sns[0]}`],
      [
        gone.sns,
        `Their life cycle does not let these move: ${gone.sns[0]}. It must be one of: In stock, Assigned, Active, or Suspended`,
      ],
    ] as const) {
      const { data } = await ask({ ...to, sns: list })
      expect(data).toMatchObject({ fields: [{ field: 'sns', message: text }] })
    }
  })

  it('does not break the quota of the one that gets', async () => {
    const small = await addOrganization(app.platform, {
      name: 'small',
      code: 'small',
      parentId: place.top,
    })
    await app.platform.pool.query('update organization set device_quota = 1 where id = $1', [
      small.id,
    ])
    const { sns } = await terminals(place.north, 2)
    const request = await asked({ kind: 'TRANSFER', toOrgId: small.id, sns })
    const input = { params: { id: request.id } }
    expect(await codeOf(who.top.call(applies.approve, input))).toBe(codes.warning)
    expect(await stateOf(request)).toBe('SUBMITTED')
  })
})

describe('terminals that nobody announced', () => {
  it('are claimed by a request, or at once by who may', async () => {
    const { ids, sns } = await terminals(place.top, 2, 'UNCLAIMED')
    const [first = '', second = ''] = ids
    const request = await asked({ kind: 'CLAIM', toOrgId: place.north, sns: sns.slice(0, 1) })
    const page = await who.top.get(applies.unclaimed, { query: {} })
    expect(page.list.find(({ id }) => id === first)?.applyNo).toBe(request.applyNo)
    await who.top.call(applies.approve, { params: { id: request.id } })
    const claim = { params: { orgId: place.south }, body: { ids: [second] } }
    expect(await codeOf(who.south.call(applies.claim, claim))).toBe(codes.notFound)
    expect(await codeOf(who.top.call(applies.claim, claim))).toBe(codes.success)
    expect(await codeOf(who.top.call(applies.claim, claim))).toBe(codes.wrongState)
    expect(await homes(ids)).toEqual([
      { orgId: place.north, lifecycle: 'ASSIGNED' },
      { orgId: place.south, lifecycle: 'ASSIGNED' },
    ])
  })
})

describe('models that nobody has', () => {
  it('are counted by what terminals say to be, for who sees whose key they came with', async () => {
    const { pool } = app.platform
    await pool.query(
      `insert into model_knock (sn, org_id, vendor_code, model_code, times, at)
        select sn, org_id::uuid, vendor, model, times, now() - ago::interval from (values
          ('NEW-1', $1, 'Acme', 'X9', 2, '3 minutes'), ('NEW-2', $1, 'acme', 'x9', 1, '1 minute'),
          ('NEW-3', $2, 'acme', 'x9', 5, '2 minutes'), ('NEW-4', $1, 'nobody', 'x9', 1, '9 minutes'),
          ('NEW-5', $1, 'acme', 'ACME', 1, '0 minutes')
        ) told (sn, org_id, vendor, model, times, ago)`,
      [place.north, place.south],
    )
    const seen = (user: TestUser, query: object = {}) => user.get(applies.unknownModels, { query })
    const ofAcme = { vendorId: estate.vendorId, vendorName: 'Acme' }
    // One that somebody has by now waits for the next contact.
    expect((await seen(who.north)).list).toMatchObject([
      {
        ...ofAcme,
        vendorCode: 'acme',
        modelCode: 'x9',
        terminals: 2,
        times: 3,
        sns: ['NEW-2', 'NEW-1'],
      },
      { vendorId: null, vendorName: null, vendorCode: 'nobody', terminals: 1 },
    ])
    expect(await seen(who.top)).toMatchObject({ total: 3 })
    expect(await seen(who.top, { orgId: place.south })).toMatchObject({ total: 1 })
    expect(await seen(who.top, { keyword: 'NOBO' })).toMatchObject({ total: 1 })
    const most = await seen(who.top, { sortField: 'times', sortOrder: 'desc' })
    expect(most.list.map(({ times }) => times)).toEqual([5, 3, 1])
    const ofVendor = { orgId: place.north, permissions, dataScope: 'OWN_ORG_AND_BELOW' as const }
    const limited = await signedIn(app, { ...ofVendor, vendorIds: [estate.vendorId] })
    expect(await seen(limited)).toMatchObject({ total: 1, list: [ofAcme] })
  })
})

describe('whose a terminal may be that knocked', () => {
  /** Terminals of an organisation under these serial numbers. */
  const named = async (orgId: string, sns: readonly string[], lifecycle: string) => {
    const { ids } = await terminals(orgId, sns.length, lifecycle)
    for (const [at, sn] of sns.entries())
      await app.platform.pool.query('update device set sn = $2 where id = $1', [ids[at], sn])
    return ids
  }
  const suggested = async (user: TestUser, id: string | undefined) =>
    (await user.get(applies.unclaimed, { query: {} })).list.find((row) => row.id === id)?.suggestion

  it('is told by the serial numbers beside its own, with the reason', async () => {
    await named(place.north, ['SHIP-20001', 'SHIP-20004'], 'REPLACED')
    const [between] = await named(place.top, ['SHIP-20002'], 'UNCLAIMED')
    const found = { orgId: place.north, reason: 'SERIAL', detail: 'SHIP-20001, SHIP-20004' }
    expect(await suggested(who.top, between)).toMatchObject({ ...found, orgName: 'north' })
    // Who sees the terminal, but no organisation below his own, is told nothing of it.
    const alone = await signedIn(app, { orgId: place.top, permissions, dataScope: 'OWN_ORG' })
    expect(await suggested(alone, between)).toMatchObject({ orgId: place.top, reason: 'KEY' })
    // Nor is it a terminal of the south's key for the north, whoever looks.
    const [ofSouth] = await named(place.south, ['SHIP-20003'], 'UNCLAIMED')
    expect(await suggested(who.top, ofSouth)).toMatchObject({ orgId: place.south, reason: 'KEY' })
    const request = await asked({ kind: 'CLAIM', toOrgId: place.north, sns: ['SHIP-20002'] })
    const { items } = await who.top.get(applies.detail, { params: { id: request.id } })
    expect(items).toMatchObject([{ suggestion: found }])
  })

  it('is told by the address that others came from, else by its key', async () => {
    const [home] = await named(place.south, ['ROUTER-00001'], 'REPLACED')
    const [knocks, alone] = await named(place.top, ['X-77001', 'Y-88001'], 'UNCLAIMED')
    const { pool } = app.platform
    await pool.query(
      `insert into device_session (id, device_id, connected_at, ip, org_id) values (uuid7(), $1, now(), '203.0.113.9', $2)`,
      [home, place.south],
    )
    await pool.query(
      `insert into device_knock (device_id, ip, key_id) values ($1, '203.0.113.9', uuid7())`,
      [knocks],
    )
    expect(await suggested(who.top, knocks)).toMatchObject({
      orgId: place.south,
      reason: 'ADDRESS',
      detail: '203.0.113.9',
    })
    expect(await suggested(who.top, alone)).toMatchObject({ orgId: place.top, reason: 'KEY' })
    await pool.query(`update device set lifecycle = 'STOCK' where id = $1`, [knocks])
    const { rowCount } = await pool.query(`select from device_knock where device_id = $1`, [knocks])
    expect(rowCount, 'knocks of who is claimed').toBe(0)
  })
})

it('takes unused terminals of a model out of a stock, as many as there are', async () => {
  await terminals(place.north, 3, 'ASSIGNED')
  const wanted = { kind: 'STOCK', fromOrgId: place.north, modelId: estate.modelId, quantity: 4 }
  const request = await asked({ ...wanted, toOrgId: place.south })
  const input = { params: { id: request.id } }
  await who.top.call(applies.approve, input)
  const { state, moved } = await who.top.get(applies.detail, input)
  // One more was assigned to the north by the claim above.
  expect({ state, moved }).toEqual({ state: 'DONE', moved: 4 })
  const more = await asked({ ...wanted, toOrgId: place.south })
  await who.top.call(applies.approve, { params: { id: more.id } })
  expect(await stateOf(more)).toBe('PARTIAL')
})

it('is withdrawn by who made it, rejected with a reason, and tells what waits for whom', async () => {
  const { sns } = await terminals(place.north, 1)
  const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
  const waiting = async (user: TestUser) =>
    (await user.get(applies.page, { query: { waiting: '1', sn: sns[0] } })).list.length
  expect(await Promise.all([who.north, who.south, who.asks].map(waiting))).toEqual([1, 0, 0])
  const input = { params: { id: request.id } }
  expect(await codeOf(who.north.call(applies.withdraw, input))).toBe(codes.warning)
  const reject = { ...input, body: { reason: 'not this year' } }
  expect(await codeOf(who.north.call(applies.reject, reject))).toBe(codes.success)
  expect(await codeOf(who.asks.call(applies.withdraw, input))).toBe(codes.wrongState)
  expect(await who.asks.get(applies.detail, input)).toMatchObject({
    state: 'REJECTED',
    decision: 'not this year',
    items: [{ sn: sns[0], movedAt: null, fault: null }],
  })
  expect(await codeOf(who.asks.call(applies.remove, input))).toBe(codes.success)
})

describe('terminals that stay in their organisation', () => {
  it('are scrapped by who may scrap them, and by nobody else', async () => {
    const { ids, sns } = await terminals(place.north, 2, 'STOCK')
    const request = await asked({ kind: 'DECOMMISSION', sns, keysErased: true })
    expect(request).toMatchObject({ fromOrgId: place.north, toOrgId: place.north })
    const input = { params: { id: request.id } }
    expect(await codeOf(who.top.call(applies.approve, input))).toBe(codes.warning)
    const many = { body: { ids: [request.id] } }
    expect(await codeOf(who.boss.call(applies.approveMany, many))).toBe(codes.warning)
    await app.platform.pool.query(`update device set lifecycle = 'ACTIVE' where id = $1`, [ids[1]])
    expect(await codeOf(who.boss.call(applies.approve, input))).toBe(codes.success)
    expect((await homes(ids)).map(({ lifecycle }) => lifecycle)).toEqual(['SCRAPPED', 'ACTIVE'])
    const { state, items } = await who.asks.get(applies.detail, input)
    expect(state).toBe('PARTIAL')
    expect(items.map(({ fault }) => fault)).toEqual([null, 'WRONG_STATE'])
    const moves = await app.platform.pool.query(
      'select event, reason from device_move where device_id = $1',
      [ids[0]],
    )
    expect(moves.rows).toEqual([{ event: 'SCRAP', reason: 'a new shop' }])
  })

  it('are not scrapped while nobody has said that their keys are erased', async () => {
    const { ids, sns } = await terminals(place.north, 1, 'STOCK')
    const request = await asked({ kind: 'DECOMMISSION', sns })
    const input = { params: { id: request.id } }
    expect(await codeOf(who.boss.call(applies.approve, input))).toBe(codes.success)
    expect((await homes(ids)).map(({ lifecycle }) => lifecycle)).toEqual(['STOCK'])
    const { state, items } = await who.asks.get(applies.detail, input)
    expect([state, items.map(({ fault }) => fault)]).toEqual(['PARTIAL', ['KEYS_HELD']])
  })

  it('are replaced by those named with them; one that cannot keeps no other back', async () => {
    const old = await terminals(place.north, 2)
    const next = await terminals(place.north, 2, 'ASSIGNED')
    const wish = { kind: 'REPLACE', sns: old.sns }
    for (const successors of [next.sns.slice(1), old.sns, [next.sns[0], next.sns[0]]])
      expect((await ask({ ...wish, successors })).code).toBe(codes.badRequest)
    const request = await asked({ ...wish, successors: next.sns.toReversed() })
    await app.platform.pool.query(`update device set lifecycle = 'ACTIVE' where id = $1`, [
      next.ids[0],
    ])
    const input = { params: { id: request.id } }
    expect(await codeOf(who.boss.call(applies.approve, input))).toBe(codes.success)
    const { state, items } = await who.asks.get(applies.detail, input)
    expect(state).toBe('PARTIAL')
    expect(items.map(({ successorSn, fault }) => [successorSn, fault])).toEqual([
      [next.sns[1], null],
      [next.sns[0], 'NO_SUCCESSOR'],
    ])
    const states = (await homes([...old.ids, ...next.ids])).map(({ lifecycle }) => lifecycle)
    expect(states).toEqual(['REPLACED', 'ACTIVE', 'ACTIVE', 'ACTIVE'])
  })
})

describe('who decides', () => {
  const told = async (user: TestUser) =>
    (await user.get(notices.page, { query: {} })).list.map(({ notice }) => notice)

  it('is told, first on the side that gives, then on the side that gets', async () => {
    const { sns } = await terminals(place.north, 1)
    const request = await asked({ kind: 'TRANSFER', toOrgId: place.south, sns })
    const text = `Request ${request.applyNo} (Transfer) waits for your decision.`
    const readers = [who.north, who.south, who.asks, who.top]
    const knows = async () =>
      (await Promise.all(readers.map(told))).map((all) => all.includes(text))
    expect(await knows()).toEqual([true, false, false, true])
    await who.north.call(applies.approve, { params: { id: request.id } })
    expect(await knows()).toEqual([true, true, false, true])
  })

  it('hands many on at once, with one word to who decides next', async () => {
    const requests = []
    for (let n = 0; n < 3; n++) {
      const { sns } = await terminals(place.north, 1)
      requests.push(await asked({ kind: 'TRANSFER', toOrgId: place.south, sns }))
    }
    const body = { ids: requests.map(({ id }) => id) }
    expect(await codeOf(who.north.call(applies.approveMany, { body }))).toBe(codes.success)
    expect(await Promise.all(requests.map(stateOf))).toEqual(Array(3).fill('SOURCE_APPROVED'))
    expect(await told(who.south)).toContain('3 requests about terminals wait for your decision.')
    expect(await codeOf(who.south.call(applies.approveMany, { body }))).toBe(codes.success)
    expect(await Promise.all(requests.map(stateOf))).toEqual(Array(3).fill('DONE'))
  })

  it('has its moves of one approval counted', async () => {
    const { rows } = await app.platform.pool.query<{ id: string }>(
      `insert into device_apply (kind, org_id, from_org_id, to_org_id, quantity, reason, created_by)
        select 'TRANSFER', $1, $1, $2, 0, 'many', $3 from generate_series(1, 51) returning id`,
      [place.north, place.south, who.asks.userId],
    )
    const body = { ids: rows.map(({ id }) => id) }
    expect(await codeOf(who.top.call(applies.approveMany, { body }))).toBe(codes.warning)
  })
})
