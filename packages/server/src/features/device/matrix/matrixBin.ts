import { devicesPath, type Support, vendorFeaturesPath } from '@muster/contract'
import { sql } from 'kysely'
import { everyone, madeBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin, type Which } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { modelScope } from '../deviceScope.ts'
import { featureName } from '../feature/featureName.ts'
import { commandsOf } from './rules.queries.ts'

export const matrixScope = madeBy({ vendor: 'vendorId', model: null })
export const vendorScope = madeBy({ vendor: 'id', model: null })

const named = naming(recycleBin(vendorFeaturesPath, 'vendorFeature', matrixScope), [
  { field: 'vendorId', to: 'vendor', scope: vendorScope },
  { field: 'featureId', to: 'feature', scope: everyone },
])

type Entry = NewRecord<'vendorFeature'>
type Place = Pick<Entry, 'vendorId' | 'featureId'> & { readonly modelIds: readonly string[] }

/** The rows of matrices: of one feature each model is in one row at most, and one row is for all others. */
const ruled: Bin<StoredRow<'vendorFeature'>, Entry> = {
  ...named,
  async add(ctx, values) {
    const place = placeOf(values)
    await requirePlace(ctx, place, null)
    const code = values.code ?? (await codeFor(ctx, place))
    return tell(ctx, await named.add(ctx, { ...values, code }))
  },
  async update(ctx, values) {
    const before = await named.find(ctx, values.id)
    await requirePlace(ctx, placeOf({ ...before, ...values }), values.id)
    const code = values.code ?? before.code
    return tell(ctx, await named.update(ctx, { ...values, code }))
  },
  async revert(ctx, ids) {
    // Before the rows themselves, as edits do: two would wait for one another.
    await lockMatricesOf(ctx, ids)
    const back = await named.revert(ctx, ids)
    for (const id of back) await requirePlace(ctx, placeOf(await named.find(ctx, id)), id)
    return tell(ctx, back)
  },
  setStatus: async (ctx, ids, status) => tell(ctx, await named.setStatus(ctx, ids, status)),
  remove: async (ctx, ids) => tell(ctx, await named.remove(ctx, ids)),
}

const placeOf = ({ vendorId, featureId, modelIds = [] }: Entry): Place => ({
  vendorId,
  featureId,
  modelIds,
})

/** What terminals can be asked for has changed: whoever shows it asks again. */
function tell<T>(ctx: Context, done: T): T {
  ctx.changed(`${devicesPath}/supports`, [])
  return done
}

/** One change of a vendor's matrix at a time: two rows about one model would both not see the other. */
export const lockMatrix = (ctx: Context, vendorId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`matrix ${vendorId}`}, 0))`.execute(ctx.db)

async function lockMatricesOf(ctx: Context, ids: Which): Promise<void> {
  const those = ids === 'all' ? sql`deleted_at is not null` : sql`id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<{
    vendorId: string
  }>`select distinct vendor_id from vendor_feature as row
    where ${those} and ${matrixScope.rows(ctx.principal)} order by 1`.execute(ctx.db)
  for (const { vendorId } of rows) await lockMatrix(ctx, vendorId)
}

/** Its models are the vendor's, and no other row of the feature names them. */
async function requirePlace(ctx: Context, place: Place, id: string | null): Promise<void> {
  const { vendorId, featureId } = place
  const modelIds = [...new Set(place.modelIds)]
  await lockMatrix(ctx, vendorId)
  if (modelIds.length === 0) return
  const { rows } =
    await sql`select from model where id = any(${modelIds}::uuid[]) and vendor_id = ${vendorId}
    and deleted_at is null and ${modelScope.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < modelIds.length) throw fieldRefusal('modelIds', 'vendorFeature.otherVendor')
  const taken = await sql<{ name: string }>`select model.name from vendor_feature entry
      join model on model.id = any(entry.model_ids) and model.id = any(${modelIds}::uuid[])
    where entry.vendor_id = ${vendorId} and entry.feature_id = ${featureId} and entry.deleted_at is null
      and entry.id is distinct from ${id}::uuid limit 1`.execute(ctx.db)
  const [other] = taken.rows
  if (other) throw fieldRefusal('modelIds', 'vendorFeature.modelTaken', { name: other.name })
}

/** `vendor/FEATURE`, and the first model behind it where it is about some. */
async function codeFor(ctx: Context, { vendorId, featureId, modelIds }: Place): Promise<string> {
  const { rows } = await sql<{ code: string }>`select concat_ws('/', vendor.code, feature.code,
      (select code from model where id = ${modelIds[0] ?? null}::uuid)) as code
    from vendor, feature where vendor.id = ${vendorId} and feature.id = ${featureId}`.execute(
    ctx.db,
  )
  return rows[0]?.code ?? ''
}

/** The rows as lists show them. */
export const matrixBin = withCounts(ruled, async (ctx, rows) => {
  const models = await modelNames(
    ctx,
    rows.flatMap(({ modelIds }) => modelIds),
  )
  return rows.map((row) => ({
    ...row,
    featureName: featureName(ctx.language, row.featureName ?? ''),
    commands: commandsOf(row.featureCode ?? ''),
    models: models.filter(({ id }) => row.modelIds.includes(id)),
  }))
})

async function modelNames(ctx: Context, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string }>`select id, name from model
    where id = any(${[...new Set(ids)]}::uuid[]) order by name`.execute(ctx.db)
  return rows
}

export interface Cell {
  readonly vendorId: string
  readonly featureId: string
  readonly modelId: string | null
  readonly support: Support | null
}

interface Said {
  readonly id: string
  readonly version: number
  readonly status: number
  readonly modelIds: string[]
  readonly support: Support
}

/** Says of one feature whether all models, or one, support it. Answers how many rows changed. */
export async function setCell(ctx: Context, cell: Cell): Promise<number> {
  const { vendorId, featureId, modelId, support } = cell
  await lockMatrix(ctx, vendorId)
  const { rows } = await sql<Said>`
    select id, version, status, model_ids, support from vendor_feature as row
    where vendor_id = ${vendorId} and feature_id = ${featureId} and deleted_at is null
      and case when ${modelId}::uuid is null then model_ids = '{}' else ${modelId}::uuid = any(model_ids) end
      and ${matrixScope.rows(ctx.principal)}`.execute(ctx.db)
  const [known] = rows
  const own = modelId === null ? [] : [modelId]
  // A row that is switched off says nothing.
  const isSaid = known?.status === 1
  if ((isSaid ? known.support : null) === support) return 0
  if (!known) {
    if (support === null) return 0
    await ruled.add(ctx, { vendorId, featureId, modelIds: own, support })
    return 1
  }
  const { id, version, modelIds } = known
  if (modelIds.length <= 1) {
    if (support === null) await ruled.remove(ctx, [id])
    else {
      if (known.support !== support) await ruled.update(ctx, { id, version, support })
      if (!isSaid) await ruled.setStatus(ctx, [id], 1)
    }
    return 1
  }
  // The other models keep what their common row says.
  await ruled.update(ctx, { id, version, modelIds: modelIds.filter((one) => one !== modelId) })
  if (support !== null) await ruled.add(ctx, { vendorId, featureId, modelIds: own, support })
  return 1
}
