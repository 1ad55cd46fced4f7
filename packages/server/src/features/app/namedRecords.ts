import { sql } from 'kysely'
import type { DB } from '../../platform/schema.ts'
import { everyone, madeBy, organizationsBy, type Scope } from '../../access/scope.ts'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal } from '../../kit/refusal.ts'

/** What an application or a version of one names several of. */
interface Naming {
  readonly visibility?: string | undefined
  readonly visibleOrgIds?: readonly string[] | undefined
  readonly stationTypes?: readonly string[] | undefined
  readonly modelIds?: readonly string[] | undefined
  readonly categoryIds?: readonly string[] | undefined
  readonly requiredFeatureIds?: readonly string[] | undefined
}

interface Named {
  readonly field: string
  readonly ids: readonly string[] | undefined
  readonly to: keyof DB
  readonly scope: Scope
}

/** Refuses what names records that are gone, or that the caller does not see. */
export async function requireNamedRecords(ctx: Context, values: Naming): Promise<void> {
  const { visibility, visibleOrgIds = [], stationTypes = [] } = values
  if (visibility === 'ORGS' && visibleOrgIds.length === 0)
    throw fieldRefusal('visibleOrgIds', 'rule.required')
  if (visibility === 'STATIONS' && stationTypes.length === 0)
    throw fieldRefusal('stationTypes', 'rule.required')
  await requireAll(ctx, {
    field: 'visibleOrgIds',
    ids: visibleOrgIds,
    to: 'organization',
    scope: organizationsBy('id'),
  })
  await requireAll(ctx, {
    field: 'modelIds',
    ids: values.modelIds,
    to: 'model',
    scope: madeBy({ vendor: 'vendorId', model: 'id' }),
  })
  await requireAll(ctx, {
    field: 'categoryIds',
    ids: values.categoryIds,
    to: 'appCategory',
    scope: everyone,
  })
  await requireAll(ctx, {
    field: 'requiredFeatureIds',
    ids: values.requiredFeatureIds,
    to: 'feature',
    scope: everyone,
  })
}

/** Locked until the commit: who removes one of them waits. */
async function requireAll(ctx: Context, { field, ids = [], to, scope }: Named): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const { rows } = await sql`select from ${sql.table(to)} where id = any(${wanted}::uuid[])
    and deleted_at is null and ${scope.rows(ctx.principal)} order by id for share`.execute(ctx.db)
  if (rows.length < wanted.length) throw fieldRefusal(field, 'rule.unknownRecord')
}
