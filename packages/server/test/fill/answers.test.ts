import { afterAll, beforeAll, expect, it } from 'vitest'
import { listBreaches } from '../listBreaches.ts'
import { type Grown, patience, startGrown } from './grown.ts'
import { readKnown } from './known.ts'
import { listedEstate } from './sizes.ts'

let grown: Grown

beforeAll(async () => {
  grown = await startGrown(listedEstate)
}, patience)
afterAll(() => grown.app.close())

/** What forms and tasks always say, and an estate that is filled past them does not. */
const unfilled = [
  '/admin/app/v1/app/page list.categoryIds',
  '/admin/app/v1/app/page list.summary',
  '/admin/app/v1/app/page list.description',
  '/admin/upgrade/v1/result/page list.part',
  '/admin/upgrade/v1/result/page list.toVersion',
]

it('every row of every list of a filled estate is as its contract says', async () => {
  const { breaches, rows } = await listBreaches(
    grown.admin,
    await readKnown(grown.app.platform.pool),
  )
  expect(breaches.filter((breach) => !unfilled.includes(breach))).toEqual([])
  expect(rows).toBeGreaterThan(1000)
}, 300_000)
