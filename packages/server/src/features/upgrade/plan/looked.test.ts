import { mostWaiting, plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlans } from '../../../../test/planEstate.ts'
import type { TestUser } from '../../../../test/testApp.ts'
import { addModel } from '../../../../test/testGateway.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let planId: string

beforeAll(async () => {
  fleet = await startPlans()
  // Those that were there first are found first.
  await fleet.add('SAMEA', mostWaiting)
  const sns = await fleet.add('SAMEB', 3)
  const { id } = await fleet.begin([await fleet.addVersion('1.0')], sns)
  planId = id
  for (let nth = 0; nth < 3; nth++) await fleet.round()
})
afterAll(() => fleet.app.close())

const terminals = (query: object) =>
  fleet.admin.get(plans.terminals, { params: { id: planId }, query: { keyword: 'same', ...query } })

it('finds terminals by what their serial numbers begin with among those that are asked for', async () => {
  await sql`insert into plan_target (plan_id, device_id, wave, outcome)
    select ${planId}, id, 1, 'EXCLUDED' from device where sn like 'SAMEA%'`.execute(
    fleet.app.platform.db,
  )
  const { list, total, capped } = await terminals({ waitsFor: 'OFFLINE' })
  expect(list.map(({ sn }) => sn)).toEqual(['SAMEB00000', 'SAMEB00001', 'SAMEB00002'])
  expect([total, capped]).toEqual([3, false])
  expect((await terminals({ figure: 'leftOut' })).total).toBe(mostWaiting)
  expect((await terminals({ figure: 'leftOut', keyword: 'SAMEA00007' })).total).toBe(1)
})

it('says so where there are more than were looked at', async () => {
  await sql`update plan_target set outcome = null, wave = 2
    where plan_id = ${planId} and outcome = 'EXCLUDED'`.execute(fleet.app.platform.db)
  expect((await terminals({ waitsFor: 'OFFLINE' })).capped).toBe(true)
  expect((await terminals({ waitsFor: 'OFFLINE', keyword: 'SAMEB' })).capped).toBe(false)
})

it('finds plans by the part and the model that they are for, by their maker, and by when they begin', async () => {
  const { admin, second, app, estate } = fleet
  const [sn = ''] = await fleet.add('FIND', 1)
  const agent = await fleet.addVersion('9.1', 'AGENT')
  const image = await fleet.addVersion('9.2')
  const add = async (user: TestUser, versionId: string, startAt: string | null) => {
    const body = fleet.bodyOf([versionId], [sn], { startAt })
    return (await user.get(plans.add, { body })).id
  }
  const ids = [
    await add(admin, agent, '2090-01-02T00:00:00.000Z'),
    await add(second, image, '2090-02-02T00:00:00.000Z'),
    await add(second, image, null),
  ]
  const found = async (query: object) => {
    const { list } = await admin.get(plans.page, { query })
    return ids.map((id) => list.some((plan) => plan.id === id))
  }
  expect(await found({})).toEqual([true, true, true])
  expect(await found({ kind: 'AGENT' })).toEqual([true, false, false])
  expect(await found({ createdById: second.userId })).toEqual([false, true, true])
  expect(await found({ from: '2090-02-01T00:00:00.000Z' })).toEqual([false, true, false])
  expect(await found({ to: '2090-02-01T00:00:00.000Z' })).toEqual([true, false, false])
  expect(await found({ modelId: estate.modelId })).toEqual([true, true, true])
  const other = await addModel(app.platform)
  await sql`update upgrade_version set model_ids = array[${other}::uuid] where id = ${agent}`.execute(
    app.platform.db,
  )
  expect(await found({ modelId: other })).toEqual([true, false, false])
  const { vendorId } = await app.platform.db
    .selectFrom('model')
    .select('vendorId')
    .where('id', '=', other)
    .executeTakeFirstOrThrow()
  expect(await found({ vendorId })).toEqual([true, false, false])
  // One that has begun is found by when it did.
  await sql`update plan set started_at = '2090-03-02' where id = ${ids[0]}`.execute(app.platform.db)
  expect(await found({ from: '2090-03-01T00:00:00.000Z' })).toEqual([true, false, false])
  const { list } = await admin.get(plans.page, {
    query: { sortField: 'startAt', kind: 'RESOURCE' },
  })
  expect(list[0]).toMatchObject({ id: ids[1], kinds: ['RESOURCE'] })
})
