import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { prepared } from './prepared.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const found = sql<{ userCode: string }>`select code as "userCode" from vendor where code = ${'new'}`

it('reads what its caller’s transaction sees, by the same connection', async () => {
  const { platform } = app
  const outside = { db: platform.db, platform }
  await platform.db.transaction().execute(async (db) => {
    await db.insertInto('vendor').values({ name: 'new', code: 'new' }).execute()
    expect(await prepared({ db, platform }, found)).toEqual([{ userCode: 'new' }])
    // Nobody else sees it yet.
    expect(await prepared(outside, found)).toEqual([])
  })
  expect(await prepared(outside, found)).toEqual([{ userCode: 'new' }])
})
