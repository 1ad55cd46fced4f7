import { seed } from '../packages/server/src/features/seed.ts'
import { openDatabase, openPool } from '../packages/server/src/platform/db.ts'
import { fillEstate } from '../packages/server/test/fill/fillEstate.ts'
import { smallEstate } from '../packages/server/test/fill/sizes.ts'
import {
  type Bench,
  changeSides,
  makeGroups,
  previewSides,
  readIds,
  rebuildSides,
} from './group/sides.ts'
import { openBenchDatabase } from './harness/database.ts'
import { readNumbers } from './harness/options.ts'
import { grouped, printComparison } from './harness/print.ts'
import { alternate } from './harness/rounds.ts'

// Groups of terminals: what a filter finds, what one change costs, and a rebuild as a whole.

const { few, many, organizations, rounds } = readNumbers({
  few: 20_000,
  many: 1_000_000,
  organizations: 2_000,
  rounds: 5,
})

for (const rows of [few, many]) {
  const { client, url, postmaster, stop } = await openBenchDatabase()
  const pool = openPool(url, 4)
  try {
    const db = openDatabase(pool)
    await seed(db, 'only-for-the-benchmark-1')
    const online = Math.floor(rows / 4)
    await fillEstate(client, { ...smallEstate, terminals: rows, online, organizations })
    await client.query(`update organization set code = 'platform' where parent_id is null`)
    await run({ client, pool, db, postmaster }, rows)
  } finally {
    await pool.end()
    await stop()
  }
}

async function run(bench: Bench, rows: number): Promise<void> {
  const id = await readIds(bench)
  const of = `${grouped(rows)} terminals`
  await makeGroups(bench, id)
  printComparison(
    `One change of ${of}`,
    'changes/s',
    await alternate(await changeSides(bench), rounds),
  )
  // Asked with the small estate, too: what grows with the terminals shows itself.
  printComparison(
    `Preview of ${of}`,
    'previews/s',
    await alternate(previewSides(bench, id), rounds),
  )
  printComparison(
    `Rebuild with ${of}`,
    'rebuilds/s',
    await alternate(await rebuildSides(bench, id), rounds),
  )
}
