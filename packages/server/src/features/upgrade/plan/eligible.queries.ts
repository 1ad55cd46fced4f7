import type { KeptTargets } from '@muster/contract'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Principal } from '../../../access/principal.ts'
import { allOf, type Condition } from '../../../kit/page.ts'
import type { DB } from '../../../platform/schema.ts'
import { deviceScope, leftOutGates, targetsOf } from '../../device/index.ts'
import type { VersionTask } from './versions.queries.ts'

type Db = Kysely<DB>

/** For whom a plan is. */
export interface Aim {
  readonly targets: KeptTargets
  readonly excluded: readonly string[]
}

/** The terminals that a plan means, as far as somebody sees them, as a condition over `device`. */
export async function meantBy(db: Db, who: Principal, { targets, excluded }: Aim) {
  const conditions: Condition[] = [
    sql<SqlBool>`device.deleted_at is null`,
    deviceScope.rows(who),
    await targetsOf(db, targets),
  ]
  if (excluded.length > 0)
    conditions.push(sql<SqlBool>`not device.sn = any(${[...excluded]}::text[])`)
  return allOf(conditions)
}

/** The code of a terminal that has the version already. */
const alreadyThere = 'I202'

/**
 * Why a plan passes by a terminal, as one value over `device`; null: it does not. The first version
 * decides; where a terminal has it already, the next one does. What the first one brings may be what the
 * others are put upon, so these are asked when their turn comes. Each gate stands in it once: it is met once.
 */
export async function planCode(
  db: Db,
  by: Principal,
  tasks: readonly VersionTask[],
): Promise<RawBuilder<string | null>> {
  let code = sql<string | null>`${alreadyThere}::text`
  for (const { kind, args } of tasks.toReversed()) {
    const gates = await leftOutGates(db, { pushId: null, kind, args, needOnline: false, by })
    const next = code
    const cases = gates.map((gate) => {
      const told = gate.code === alreadyThere ? next : sql`${gate.code}::text`
      return sql`when ${gate.when} then ${told}`
    })
    code = sql<string | null>`case ${sql.join(cases, sql` `)} end`
  }
  return code
}
