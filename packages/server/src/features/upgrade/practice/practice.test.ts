import { type PlanPractice, planPractices, plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import { runPractices } from './practice.worker.ts'
import { enterPractice, openShadow } from './shadow.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string
let sns: string[]
let made = 0

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  versionId = await fleet.addVersion(`7.${++made}`)
  sns = await fleet.add(`T${made}W`, 40)
})

/** Tries plans as fast as it goes. */
async function tryAll(): Promise<void> {
  const { platform } = fleet.app
  const { connectionString = '' } = platform.pool.options
  await runPractices(platform, { directUrl: connectionString, hourMs: 0 }, { stop: false })
}

/** They have been on line for the last days, day and night; or never. */
async function were(which: readonly string[]): Promise<void> {
  await sql`insert into device_session (id, device_id, connected_at)
    select gen_random_uuid(), id, now() - interval '10 days' from device
    where sn = any(${[...which]}::text[])`.execute(fleet.app.platform.db)
}

const ladder = (...percents: number[]) => ({
  waveKind: 'LADDER',
  waves: percents.map((percent) => ({
    ...easyWave,
    successPercent: 90,
    errorPercent: 10,
    soakMinutes: 30,
    percent,
  })),
})

async function plan(more: object): Promise<string> {
  const body = fleet.bodyOf([versionId], sns, more)
  return (await fleet.admin.get(plans.add, { body })).id
}

const begin = (id: string) => fleet.admin.get(planPractices.begin, { params: { id } })
async function last(id: string): Promise<PlanPractice> {
  const practice = await fleet.admin.get(planPractices.last, { params: { id } })
  if (!practice) throw new Error('it was not tried')
  return practice
}

/** Ends sessions that rest after a statement like this; answers how many. */
async function endIdle(statement: string): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle' and query like ${statement}`.execute(
    fleet.app.platform.db,
  )
  return rows.length
}

/** What a practice must not change. */
async function real() {
  const { rows } =
    await sql`select (select count(*) from push) as pushes, (select count(*) from push_item) as items,
      (select count(*) from push_tally) as tallies, (select count(*) from outbox) as outbox, (select count(*) from notice) as notices,
      (select count(*) from plan_target) as targets, (select count(*) from plan_claim) as claims, (select count(*) from stat_change) as figures,
      (select count(*) from device_online) as online, (select count(*) from alarm_signal) as signals,
      (select count(*) from device) as devices, (select sum(hashtext(device::text)::bigint) from device) as terminals,
      (select sum(hashtext(device_state::text)::bigint) from device_state) as states`.execute(
      fleet.app.platform.db,
    )
  return rows
}

describe('a practice', () => {
  it('takes a plan to its end on copies, and touches nothing that is real', async () => {
    await were(sns)
    const id = await plan(ladder(10, 100))
    expect(await begin(id)).toMatchObject({ state: 'WAITING', isCurrent: true, waves: [] })
    const before = await real()
    await tryAll()
    expect(await real()).toEqual(before)
    const { waves, forecast, beganAt, clock, ...practice } = await last(id)
    expect(practice).toMatchObject({
      state: 'DONE',
      planState: 'FINISHED',
      size: 40,
      total: 40,
    })
    expect(waves.map(({ state, size }) => [state, size])).toEqual([
      ['PASSED', 4],
      ['PASSED', 36],
    ])
    // One in some hundred is not well by chance.
    const succeeded = waves.reduce((sum, wave) => sum + wave.succeeded, 0)
    expect(succeeded).toBeGreaterThanOrEqual(37)
    // Watched for half an hour before the second wave.
    expect(forecast?.minutes).toBeGreaterThan(30)
    expect(forecast).toMatchObject({ late: 0 })
    expect(forecast?.peakMbits).toBeGreaterThan(0)
    expect(Date.parse(clock ?? '') - Date.parse(beganAt ?? '')).toBeGreaterThan(60 * 60_000)
    expect(await fleet.find(id)).toMatchObject({
      state: 'DRAFT',
      size: 0,
      practice: { state: 'DONE', planState: 'FINISHED', failed: 40 - succeeded, isCurrent: true },
    })
  })

  it('says what fails as terminals of the model did before, and rests where the plan would', async () => {
    await were(sns)
    await sql`insert into push (task_no, kind, title, args, org_id, state, targets, size, expires_at)
      select 'PAST-' || ${made}::integer, 'UPGRADE', 'x', '{}', ${fleet.app.rootId}, 'FINISHED', '{}', 1, now()`.execute(
      fleet.app.platform.db,
    )
    await sql`insert into push_item (id, push_id, device_id, cmd, state, code, created_at, queued_at, acked_at, ended_at, expires_at,
        at_org, at_model)
      select item_of(push.id), push.id, device.id, 'UPGRADE', 'FAILED', 'I213', now(), now(), now() - interval '9 minutes', now(), now(),
        device.org_id, device.model_id
      from push, device where push.task_no = 'PAST-' || ${made}::integer and device.sn = any(${sns}::text[])`.execute(
      fleet.app.platform.db,
    )
    // 40 of 40 failed: believed as 40 of 140, with no second chance.
    const id = await plan({ ...ladder(50, 100), options: { retries: 0 } })
    await begin(id)
    await tryAll()
    const practice = await last(id)
    expect(practice).toMatchObject({
      state: 'DONE',
      planState: 'PAUSED',
      planReason: 'plan.failed.errors',
    })
    expect(practice.forecast?.minutes).toBeNull()
    expect(practice.forecast?.late).toBeGreaterThan(0)
    const { list, total } = await fleet.admin.get(planPractices.results, {
      params: { id },
      query: { pageNum: 1, pageSize: 50 },
    })
    expect(total).toBe(40)
    // The figure and the list behind it are one.
    for (const { code, count } of practice.failures)
      expect(list.filter((row) => row.code === code)).toHaveLength(count)
    expect(practice.failures.map(({ code }) => code)).toContain('I213')
    await sql`delete from push_item where cmd = 'UPGRADE' and code = 'I213'`.execute(
      fleet.app.platform.db,
    )
  })

  it('says who never comes', async () => {
    await were(sns.slice(0, 30))
    const endAt = new Date(Date.now() + 3 * 3600_000).toISOString()
    const id = await plan({ waves: [easyWave], endAt })
    await begin(id)
    await tryAll()
    const { planState, forecast } = await last(id)
    expect(planState).toBe('EXPIRED')
    expect(forecast).toMatchObject({ minutes: null })
  })

  it('is old when its plan is another', async () => {
    await were(sns)
    const id = await plan({ waves: [easyWave] })
    await begin(id)
    await tryAll()
    const { version } = await fleet.find(id)
    const waves = [{ ...easyWave, soakMinutes: 5 }]
    const body = { ...fleet.bodyOf([versionId], sns, { waves }), id, version }
    await fleet.admin.get(plans.update, { body })
    expect(await last(id)).toMatchObject({ state: 'DONE', isCurrent: false })
    expect((await fleet.find(id)).practice).toMatchObject({ isCurrent: false })
  })

  it('is stopped while it waits, and comes once at a time', async () => {
    const id = await plan({ waves: [easyWave] })
    await begin(id)
    await expect(begin(id)).rejects.toThrow('practice')
    await fleet.admin.get(planPractices.stop, { params: { id } })
    await tryAll()
    expect(await last(id)).toMatchObject({ state: 'STOPPED', size: 0 })
    await expect(fleet.admin.get(planPractices.stop, { params: { id } })).rejects.toThrow(
      'practice',
    )
  })

  it('copies what its beginner sees, and shows nothing of terminals to who sees none', async () => {
    const { platform, rootId: parentId } = fleet.app
    const { id: ownId } = await addOrganization(platform, { name: 'Own', code: 'OWN', parentId })
    const { id: elseId } = await addOrganization(platform, { name: 'Else', code: 'ELSE', parentId })
    await sql`update device set org_id = ${ownId} where sn = any(${sns.slice(0, 7)}::text[])`.execute(
      platform.db,
    )
    await were(sns)
    const permissions = ['PLAN_DETAIL', 'PLAN_CONTROL', planPractices.begin.permission]
    const own = await signedIn(fleet.app, { orgId: ownId, permissions })
    const stranger = await signedIn(fleet.app, { orgId: elseId, permissions })
    const id = await plan({ waves: [easyWave], orgId: ownId })
    const params = { params: { id } }
    const maker = await signedIn(fleet.app, { orgId: ownId, permissions: ['PLAN_ADD'] })
    expect(await maker.call(planPractices.begin, params)).toMatchObject({
      data: { permission: 'PLAN_CONTROL' },
    })
    const page = { params: { id }, query: { pageNum: 1, pageSize: 50 } }
    const tried = async (who: TestUser) => {
      await who.get(planPractices.begin, params)
      await tryAll()
      return last(id)
    }
    expect(await tried(own)).toMatchObject({ state: 'DONE', size: 7, total: 7 })
    expect(await own.get(planPractices.last, params)).toMatchObject({ seesAll: true, size: 7 })
    expect(await tried(fleet.admin)).toMatchObject({ state: 'DONE', size: 40, total: 40 })
    expect((await fleet.admin.get(planPractices.results, page)).total).toBe(40)
    const { list, total } = await own.get(planPractices.results, page)
    expect([total, ...list.map(({ sn }) => sn).toSorted()]).toEqual([7, ...sns.slice(0, 7)])
    // Of those whom he does not see he is told nothing, as a number neither.
    const told = await own.get(planPractices.last, params)
    expect(told).toMatchObject({ seesAll: false, size: 7, total: 7, waves: [], curve: [] })
    expect(told?.forecast).toBeNull()
    const failing = list.filter((row) => row.state !== 'SUCCESS' || row.outcome !== 'CONFIRMED')
    const detailed = (await own.get(plans.detail, params)).practice
    expect(detailed).toMatchObject({ size: 7, failed: failing.length, minutes: null })
    expect((await fleet.find(id)).practice).toMatchObject({ size: 40 })
    await expect(stranger.get(planPractices.last, params)).rejects.toThrow('GET')
    await expect(stranger.get(planPractices.results, page)).rejects.toThrow('GET')
  })

  it('can change nothing that is real, only its own', async () => {
    const { connectionString = '' } = fleet.app.platform.pool.options
    const shadow = await openShadow(connectionString)
    try {
      await enterPractice(shadow)
      const set = (table: string) =>
        sql`update ${sql.table(table)} set status = 0`.execute(shadow.db)
      for (const table of ['public.device', 'public.plan', 'organization', 'upgrade_version'])
        await expect(set(table)).rejects.toThrow('read-only')
      await set('device')
    } finally {
      await shadow.close()
    }
  })

  it('that loses its session ends there, and goes on in no other', async () => {
    await were(sns)
    const endAt = new Date(Date.now() + 20 * 3600_000).toISOString()
    const { id: others } = await fleet.begin([versionId], await fleet.add(`R${made}L`, 2), {
      endAt,
    })
    for (let nth = 0; nth < 2; nth++) await fleet.round()
    const id = await plan({ waves: [{ ...easyWave, soakMinutes: 20_000 }] })
    await begin(id)
    const { platform } = fleet.app
    const { connectionString = '' } = platform.pool.options
    const before = await real()
    const going = runPractices(
      platform,
      { directUrl: connectionString, hourMs: 300 },
      { stop: false },
    )
    await expect.poll(() => endIdle('select state, wave from plan where%')).toBe(1)
    await going
    expect(await last(id)).toMatchObject({ state: 'BROKEN' })
    expect(await real()).toEqual(before)
    expect(await fleet.find(others)).toMatchObject({ state: 'RUNNING' })
  })

  it('that has ended with its server is said to be broken', async () => {
    const id = await plan({ waves: [easyWave] })
    await begin(id)
    await sql`update plan_practice set state = 'RUNNING', beat_at = now() - interval '5 minutes'
      where plan_id = ${id}`.execute(fleet.app.platform.db)
    await tryAll()
    expect(await last(id)).toMatchObject({ state: 'BROKEN' })
  })
})
