import { clients, codes } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const fields = (name: string) => ({ name, kind: 'OPEN_API' as const, orgId: app.rootId })

describe('where events go', () => {
  const webhook = (name: string) => ({ ...fields(name), kind: 'WEBHOOK' as const })
  const callback = { status: 400, data: { fields: [{ field: 'callbackUrl' }] } }

  it.each([
    {},
    { callbackUrl: 'http://127.0.0.1/hook' },
    { callbackUrl: 'http://127.1:8080/hook' },
    { callbackUrl: 'https://[::1]/hook' },
    { callbackUrl: 'https://localhost/hook' },
    { callbackUrl: 'https://hooks.LOCALHOST./hook' },
    { callbackUrl: 'http://10.1.2.3/hook' },
    { callbackUrl: 'http://169.254.169.254/latest' },
    { callbackUrl: 'http://[::ffff:127.0.0.1]/' },
    { callbackUrl: 'http://:80/' },
    { callbackUrl: 'http://user:pw@example.com/' },
    { callbackUrl: 'https://user@example.com/' },
  ])('is an address that may be reached, not %j', async (more) => {
    const body = { ...webhook('Inward'), ...more }
    expect(await admin.call(clients.add, { body })).toMatchObject(callback)
  })

  it('is said where events are, also by a client that calls', async () => {
    const body = { ...fields('Deaf'), events: ['device.online' as const] }
    expect(await admin.call(clients.add, { body })).toMatchObject(callback)
    const made = await admin.get(clients.add, {
      body: { ...body, callbackUrl: 'https://hooks.example/in' },
    })
    const { id, version } = made
    const without = { ...body, id, version, callbackUrl: null }
    expect(await admin.call(clients.update, { body: without })).toMatchObject(callback)
    const silent = { body: { ...without, events: [] } }
    expect((await admin.call(clients.update, silent)).code).toBe(codes.success)
  })

  it('is said before a client is enabled or comes back from the bin', async () => {
    const { db } = app.platform
    const address = { callbackUrl: 'https://hooks.example/in' }
    const { id } = await admin.get(clients.add, { body: { ...webhook('Older'), ...address } })
    const params = { id }
    const refused = { code: codes.warning, msg: expect.stringMatching(/^Older has no address/) }
    await admin.get(clients.setStatus, { params: { id, status: '0' } })
    await db.updateTable('apiClient').set({ callbackUrl: null }).where('id', '=', id).execute()
    const enable = { params: { id, status: '1' as const } }
    expect(await admin.call(clients.setStatus, enable)).toMatchObject(refused)
    await admin.get(clients.remove, { params })
    expect(await admin.call(clients.revert, { params })).toMatchObject(refused)
    await db.updateTable('apiClient').set(address).where('id', '=', id).execute()
    expect((await admin.call(clients.revert, { params })).code).toBe(codes.success)
  })
})
