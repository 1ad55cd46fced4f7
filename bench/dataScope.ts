import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { seed } from '../packages/server/src/features/seed.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers, readText } from './harness/options.ts'
import { grouped, printComparison, say } from './harness/print.ts'
import { alternate } from './harness/rounds.ts'
import { makePageEstate } from './page/estate.ts'
import { cases, type ScopeCase } from './scope/cases.ts'
import { sidesOf } from './scope/sides.ts'

// What it costs to cut the estate to a data scope: conditions in each query, or row-level security.

const wishes = readNumbers({ rows: 1_000_000, rounds: 5, milliseconds: 800 })

const database = await openBenchDatabase()
try {
  const { client, url, postmaster } = database
  const pool = openPool(url, 2)
  await seed(openDatabase(pool), 'only-for-the-benchmark-1')
  await pool.end()
  const { operator } = await makePageEstate(client, wishes.rows)
  const paths = await client.query<{ path: string }>(
    `select path::text from organization where code = 'branch-1'`,
  )
  const scope = {
    organizations: operator.organizations ?? [],
    paths: paths.rows.map(({ path }) => path),
  }
  say(`${grouped(wishes.rows)} terminals; a scope of 7 of 50 organisations`)
  for (const one of cases.filter(isAsked)) {
    const sides = sidesOf({ client, one, scope, processes: [postmaster], ...wishes })
    printComparison(`${one.key}: ${one.name}`, 'queries/s', await alternate(sides, wishes.rounds))
  }
} finally {
  await database.stop()
}

function isAsked({ key }: ScopeCase): boolean {
  return readText('only')?.split(',').includes(key) ?? true
}
