import { codes, plans, type UpgradeResult, upgradeResults, upgradeVersions } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let ownId: string
let planner: TestUser
let made = 0
let versionId: string

const permissions = ['PLAN_ADD', 'PLAN_DETAIL', 'PLAN_SUBMIT', 'PLAN_CONTROL', 'RESULT_LIST']

beforeAll(async () => {
  fleet = await startPlans()
  const { platform, rootId: parentId } = fleet.app
  ;({ id: ownId } = await addOrganization(platform, { name: 'Own', code: 'own', parentId }))
  planner = await signedIn(fleet.app, { orgId: ownId, permissions })
})
afterAll(() => fleet.app.close())
beforeEach(async () => {
  versionId = await fleet.addVersion(`${++made}.0`)
})

const run = (text: string, values: unknown[]) => fleet.app.platform.pool.query(text, values)

/** Terminals of the planner's organisation. */
async function addOwn(prefix: string, count: number): Promise<string[]> {
  const sns = await fleet.add(prefix, count)
  await run('update device set org_id = $2 where sn = any($1)', [sns, ownId])
  return sns
}

const setStatus = (id: string, status: '0' | '1') =>
  fleet.admin.get(upgradeVersions.setStatus, { params: { id, status } })

describe('a plan', () => {
  it('whose version was disabled ends, whether it has begun or not, and holds up no other', async () => {
    const halves = {
      waveKind: 'LADDER',
      waves: [50, 100].map((percent) => ({ ...easyWave, percent })),
    }
    const begun = await fleet.begin([versionId], await fleet.add(`B${made}D`, 4), halves)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const fresh = await fleet.begin([versionId], await fleet.add(`F${made}D`, 2))
    const other = await fleet.begin(
      [await fleet.addVersion(`${made}.1`)],
      await fleet.add(`O${made}D`, 2),
    )
    await setStatus(versionId, '0')
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    for (const { id } of [begun, fresh])
      expect(await fleet.find(id)).toMatchObject({
        state: 'STOPPED',
        reason: 'plan.failed.version',
      })
    expect(await fleet.find(other.id)).toMatchObject({ state: 'RUNNING' })
  })

  it('whose giver sees its version no more ends', async () => {
    const { id } = await fleet.begin(
      [versionId],
      await addOwn(`G${made}N`, 2),
      { orgId: ownId },
      planner,
    )
    const { platform, rootId: parentId } = fleet.app
    const { id: elsewhere } = await addOrganization(platform, {
      name: 'E',
      code: `e${made}`,
      parentId,
    })
    await run('update upgrade_version set org_id = $2 where id = $1', [versionId, elsewhere])
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'STOPPED', reason: 'plan.failed.version' })
  })

  it('that cannot be taken on holds up none of those behind it', async () => {
    const first = await fleet.begin([versionId], await fleet.add(`S${made}K`, 2))
    const other = await fleet.begin(
      [await fleet.addVersion(`${made}.1`)],
      await fleet.add(`T${made}K`, 2),
    )
    await run(`update plan set principal = '{"kind": "user", "userId": "no id"}' where id = $1`, [
      first.id,
    ])
    const broken: unknown[] = []
    for (let nth = 0; nth < 3; nth++)
      await fleet.tick().catch((error: unknown) => broken.push(error))
    expect(String(broken[0])).toContain('cannot go on')
    expect(await fleet.find(other.id)).toMatchObject({ state: 'RUNNING' })
    await run('delete from plan where id = $1', [first.id])
  })

  it('is for nobody whom its giver does not see, however its terminals are named', async () => {
    const [own, foreign] = [await addOwn(`M${made}Y`, 2), await fleet.add(`N${made}Y`, 3)]
    const { rows } = await sql<{ id: string }>`with made as (
        insert into device_group (name, type, org_id, max_members) values ('Both', 'STATIC', ${ownId}, 100) returning id),
      joined as (insert into device_group_member (group_id, device_id)
        select made.id, device.id from made, device where device.sn = any(${[...own, ...foreign]}::text[]))
      select id from made`.execute(fleet.app.platform.db)
    const targets = { groupId: rows[0]?.id ?? '' }
    const aim = { versionIds: [versionId], targets, excluded: [] }
    expect(await planner.get(plans.precheck, { body: aim })).toMatchObject({
      total: 2,
      eligible: 2,
    })
    await setStatus(versionId, '1')
    const { id } = await fleet.begin([versionId], [], { orgId: ownId, targets }, planner)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ size: 2 })
    const query = { planId: id, pageNum: 1, pageSize: 10 }
    const { list } = await fleet.admin.get(upgradeResults.page, { query })
    expect(list.map(({ sn }: UpgradeResult) => sn).toSorted()).toEqual(own)
  })

  it('that came to more than was agreed to is decided about anew', async () => {
    const { platform, rootId: parentId } = fleet.app
    const shop = { name: 'Shop', code: `shop${made}`, parentId }
    const { id: shopId } = await addOrganization(platform, shop)
    const join = async (prefix: string, count: number) =>
      run('update device set org_id = $2 where sn = any($1)', [
        await fleet.add(prefix, count),
        shopId,
      ])
    await join(`J${made}A`, 1)
    const body = fleet.bodyOf([versionId], [], { targets: { orgId: shopId } })
    const { id } = await fleet.admin.get(plans.add, { body })
    const params = { params: { id } }
    expect(await fleet.admin.get(plans.submit, params)).toMatchObject({ state: 'APPROVED' })
    // One more than what nobody needs to agree to.
    await join(`J${made}B`, 500)
    await fleet.admin.get(plans.start, params)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const waits = { state: 'APPROVAL', reason: 'plan.hasGrown', size: 0, needsApproval: true }
    expect(await fleet.find(id)).toMatchObject(waits)
    const { version } = await fleet.find(id)
    await fleet.second.get(plans.approve, { ...params, body: { version } })
    await fleet.admin.get(plans.start, params)
    for (let nth = 0; nth < 2; nth++) await fleet.tick()
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', size: 501 })
    await fleet.admin.get(plans.stop, { ...params, body: { reason: 'enough' } })
  })

  it('is for those alone whom both see who handed it in and who began it', async () => {
    const [own] = [await addOwn(`H${made}Y`, 2), await fleet.add(`H${made}Z`, 3)]
    const filter = { field: 'sn', op: 'begins', values: [`H${made}`] }
    const body = fleet.bodyOf([versionId], [], { orgId: ownId, targets: { filter } })
    const { id } = await planner.get(plans.add, { body })
    await planner.get(plans.submit, { params: { id } })
    await fleet.admin.get(plans.start, { params: { id } })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ size: own.length })
  })

  it('is steered as a whole only by who sees all its terminals', async () => {
    const [own, foreign] = [await addOwn(`W${made}O`, 1), await fleet.add(`W${made}F`, 1)]
    const { id } = await fleet.begin([versionId], [...own, ...foreign], { orgId: ownId })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const params = { params: { id } }
    const stop = await planner.call(plans.stop, { ...params, body: { reason: 'mine' } })
    expect(stop).toMatchObject({ code: codes.forbidden })
    expect((await planner.call(plans.pause, params)).code).toBe(codes.forbidden)
    const exclude = (sns: readonly string[]) =>
      planner.call(plans.exclude, { ...params, body: { sns: [...sns] } })
    expect((await exclude(foreign)).code).toBe(codes.warning)
    expect((await exclude([...own, ...foreign])).data).toEqual({ count: 1 })
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', excluded: own })
  })

  it('ends where its giver may begin none any more', async () => {
    const giver = await signedIn(fleet.app, { orgId: ownId, permissions })
    const { id } = await fleet.begin(
      [versionId],
      await addOwn(`R${made}G`, 1),
      { orgId: ownId },
      giver,
    )
    await run('delete from user_role where user_id = $1', [giver.userId])
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ state: 'STOPPED', reason: 'push.ownerGone' })
  })

  it('ends without terminals that went away before their wave', async () => {
    const sns = await fleet.add(`A${made}W`, 4)
    const halves = {
      waveKind: 'LADDER',
      waves: [50, 100].map((percent) => ({ ...easyWave, percent })),
    }
    const { id } = await fleet.begin([versionId], sns, halves)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const given = (await fleet.items(id)).map(({ sn }) => sn)
    const gone = sns.find((sn) => !given.includes(sn))
    await run('update device set deleted_at = now() where sn = $1', [gone])
    for (let nth = 0; nth < 3; nth++) {
      await fleet.end(id, 'SUCCESS')
      await fleet.come(id)
      await fleet.round()
      await fleet.round()
    }
    expect(await fleet.find(id)).toMatchObject({ state: 'FINISHED', succeeded: 3, leftOut: 1 })
  })

  it('rests while a version of it is suspended, and who was given it goes on', async () => {
    const { id } = await fleet.begin([versionId], await fleet.add(`S${made}R`, 2))
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const version = { params: { id: versionId } }
    await fleet.admin.get(upgradeVersions.suspend, { ...version, body: { reason: 'looks bad' } })
    await fleet.round()
    const rests = { state: 'PAUSED', reason: 'plan.failed.suspended' }
    expect(await fleet.find(id)).toMatchObject(rests)
    expect((await fleet.items(id)).map(({ state }) => state)).not.toContain('CANCELLED')
    expect((await fleet.admin.call(plans.resume, { params: { id } })).code).toBe(codes.wrongState)
    await fleet.admin.get(upgradeVersions.online, version)
    await fleet.admin.get(plans.resume, { params: { id } })
    expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING' })
  })

  it('is looked at again for those alone whom the caller sees', async () => {
    const [own, foreign] = [await addOwn(`L${made}O`, 1), await fleet.add(`L${made}F`, 1)]
    const { id } = await fleet.begin([versionId], [...own, ...foreign], { orgId: ownId })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await fleet.end(id, 'SUCCESS')
    await run('delete from plan_check where plan_id = $1', [id])
    await run(`update plan_target set outcome = 'UNWELL' where plan_id = $1`, [id])
    await run('update plan_wave set unwell = 2 where plan_id = $1', [id])
    const again = await signedIn(fleet.app, { orgId: ownId, permissions: ['PLAN_RETRY'] })
    const answer = await again.call(plans.retry, { params: { id }, body: {} })
    expect(answer).toMatchObject({ code: codes.success, data: { count: 1 } })
    expect(await fleet.find(id)).toMatchObject({ unwell: 1, installed: 1 })
  })
})

describe('a second person', () => {
  const add = async (user: TestUser, sns: readonly string[]) => {
    const firmware = await fleet.addVersion(`S${made}.0`, 'FIRMWARE')
    const body = fleet.bodyOf([firmware], sns)
    return { body, ...(await user.get(plans.add, { body })) }
  }

  it('has never written the plan, whoever wrote it last', async () => {
    const { admin, second } = fleet
    const third = await signedIn(fleet.app, { isSuperAdmin: true })
    const { id, version, body } = await add(admin, await fleet.add(`Q${made}W`, 1))
    const params = { params: { id } }
    const changed = await second.get(plans.update, { body: { ...body, id, version } })
    await admin.get(plans.update, { body: { ...body, id, version: changed.version } })
    const { version: handed } = await admin.get(plans.submit, params)
    const approve = { ...params, body: { version: handed } }
    const isHis = async (user: TestUser) => (await user.get(plans.detail, params)).waitsForMe
    const waits = async (user: TestUser) =>
      (await user.get(plans.page, { query: { waiting: '1' } })).list.some((row) => row.id === id)
    for (const user of [admin, second]) {
      expect([await waits(user), await isHis(user)]).toEqual([false, false])
      expect((await user.call(plans.approve, approve)).code).toBe(codes.forbidden)
    }
    expect([await waits(third), await isHis(third)]).toEqual([true, true])
    expect(await third.get(plans.approve, approve)).toMatchObject({
      state: 'APPROVED',
      waitsForMe: false,
    })
  })

  it('has never handed it in, whoever did so last', async () => {
    const { admin, second } = fleet
    const third = await signedIn(fleet.app, { isSuperAdmin: true })
    const { id, body } = await add(admin, await fleet.add(`Q${made}H`, 1))
    const params = { params: { id } }
    const { version } = await second.get(plans.submit, params)
    const reason = 'Not yet'
    const rejected = await third.get(plans.reject, { ...params, body: { reason, version } })
    await admin.get(plans.update, { body: { ...body, id, version: rejected.version } })
    const { version: again } = await admin.get(plans.submit, params)
    const approve = { ...params, body: { version: again } }
    expect((await second.get(plans.detail, params)).waitsForMe).toBe(false)
    expect((await second.call(plans.approve, approve)).code).toBe(codes.forbidden)
    expect(await third.get(plans.approve, approve)).toMatchObject({ state: 'APPROVED' })
  })

  it('rejects it with a reason, and decides anew when it was changed, about what he has read since', async () => {
    const { admin, second } = fleet
    const { id, body } = await add(admin, await fleet.add(`Q${made}R`, 1))
    const params = { params: { id } }
    const { version: first } = await admin.get(plans.submit, params)
    const reject = { ...params, body: { reason: 'Not before the feast', version: first } }
    expect((await admin.call(plans.reject, reject)).code).toBe(codes.forbidden)
    expect(await second.get(plans.reject, reject)).toMatchObject({
      state: 'REJECTED',
      reason: 'Not before the feast',
    })
    expect((await admin.call(plans.start, params)).code).toBe(codes.wrongState)
    const { version } = await fleet.find(id)
    const written = await admin.get(plans.update, { body: { ...body, id, version } })
    expect(written).toMatchObject({ state: 'DRAFT', reason: null })
    const { version: now } = await admin.get(plans.submit, params)
    const late = await second.call(plans.approve, { ...params, body: { version: first } })
    expect(late).toMatchObject({ code: codes.versionConflict, data: { version: now } })
    expect(late.msg).toContain('Read it again')
    expect((await second.call(plans.reject, reject)).code).toBe(codes.versionConflict)
    expect(await fleet.find(id)).toMatchObject({ state: 'APPROVAL', reason: null })
    expect(await second.get(plans.approve, { ...params, body: { version: now } })).toMatchObject({
      state: 'APPROVED',
    })
  })
})

describe('a plan that goes on', () => {
  it('is not disabled, and one that is disabled is not handed in', async () => {
    const { id } = await fleet.begin([versionId], await fleet.add(`D${made}S`, 1))
    await fleet.round()
    const set = (status: '0' | '1', which = id) =>
      fleet.admin.call(plans.setStatus, { params: { id: which, status } })
    expect((await set('0')).msg).toContain('stop it first')
    const body = fleet.bodyOf([versionId], await fleet.add(`D${made}T`, 1))
    const { id: draft } = await fleet.admin.get(plans.add, { body })
    await set('0', draft)
    const submit = () => fleet.admin.call(plans.submit, { params: { id: draft } })
    expect((await submit()).msg).toContain('disabled')
    await set('1', draft)
    expect((await submit()).code).toBe(codes.success)
  })

  it('goes at another pace, and to another end, from the moment that somebody says so', async () => {
    const { db } = fleet.app.platform
    const { id } = await fleet.begin([versionId], await fleet.add(`P${made}C`, 2), {
      options: { ratePerMinute: 5, rateGrowth: 2 },
    })
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    const rates = async () => {
      const { rows } = await sql<{
        rate: string | null
      }>`select push.options ->> 'ratePerMinute' as rate
        from push join plan_push made on made.push_id = push.id where made.plan_id = ${id}`.execute(
        db,
      )
      return rows.map(({ rate }) => rate)
    }
    expect(await rates()).toEqual(['5'])
    const params = { params: { id } }
    await fleet.admin.get(plans.setRate, { ...params, body: { ratePerMinute: 77 } })
    expect(await rates()).toEqual(['77'])
    // What somebody has set grows no more.
    await sql`update plan_wave set started_at = now() - interval '3 hours' where plan_id = ${id}`.execute(
      db,
    )
    await fleet.round()
    expect(await fleet.find(id)).toMatchObject({ rateNow: 77 })
    const extend = (endAt: string | null) =>
      fleet.admin.call(plans.extend, { ...params, body: { endAt } })
    expect((await extend('2020-01-01T00:00:00.000Z')).code).toBe(codes.badRequest)
    expect((await extend('2099-01-01T00:00:00.000Z')).data).toMatchObject({
      endAt: '2099-01-01T00:00:00.000Z',
    })
    expect((await extend(null)).data).toMatchObject({ endAt: null })
  })

  it('is copied as a draft of who copies it, without its moments', async () => {
    const endAt = new Date(Date.now() + 3_600_000).toISOString()
    const more = { endAt, ticketNo: 'CHG-1', waves: [{ ...easyWave, soakMinutes: 7 }] }
    const from = await fleet.begin([versionId], await fleet.add(`C${made}P`, 2), more)
    const { second } = fleet
    const copy = await second.get(plans.clone, { params: { id: from.id } })
    expect(copy).toMatchObject({
      name: `${from.name} (2)`,
      state: 'DRAFT',
      ticketNo: 'CHG-1',
      endAt: null,
      targets: from.targets,
      waves: from.waves,
      createdById: second.userId,
    })
    expect(copy.planNo).not.toBe(from.planNo)
  })
})
