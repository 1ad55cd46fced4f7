import { type PlanPractice, planPractices, plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn } from '../../../../test/testApp.ts'
import { runPractices } from './practice.worker.ts'

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
      failures: [],
    })
    expect(waves.map(({ state, size, succeeded }) => [state, size, succeeded])).toEqual([
      ['PASSED', 4, 4],
      ['PASSED', 36, 36],
    ])
    // Watched for half an hour before the second wave.
    expect(forecast?.minutes).toBeGreaterThan(30)
    expect(forecast).toMatchObject({ late: 0 })
    expect(forecast?.peakMbits).toBeGreaterThan(0)
    expect(Date.parse(clock ?? '') - Date.parse(beganAt ?? '')).toBeGreaterThan(60 * 60_000)
    expect(await fleet.find(id)).toMatchObject({
      state: 'DRAFT',
      size: 0,
      practice: { state: 'DONE', planState: 'FINISHED', failed: 0, isCurrent: true },
    })
  })

  it('says what fails as terminals of the model did before, and rests where the plan would', async () => {
    await were(sns)
    await sql`insert into push (task_no, kind, title, args, org_id, state, targets, size, expires_at)
      select 'PAST-' || ${made}::integer, 'UPGRADE', 'x', '{}', ${fleet.app.rootId}, 'FINISHED', '{}', 1, now()`.execute(
      fleet.app.platform.db,
    )
    await sql`insert into push_item (id, push_id, device_id, cmd, state, code, created_at, queued_at, acked_at, ended_at, expires_at,
        counted_org, counted_model)
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
    await were(sns)
    const id = await plan({ waves: [easyWave] })
    await begin(id)
    await tryAll()
    const { platform, rootId: parentId } = fleet.app
    const { id: orgId } = await addOrganization(platform, { name: 'Else', code: 'ELSE', parentId })
    const permissions = ['PLAN_DETAIL', 'PLAN_LIST']
    const stranger = await signedIn(fleet.app, { orgId, permissions })
    await expect(stranger.get(planPractices.last, { params: { id } })).rejects.toThrow('GET')
    const query = { pageNum: 1, pageSize: 10 }
    await expect(stranger.get(planPractices.results, { params: { id }, query })).rejects.toThrow(
      'GET',
    )
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
