import { codes, paramTemplates } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('takes no parameter into the dictionary that its own form would refuse', async () => {
  const text = '{"properties":{"up.a":{"type":"boolean"},"up.b":{"type":"boolean"}}}'
  const body = { source: 'JSON_SCHEMA', text } as const
  const { unknown } = await admin.get(paramTemplates.readText, { body })
  const take = (...more: object[]) => {
    const params = unknown.map((param, at) => ({ ...param, ...more[at] }))
    return admin.call(paramTemplates.addParams, { body: { params } })
  }
  const on = (pid: string) => ({ dependsOn: { pid, value: 'true' } })
  const at = (field: string) => ({ code: codes.badRequest, data: { fields: [{ field }] } })
  expect(await take({}, on('no.such'))).toMatchObject(at('params.1.dependsOn'))
  expect(await take(on('up.b'), on('up.a'))).toMatchObject(at('params.0.dependsOn'))
  expect(await take({ minLength: 5, maxLength: 4 })).toMatchObject(at('params.0.maxLength'))
  expect(await take(on('up.b'))).toMatchObject({ code: codes.success, data: { count: 2 } })
})
