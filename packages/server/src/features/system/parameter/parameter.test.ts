import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { parameter } from './index.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const store = (key: string, value: unknown) =>
  app.platform.db
    .insertInto('parameter')
    .values({ key, groupCode: 'device', valueType: 'int', value: JSON.stringify(value) })
    .execute()

it('says what is shipped until somebody sets another value', async () => {
  const { db } = app.platform
  expect(await parameter(db, 'device.heartbeat.seconds')).toBe(120)
  expect(await parameter(db, 'device.claim.auto')).toBe(false)
  await store('device.heartbeat.seconds', 60)
  expect(await parameter(db, 'device.heartbeat.seconds')).toBe(60)
})

it('does not believe a value of another kind', async () => {
  await store('recycle.keepDays', 'for ever')
  expect(await parameter(app.platform.db, 'recycle.keepDays')).toBe(90)
})
