import { afterAll, beforeAll, expect, it } from 'vitest'
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
