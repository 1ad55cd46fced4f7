import type { MatrixImpact, ParsedOf, vendorFeatures } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lockMatrix, matrixBin } from './matrixBin.ts'
import { type Change, impactOf } from './matrixImpact.queries.ts'
import { entriesAfter, type Entry, ruleFor } from './matrixImpact.rules.ts'

export type Copy = Omit<ParsedOf<(typeof vendorFeatures)['copyImpact']>['body'], 'withRows'>

interface Row extends Entry {
  readonly vendorId: string
  readonly featureId: string
  readonly version: number
  readonly status: number
  readonly timeoutSeconds: number | null
  readonly remark: string | null
}

/** A row that is taken over, and the one that it stands in place of. */
interface Taken {
  readonly source: Row
  readonly own: Row | null
  /** What holds of the feature at the vendor that is copied to. */
  readonly there: readonly Row[]
}

interface Plan {
  readonly taken: readonly Taken[]
  /** Rows that are there already and stay. */
  readonly kept: number
}

/** Rows of both vendors about features of the dictionary: there are few. */
async function rowsOf(ctx: Context, { fromVendorId, toVendorId }: Copy): Promise<readonly Row[]> {
  const { rows } =
    await sql<Row>`select entry.id, entry.version, entry.status, entry.vendor_id, entry.feature_id,
      entry.model_ids, entry.support, entry.min_agent, entry.min_firmware, entry.timeout_seconds, entry.remark
    from vendor_feature entry
      join feature on feature.id = entry.feature_id and feature.deleted_at is null and feature.status = 1
    where entry.vendor_id = any(${[fromVendorId, toVendorId]}::uuid[]) and entry.deleted_at is null
    order by entry.feature_id`.execute(ctx.db)
  return rows
}

/** Of a vendor what holds for all of its models; of a model what holds for it, wherever that is said. */
function sourceIn(rows: readonly Row[], modelId: string | null): Row | undefined {
  const enabled = rows.filter(({ status }) => status === 1)
  return modelId === null
    ? enabled.find(({ modelIds }) => modelIds.length === 0)
    : ruleFor(enabled, modelId)
}

const ownIn = (rows: readonly Row[], modelId: string | null): Row | null =>
  rows.find(({ modelIds }) =>
    modelId === null ? modelIds.length === 0 : modelIds.includes(modelId),
  ) ?? null

async function plan(ctx: Context, copy: Copy): Promise<Plan> {
  const { fromVendorId, toVendorId, fromModelId, toModelId, overwrite } = copy
  const rows = await rowsOf(ctx, copy)
  const found = [...Map.groupBy(rows, ({ featureId }) => featureId).values()].flatMap((some) => {
    const there = some.filter(({ vendorId }) => vendorId === toVendorId)
    const here = some.filter(({ vendorId }) => vendorId === fromVendorId)
    const source = sourceIn(here, fromModelId)
    const own = ownIn(there, toModelId)
    // What holds there already need not be said once more.
    return source && source !== sourceIn(there, toModelId) ? [{ source, own, there }] : []
  })
  // A row that is switched off was switched off by somebody.
  const taken = found.filter(({ own }) => !own || (overwrite && own.status === 1))
  return { taken, kept: found.length - taken.length }
}

/** Takes over what holds at a vendor, or for a model. */
export async function copyMatrix(ctx: Context, copy: Copy) {
  const { toVendorId, toModelId } = copy
  await lockMatrix(ctx, toVendorId)
  const { taken, kept } = await plan(ctx, copy)
  for (const { source, own } of taken) {
    const { featureId, support, minAgent, minFirmware, timeoutSeconds, remark } = source
    const values = { support, minAgent, minFirmware, timeoutSeconds, remark }
    const isShared = own !== null && own.modelIds.length > 1
    if (own && !isShared) {
      await matrixBin.update(ctx, { id: own.id, version: own.version, ...values })
      continue
    }
    // The other models keep what their common row says.
    if (own) {
      const modelIds = own.modelIds.filter((one) => one !== toModelId)
      await matrixBin.update(ctx, { id: own.id, version: own.version, modelIds })
    }
    const modelIds = toModelId === null ? [] : [toModelId]
    await matrixBin.add(ctx, { ...values, featureId, vendorId: toVendorId, modelIds })
  }
  return { count: taken.length, kept }
}

/** How many terminals would gain or lose features by a copy. */
export async function copyImpact(
  ctx: Context,
  copy: Copy,
  withRows: boolean,
): Promise<MatrixImpact> {
  const { toVendorId, toModelId } = copy
  const { taken } = await plan(ctx, copy)
  const changes = taken.map(({ source, own, there }): Change => {
    const before = there.filter(({ status }) => status === 1)
    const wish = {
      id: own && own.modelIds.length <= 1 ? own.id : null,
      modelIds: toModelId === null ? [] : [toModelId],
      support: source.support,
      minAgent: source.minAgent,
      minFirmware: source.minFirmware,
    }
    return { vendorId: toVendorId, before, after: entriesAfter(before, wish) }
  })
  return impactOf(ctx, changes, withRows)
}
