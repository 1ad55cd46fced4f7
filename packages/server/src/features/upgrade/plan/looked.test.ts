import { mostWaiting, plans } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlans } from '../../../../test/planEstate.ts'

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
