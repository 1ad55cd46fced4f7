import { devices } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'

let app: TestApp
let user: TestUser
let id: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  const of = { orgId: app.rootId, prefix: 'LINK-', count: 1 }
  id = (await addDevices(app, estate, of))[0] ?? ''
  user = await signedIn(app, { permissions: ['DEVICE_DETAIL'] })
})

afterAll(() => app.close())

describe('the snapshots of a terminal', () => {
  it('are shown by kind', async () => {
    expect(await user.get(devices.snapshots, { params: { id } })).toEqual([])
    await app.platform.pool.query(
      `insert into device_snapshot (device_id, kind, document, reported_at) values
        ($1, 'net', '{"type":"4G"}', '2026-01-02'), ($1, 'info', '{"os":"Linux"}', '2026-01-01')`,
      [id],
    )
    expect(await user.get(devices.snapshots, { params: { id } })).toEqual([
      { kind: 'info', document: { os: 'Linux' }, reportedAt: '2026-01-01T00:00:00.000Z' },
      { kind: 'net', document: { type: '4G' }, reportedAt: '2026-01-02T00:00:00.000Z' },
    ])
  })
})

describe('the settings of a terminal', () => {
  it('are shown while it is disabled, too, although it is not told of them', async () => {
    const shown = () => user.get(devices.configuration, { params: { id } })
    const before = await shown()
    await app.platform.pool.query('update device set status = 0 where id = $1', [id])
    expect(await shown()).toEqual(before)
    await app.platform.pool.query('update device set status = 1 where id = $1', [id])
  })
})

describe('the connections of a terminal', () => {
  it('are those that touch the hours asked for, newest first', async () => {
    await app.platform.pool.query(
      `insert into device_session (id, device_id, connected_at, disconnected_at, ip, reason)
        select uuid7(), $1, now() - span.since, now() - span.until, '10.0.0.1', span.reason
        from (values ('30 hours'::interval, '25 hours'::interval, 'long ago'),
          ('26 hours', '23 hours', 'reaches in'), ('1 hour', null, null)) span (since, until, reason)`,
      [id],
    )
    const day = await user.get(devices.connectivity, { params: { id }, query: {} })
    expect(day.connections.map(({ reason }) => reason)).toEqual([null, 'reaches in'])
    expect(Date.parse(day.until) - Date.parse(day.from)).toBe(24 * 3_600_000)
    const week = await user.get(devices.connectivity, { params: { id }, query: { hours: 168 } })
    expect(week.connections).toHaveLength(3)
  })
})

describe('GET /device/v1/time', () => {
  it('tells anybody the time and where the broker is', async () => {
    const answer = await app.http.inject({
      url: '/device/v1/time',
      headers: { host: 'muster.test:15000' },
    })
    const { time, mqtt } = answer.json<{ time: number; mqtt: string }>()
    expect(Math.abs(time - Date.now())).toBeLessThan(5_000)
    expect(mqtt).toBe('mqtt://muster.test:1883')
  })
})
