import type pg from 'pg'
import { fillGathered } from '../../packages/server/test/fill/gathered.ts'
import {
  fillCatalogue,
  fillOrganizations,
  fillUsers,
} from '../../packages/server/test/fill/organizations.ts'
import { castActorsSql } from '../../packages/server/test/fill/records.ts'
import type { EstateSizes } from '../../packages/server/test/fill/sizes.ts'
import { fillPositions, fillStations } from '../../packages/server/test/fill/stations.ts'
import { beatSql, fillTerminals } from '../../packages/server/test/fill/terminals.ts'
import { say } from '../harness/print.ts'

type Fill = (db: pg.Client, sizes: EstateSizes) => Promise<unknown>

const steps: readonly (readonly [string, Fill])[] = [
  ['organisations', fillOrganizations],
  ['vendors and models', fillCatalogue],
  ['users', fillUsers],
  ['stations', fillStations],
  ['terminals', fillTerminals],
  ['positions', fillPositions],
  ['whom records name', (db) => db.query(castActorsSql)],
  ['groups, labels and alarms', fillGathered],
]

/** What lists of terminals and the map ask, without any history; a kept database beats once more. */
export async function makeListedEstate(client: pg.Client, sizes: EstateSizes): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from device',
  )
  const count = rows[0]?.count ?? 0
  if (count !== 0 && count !== sizes.terminals)
    throw new Error(`the kept database holds ${count} terminals, not ${sizes.terminals}`)
  if (count === 0) await fill(client, sizes)
  else await client.query(beatSql)
  await client.query('select fold_estate_changes()')
  await client.query('select fold_location_changes()')
  await client.query('vacuum (analyze)')
}

async function fill(client: pg.Client, sizes: EstateSizes): Promise<void> {
  // Millions of differences are sorted and added up: on disk that takes many times as long.
  await client.query(`set work_mem = '256MB'`)
  for (const [name, step] of steps) {
    const started = performance.now()
    await step(client, sizes)
    await client.query('select fold_estate_changes()')
    say(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  }
  await client.query('reset work_mem')
}
