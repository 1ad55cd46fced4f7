import { codes, plans, upgradeResults } from '@muster/contract'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import type { Database } from '../../../platform/db.ts'
import type { DB } from '../../../platform/schema.ts'
import { runPlans } from './plan.worker.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string
let prefix: string
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  prefix = `P${++made}X`
  versionId = await fleet.addVersion(`${made}.0`)
})

const ladder = (...percents: number[]) => ({
  waveKind: 'LADDER',
  waves: percents.map((percent) => ({ ...easyWave, successPercent: 100, percent })),
})

/** Has the result of a plan on a terminal begin anew; the answer's code. */
async function again(planId: string, sn: string | undefined): Promise<number> {
  const { list } = await fleet.admin.get(upgradeResults.page, { query: { planId, sn } })
  const [result] = list
  const { code } = await fleet.admin.call(upgradeResults.retry, {
    params: { id: result?.id ?? '' },
  })
  return code
}

describe('a plan', () => {
  it('goes up its ladder, each wave when the one before is well', async () => {
    const sns = await fleet.add(prefix, 20)
    const { id } = await fleet.begin([versionId], sns, ladder(5, 25, 100))
    await fleet.round()
    await fleet.round()
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', wave: 1, size: 20 })
    expect(await fleet.items(id)).toHaveLength(1)
    await fleet.end(id, 'SUCCESS')
    await fleet.round()
    // By its own word is not enough.
    expect(await fleet.find(id)).toMatchObject({ wave: 1, installed: 1, succeeded: 0 })
    await fleet.come(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ wave: 2, succeeded: 1, waiting: 19 })
    expect(await fleet.items(id)).toHaveLength(5)
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    await fleet.round()
    expect(await fleet.items(id)).toHaveLength(20)
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 20, waiting: 0 })
    expect((await fleet.progress(id)).waves.map(({ state, size }) => [state, size])).toEqual([
      ['PASSED', 1],
      ['PASSED', 4],
      ['PASSED', 15],
    ])
  })

  it('gives its terminals up after its own hours, or those of the parameter', async () => {
    const { app } = fleet
    await sql`insert into parameter (key, group_code, value_type, value)
      values ('plan.default.timeout.hours', 'task', 'int', '3')`.execute(app.platform.db)
    const seconds = async (sns: readonly string[], options: object) => {
      const { id } = await fleet.begin([versionId], sns, { options })
      for (let nth = 0; nth < 3; nth++) await fleet.round()
      const { rows } = await sql<{ ttl: number }>`select push.ttl_seconds as ttl from push
        join plan_push made on made.push_id = push.id where made.plan_id = ${id}`.execute(
        app.platform.db,
      )
      return rows.map(({ ttl }) => ttl)
    }
    const [first = '', second = ''] = await fleet.add(prefix, 2)
    expect(await seconds([first], {})).toEqual([3 * 3600])
    expect(await seconds([second], { timeoutHours: 5 })).toEqual([5 * 3600])
  })

  it('stops a wave at once, and once, when its answers come in one batch', async () => {
    const sns = await fleet.add(prefix, 20)
    const waves = [50, 100].map((percent) => ({ ...easyWave, errorPercent: 20, percent }))
    const { id } = await fleet.begin([versionId], sns, { waveKind: 'LADDER', waves })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const first = (await fleet.items(id)).map(({ sn }) => sn)
    expect(first).toHaveLength(10)
    await fleet.end(id, 'FAILED', first.slice(0, 2))
    expect((await fleet.progress(id)).waves[0]).toMatchObject({ state: 'RUNNING', failed: 2 })
    await fleet.end(id, 'FAILED', first.slice(2, 6))
    // Before any worker has looked at it.
    const { waves: stopped } = await fleet.progress(id)
    expect(stopped[0]).toMatchObject({ state: 'FAILED', reason: 'plan.failed.errors', failed: 6 })
    const { rows } = await sql`select push.state, push.reason from push
      join plan_push made on made.push_id = push.id where made.plan_id = ${id}`.execute(
      fleet.app.platform.db,
    )
    expect(rows).toEqual([{ state: 'PAUSED', reason: 'plan.pausedWith' }])
    await fleet.round()
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({
      state: 'PAUSED',
      reason: 'plan.failed.errors',
      wave: 1,
    })
    expect(await fleet.items(id)).toHaveLength(10)
    // What failed is forgiven; more is not.
    await fleet.admin.get(plans.resume, { params: { id } })
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING' })
    await fleet.end(id, 'FAILED', first.slice(6, 9))
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED' })
  })

  it('goes on with those that begin anew while it is paused', async () => {
    const sns = await fleet.add(prefix, 4)
    const { id } = await fleet.begin([versionId], sns, {
      waves: [{ ...easyWave, errorPercent: 0 }],
    })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'FAILED', sns.slice(0, 1))
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', failed: 1 })
    expect(await fleet.admin.get(plans.retry, { params: { id }, body: {} })).toEqual({ count: 1 })
    await fleet.admin.get(plans.resume, { params: { id } })
    const { rows } = await sql`select push.state, push.reason from push
      join plan_push made on made.push_id = push.id where made.plan_id = ${id}`.execute(
      fleet.app.platform.db,
    )
    expect(rows).toEqual([{ state: 'RUNNING', reason: null }])
    await fleet.round()
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 4 })
  })

  it('waits with its wave until it has been watched', async () => {
    const sns = await fleet.add(prefix, 4)
    const waves = [50, 100].map((percent) => ({ ...easyWave, soakMinutes: 60, percent }))
    const { id } = await fleet.begin([versionId], sns, { waveKind: 'LADDER', waves })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    await fleet.round()
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'SOAKING', wave: 1 })
    await sql`update plan_wave set soak_at = soak_at - interval '61 minutes' where plan_id = ${id} and wave = 1`.execute(
      fleet.app.platform.db,
    )
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', wave: 2 })
  })

  it('takes who is silent after the install, and who is not well, for failed', async () => {
    const sns = await fleet.add(prefix, 4)
    const waves = [{ ...easyWave, errorPercent: 30 }]
    const { id } = await fleet.begin([versionId], sns, { waves })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'SUCCESS', sns.slice(0, 1))
    await fleet.come(id, null)
    await fleet.end(id, 'SUCCESS', sns.slice(1, 2))
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', installed: 2 })
    await sql`update plan_check set since = since - interval '31 minutes' where plan_id = ${id}`.execute(
      fleet.app.platform.db,
    )
    await sql`update device_state set last_seen_at = last_seen_at - interval '30 minutes'`.execute(
      fleet.app.platform.db,
    )
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'PAUSED', noContact: 1, unwell: 1 })
    const { count } = await fleet.admin.get(plans.retry, { params: { id }, body: {} })
    expect(count).toBe(2)
    expect(await fleet.find(id)).toMatchObject({ installed: 2, noContact: 0, unwell: 0 })
  })

  it('waits for another plan that is at the same terminals, and takes them when it is done', async () => {
    const sns = await fleet.add(prefix, 6)
    const other = await fleet.addVersion(`${made}.1`)
    const older = await fleet.begin([versionId], sns.slice(0, 4))
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const newer = await fleet.begin([other], sns.slice(2))
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect((await fleet.items(newer.id)).map(({ sn }) => sn)).toEqual(sns.slice(4))
    expect((await fleet.progress(newer.id)).behindOthers).toBe(2)
    await fleet.end(older.id, 'SUCCESS', sns.slice(2, 3))
    await fleet.round()
    await fleet.round()
    expect((await fleet.items(newer.id)).map(({ sn }) => sn)).toEqual([sns[2], ...sns.slice(4)])
    await fleet.end(older.id, 'FAILED')
    await fleet.round()
    await fleet.round()
    expect(await fleet.items(newer.id)).toHaveLength(4)
    // What the older one did there does not begin anew beside it, from wherever that is asked.
    expect(await again(older.id, sns[3])).toBe(codes.wrongState)
    expect(await again(older.id, sns[0])).toBe(codes.success)
  })

  it('begins nothing anew from its results once it was stopped', async () => {
    const sns = await fleet.add(prefix, 2)
    const { id } = await fleet.begin([versionId], sns)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'FAILED', sns.slice(0, 1))
    await fleet.admin.get(plans.stop, { params: { id }, body: { reason: 'enough' } })
    expect(await again(id, sns[0])).toBe(codes.wrongState)
  })

  it('never shares a terminal with a plan that begins in the same moment', async () => {
    const sns = await fleet.add(prefix, 30)
    const other = await fleet.addVersion(`${made}.1`)
    const both = await Promise.all([fleet.begin([versionId], sns), fleet.begin([other], sns)])
    await fleet.tick()
    await fleet.tick()
    await Promise.all([fleet.tick(), fleet.tick(), fleet.tick()])
    await fleet.follow()
    const items = await Promise.all(both.map(({ id }) => fleet.items(id)))
    const open = items.flat().map(({ sn }) => sn)
    expect(new Set(open).size).toBe(open.length)
    expect(open).toHaveLength(30)
  })

  it('brings what stands on the version before it, and on nothing else', async () => {
    const sns = await fleet.add(prefix, 1)
    const [on, off] = [await fleet.addVersion(`${made}.1`), await fleet.addVersion(`${made}.2`)]
    const stands = (id: string, from: string) =>
      sql`update upgrade_version set is_diff = true, from_versions = array[${from}] where id = ${id}`.execute(
        fleet.app.platform.db,
      )
    await stands(on, `${made}.0`)
    await stands(off, '0.1')
    const { id } = await fleet.begin([versionId, on, off], sns)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect((await fleet.items(id)).map(({ state, code }) => [state, code])).toEqual([
      ['QUEUED', null],
      ['QUEUED', null],
      ['FILTERED', 'I208'],
    ])
  })

  it('brings several versions one after the other, and none where one has failed', async () => {
    const sns = await fleet.add(prefix, 2)
    const next = await fleet.addVersion(`${made}.1`, 'BOOTLOGO')
    const { id } = await fleet.begin([versionId, next], sns)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'FAILED', sns.slice(0, 1))
    await fleet.end(id, 'SUCCESS', sns.slice(1))
    await fleet.round()
    expect((await fleet.items(id)).map(({ state, code }) => [state, code])).toEqual([
      ['FAILED', 'I201'],
      ['CANCELLED', 'S610'],
      ['SUCCESS', null],
      ['QUEUED', null],
    ])
    expect(await fleet.find(id)).toMatchObject({ failed: 1, waiting: 1, leftOut: 0 })
    await fleet.end(id, 'SUCCESS', null, 2)
    await fleet.come(id)
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ failed: 1, succeeded: 1, state: 'FINISHED' })
  })
})

describe('a plan killed and started again', () => {
  it('releases no wave twice, in whichever state it was', async () => {
    const { db } = fleet.app.platform
    const sns = await fleet.add(prefix, 8)
    const { id } = await fleet.begin([versionId], sns, ladder(25, 100))
    const pushes = async () =>
      (await sql`select 1 from plan_push where plan_id = ${id}`.execute(db)).rows.length
    // Each step is taken back before its commit, then taken by two at once, then once more.
    for (let nth = 0; nth < 4; nth++) {
      await expect(runPlans({ ...fleet.app.platform, db: killed(db) })).rejects.toThrow(
        'cannot go on',
      )
      await Promise.all([fleet.tick(), fleet.tick()])
      expect(await pushes()).toBeLessThan(2)
    }
    await fleet.follow()
    await fleet.tick()
    expect(await pushes()).toBe(1)
    expect(await fleet.items(id)).toHaveLength(2)
    await fleet.end(id, 'SUCCESS')
    await fleet.come(id)
    await Promise.all([fleet.tick(), fleet.tick(), fleet.tick()])
    await fleet.follow()
    expect(await pushes()).toBe(2)
    expect(await fleet.items(id)).toHaveLength(8)
  })
})

/** A database whose transactions all end just before their commit. */
function killed(db: Database): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction')
        return () => ({
          execute: (work: (trx: Transaction<DB>) => Promise<unknown>) =>
            target.transaction().execute(async (trx) => {
              await work(trx)
              throw new Error('killed')
            }),
        })
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function'
        ? (...args: unknown[]): unknown => Reflect.apply(value, target, args)
        : value
    },
  })
}

describe('what a plan asks for', () => {
  it('waits for a second person where firmware is replaced, who has not made it', async () => {
    const sns = await fleet.add(prefix, 3)
    const firmware = await fleet.addVersion(`F${made}.0`, 'FIRMWARE')
    await sql`update device set firmware = ${`F${made}.0`} where sn = ${sns[1]}`.execute(
      fleet.app.platform.db,
    )
    const body = fleet.bodyOf([firmware], sns, { excluded: sns.slice(2) })
    const { id } = await fleet.admin.get(plans.add, { body })
    const params = { params: { id } }
    const { version, ...handed } = await fleet.admin.get(plans.submit, params)
    expect(handed).toMatchObject({ state: 'APPROVAL', needsApproval: true })
    // What he agrees to: one is left out by name, one has the version already.
    expect(await fleet.second.get(plans.meant, params)).toEqual({ total: 2, eligible: 1 })
    const approve = { ...params, body: { version } }
    expect((await fleet.admin.call(plans.approve, approve)).code).toBe(codes.forbidden)
    expect(await fleet.second.get(plans.approve, approve)).toMatchObject({ state: 'APPROVED' })
    await sql`update upgrade_version set state = 'OFFLINE' where id = ${firmware}`.execute(
      fleet.app.platform.db,
    )
    expect((await fleet.second.call(plans.meant, params)).msg).toContain('not offered')
  })

  it('waits for a second person where blackout days are passed over', async () => {
    const sns = await fleet.add(prefix, 1)
    const agent = await fleet.addVersion(`${made}.9`)
    const submitted = async (options: object) => {
      const body = fleet.bodyOf([agent], sns, { options })
      const { id } = await fleet.admin.get(plans.add, { body })
      return (await fleet.admin.get(plans.submit, { params: { id } })).state
    }
    expect(await submitted({ blackouts: false })).toBe('APPROVAL')
    expect(await submitted({})).toBe('APPROVED')
  })

  it('refuses what makes no sense', async () => {
    const sns = await fleet.add(prefix, 1)
    const add = async (more: object) =>
      (await fleet.admin.call(plans.add, { body: fleet.bodyOf([versionId], sns, more) })).code
    expect(await add({ waves: [easyWave, easyWave] })).toBe(codes.badRequest)
    expect(await add(ladder(50, 20, 100))).toBe(codes.badRequest)
    expect(await add({ versionIds: [versionId, versionId] })).toBe(codes.badRequest)
    expect(await add({ waves: [{ ...easyWave, errorPercent: 101 }] })).toBe(codes.badRequest)
    expect(await add({ waves: [{ ...easyWave, errorPercent: 0, successPercent: 100 }] })).toBe(200)
  })

  it('goes nowhere with a group without members', async () => {
    const { id: groupId } = await fleet.app.platform.db
      .insertInto('deviceGroup')
      .values({ name: `Empty ${made}`, orgId: fleet.app.rootId, type: 'STATIC', maxMembers: 10 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const body = { ...fleet.bodyOf([versionId], []), targets: { groupId } }
    const { id } = await fleet.admin.get(plans.add, { body })
    expect((await fleet.admin.call(plans.submit, { params: { id } })).code).toBe(codes.badRequest)
  })

  it('names who is left out, and why', async () => {
    const sns = await fleet.add(prefix, 3)
    await sql`update device set status = 0 where sn = ${sns[0]}`.execute(fleet.app.platform.db)
    const aim = { versionIds: [versionId], targets: { sns }, excluded: sns.slice(2) }
    expect(await fleet.admin.get(plans.precheck, { body: aim })).toMatchObject({
      total: 2,
      eligible: 1,
      leftOut: [{ code: 'S608', count: 1, examples: [sns[0]] }],
    })
    const { list } = await fleet.admin.get(plans.leftOut, { body: aim })
    expect(list.map(({ sn, code }) => [sn, code])).toEqual([[sns[0], 'S608']])
  })
})
