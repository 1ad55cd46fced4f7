import { countCap, upgradeParts } from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { deviceScope, runsVersion } from '../../device/index.ts'

interface Counted {
  readonly id: string
  readonly kind: string
  readonly versionName: string
  readonly modelIds: readonly string[]
}

export const part = z.enum(upgradeParts)

/** Terminals of its models, over `device`. */
export const isForModels = (modelIds: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`device.deleted_at is null and device.model_id = any(${[...modelIds]}::uuid[])`

/** How many terminals that the caller sees run each of some versions; counted no further than lists are. */
export async function countRunning(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  versions: readonly Counted[],
): Promise<ReadonlyMap<string, number>> {
  if (versions.length === 0) return new Map()
  const counts = versions.map(
    ({
      id,
      kind,
      versionName,
      modelIds,
    }) => sql`select ${id}::uuid as id, count(*)::integer as count
      from (select from device where ${runsVersion(part.parse(kind), versionName)}
        and ${isForModels(modelIds)} and ${deviceScope.rows(principal)} limit ${countCap}) as running`,
  )
  const { rows } = await sql<{ id: string; count: number }>`${sql.join(
    counts,
    sql` union all `,
  )}`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
