import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'
import { FactsWatch } from './factsWatch.ts'
import { store } from './ingest.ts'
import type { LinkEvent } from './sortBatch.rules.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const done = () => undefined
const beat = (deviceId: string, body: object) => {
  const message = { kind: 'hb', id: 'x', ts: Date.now(), asks: false, body } as const
  return { kind: 'up', deviceId, sn: 'X', at: Date.now(), arrivalId: '', message, done } as const
}
const signals = async () =>
  (await gateway.sql<{ kind: string }>('delete from alarm_signal returning kind')).map(
    ({ kind }) => kind,
  )

it('calls a terminal up when its battery is low, once for each value, and when it is well again', async () => {
  const { id } = await gateway.addDevice()
  const { rows } = await gateway.platform.pool.query<{ id: string }>(
    `insert into alarm_rule (org_id, name, kind, severity, threshold) values ($1, 'Low', 'BATTERY', 'LOW', 20) returning id`,
    [gateway.orgId],
  )
  expect(rows).toHaveLength(1)
  const watch = new FactsWatch()
  await watch.refresh(gateway.platform.pool, 0)
  const told = async (body: object) => {
    await store(gateway.platform, [beat(id, body)], { nodeId: null, watch })
    return signals()
  }
  expect(await told({ bat: 50 })).toEqual([])
  expect(await told({ bat: 20 })).toEqual(['BATTERY'])
  expect(await told({ bat: 20 })).toEqual([])
  expect(await told({ bat: 19 })).toEqual(['BATTERY'])
  expect(await told({ bat: 40 })).toEqual(['BATTERY'])
  expect(await told({ bat: 41 })).toEqual([])
  // Another rule may find what the one of before did not.
  expect(await told({ bat: 20 })).toEqual(['BATTERY'])
  await gateway.platform.pool.query(`update alarm_rule set status = 1, updated_at = now()`)
  await watch.refresh(gateway.platform.pool, 31_000)
  expect(await told({ bat: 20 })).toEqual(['BATTERY'])
})

it('suspects a clone where two addresses take turns, not where an address changes', async () => {
  const session = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  let sessions = 0
  const fight = async (addresses: readonly string[]) => {
    const { id } = await gateway.addDevice()
    for (const ip of addresses) {
      const opened: LinkEvent = {
        kind: 'opened',
        deviceId: id,
        at: Date.now(),
        sessionId: session(++sessions),
        ip,
        protocol: 'MQTT',
        node: 'host:1',
      }
      await store(gateway.platform, [{ ...opened, done }], { nodeId: id })
    }
    return gateway.sql(`select code from device_event where device_id = $1 and kind = 'SECURITY'`, [
      id,
    ])
  }
  expect(await fight(['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'])).toEqual([])
  expect(await fight(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'])).toEqual([])
  expect(await fight(['10.0.0.1', '10.0.0.2', '10.0.0.1', '10.0.0.2'])).toEqual([
    { code: 'CLONE_SUSPECTED' },
  ])
})
