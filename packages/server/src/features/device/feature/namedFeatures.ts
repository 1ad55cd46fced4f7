import type { NamedFeature } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Bin } from '../../../kit/recycleBin.ts'
import type { Stored } from '../../../kit/record.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { featureName } from './featureName.ts'

interface Naming {
  readonly featureIds?: readonly string[] | null | undefined
}

/** A bin whose records name living features, and show what these are called. */
export function namingFeatures<R extends Stored, N extends Naming>(
  bin: Bin<R, N>,
  /** The features that a row shows, where these are not the ones it names. */
  shownIds: (row: R) => readonly string[],
): Bin<R & { readonly features: NamedFeature[] }, N> {
  const checked: Bin<R, N> = {
    ...bin,
    async add(ctx, values) {
      await requireFeatures(ctx, values.featureIds)
      return bin.add(ctx, values)
    },
    async update(ctx, values) {
      await requireFeatures(ctx, values.featureIds)
      return bin.update(ctx, values)
    },
  }
  return withCounts(checked, async (ctx, rows) => {
    const known = await featuresBy(ctx, rows.flatMap(shownIds))
    return rows.map((row) => ({
      ...row,
      features: [...known.values()].filter(({ id }) => shownIds(row).includes(id)),
    }))
  })
}

/** Some living features by their ids, in the order of the dictionary. */
async function featuresBy(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedFeature>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<NamedFeature>`select id, code, name, icon from feature
    where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null order by kind, sort, code`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.id, { ...row, name: featureName(ctx.language, row.name) }]))
}

/** Locked until the commit: who removes one of them waits, and is refused then. */
async function requireFeatures(ctx: Context, ids: Naming['featureIds']): Promise<void> {
  if (!ids || ids.length === 0) return
  const wanted = new Set(ids)
  const { rows } = await sql`select from feature where id = any(${[...wanted]}::uuid[])
    and deleted_at is null order by id for share`.execute(ctx.db)
  if (rows.length < wanted.size) throw fieldRefusal('featureIds', 'rule.unknownRecord')
}
