import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/testDatabase.ts'
import { migrate } from '../../platform/migrate.ts'
import { foldCounts } from './foldCounts.ts'

let database: TestDatabase
let pool: pg.Pool
const org = '00000000-0000-7000-8000-00000000000a'
const model = '00000000-0000-7000-8000-00000000000b'

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.url)
  pool = new pg.Pool({ connectionString: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

it('adds up in parts what comes to the same as a whole, whatever a part says alone', async () => {
  // One place is left before it is said that it was come to.
  const changes = [
    [1, 10],
    [-1, -3],
    [1, 3],
    [1, 7],
    [-1, -10],
  ]
  for (const [count, latitude] of changes)
    await pool.query(
      `insert into location_change (org_id, model_id, map_column, map_row, count, latitude, longitude, told, weak, signal)
        values ($1, $2, 5, 5, $3, $4, 0, 0, 0, 0)`,
      [org, model, count, latitude],
    )
  for (let part = 0; part < changes.length; part++)
    expect((await pool.query('select fold_location_changes(1) as folded')).rows).toEqual([
      { folded: 1 },
    ])
  const cells = await pool.query(`select distinct count, latitude::integer from location_cell`)
  expect(cells.rows).toEqual([{ count: 1, latitude: 7 }])
})

it('goes on until nothing is left that was there when it began', async () => {
  await pool.query(
    `insert into estate_change (org_id, model_id, measure, value, delta)
      select $1, $2, 'CHARGING', '', 1 from generate_series(1, 45000)`,
    [org, model],
  )
  await foldCounts(pool, 'fold_estate_changes')
  const left = await pool.query('select count(*)::integer as count from estate_change')
  expect(left.rows).toEqual([{ count: 0 }])
  const sums = await pool.query(
    `select count::integer from estate_count where org_id = $1 and measure = 'CHARGING'`,
    [org],
  )
  expect(sums.rows).toEqual([{ count: 45_000 }])
})
