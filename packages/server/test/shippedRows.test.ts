import { categories } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seed } from '../src/features/seed.ts'
import { readKnown } from './fill/known.ts'
import { listBreaches } from './listBreaches.ts'
import { signedIn, startTestApp, type TestApp } from './testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
  await seed(app.platform.db, 'a password for tests')
})
afterAll(() => app.close())

it('every row that an installation begins with is as the contract of its list says', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const { breaches, rows } = await listBreaches(admin, await readKnown(app.platform.pool))
  expect(breaches).toEqual([])
  expect(rows).toBeGreaterThan(100)
})

it('has a category for each system to begin with, and none again once they are gone', async () => {
  const admin = await signedIn(app, { isSuperAdmin: true })
  const systems = async () =>
    (await admin.get(categories.page, { query: {} })).list.map(({ osKind }) => osKind).toSorted()
  expect(await systems()).toEqual(['ANDROID', 'LINUX'])
  await sql`update category set deleted_at = now()`.execute(app.platform.db)
  await seed(app.platform.db, null)
  expect(await systems()).toEqual([])
})
