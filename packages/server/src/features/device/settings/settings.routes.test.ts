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

describe('the settings of a terminal', () => {
  it('are shown while it is disabled, too, although it is not told of them', async () => {
    const shown = () => user.get(devices.configuration, { params: { id } })
    const before = await shown()
    await app.platform.pool.query('update device set status = 0 where id = $1', [id])
    expect(await shown()).toEqual(before)
    await app.platform.pool.query('update device set status = 1 where id = $1', [id])
  })
})
