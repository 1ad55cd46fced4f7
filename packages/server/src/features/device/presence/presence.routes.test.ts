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
