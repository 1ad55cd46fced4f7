import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addOrganization, startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { sweepMissedBeats } from './presence.queries.ts'

let app: TestApp
let ids: string[]

const beatSeconds = 120
const run = (text: string, values: unknown[] = []) => app.platform.pool.query(text, values)
const sweep = async () =>
  (await sweepMissedBeats(app.platform.pool, beatSeconds)).map(({ id }) => id).sort()

/** Seconds until each terminal is looked at next. */
async function waits(): Promise<Record<string, number>> {
  const { rows } = await app.platform.pool.query<{ id: string; seconds: number }>(
    `select device_id as id, round(extract(epoch from due_at - now()))::integer as seconds from device_watch`,
  )
  return Object.fromEntries(rows.map(({ id, seconds }) => [id, seconds]))
}

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'BEAT', count: 3 })
})
afterAll(() => app.close())

/** All have been online for an hour and beat a minute ago. */
beforeEach(async () => {
  await run('delete from device_online')
  await run('delete from device_watch')
  await run('delete from device_state')
  await run(
    `insert into device_state (device_id, last_seen_at) select unnest($1::uuid[]), now() - interval '1 minute'`,
    [ids],
  )
  await run(
    `insert into device_online (device_id, since, session_id)
      select unnest($1::uuid[]), now() - interval '1 hour', gen_random_uuid()`,
    [ids],
  )
})

it('looks at who beats again when his latest beat would be too old, and not before', async () => {
  expect(await sweep()).toEqual([])
  const next = await waits()
  expect(Object.keys(next).sort()).toEqual([...ids].sort())
  for (const seconds of Object.values(next)) {
    expect(seconds).toBeLessThanOrEqual(3 * beatSeconds - 60)
    expect(seconds).toBeGreaterThan(3 * beatSeconds - 120)
  }
})

it('ends the presence of who is silent when his moment comes, and forgets him', async () => {
  await sweep()
  const [silent = '', ...others] = ids
  await run(
    `update device_state set last_seen_at = now() - interval '361 seconds' where device_id = $1`,
    [silent],
  )
  await run('update device_watch set due_at = now()')
  expect(await sweep()).toEqual([silent])
  expect(Object.keys(await waits()).sort()).toEqual([...others].sort())
})

it('forgets who left by himself, and watches who comes back', async () => {
  const [first = ''] = ids
  await run('delete from device_online where device_id = $1', [first])
  expect(await sweep()).toEqual([])
  expect(Object.keys(await waits())).not.toContain(first)
  await run(
    `insert into device_online (device_id, since, session_id) values ($1, now(), gen_random_uuid())`,
    [first],
  )
  expect(Object.keys(await waits())).toContain(first)
})

it('ends the presence of a connection that never said anything', async () => {
  const [mute = ''] = ids
  await run('delete from device_state where device_id = $1', [mute])
  expect(await sweep()).toEqual([mute])
})

it('puts who is looked at and who leaves where the orders have them', async () => {
  const [away = '', here = ''] = ids
  await run(
    `update device_state set battery = 7, last_seen_at = now() - interval '1 hour' where device_id = $1`,
    [away],
  )
  await run(`update device_state set battery = 80 where device_id = $1`, [here])
  expect(await sweep()).toEqual([away])
  const { rows } = await app.platform.pool.query<{ battery: number; id: string }>(
    `select place.id, place.battery, place.seen_at = state.last_seen_at as "isSeen"
      from device_order place join device_state state on state.device_id = place.id
      where place.battery is not null order by place.battery`,
  )
  expect(rows).toEqual([
    { id: away, battery: 7, isSeen: true },
    { id: here, battery: 80, isSeen: true },
  ])
})

it('leaves alone who has just come, however long ago he last spoke', async () => {
  await run(`update device_state set last_seen_at = now() - interval '1 hour'`)
  await run('update device_online set since = now()')
  expect(await sweep()).toEqual([])
})

it('goes by the interval of the organisation, before that of one above it', async () => {
  const { id } = await addOrganization(app.platform, {
    name: 'Slow',
    code: 'slow',
    parentId: app.rootId,
  })
  const [slow = '', ...others] = ids
  await run('update device set org_id = $1 where id = $2', [id, slow])
  await run(
    `insert into organization_config (org_id, settings)
      values ($1, '{"heartbeatSeconds": 10}'), ($2, '{"heartbeatSeconds": 600}')`,
    [app.rootId, id],
  )
  expect(await sweep()).toEqual([...others].sort())
})
