import { fillCatalogue, fillOrganizations, fillUsers } from './organizations.ts'
import { fillGathered } from './gathered.ts'
import { fillDeviceLogs, fillParts } from './deviceLogs.ts'
import { castTerminalsSql, fillHistory, fillInstalled } from './history.ts'
import { fillParams } from './params.ts'
import { castActorsSql, fillRecords } from './records.ts'
import { fillServices } from './services.ts'
import type { EstateSizes, Runner } from './sizes.ts'
import { fillPositions, fillStations } from './stations.ts'
import { fillTerminals } from './terminals.ts'
import { fillUpgrades } from './upgrades.ts'

/** All that figures count is there: with this step a filling may end. */
export const counted = 'parts of terminals and failed connections'

const steps = [
  ['organisations', fillOrganizations],
  ['vendors, models and a dictionary', fillCatalogue],
  ['users', fillUsers],
  ['stations', fillStations],
  ['terminals', fillTerminals],
  ['positions', fillPositions],
  ['logs, tasks, commands and files', fillRecords],
  ['groups, labels, alarms, requests and profiles', fillGathered],
  ['what terminals have installed', fillInstalled],
  ['thirteen months of logs and their figures', fillHistory],
  [counted, fillParts],
  ['plans, upgrades and tasks to many', fillUpgrades],
  ['parameters and documents', fillParams],
  ['repairs, policies, developers and what people gather', fillServices],
  ['messages, tracks and what terminals told', fillDeviceLogs],
] as const

interface Filling {
  readonly say?: (line: string) => void
  /** Steps whose rows are there already, of a filling that was broken off. */
  readonly from?: number
  /** Where only some of it is asked: the step with which the filling ends. */
  readonly until?: string | undefined
  /** Hears how many steps have written their rows. */
  readonly written?: (steps: number) => Promise<void>
}

/**
 * Fills an installation that has its root organisation and nothing below, by statements over whole
 * sets: a million terminals take minutes. `db` is one connection.
 */
export async function fillEstate(
  db: Runner,
  sizes: EstateSizes,
  { say, from = 0, until, written }: Filling = {},
): Promise<void> {
  // Millions of differences are sorted and added up: on disk that takes many times as long.
  await db.query(`set work_mem = '256MB'`)
  if (from > 0) {
    await db.query('select fold_estate_changes(), fold_told_changes()')
    for (const text of [castActorsSql, castTerminalsSql]) await db.query(text)
  }
  for (const [place, [name, fill]] of steps.entries()) {
    if (place < from) continue
    const started = performance.now()
    await fill(db, sizes)
    await written?.(place + 1)
    // What has changed so far: all of it at once takes as much of the disk again as the terminals do.
    await db.query('select fold_estate_changes(), fold_told_changes()')
    say?.(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
    if (name === until) break
  }
  // Who came, and whose alarms began, after they had said where they are.
  await db.query('select fold_location_changes()')
  await db.query(
    'insert into action_name select distinct name from action_name_new on conflict do nothing',
  )
  await db.query('truncate action_name_new')
  await db.query('vacuum (analyze)')
  await db.query('reset work_mem')
}
