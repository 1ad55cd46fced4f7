import { plans, upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { easyWave, startPlans } from '../../../../test/planEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>
let versionId: string

beforeAll(async () => {
  fleet = await startPlans()
  versionId = await fleet.addVersion('1.0')
})
afterAll(() => fleet.app.close())

/** Terminals that usually take so many an hour. */
async function usually(sns: readonly string[], perHour: number, days = 14): Promise<void> {
  await sql`insert into device_payment (device_id, total, taken, hour, usual, days)
    select id, 0, 100, date_trunc('hour', now()), array_fill(${perHour}::real, array[24]), array_fill(${days}::smallint, array[24])
    from device where sn = any(${[...sns]}::text[])`.execute(fleet.app.platform.db)
}

it('passes whoever takes payments as usual, and names whoever does not', async () => {
  const { db } = fleet.app.platform
  const sns = await fleet.add('PAY', 4)
  const [pays, stopped, quiet, unknown] = sns
  await usually([pays ?? '', stopped ?? ''], 20)
  // Little custom, and a terminal of which not enough is known.
  await usually([quiet ?? ''], 0.1)
  await usually([unknown ?? ''], 20, 2)
  const options = { payments: { share: 50, base: 10, hours: 4 } }
  const waves = [{ ...easyWave, errorPercent: 20 }]
  const { id } = await fleet.begin([versionId], sns, { options, waves })
  for (let nth = 0; nth < 3; nth++) await fleet.round()
  await fleet.end(id, 'SUCCESS')
  await fleet.come(id)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ state: 'RUNNING', succeeded: 2, installed: 2 })
  const [wait] = (await fleet.progress(id)).waits
  expect(wait?.terminals).toMatchObject([{ for: 'PAYMENTS', count: 2 }])
  const until = wait?.terminals[0]?.until ?? ''
  // Ten are usual in half an hour; their counter is heard of some minutes later.
  const minutes = (Date.parse(until) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(35)
  expect(minutes).toBeLessThan(41)
  await sql`update device_payment set taken = taken + 5
    where device_id = (select id from device where sn = ${pays})`.execute(db)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ succeeded: 2, installed: 2 })
  await sql`update plan_check set due_at = now() where plan_id = ${id}`.execute(db)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({
    state: 'PAUSED',
    reason: 'plan.failed.errors',
    succeeded: 3,
    unwell: 1,
  })
  const results = await fleet.admin.get(upgradeResults.page, {
    query: { planId: id, outcome: 'NO_PAYMENTS' },
  })
  expect(results).toMatchObject({ total: 1, list: [{ sn: stopped, outcome: 'NO_PAYMENTS' }] })
  const { list } = await fleet.admin.get(plans.terminals, {
    params: { id },
    query: { figure: 'unwell' },
  })
  expect(list).toMatchObject([{ sn: stopped, outcome: 'NO_PAYMENTS' }])
  const causes = () => fleet.admin.get(upgradeResults.errors, { query: { planId: id } })
  expect(await causes()).toEqual([{ code: 'NO_PAYMENTS', count: 1, retried: 0, cured: 0 }])
  // It is looked at once more, from then on.
  expect(await fleet.admin.get(plans.retry, { params: { id }, body: {} })).toEqual({ count: 1 })
  await fleet.come(id)
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ installed: 1, unwell: 0 })
  // Nobody knows yet whether that has helped.
  expect(await causes()).toEqual([])
  await sql`update plan_check set due_at = now(), taken_before = taken_before - 5 where plan_id = ${id}`.execute(
    db,
  )
  await fleet.round()
  expect(await fleet.find(id)).toMatchObject({ succeeded: 4, unwell: 0 })
  expect(await causes()).toEqual([{ code: 'NO_PAYMENTS', count: 0, retried: 1, cured: 1 }])
})
