import { codes, type MatrixCell, type ParsedOf, vendorFeatures } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { findMatching } from '../../../kit/batch/matching.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { modelScope } from '../deviceScope.ts'
import { featureName } from '../feature/featureName.ts'
import { matrixBin, matrixScope, setCell, vendorScope } from './matrixBin.ts'
import { type Copy, copyImpact, copyMatrix } from './matrixCopy.ts'
import { matrixImpact, rowsImpact } from './matrixImpact.queries.ts'
import { commandsOf } from './rules.queries.ts'

const records = lifecycle(vendorFeatures, matrixBin, {
  search: ['featureName', 'featureCode', 'code'],
  order: ['vendorName', 'kind', 'featureCode', 'code'],
  computed: ['models', 'modelIds', 'commands'],
  filters: { modelId: holdsFor },
})

/** A row that names the model, or one for all that nothing else is said of. */
function holdsFor(id: unknown) {
  return sql<SqlBool>`vendor_id = (select vendor_id from model where id = ${id}::uuid)
    and (${id}::uuid = any(model_ids) or model_ids = '{}' and not exists (select from vendor_feature nearer
      where nearer.vendor_id = row.vendor_id and nearer.feature_id = row.feature_id
        and nearer.deleted_at is null and ${id}::uuid = any(nearer.model_ids)))`
}

/** MANUFACTURER_FEATURES: which features the agents and firmwares of a vendor support. */
export const matrixRoutes = serve(vendorFeatures, matrixScope, {
  ...records,
  list: ({ query }, ctx) => pick(ctx, query),
  matrix: async ({ params, query }, ctx) => {
    await requireVendor(ctx, params.vendorId)
    return readMatrix(ctx, params.vendorId, query.modelId ?? null)
  },
  setCell: async ({ body }, ctx) => {
    await requireVendor(ctx, body.vendorId)
    return { count: await setCell(ctx, body) }
  },
  impact: async ({ body }, ctx) => {
    await requireVendor(ctx, body.vendorId)
    return matrixImpact(ctx, body)
  },
  rowsImpact: async ({ body }, ctx) => rowsImpact(ctx, { ...body, ids: await namedBy(ctx, body) }),
  copy: async ({ body }, ctx) => {
    await requireCopy(ctx, body)
    requireOverwriting(ctx, body)
    return copyMatrix(ctx, body)
  },
  copyImpact: async ({ body: { withRows, ...copy } }, ctx) => {
    await requireCopy(ctx, copy)
    return copyImpact(ctx, copy, withRows)
  },
})

/** What stands there already is rewritten by those alone who may edit it. */
function requireOverwriting({ principal }: Context, { overwrite }: Copy): void {
  const { permission } = vendorFeatures.update
  if (overwrite && !mayCall(principal, permission))
    throw new Refusal(codes.forbidden, 'refusal.forbidden', { data: { permission } })
}

type NamedRows = ParsedOf<(typeof vendorFeatures)['rowsImpact']>['body']

/** The rows that were named, or all that the list shows under a query. */
async function namedBy(ctx: Context, { ids, matching }: NamedRows): Promise<readonly string[]> {
  if (ids) return ids
  const list = matrixRoutes.routes.find(({ call }) => call === vendorFeatures.page)
  if (!list) throw new Error('the matrix has no list')
  const found = await findMatching(list, matching ?? {}, ctx)
  return found.map(({ id }) => id)
}

/** Somebody else's matrix is not copied, nor a model's to itself. */
async function requireCopy(ctx: Context, copy: Copy): Promise<void> {
  const { fromVendorId, toVendorId, fromModelId, toModelId } = copy
  await requireVendor(ctx, fromVendorId)
  await requireVendor(ctx, toVendorId)
  if (fromModelId) await requireModel(ctx, fromVendorId, fromModelId)
  if (toModelId) await requireModel(ctx, toVendorId, toModelId)
  if (fromVendorId !== toVendorId || fromModelId !== toModelId) return
  if (fromModelId) throw fieldRefusal('fromModelId', 'vendorFeature.sameModel')
  throw fieldRefusal('fromVendorId', 'vendorFeature.sameVendor')
}

interface Sought {
  readonly keyword?: string | undefined
  readonly id?: string | undefined
}

/** Rows for a picker: a feature of a vendor. */
async function pick(ctx: Context, { keyword, id }: Sought) {
  const { rows } = await sql<{ id: string; name: string; code: string | null }>`select id,
      vendor_name || ' · ' || feature_code as name, code from vendor_feature_row as row
    where deleted_at is null and ${matrixScope.rows(ctx.principal)}
      and (${id ?? null}::uuid is null and status = 1 or id = ${id ?? null}::uuid)
      and code ilike ${`%${(keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`}
    order by vendor_name, feature_code limit 1000`.execute(ctx.db)
  return rows
}

async function requireVendor(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql`select from vendor where id = ${id} and deleted_at is null
    and ${vendorScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
}

/** Every enabled feature of the dictionary, and what is said of it. */
async function readMatrix(
  ctx: Context,
  vendorId: string,
  modelId: string | null,
): Promise<MatrixCell[]> {
  if (modelId !== null) await requireModel(ctx, vendorId, modelId)
  const { rows } = await sql<
    Omit<MatrixCell, 'commands'>
  >`select feature.id as feature_id, feature.code, feature.name,
      feature.icon, feature.kind, rule.id as entry_id, coalesce(rule.model_ids <> '{}', false) as is_of_model,
      rule.support, rule.min_agent, rule.min_firmware, rule.timeout_seconds,
      (select coalesce(sum(cardinality(model_ids)), 0)::integer from vendor_feature other
        where other.vendor_id = ${vendorId} and other.feature_id = feature.id and other.deleted_at is null
          and other.status = 1 and other.id is distinct from rule.id) as otherwise
    from feature left join lateral (select entry.* from vendor_feature entry
        where entry.vendor_id = ${vendorId} and entry.feature_id = feature.id and entry.deleted_at is null
          and entry.status = 1 and (entry.model_ids = '{}' or ${modelId}::uuid = any(entry.model_ids))
        order by cardinality(entry.model_ids) desc limit 1) as rule on true
    where feature.deleted_at is null and feature.status = 1
    order by feature.kind, feature.sort, feature.code`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    name: featureName(ctx.language, row.name),
    commands: commandsOf(row.code),
  }))
}

async function requireModel(ctx: Context, vendorId: string, id: string): Promise<void> {
  const { rows } = await sql`select from model where id = ${id} and vendor_id = ${vendorId}
    and deleted_at is null and ${modelScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
}
