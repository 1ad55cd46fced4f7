import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { habitsOf } from './twin.queries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = (text: string, values: unknown[]) => app.platform.pool.query(text, values)

it('takes nobody for away before he came, and knows the hours of who has been there for long', async () => {
  const estate = await addEstate(app)
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'HA', count: 2 })
  const [fresh = '', old = ''] = ids
  await run(`update device set activated_at = now() - interval '90 minutes' where id = $1`, [fresh])
  await run(
    `insert into device_session (id, device_id, connected_at) values (gen_random_uuid(), $1, now() - interval '90 minutes')`,
    [fresh],
  )
  await run(`update device set activated_at = now() - interval '30 days' where id = $1`, [old])
  await run(
    `insert into device_session (id, device_id, connected_at, disconnected_at)
      select gen_random_uuid(), $1, at, at + interval '1 hour' from generate_series(
        date_trunc('day', now(), 'UTC') - interval '8 days' + interval '9 hours', now() - interval '1 hour', interval '1 day') as at`,
    [old],
  )
  const habits = new Map((await habitsOf(app.platform.db, ids)).map((one) => [one.deviceId, one]))
  expect(habits.get(fresh)?.hours.every((share) => share > 0.99)).toBe(true)
  const hours = habits.get(old)?.hours ?? []
  expect(hours.map((share) => share > 0.7)).toEqual(hours.map((_, nth) => nth === 9))
  expect(hours.filter((_, nth) => nth !== 9).every((share) => share === 0)).toBe(true)
})
