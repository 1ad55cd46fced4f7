import { compareVersions } from '@muster/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const part = fc.constantFrom(
  'aurora-a8-',
  'v',
  '2',
  '10',
  '09',
  '٣',
  ' ',
  '.',
  '-',
  '2026',
  '04',
  '01',
  '31',
)
const version = fc.oneof(
  fc
    .date({ min: new Date('1999-01-01'), max: new Date('2031-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join('.')),
  fc.array(part, { maxLength: 9 }).map((parts) => parts.join('')),
)

it('puts versions in one order here and in the database, days as well as dotted numbers', async () => {
  const pairs = fc.sample(fc.tuple(version, version), 3000)
  const { rows } = await sql<{ order: number | null }>`
    select case when a < b then -1 when a > b then 1 when a = b then 0 end as order
    from unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[])
      with ordinality as pair (one, other, place)
      cross join lateral (select version_key(one) as a, version_key(other) as b) as keyed order by place`.execute(
    app.platform.db,
  )
  const odd = pairs.filter(
    ([one, other], place) => rows[place]?.order !== compareVersions(one, other),
  )
  expect(odd).toEqual([])
  const days = ['2025-12-31', '2026-03-05', '2026-04-01', '2026-04-01.1']
  expect(days.toSorted((one, other) => compareVersions(one, other) ?? 0)).toEqual(days)
})
