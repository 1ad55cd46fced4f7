import { codes, mostExcluded, plans, upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn } from '../../../../test/testApp.ts'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import { leaveWork, workNext } from '../../device/push/work.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string
let prefix: string
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  prefix = `G${++made}X`
  versionId = await fleet.addVersion(`${made}.0`)
})

const rounds = async (count: number) => {
  for (let nth = 0; nth < count; nth++) await fleet.round()
}
const retry = (id: string, body: { code?: string } = {}) =>
  fleet.admin.call(plans.retry, { params: { id }, body })
const statesOf = async (id: string) =>
  (await fleet.items(id)).map(({ state, code }) => [state, code].filter(Boolean).join(' '))

async function pushesOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select push.state from plan_push made
    join push on push.id = made.push_id where made.plan_id = ${id} order by push.id`.execute(
    fleet.app.platform.db,
  )
  return rows.map(({ state }) => state)
}

describe('a plan of which something begins anew', () => {
  it('goes on though one of its pushes has nothing to begin with', async () => {
    const sns = await fleet.add(prefix, 2)
    const waves = [50, 100].map((percent) => ({ ...easyWave, percent }))
    const { id } = await fleet.begin([versionId], sns, { waveKind: 'LADDER', waves })
    await rounds(3)
    await fleet.end(id, 'FAILED')
    await rounds(2)
    await fleet.end(id, 'FAILED')
    expect(await statesOf(id)).toEqual(['FAILED I201', 'FAILED I201'])
    const [first] = await fleet.items(id)
    await sql`update device set status = 0 where sn = ${first?.sn}`.execute(fleet.app.platform.db)
    expect((await retry(id)).data).toEqual({ count: 1 })
    expect(await statesOf(id)).toEqual(['FAILED I201', 'QUEUED'])
    expect((await retry(id)).code).toBe(codes.warning)
  })

  it('begins nothing anew while it is disabled, nor goes back', async () => {
    const sns = await fleet.add(prefix, 2)
    const { id } = await fleet.begin([versionId], sns)
    await rounds(3)
    await fleet.end(id, 'FAILED', sns.slice(0, 1))
    await sql`update plan set state = 'FINISHED', ended_at = now() where id = ${id}`.execute(
      fleet.app.platform.db,
    )
    const set = (status: '0' | '1') => fleet.admin.get(plans.setStatus, { params: { id, status } })
    const again = async () => {
      const { list } = await fleet.admin.get(upgradeResults.page, {
        query: { planId: id, sn: sns[0] },
      })
      const one = { params: { id: list[0]?.id ?? '' } }
      return (await fleet.admin.call(upgradeResults.retry, one)).code
    }
    await set('0')
    expect(await again()).toBe(codes.wrongState)
    const back = await fleet.admin.call(plans.rollBack, { params: { id } })
    expect(back.msg).toContain('enable it first')
    await set('1')
    expect(await again()).toBe(codes.success)
  })

  it('begins anew beside one that is disabled, which is named where there is nothing else', async () => {
    const [mine = '', others = ''] = await fleet.add(prefix, 2)
    const { id } = await fleet.begin([versionId], [mine])
    const other = await fleet.begin([await fleet.addVersion(`${made}.1`)], [others])
    await rounds(3)
    for (const plan of [id, other.id]) await fleet.end(plan, 'FAILED')
    await rounds(2)
    const disabled = { params: { id: other.id, status: '0' as const } }
    await fleet.admin.get(plans.setStatus, disabled)
    const sns = `${mine},${others}`
    const all = () => fleet.admin.call(upgradeResults.retryMany, { body: { code: 'I201', sns } })
    expect((await all()).data).toEqual({ count: 1 })
    expect([await statesOf(id), await statesOf(other.id)]).toEqual([['QUEUED'], ['FAILED I201']])
    const { planNo } = await fleet.find(other.id)
    const refused = await all()
    expect(refused.code).toBe(codes.wrongState)
    expect(refused.msg).toContain(planNo)
  })

  it('brings all its versions where the first one had failed', async () => {
    const sns = await fleet.add(prefix, 2)
    const next = await fleet.addVersion(`${made}.1`, 'BOOTLOGO')
    const { id } = await fleet.begin([versionId, next], sns)
    await rounds(3)
    const [failed = '', well = ''] = sns
    await fleet.end(id, 'FAILED', [failed])
    await fleet.end(id, 'SUCCESS', [well])
    await rounds(1)
    await fleet.end(id, 'SUCCESS', [well], 2)
    await rounds(1)
    const got = ['SUCCESS', 'SUCCESS']
    expect(await statesOf(id)).toEqual(['FAILED I201', 'CANCELLED S610', ...got])
    expect((await retry(id)).data).toEqual({ count: 1 })
    expect(await statesOf(id)).toEqual(['QUEUED', 'QUEUED', ...got])
    await fleet.end(id, 'SUCCESS')
    await rounds(1)
    await fleet.end(id, 'SUCCESS', null, 2)
    await fleet.come(id)
    await rounds(1)
    expect(await fleet.find(id)).toMatchObject({ succeeded: 2, failed: 0, leftOut: 0 })
  })

  it('rests with its plan, though its pushes had ended', async () => {
    const sns = await fleet.add(prefix, 4)
    const next = await fleet.addVersion(`${made}.1`, 'BOOTLOGO')
    const waves = [50, 100].map((percent) => ({ ...easyWave, percent }))
    const { id } = await fleet.begin([versionId, next], sns, { waveKind: 'LADDER', waves })
    await rounds(3)
    await fleet.end(id, 'FAILED')
    await rounds(4)
    await fleet.admin.get(plans.pause, { params: { id } })
    expect(await pushesOf(id)).toEqual(['PARTIAL', 'PARTIAL', 'PAUSED', 'PAUSED'])
    expect((await retry(id)).data).toEqual({ count: 2 })
    expect(await pushesOf(id)).toEqual(['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED'])
    await fleet.admin.get(plans.resume, { params: { id } })
    expect(await pushesOf(id)).toEqual(['RUNNING', 'RUNNING', 'RUNNING', 'RUNNING'])
  })

  it('forgives no others what it has cured', async () => {
    const sns = await fleet.add(prefix, 10)
    const waves = [{ ...easyWave, errorPercent: 20 }]
    const { id } = await fleet.begin([versionId], sns, { waves })
    await rounds(3)
    await fleet.end(id, 'FAILED', sns.slice(0, 3))
    await rounds(1)
    await fleet.admin.get(plans.resume, { params: { id } })
    await fleet.end(id, 'SUCCESS', sns.slice(9))
    expect((await retry(id)).data).toEqual({ count: 3 })
    await rounds(1)
    await fleet.end(id, 'SUCCESS', sns.slice(0, 3))
    await fleet.end(id, 'FAILED', sns.slice(3, 6))
    await rounds(1)
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', reason: 'plan.failed.errors' })
  })
})

/** Has what became of a terminal on one way of a plan begin anew. */
async function again(planId: string, sn: string | undefined, purpose = 'FORTH') {
  const { rows } = await sql<{ id: string }>`select item.id from plan_push made
      join push_item item on item.push_id = made.push_id join device on device.id = item.device_id
    where made.plan_id = ${planId} and made.purpose = ${purpose} and made.place = 1 and device.sn = ${sn}`.execute(
    fleet.app.platform.db,
  )
  const params = { id: rows[0]?.id ?? '' }
  return (await fleet.admin.call(upgradeResults.retry, { params })).code
}

it('passes by terminals for whoever steers the plan, though somebody above has begun it', async () => {
  const { app } = fleet
  const sns = await fleet.add(prefix, 1)
  const { id } = await fleet.begin([versionId], sns)
  await rounds(3)
  const shop = await addOrganization(app.platform, {
    name: prefix,
    code: prefix,
    parentId: app.rootId,
  })
  await sql`update plan set org_id = ${shop.id} where id = ${id}`.execute(app.platform.db)
  await sql`update device set org_id = ${shop.id} where sn = any(${sns})`.execute(app.platform.db)
  const permissions = [plans.exclude.permission]
  const keeper = await signedIn(app, { orgId: shop.id, permissions })
  expect(await keeper.get(plans.exclude, { params: { id }, body: { sns } })).toEqual({ count: 1 })
  expect(await statesOf(id)).toEqual(['CANCELLED S602'])
})

describe('a terminal that another plan is at', () => {
  it('is left to it by the plan that has passed it by', async () => {
    const sns = await fleet.add(prefix, 2)
    const [out = '', failed = ''] = sns
    const { id } = await fleet.begin([versionId], sns)
    await rounds(3)
    await fleet.admin.get(plans.exclude, { params: { id }, body: { sns: [out] } })
    const other = await fleet.begin([await fleet.addVersion(`${made}.1`)], [out])
    await rounds(3)
    expect(await statesOf(other.id)).toEqual(['QUEUED'])
    await fleet.end(id, 'FAILED', [failed])
    expect((await retry(id)).data).toEqual({ count: 1 })
    expect(await statesOf(id)).toEqual(['CANCELLED S602', 'QUEUED'])
    expect(await again(id, out)).toBe(codes.warning)
  })

  it('is passed by as long as there is room for it among those that are', async () => {
    const sns = await fleet.add(prefix, 3)
    const [first = '', second = '', third = ''] = sns
    const { id } = await fleet.begin([versionId], sns)
    await rounds(3)
    await sql`update plan set excluded = array(select 'OUT' || nth from generate_series(1, ${mostExcluded - 1}) as nth)
      where id = ${id}`.execute(fleet.app.platform.db)
    const exclude = (...sns: string[]) =>
      fleet.admin.call(plans.exclude, { params: { id }, body: { sns } })
    const full = { code: codes.warning, msg: 'A plan passes by at most 10,000 terminals' }
    expect(await exclude(first, second)).toMatchObject(full)
    expect((await exclude(first)).code).toBe(codes.success)
    expect(await exclude(third)).toMatchObject(full)
    expect(await statesOf(id)).toEqual(['CANCELLED S602', 'QUEUED', 'QUEUED'])
  })

  it('is left to it where it was called off by itself', async () => {
    const sns = await fleet.add(prefix, 1)
    const { id } = await fleet.begin([versionId], sns)
    await rounds(3)
    const { list } = await fleet.admin.get(upgradeResults.page, { query: { planId: id } })
    await fleet.admin.get(upgradeResults.cancel, { params: { id: list[0]?.id ?? '' } })
    const other = await fleet.begin([await fleet.addVersion(`${made}.1`)], sns)
    await rounds(3)
    expect(await statesOf(other.id)).toEqual(['QUEUED'])
    expect(await again(id, sns[0])).toBe(codes.wrongState)
    await fleet.end(other.id, 'FAILED')
    expect(await again(id, sns[0])).toBe(codes.success)
  })

  it('is left to it by a worker that comes to it later', async () => {
    const { db } = fleet.app.platform
    const sns = await fleet.add(prefix, 2)
    const [failed = ''] = sns
    const { id } = await fleet.begin([versionId], sns)
    await rounds(3)
    await fleet.end(id, 'FAILED', [failed])
    const other = await fleet.begin([await fleet.addVersion(`${made}.1`)], [failed])
    await rounds(3)
    expect(await statesOf(other.id)).toEqual(['QUEUED'])
    const { rows } = await sql<{ pushId: string; principal: FrozenPrincipal }>`
      select push_id, principal from plan join plan_push on plan_id = id where id = ${id}`.execute(
      db,
    )
    for (const row of rows) await leaveWork(db, { kind: 'RETRY', ...row })
    while (await workNext(db));
    expect(await statesOf(id)).toEqual(['FAILED I201', 'QUEUED'])
    await fleet.end(other.id, 'FAILED')
    expect(await again(id, failed)).toBe(codes.success)
    expect(await statesOf(id)).toEqual(['QUEUED', 'QUEUED'])
  })

  it('is not taken back beside it, nor from what it has brought', async () => {
    const { db } = fleet.app.platform
    const [old, next, later] = [`${made}.1`, `${made}.2`, `${made}.3`]
    const runs = (firmware: string) =>
      sql`update device set firmware = ${firmware} where sn = any(${sns})`.execute(db)
    const sns = await fleet.add(prefix, 1)
    await fleet.addVersion(old, 'FIRMWARE')
    const { id } = await runs(old).then(async () =>
      fleet.begin([await fleet.addVersion(next, 'FIRMWARE')], sns),
    )
    await rounds(3)
    await fleet.end(id, 'SUCCESS')
    await runs(next)
    await fleet.admin.get(plans.rollBack, { params: { id } })
    await rounds(1)
    await fleet.end(id, 'FAILED')
    await rounds(2)
    expect(await fleet.find(id)).toMatchObject({ state: 'ROLLED_BACK' })
    const other = await fleet.begin([await fleet.addVersion(later, 'FIRMWARE')], sns)
    await rounds(3)
    expect(await statesOf(other.id)).toEqual(['QUEUED'])
    expect(await again(id, sns[0], 'BACK')).toBe(codes.wrongState)
    await fleet.end(other.id, 'SUCCESS')
    await runs(later)
    expect(await again(id, sns[0], 'BACK')).toBe(codes.warning)
    await runs(next)
    expect(await again(id, sns[0], 'BACK')).toBe(codes.success)
  })
})
