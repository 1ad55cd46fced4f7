import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization } from '../../../../test/testApp.ts'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { sweepMissedBeats } from '../presence/presence.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

it('lets as many beats pass as the nearest organisation says how often they come', async () => {
  const { platform, orgId: rootId } = gateway
  const shop = { name: 'shop', code: 'shop', parentId: rootId }
  const { id: shopId } = await addOrganization(platform, shop)
  const set = (orgId: string, seconds: number) =>
    gateway.sql('insert into organization_config (org_id, settings) values ($1, $2)', [
      orgId,
      JSON.stringify({ heartbeatSeconds: seconds }),
    ])
  await set(rootId, 600)
  await set(shopId, 20)
  const often = await gateway.addDevice({ orgId: shopId })
  const seldom = await gateway.addDevice()
  const terminals = await Promise.all(
    [often, seldom].map((device) => openTerminal(gateway, device)),
  )
  await eventually(async () => (await gateway.sql('select from device_online')).length === 2)
  await gateway.sql(`update device_online set since = now() - interval '400 seconds'`)
  await gateway.sql(`update device_state set last_seen_at = now() - interval '400 seconds'`)
  await gateway.sql('update device_watch set due_at = now()')
  const gone = await sweepMissedBeats(platform.pool, 120)
  expect(gone.map(({ id }) => id)).toEqual([often.id])
  await Promise.all(terminals.map((terminal) => terminal.leave()))
})
