import {
  codes,
  countCap,
  planFigures,
  type PlanFigure,
  plans,
  upgradeResults,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addDevices } from '../../../../test/testEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let shopId: string
let shopkeeper: TestUser
let versionId: string
let sns: string[]
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
  const { platform, rootId } = fleet.app
  ;({ id: shopId } = await addOrganization(platform, { name: 'S', code: 's', parentId: rootId }))
  shopkeeper = await signedIn(fleet.app, {
    orgId: shopId,
    permissions: ['PLAN_LIST', 'PLAN_DETAIL'],
  })
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  const prefix = `T${++made}X`
  versionId = await fleet.addVersion(`${made}.0`)
  sns = await fleet.add(prefix, 6)
  // The last two are of the shop.
  await addDevices(fleet.app, fleet.estate, { orgId: shopId, prefix: `${prefix}S`, count: 2 })
  sns.push(`${prefix}S00000`, `${prefix}S00001`)
})

const two = {
  waveKind: 'COUNTS',
  waves: [
    { ...easyWave, successPercent: 75, count: 7 },
    { ...easyWave, soakMinutes: 60 },
  ],
}

/** A plan of the shop's, of everybody's terminals, whose first wave is released. */
async function begin(more: object = {}) {
  const { id } = await fleet.begin([versionId], sns, { ...two, ...more, orgId: shopId })
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  const first = (await fleet.items(id)).map(({ sn }) => sn)
  return { id, first }
}

const terminals = (id: string, query: object = {}, user: TestUser = fleet.admin) =>
  user.get(plans.terminals, { params: { id }, query })
const progress = (id: string, user: TestUser = fleet.admin) =>
  user.get(plans.progress, { params: { id } })

describe('figures of a plan', () => {
  it('are as many as the list that each opens, for whoever reads them', async () => {
    const { id, first } = await begin()
    const { db } = fleet.app.platform
    await fleet.end(id, 'SUCCESS', first.slice(0, 2))
    await fleet.come(id)
    await fleet.round()
    await fleet.end(id, 'SUCCESS', first.slice(2, 3))
    await fleet.end(id, 'FAILED', first.slice(3, 4))
    await sql`update push_item set state = 'DEFERRED', step = 'BATTERY', acked_at = now() where device_id =
      (select id from device where sn = ${first[4]})`.execute(db)
    await fleet.admin.get(plans.exclude, { params: { id }, body: { sns: first.slice(5, 6) } })
    for (const user of [fleet.admin, shopkeeper]) {
      const { waves, waits } = await progress(id, user)
      for (const wave of waves) {
        const shown = (figure: PlanFigure) => terminals(id, { wave: wave.wave, figure }, user)
        for (const figure of planFigures)
          expect([figure, (await shown(figure)).total]).toEqual([figure, wave[figure]])
        expect((await terminals(id, { wave: wave.wave }, user)).total).toBe(wave.size)
      }
      for (const { wave, terminals: held } of waits)
        for (const { for: waitsFor, count } of held)
          expect((await terminals(id, { wave, waitsFor }, user)).total).toBe(count)
    }
    const { waves } = await progress(id)
    expect(waves[0]).toMatchObject({ succeeded: 2, installed: 1, failed: 1, active: 1, leftOut: 1 })
    const { list } = await terminals(id, {}, shopkeeper)
    expect(list.map(({ orgName }) => orgName)).toEqual(['S', 'S'])
  })

  it('are those of the reader alone, in the list of plans as well', async () => {
    const { id, first } = await begin()
    await fleet.end(id, 'SUCCESS', first.slice(0, 2))
    const listed = async (user: TestUser) => {
      const { list } = await user.get(plans.page, { query: {} })
      return list.find((plan) => plan.id === id)
    }
    expect(await listed(fleet.admin)).toMatchObject({ size: 8, seesAll: true })
    const own = await listed(shopkeeper)
    expect(own).toMatchObject({ size: 2, seesAll: false })
    const counted = await Promise.all(
      planFigures.map(async (figure) => (await terminals(id, { figure }, shopkeeper)).total),
    )
    expect(planFigures.map((figure) => own?.[figure])).toEqual(counted)
    // What is kept of the plan as a whole would tell how many others there are.
    const far = await progress(id, shopkeeper)
    expect(far).toMatchObject({ curve: [], back: null, behindOthers: 0 })
    expect(far.waves.reduce((sum, { size }) => sum + size, 0)).toBe(2)
  })

  it('are counted in the list of plans no further than lists are', async () => {
    const { id } = await begin()
    const more = { orgId: shopId, prefix: `M${made}X`, count: countCap + 1 }
    const ids = await addDevices(fleet.app, fleet.estate, more)
    await sql`insert into plan_target (plan_id, device_id, wave)
      select ${id}, unnest(${ids}::uuid[]), 2`.execute(fleet.app.platform.db)
    const { list } = await shopkeeper.get(plans.page, { query: {} })
    const own = list.find((plan) => plan.id === id)
    expect(own).toMatchObject({ size: countCap + 1, seesAll: false })
    const whole = await shopkeeper.get(plans.detail, { params: { id } })
    expect(whole.size).toBe(countCap + 3)
  })

  it('say of a disabled terminal that it is, and not that it is away', async () => {
    const { id, first } = await begin()
    await sql`update device set status = 0 where sn = ${first[0]}`.execute(fleet.app.platform.db)
    const { list } = await terminals(id, { waitsFor: 'DISABLED' })
    expect(list).toMatchObject([{ sn: first[0], waitsReason: null, waitsUntil: null }])
    const { waits } = await progress(id)
    expect(waits.flatMap(({ terminals: held }) => held)).toContainEqual(
      expect.objectContaining({ for: 'DISABLED', count: 1 }),
    )
  })

  it('are as many on a page beyond the last one', async () => {
    const { id } = await begin()
    const { total, list } = await terminals(id, { pageNum: '9', pageSize: '20' })
    expect([total, list]).toEqual([8, []])
    const [sn = ''] = sns
    expect((await terminals(id, { keyword: sn.toLowerCase() })).list).toMatchObject([{ sn }])
  })

  it('are forecast by the blackout days of the plan, whoever reads them', async () => {
    const { id } = await begin()
    const minutes = async () => (await progress(id)).forecast?.minutes ?? 0
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const blackouts = [{ from: day(-1), until: day(6), reason: 'Feast' }]
    const before = await minutes()
    await sql`insert into organization_config (org_id, settings)
      values (${shopId}, ${JSON.stringify({ blackouts })})`.execute(fleet.app.platform.db)
    try {
      expect(await minutes()).toBeGreaterThan(before + 5 * 24 * 60)
    } finally {
      await sql`delete from organization_config where org_id = ${shopId}`.execute(
        fleet.app.platform.db,
      )
    }
  })

  it('of a wave are found among results, too', async () => {
    const { id } = await begin()
    const page = (query: object) => fleet.admin.get(upgradeResults.page, { query })
    expect((await page({ planId: id, wave: 1 })).total).toBe(7)
    expect((await page({ planId: id, wave: 2 })).total).toBe(0)
  })
})

describe('options of a plan', () => {
  /** What its first push says. */
  async function argsOf(options: object) {
    const { id } = await fleet.begin([versionId], sns, { options })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const { rows } = await sql<{
      wifiOnly: string | null
      inBlackout: string | null
      forcedAfterHours: number | null
      win: unknown
    }>`
      select push.args #>> '{opt,wifiOnly}' as wifi_only, push.args #>> '{gate,inBlackout}' as in_blackout,
        push.args #> '{opt,win}' as win,
        round(((push.args #>> '{opt,deadline}')::numeric / 1000 - extract(epoch from push.created_at)) / 3600)::integer
          as forced_after_hours
      from plan_push made join push on push.id = made.push_id where made.plan_id = ${id}`.execute(
      fleet.app.platform.db,
    )
    return rows[0]
  }

  it('keep what is large from mobile networks', async () => {
    // The file has 20 MB.
    expect(await argsOf({ meteredMb: 19 })).toMatchObject({ wifiOnly: 'true' })
    sns = await fleet.add(`T${made}L`, 2)
    expect(await argsOf({ meteredMb: 20 })).toMatchObject({ wifiOnly: null })
  })

  it('let terminals install in hours by their own clock, which they are told as they are', async () => {
    const installWindows = [
      { from: '22:00', until: '04:00', days: [7] },
      { from: '02:15', until: '02:45', days: [1, 2] },
    ]
    expect(await argsOf({ installWindows })).toMatchObject({
      win: [
        { d: [7], f: '22:00', t: '04:00' },
        { d: [1, 2], f: '02:15', t: '02:45' },
      ],
    })
  })

  it('wait for battery and Wi-Fi alone once their time is over', async () => {
    expect(await argsOf({ forceHours: 5 })).toMatchObject({ forcedAfterHours: 5 })
    sns = await fleet.add(`T${made}L`, 2)
    expect(await argsOf({})).toMatchObject({ forcedAfterHours: null })
  })

  it('keep blackout days unless the plan says otherwise', async () => {
    expect(await argsOf({})).toMatchObject({ inBlackout: null })
    sns = await fleet.add(`T${made}B`, 2)
    expect(await argsOf({ blackouts: false })).toMatchObject({ inBlackout: 'true' })
  })
})

describe('what a plan waits for', () => {
  it('is told before it has waves', async () => {
    const body = fleet.bodyOf([versionId], sns, two)
    const { id } = await fleet.admin.get(plans.add, { body })
    const waits = async () => (await progress(id)).waits.map(({ wave, for: what }) => [wave, what])
    expect(await waits()).toEqual([])
    await fleet.admin.get(plans.submit, { params: { id } })
    expect(await waits()).toEqual([[0, 'START']])
    await fleet.admin.get(plans.start, { params: { id } })
    expect(await waits()).toEqual([[0, 'MOMENT']])
  })

  it('is the share that has to be well, and what its terminals wait for', async () => {
    const { id, first } = await begin()
    const { db } = fleet.app.platform
    await fleet.end(id, 'SUCCESS', first.slice(0, 1))
    await sql`insert into device_online (device_id, since, session_id) select id, now(), uuid7() from device where sn = any(${first}::text[])`.execute(
      db,
    )
    await sql`delete from device_online where device_id = (select id from device where sn = ${first[1]})`.execute(
      db,
    )
    await sql`update push_item set waits_for = 'WINDOW', waits_reason = '22:00–05:00', next_publish_at = '2030-01-01T22:00:00Z'
      where device_id = (select id from device where sn = ${first[2]})`.execute(db)
    const { waits } = await progress(id)
    expect(waits).toEqual([
      {
        wave: 1,
        for: 'SUCCESS',
        count: 0,
        needed: 6,
        until: null,
        capped: false,
        terminals: [
          { for: 'OFFLINE', count: 1, until: null, reason: null },
          { for: 'PROOF', count: 1, until: null, reason: null },
          { for: 'WINDOW', count: 1, until: '2030-01-01T22:00:00.000Z', reason: '22:00–05:00' },
        ],
      },
      {
        wave: 2,
        for: 'BEFORE',
        count: null,
        needed: null,
        until: null,
        terminals: [],
        capped: false,
      },
    ])
    // Numbers of terminals that he does not see are not his.
    const [own] = (await progress(id, shopkeeper)).waits
    expect(own).toMatchObject({ for: 'SUCCESS', count: null, needed: null })
    await fleet.admin.get(plans.pause, { params: { id } })
    expect((await progress(id)).waits[0]).toMatchObject({ wave: 1, for: 'RESUME' })
  })

  it('is said of each result, as its plan has it', async () => {
    const { id, first } = await begin()
    const { db } = fleet.app.platform
    const [proved, paused, failed] = first
    await fleet.end(id, 'SUCCESS', first.slice(0, 1))
    await fleet.end(id, 'FAILED', first.slice(2, 3))
    const why = async (sn: string | undefined, user: TestUser = fleet.admin) => {
      const { list } = await fleet.admin.get(upgradeResults.page, {
        query: { planId: id, sns: sn },
      })
      return user.call(upgradeResults.why, { params: { id: list[0]?.id ?? '' } })
    }
    const held = async (sn: string | undefined) =>
      (await why(sn)).data.gates
        .filter(({ passes }) => !passes)
        .map(({ gate, value, until }) => [gate, value, until !== null])
    expect(await held(proved)).toEqual([['PROOF', 'PROOF', true]])
    expect(await held(paused)).toEqual([['SENDING', 'OFFLINE', false]])
    await fleet.admin.get(plans.pause, { params: { id } })
    const { planNo, name } = await fleet.find(id)
    expect((await why(paused)).data.plan).toMatchObject({ planNo, name, state: 'PAUSED', wave: 1 })
    expect(await held(paused)).toEqual([
      ['PLAN', 'PAUSED', false],
      ['SENDING', 'OFFLINE', false],
    ])
    await sql`update device set status = 0 where sn = ${failed}`.execute(db)
    expect((await why(failed)).data.asks.filter(({ passes }) => !passes)).toEqual([
      { code: 'S608', passes: false },
    ])
    // Whoever does not see the terminal is told nothing of it.
    const other = await signedIn(fleet.app, { orgId: shopId, permissions: ['RESULT_LIST'] })
    const foreign = first.find((sn) => !sn.includes('XS'))
    expect((await why(foreign, other)).code).toBe(codes.notFound)
    // What failed may be another plan's by now.
    await sql`update device set status = 1 where sn = ${failed}`.execute(db)
    await fleet.begin([await fleet.addVersion(`${made}.7`)], [failed ?? ''])
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect((await held(failed)).map(([gate]) => gate)).toEqual(['PLAN', 'OTHER_PLAN'])
  })

  it('is said of a plan that the reader does not see without its name and its words', async () => {
    const plan = await fleet.begin([versionId], sns, two)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const body = { reason: 'The maker told us why' }
    await fleet.admin.get(plans.stop, { params: { id: plan.id }, body })
    const own = await signedIn(fleet.app, { orgId: shopId, permissions: ['RESULT_LIST'] })
    const told = async (user: TestUser) => {
      const query = { versionId, orgId: shopId }
      const [row] = (await user.get(upgradeResults.page, { query })).list
      const asked = { params: { id: row?.id ?? '' } }
      const why = await user.get(upgradeResults.why, asked)
      const other = why.gates.find(({ gate }) => gate === 'OTHER_PLAN')
      return { row, detail: await user.get(upgradeResults.detail, asked), of: why.plan, other }
    }
    const { id: planId, planNo, name: planName } = plan
    const all = await told(fleet.admin)
    expect(all.row).toMatchObject({ planId, planNo, planName })
    expect(all.of).toMatchObject({ id: planId, planNo, name: planName, reason: body.reason })
    const few = await told(own)
    expect(few.row).toMatchObject({ planId: null, planNo, planName: null })
    expect(few.detail).toMatchObject({ planId: null, planNo, planName: null })
    expect(few.of).toMatchObject({ id: null, planNo, name: null, reason: null, state: 'STOPPED' })
    // Of another that is at the same he learns that there is one.
    expect(few.other).toMatchObject({ passes: true, value: null })
    const next = await fleet.begin([await fleet.addVersion(`${made}.5`)], sns)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect((await told(fleet.admin)).other).toMatchObject({ passes: false, value: next.planNo })
    expect((await told(own)).other).toMatchObject({ passes: false, value: null })
  })

  it('is another plan that is at its terminals', async () => {
    const { first } = await begin()
    versionId = await fleet.addVersion(`${made}.1`)
    const { id } = await begin()
    const [now] = (await progress(id)).waits
    expect(now).toMatchObject({ wave: 1, for: 'OTHERS' })
    const held = now?.terminals.find((one) => one.for === 'OTHER_PLAN')?.count ?? 0
    expect(held).toBeGreaterThan(0)
    const { list } = await terminals(id, { waitsFor: 'OTHER_PLAN' })
    expect(list).toHaveLength(held)
    expect(list.every(({ sn }) => first.includes(sn))).toBe(true)
  })
})
