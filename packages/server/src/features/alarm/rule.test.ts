import { alarmRules } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../test/testApp.ts'

describe('a rule', () => {
  let app: TestApp
  let user: TestUser

  beforeAll(async () => {
    app = await startTestApp()
    user = await signedIn(app, { isSuperAdmin: true })
  })
  afterAll(() => app.close())

  const add = (fields: object) =>
    user.call(alarmRules.add, {
      body: { name: 'Rule', orgId: app.rootId, kind: 'BATTERY', severity: 'LOW', ...fields },
    })

  it('has a threshold only where its kind has one, and within its bounds', async () => {
    expect(await add({ kind: 'TAMPER', threshold: 5 })).toMatchObject({
      data: { fields: [{ field: 'threshold', message: 'This kind of alarm has no threshold' }] },
    })
    expect((await add({ threshold: 100 })).code).toBe(400)
    expect((await add({ threshold: 20 })).code).toBe(200)
  })

  it('knows business hours only where a terminal is missed', async () => {
    expect(await add({ kind: 'PAPER', inHours: true })).toMatchObject({
      data: { fields: [{ field: 'inHours' }] },
    })
  })

  it('is the only one of its kind in an organisation', async () => {
    expect((await add({ name: 'Another' })).data).toMatchObject({ fields: [{ field: 'kind' }] })
  })
})
