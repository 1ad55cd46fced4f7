import { deviceMessages } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { metrics } from '../../../platform/metrics.ts'
import { enterOnline, leaveOnline } from '../presence/presence.queries.ts'
import { store } from './ingest.ts'

const hour = 3_600_000

describe.each([
  ['ahead', 3 * hour],
  ['behind', -3 * hour],
])('a gateway whose clock is three hours %s', (_, wrong) => {
  let gateway: TestGateway

  beforeAll(async () => {
    gateway = await startTestGateway({ now: () => new Date(Date.now() + wrong) })
  })
  afterAll(() => gateway.close())

  it('puts everything on record by the clock of the database', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 1 })
    await terminal.up('info', { firmware: 'F', agentVersion: 'A', os: 'O' })
    const command = await gateway.command(device)
    await terminal.message('cmd')
    await terminal.report(command, 'SUCCESS')
    const time = await terminal.message('time')
    expect(Math.abs(deviceMessages.serverTime.body.parse(time.body).now - Date.now())).toBeLessThan(
      60_000,
    )
    await eventually(async () => (await gateway.sql('select from device_online')).length === 1)
    await terminal.leave()
    await eventually(async () => (await gateway.sql('select from device_online')).length === 0)
    const moments = await gateway.sql<{ what: string; ago: number }>(
      `select what, extract(epoch from now() - at)::float8 as ago from (
        select 'seen' as what, last_seen_at as at from device_state
        union all select 'offline', offline_since from device_state
        union all select 'connected', connected_at from device_session
        union all select 'disconnected', disconnected_at from device_session
        union all select 'snapshot', reported_at from device_snapshot
        union all select 'report', received_at from push_report) moments`,
    )
    expect(new Set(moments.map(({ what }) => what)).size).toBe(6)
    expect(moments.filter(({ ago }) => ago < 0 || ago > 60)).toEqual([])
  })

  it('shows by how much it is wrong', async () => {
    const shown = await metrics.getSingleMetricAsString('muster_clock_skew_seconds')
    expect(Number(/ (\S+)$/.exec(shown)?.[1])).toBeCloseTo(wrong / 1000, -1)
  })

  it('is not held up by what a wrong clock wrote before', async () => {
    const device = await gateway.addDevice()
    await gateway.sql(
      `insert into device_state (device_id, last_seen_at) values ($1, now() + interval '1 day')`,
      [device.id],
    )
    const terminal = await openTerminal(gateway, device)
    await terminal.up('hb', { bat: 9 })
    const [row] = await gateway.sql('select * from device_state where device_id = $1', [device.id])
    expect(row).toMatchObject({ battery: 9 })
    await terminal.leave()
  })
})

it('batches and the sweep of strays do not wait for each other in a circle', async () => {
  const gateway = await startTestGateway()
  const { platform } = gateway
  const devices = await Promise.all(Array.from({ length: 40 }, () => gateway.addDevice()))
  const sessionId = '00000000-0000-7000-8000-000000000001'
  const unheard = { ip: null, protocol: null, node: null }
  const opened = devices.map(({ id }) => ({ deviceId: id, sessionId, at: Date.now(), ...unheard }))
  await store(platform, devices.map(beatOf), { nodeId: null })
  for (let round = 0; round < 25; round++) {
    await enterOnline(platform.pool, opened, null)
    const gone = opened.map((one) => ({ ...one, reason: 'network' }))
    const events = [...devices.map(beatOf), ...gone.map(closingOf)]
    await Promise.all([
      store(platform, events, { nodeId: null }),
      leaveOnline(platform.pool, gone.toReversed()),
      store(platform, events.toReversed(), { nodeId: null }),
    ])
  }
  expect(await gateway.sql('select from device_online')).toEqual([])
  await gateway.close()
})

it('has seen nobody before the newest of his messages, in whatever order they were ready', async () => {
  const gateway = await startTestGateway()
  const devices = [await gateway.addDevice(), await gateway.addDevice()]
  const at = Date.now()
  const [late, slow] = devices.map(beatOf)
  if (!late || !slow) throw new Error('two terminals')
  const events = [late, { ...slow, at: at - 5_000 }]
  await store(gateway.platform, events, { nodeId: null })
  expect(
    await gateway.sql(
      `select from device_state where device_id = $1 and last_seen_at >= to_timestamp($2::float8 / 1000)`,
      [late.deviceId, at],
    ),
  ).toHaveLength(1)
  await gateway.close()
})

const done = () => undefined

const beatOf = ({ id, sn }: { id: string; sn: string }) =>
  ({
    kind: 'up',
    deviceId: id,
    sn,
    at: Date.now(),
    arrivalId: '',
    message: { kind: 'hb', id: 'm', ts: 1, asks: false, body: {} },
    done,
  }) as const

const closingOf = (gone: { deviceId: string; sessionId: string; at: number; reason: string }) =>
  ({ ...gone, kind: 'closed', done }) as const
