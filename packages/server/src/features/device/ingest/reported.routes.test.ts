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
