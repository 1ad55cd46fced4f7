import { codes, type Plan, plans, upgradeResults, upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())

const runs = (firmware: string, sns: readonly string[]) =>
  sql`update device set firmware = ${firmware} where sn = any(${[...sns]}::text[])`.execute(
    fleet.app.platform.db,
  )

/** What became of one terminal of the way back. */
const ends = (planId: string, sn: string | undefined, state: string) =>
  sql`update push_item item set state = ${state}, ended_at = now() from plan_push made, device
    where made.push_id = item.push_id and made.plan_id = ${planId} and made.purpose = 'BACK'
      and device.id = item.device_id and device.sn = ${sn}`.execute(fleet.app.platform.db)

it('brings back what ran before, and says for how many it came to that', async () => {
  await fleet.addVersion('1.0', 'FIRMWARE')
  const next = await fleet.addVersion('2.0', 'FIRMWARE')
  const sns = await fleet.add('BACK', 3)
  await runs('1.0', sns)
  const { id } = await fleet.begin([next], sns)
  await fleet.round()
  await fleet.round()
  await fleet.round()
  const [one, other] = sns
  const got = sns.slice(0, 2)
  await fleet.end(id, 'SUCCESS', got)
  await runs('2.0', got)
  expect((await fleet.progress(id)).back).toBeNull()
  await fleet.admin.get(plans.rollBack, { params: { id } })
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'ROLLING_BACK' })
  expect((await fleet.progress(id)).back).toEqual({ size: 2, succeeded: 0, failed: 0 })
  await ends(id, one, 'SUCCESS')
  await ends(id, other, 'FAILED')
  await fleet.end(id, 'FAILED')
  await fleet.round()
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'ROLLED_BACK' })
  expect((await fleet.progress(id)).back).toEqual({ size: 2, succeeded: 1, failed: 1 })
  const results = async (query: object) =>
    (await fleet.admin.get(upgradeResults.page, { query: { planId: id, ...query } })).list
  const { planNo, name: planName } = await fleet.find(id)
  const brought = { sn: one, outcome: 'ROLLED_BACK', planNo, planName, wave: 1 }
  expect(await results({ state: 'ROLLED_BACK' })).toMatchObject([brought])
  const [stayed, ...more] = await results({ sns: other })
  expect([stayed?.sn, more]).toEqual([other, []])
  expect(stayed?.outcome).not.toBe('ROLLED_BACK')
})

it('comes by itself where a plan is to be stopped by a wave that fails', async () => {
  await fleet.addVersion('20.0', 'FIRMWARE')
  const next = await fleet.addVersion('21.0', 'FIRMWARE')
  const sns = await fleet.add('ABORT', 8)
  await runs('20.0', sns)
  const waves = [50, 100].map((percent) => ({ ...easyWave, errorPercent: 20, percent }))
  const { id } = await fleet.begin([next], sns, {
    waveKind: 'LADDER',
    waves,
    onFailure: 'ABORT',
    rollsBack: true,
  })
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  const first = (await fleet.items(id)).map(({ sn }) => sn)
  expect(first).toHaveLength(4)
  await fleet.end(id, 'SUCCESS', first.slice(0, 2))
  await runs('21.0', first.slice(0, 2))
  await fleet.end(id, 'FAILED', first.slice(2))
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({
    state: 'ROLLING_BACK',
    reason: 'plan.failed.errors',
  })
  await fleet.round()
  expect((await fleet.progress(id)).back).toEqual({ size: 2, succeeded: 0, failed: 0 })
  // The second wave was told of nothing.
  expect(await fleet.items(id)).toHaveLength(4)
  for (const sn of first) await ends(id, sn, 'SUCCESS')
  for (let nth = 0; nth < 2; nth++) await fleet.round()
  expect(await fleet.find(id)).toMatchObject({
    state: 'ROLLED_BACK',
    reason: 'plan.failed.errors',
  })
})

it('brings it by the ways that the plan allows', async () => {
  await fleet.addVersion('1.5', 'FIRMWARE')
  const next = await fleet.addVersion('2.5', 'FIRMWARE')
  const sns = await fleet.add('WAYS', 1)
  await runs('1.5', sns)
  // The file has 20 MB.
  const options = { blackouts: false, meteredMb: 19 }
  const { id } = await fleet.begin([next], sns, { options })
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('2.5', sns)
  await fleet.admin.get(plans.rollBack, { params: { id } })
  const { rows } = await sql<{ args: object }>`select push.args from plan_push made
    join push on push.id = made.push_id where made.plan_id = ${id} and made.purpose = 'BACK'`.execute(
    fleet.app.platform.db,
  )
  expect(rows).toMatchObject([
    { args: { opt: { downgrade: true, wifiOnly: true }, gate: { inBlackout: true } } },
  ])
})

it('is refused where no version that ran before may be given', async () => {
  const next = await fleet.addVersion('9.0', 'FIRMWARE')
  const sns = await fleet.add('NOBACK', 1)
  await runs('0.1', sns)
  const { id } = await fleet.begin([next], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('9.0', sns)
  expect(await fleet.items(id)).toMatchObject([{ state: 'SUCCESS' }])
  const { code } = await fleet.admin.call(plans.rollBack, { params: { id } })
  expect(code).toBe(codes.warning)
  expect(await fleet.find(id)).not.toMatchObject({ state: 'ROLLING_BACK' })
})

it('leads back from a version that was recalled', async () => {
  await fleet.addVersion('3.0', 'FIRMWARE')
  const next = await fleet.addVersion('4.0', 'FIRMWARE')
  const sns = await fleet.add('RECALL', 2)
  await runs('3.0', sns)
  const { id } = await fleet.begin([next], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('4.0', sns)
  await fleet.admin.get(upgradeVersions.recall, {
    params: { id: next },
    body: { reason: 'It burns.' },
  })
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'STOPPED', reason: 'plan.failed.version' })
  await fleet.admin.get(plans.rollBack, { params: { id } })
  await fleet.round()
  expect((await fleet.progress(id)).back).toEqual({ size: 2, succeeded: 0, failed: 0 })
})

it('passes by versions of the same name that its giver does not see', async () => {
  const { app } = fleet
  const place = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  const [own, sibling] = [await place('back-own'), await place('back-sibling')]
  const theirs = await fleet.addVersion('5.0', 'FIRMWARE')
  await sql`update upgrade_version set org_id = ${sibling} where id = ${theirs}`.execute(
    app.platform.db,
  )
  await fleet.addVersion('5.0', 'FIRMWARE')
  const next = await fleet.addVersion('6.0', 'FIRMWARE')
  const sns = await fleet.add('SAME', 2)
  await sql`update device set org_id = ${own} where sn = any(${sns}::text[])`.execute(
    app.platform.db,
  )
  await runs('5.0', sns)
  const permissions = ['PLAN_ADD', 'PLAN_DETAIL', 'PLAN_SUBMIT', 'PLAN_CONTROL', 'PLAN_ROLLBACK']
  const planner = await signedIn(app, { orgId: own, permissions })
  const { id } = await fleet.begin([next], sns, { orgId: own }, planner)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('6.0', sns)
  await planner.get(plans.rollBack, { params: { id } })
  await fleet.round()
  expect((await fleet.progress(id)).back).toEqual({ size: 2, succeeded: 0, failed: 0 })
})

it('is never to a version of the same name from below the plan and its versions', async () => {
  const { app } = fleet
  const { id: below } = await addOrganization(app.platform, {
    name: 'Below',
    code: 'back-below',
    parentId: app.rootId,
  })
  const theirs = await fleet.addVersion('7.0', 'FIRMWARE')
  await sql`update upgrade_version set org_id = ${below} where id = ${theirs}`.execute(
    app.platform.db,
  )
  const right = await fleet.addVersion('7.0', 'FIRMWARE')
  const next = await fleet.addVersion('8.0', 'FIRMWARE')
  const sns = await fleet.add('TWIN', 1)
  await runs('7.0', sns)
  const { id } = await fleet.begin([next], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('8.0', sns)
  await fleet.admin.get(plans.rollBack, { params: { id } })
  const { rows } = await sql<{ version: string }>`select push.args #>> '{gate,versionId}' as version
    from plan_push made join push on push.id = made.push_id
    where made.plan_id = ${id} and made.purpose = 'BACK'`.execute(app.platform.db)
  expect(rows).toEqual([{ version: right }])
})

it('is not for terminals that have come further, or that another plan is at', async () => {
  await fleet.addVersion('10.0', 'FIRMWARE')
  const [next, later] = [
    await fleet.addVersion('11.0', 'FIRMWARE'),
    await fleet.addVersion('12.0', 'FIRMWARE'),
  ]
  const sns = await fleet.add('FURTHER', 3)
  const [one, other] = sns
  await runs('10.0', sns)
  const { id } = await fleet.begin([next], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('11.0', sns)
  await fleet.come(id)
  for (let nth = 0; nth < 2; nth++) await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED' })
  await runs('12.0', [one ?? ''])
  await fleet.begin([later], [other ?? ''])
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.admin.get(plans.rollBack, { params: { id } })
  await fleet.round()
  expect((await fleet.progress(id)).back).toEqual({ size: 1, succeeded: 0, failed: 0 })
})

it('keeps other plans from its terminals until it is over', async () => {
  await fleet.addVersion('13.0', 'FIRMWARE')
  const [next, later] = [
    await fleet.addVersion('14.0', 'FIRMWARE'),
    await fleet.addVersion('15.0', 'FIRMWARE'),
  ]
  const sns = await fleet.add('KEEPS', 1)
  await runs('13.0', sns)
  const { id } = await fleet.begin([next], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await runs('14.0', sns)
  await fleet.admin.get(plans.rollBack, { params: { id } })
  // Its push is not written down yet.
  const other = await fleet.begin([later], sns)
  for (let nth = 0; nth < 3; nth++) await fleet.tick()
  expect(await fleet.find(other.id)).toMatchObject({ state: 'RUNNING', waiting: 1 })
  expect(await fleet.items(other.id)).toEqual([])
})

describe('a plan that waits for a second person', () => {
  /** As its submitter hands it in: a part that somebody has to agree to. */
  async function handedIn(user: TestUser): Promise<Plan> {
    const versionId = await fleet.addVersion(`w${++handed}`, 'KERNEL')
    const sns = await fleet.add(`W${handed}`, 1)
    const { id } = await user.get(plans.add, { body: fleet.bodyOf([versionId], sns) })
    const plan = await user.get(plans.submit, { params: { id } })
    expect(plan.state).toBe('APPROVAL')
    return plan
  }
  let handed = 0
  const has = (...permissions: string[]) => signedIn(fleet.app, { permissions, dataScope: 'ALL' })
  const takeBack = (user: TestUser, id: string) => user.call(plans.withdraw, { params: { id } })

  it('is taken back by who handed it in, as a draft that nobody can agree to', async () => {
    const submitter = await has('PLAN_ADD', 'PLAN_DETAIL', 'PLAN_SUBMIT')
    const { id, version } = await handedIn(submitter)
    expect((await takeBack(submitter, id)).data).toMatchObject({
      state: 'DRAFT',
      submittedByName: null,
      needsApproval: false,
    })
    const params = { params: { id } }
    const late = await fleet.second.call(plans.approve, { ...params, body: { version } })
    expect(late.code).toBe(codes.wrongState)
    // Once more: it is a draft already.
    expect((await takeBack(submitter, id)).code).toBe(codes.wrongState)
    const { state, version: now } = await submitter.get(plans.submit, params)
    expect(state).toBe('APPROVAL')
    // What was read before it was taken back is not what is decided about.
    const old = await fleet.second.call(plans.approve, { ...params, body: { version } })
    expect(old.code).toBe(codes.versionConflict)
    await fleet.second.get(plans.approve, { ...params, body: { version: now } })
    expect((await takeBack(submitter, id)).code).toBe(codes.wrongState)
  })

  it('is taken back by who may write it, and by nobody else', async () => {
    const { id } = await handedIn(fleet.admin)
    const other = await has('PLAN_ADD', 'PLAN_DETAIL', 'PLAN_SUBMIT')
    expect((await takeBack(other, id)).code).toBe(codes.forbidden)
    expect(await fleet.find(id)).toMatchObject({ state: 'APPROVAL' })
    const editor = await has('PLAN_DETAIL', 'PLAN_SUBMIT', plans.update.permission)
    expect((await takeBack(editor, id)).data).toMatchObject({ state: 'DRAFT' })
    // Who wrote it once never agrees to it, though he has taken it back.
    const { version } = await editor.get(plans.submit, { params: { id } })
    const own = await fleet.admin.call(plans.approve, { params: { id }, body: { version } })
    expect(own.code).toBe(codes.forbidden)
  })
})
