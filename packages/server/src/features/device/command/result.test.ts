import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { saveResults } from './result.queries.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const ask = async (text: string, ...values: unknown[]) =>
  (await app.platform.pool.query<{ id: string; cmd: string }>(text, values)).rows

it('what commands have found out is kept, and what heartbeats tell of values is not kept again', async () => {
  const modelId = await addModel(app.platform)
  const { id: deviceId } = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const items = await ask(
    `insert into push_item (device_id, cmd, args, state, expires_at)
      select $1, cmd, '{}', 'SUCCESS', now() + interval '1 hour' from unnest(array['LOCATE', 'PARAM']) as cmd
      returning id, cmd`,
    deviceId,
  )
  const told = items.map(({ id: itemId }) => ({ itemId, deviceId, result: { rev: 1 } }))
  await inTransaction(app.platform.pool, (client) => saveResults(client, told))
  expect(
    await ask(
      `select item.cmd from command_result found join push_item item on item.id = found.item_id`,
    ),
  ).toEqual([{ cmd: 'LOCATE' }])
})
