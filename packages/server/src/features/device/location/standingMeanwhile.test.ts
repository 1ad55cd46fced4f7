import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'

let app: TestApp
let modelId: string

beforeAll(async () => {
  app = await startTestApp()
  modelId = await addModel(app.platform)
})
afterAll(() => app.close())

const run = async (text: string, ...values: unknown[]) =>
  (await app.platform.pool.query<object>(text, values)).rows

it('counts who comes online while its first place is being written', async () => {
  const { id } = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const placing = await app.platform.pool.connect()
  await placing.query('begin')
  await placing.query(
    `insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
      values ($1, 33, 44, 'GPS', now(), now())`,
    [id],
  )
  await run(
    'insert into device_online (device_id, since, session_id) values ($1, now(), uuid7())',
    id,
  )
  await run('select fold_location_changes()')
  await placing.query('commit')
  placing.release()
  await run('select fold_location_changes()')
  expect(
    await run(
      `select online from location_cell where level = 16 and org_id = $1 and count = 1`,
      app.rootId,
    ),
  ).toEqual([{ online: 1 }])
})

it('waits for no place that a gateway holds, and counts it later', async () => {
  const wished = { modelId, orgId: app.rootId }
  const [first, last] = [
    await addDevice(app.platform, wished),
    await addDevice(app.platform, wished),
  ]
  const both = [first.id, last.id]
  await run(
    `insert into device_position (device_id, latitude, longitude, source, moved_at, reported_at)
      select id, -33, 44, 'GPS', now(), now() from unnest($1::uuid[]) as id`,
    both,
  )
  await run('select fold_location_changes()')
  const [gateway, adder] = [await app.platform.pool.connect(), await app.platform.pool.connect()]
  onTestFinished(() => [gateway, adder].forEach((one) => one.release(true)))
  await adder.query(`set lock_timeout = '2s'`)
  await gateway.query('begin')
  // One tells its signal, and then another one where it is.
  const report = `update device_position set reported_at = now() where device_id = $1`
  await gateway.query(report, [last.id])
  await run(
    'insert into device_online (device_id, since, session_id) select id, now(), uuid7() from unnest($1::uuid[]) as id',
    both,
  )
  const { rows } = await adder.query<{ followed: number }>(
    'select follow_standing(null)::integer as followed',
  )
  // One of the two; the other one waits, and whoever goes on while there is much would go round with it.
  expect(rows).toEqual([{ followed: 1 }])
  await gateway.query(report, [first.id])
  await gateway.query('commit')
  const online = () =>
    run(
      'select device_id as id from device_position where presence = 2 and device_id = any($1) order by 1',
      both,
    )
  expect(await online()).toEqual([{ id: first.id }])
  await run('select fold_location_changes()')
  expect(await online()).toEqual(both.map((id) => ({ id })))
})
