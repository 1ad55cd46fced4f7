import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const pay = 'com.example.pay'

/** An item of a terminal that has accepted it; its id. */
async function accepted(deviceId: string, cmd: string, vc: number): Promise<string> {
  const [row] = await gateway.sql<{ id: string }>(
    `insert into push_item (device_id, cmd, args, state, acked_at, expires_at)
      values ($1, $2, $3, 'RUNNING', now(), now() + interval '1 hour') returning id`,
    [deviceId, cmd, JSON.stringify({ pkg: pay, vc })],
  )
  return row?.id ?? ''
}
const isProved = async (id: string) => {
  const [row] = await gateway.sql<{ proved: boolean }>(
    'select proved_at is not null as proved from push_item where id = $1',
    [id],
  )
  return row?.proved
}
const listOf = (...apps: { p: string; vc: number }[]) => ({
  full: true,
  hash: createHash('sha256').update(JSON.stringify(apps)).digest('hex'),
  apps,
})

it('is what the inventory shows, whichever comes first', async () => {
  const device = await gateway.addDevice()
  const [wanted, other] = [
    await accepted(device.id, 'APP_INSTALL', 7),
    await accepted(device.id, 'APP_INSTALL', 8),
  ]
  const terminal = await openTerminal(gateway, device)
  await terminal.up('apps', listOf({ p: pay, vc: 7 }), { ack: true })
  await terminal.message('ack')
  expect([await isProved(wanted), await isProved(other)]).toEqual([true, false])
  const away = await accepted(device.id, 'APP_UNINSTALL', 0)
  await terminal.up('apps', listOf(), { ack: true })
  await terminal.message('ack', 2)
  expect([await isProved(away), await isProved(other)]).toEqual([true, false])
  const late = await accepted(device.id, 'APP_UNINSTALL', 0)
  const done = { item: late, state: 'SUCCESS', at: Date.now() }
  await terminal.up(`task/${late}`, done, { ack: true })
  await terminal.message('ack', 3)
  expect(await isProved(late)).toBe(true)
  await terminal.leave()
})
