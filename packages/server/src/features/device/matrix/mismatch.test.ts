import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
  for (const [code, support] of [
    ['MATRIX_YES', 'YES'],
    ['MATRIX_NO', 'NO'],
  ] as const)
    await gateway.sql(
      `with made as (insert into feature (code, name, kind) values ($1, $1, 'HARDWARE') returning id)
      insert into vendor_feature (vendor_id, feature_id, support)
        select vendor_id, made.id, $2 from model, made where model.id = $3`,
      [code, support, gateway.modelId],
    )
})
afterAll(() => gateway.close())

const eventsOf = (id: string) =>
  gateway.sql(
    `select data from device_event where device_id = $1 and code = 'CAPABILITY_MISMATCH' order by at`,
    [id],
  )

it('of report and matrix is told once, and again when it is another one', async () => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  const versions = { firmware: '1.0', agentVersion: '3.0', os: 'Linux' }
  const reports = [['MATRIX_NO'], ['MATRIX_NO', 'UNKNOWN'], ['MATRIX_YES'], [], ['MATRIX_YES']]
  for (const capabilities of reports) await terminal.up('info', { ...versions, capabilities })
  await terminal.leave()
  expect(await eventsOf(device.id)).toEqual([
    { data: { missing: 'MATRIX_YES', unexpected: 'MATRIX_NO' } },
    { data: { missing: 'MATRIX_YES', unexpected: '' } },
  ])
  const kept = await gateway.sql(`select from device_mismatch where device_id = $1`, [device.id])
  expect(kept).toEqual([])
})
