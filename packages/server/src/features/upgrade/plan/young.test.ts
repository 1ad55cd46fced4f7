import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPlans } from '../../../../test/planEstate.ts'

let fleet: Awaited<ReturnType<typeof startPlans>>

beforeAll(async () => {
  fleet = await startPlans()
})
afterAll(() => fleet.app.close())

it('finds who has installed by an index on a connection that has known no plan', async () => {
  const early = await fleet.app.platform.pool.connect()
  try {
    await early.query('analyze plan_target, plan_push, plan_check')
    const end = `update push_item set state = 'SUCCESS', ended_at = now() where state <> 'SUCCESS'`
    expect((await early.query(end)).rowCount).toBe(0)
    const sns = await fleet.add('YOUNG', 1000)
    await fleet.begin([await fleet.addVersion('1.0')], sns)
    for (let nth = 0; nth < 3; nth++) await fleet.round()
    await early.query('begin')
    expect((await early.query(end)).rowCount).toBe(1000)
    const { rows } = await early.query(
      `select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'plan_target'`,
    )
    await early.query('commit')
    expect(rows).toEqual([{ read: 0 }])
  } finally {
    early.release()
  }
})
