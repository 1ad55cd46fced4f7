import { models, type ParsedOf, type VendorNode } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { allOf, anyContains, type Condition, equals } from '../../../kit/page.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { everyone, madeBy, organizationsBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { translate } from '../../../platform/texts.ts'
import { requireImage } from '../../file/image/index.ts'
import { ownCounts, ownlyCounted } from '../../organization/index.ts'
import { isSerialNumberRule } from '../../vendor/index.ts'
import { deviceScope, modelScope } from '../deviceScope.ts'
import { namingFeatures } from '../feature/namedFeatures.ts'
import { keyImpact } from './keyImpact.queries.ts'
import { plainModels } from './modelBin.ts'
import { withFacts } from './modelFacts.queries.ts'
import { requireNoAim } from './modelUse.queries.ts'

const kept = keptWhileUsed(plainModels, [
  { table: 'device', field: 'modelId', name: 'sn', says: 'used.device', scope: deviceScope },
  {
    table: 'alarmRule',
    field: 'modelId',
    name: 'name',
    says: 'used.alarmRule',
    scope: organizationsBy('orgId'),
  },
])
const named = naming(kept, [
  { field: 'vendorId', to: 'vendor', scope: madeBy({ vendor: 'id', model: null }) },
  { field: 'categoryId', to: 'category', scope: everyone },
])
const counted = withCounts(withCounts(named, ownCounts('model'), ownlyCounted), withFacts)
const featured = namingFeatures(counted, ({ hadFeatureIds }) => hadFeatureIds ?? [])
const bin: typeof featured = {
  ...featured,
  async setStatus(ctx, ids, status) {
    const set = await featured.setStatus(ctx, ids, status)
    if (status === 0) await requireNoAim(ctx, set)
    return set
  },
}
const records = lifecycle(models, bin, {
  search: ['name', 'code'],
  order: ['name'],
  computed: ['features', 'featureIds', 'firmwareStable', 'firmwareBeta', 'ptsVersion', 'ptsUntil'],
  filters: { featureId: (id) => sql<SqlBool>`had_feature_ids @> array[${id}::uuid]` },
})

export const modelRoutes = serve(models, modelScope, {
  ...records,
  list: ({ query }, ctx) => offered(ctx, query),
  byVendor: (_, ctx) => underVendors(ctx),
  add: async (request, ctx) => {
    requireRule(request.body)
    requireOrder(request.body)
    await requirePicture(ctx, request.body)
    const row = await records.add(request, ctx)
    await requireOneKind(ctx, request.body)
    return row
  },
  update: async (request, ctx) => {
    const { body } = request
    requireRule(body)
    requireOrder(body)
    await requirePicture(ctx, body)
    const before = await bin.find(ctx, body.id)
    const row = await records.update(request, ctx)
    await requireOneKind(ctx, body)
    if (before.vendorId !== body.vendorId) await requireOneVendor(ctx, body)
    return row
  },
  keyImpact: async ({ params: { id }, body }, ctx) => {
    await bin.find(ctx, id)
    return keyImpact(ctx, { id, ...body })
  },
})

type Sought = ParsedOf<(typeof models)['list']>['query']

/** Models for a picker, in the order of their names. */
async function offered(ctx: Context, { keyword = '', id, vendorId }: Sought) {
  const conditions: Condition[] = [modelScope.rows(ctx.principal)]
  conditions.push(id ? equals('id', id) : equals('status', 1))
  if (vendorId) conditions.push(equals('vendorId', vendorId))
  if (keyword.trim()) conditions.push(anyContains(['name', 'code'], keyword.trim()))
  const { rows } = await sql<{
    id: string
    name: string
    code: string | null
  }>`select id, name, code
    from model as row where deleted_at is null and ${allOf(conditions)}
    order by name limit 1000`.execute(ctx.db)
  return rows
}

/** The caller's enabled models under their vendors, in the order of names. */
async function underVendors({ db, principal }: Context): Promise<VendorNode[]> {
  const { rows } = await sql<VendorNode>`select vendor.id, vendor.name,
      jsonb_agg(jsonb_build_object('id', own.id, 'name', own.name, 'code', own.code)
        order by own.name, own.id) as models
    from (select id, name, code, vendor_id from model as row
        where deleted_at is null and status = 1 and ${modelScope.rows(principal)}) as own
      join vendor on vendor.id = own.vendor_id
    group by vendor.id, vendor.name order by vendor.name, vendor.id`.execute(db)
  return rows
}

type Days = Record<'endOfSale' | 'endOfSupport', string | null>

/** What is still sold is still supported. */
function requireOrder({ endOfSale, endOfSupport }: Days): void {
  if (endOfSale !== null && endOfSupport !== null && endOfSale > endOfSupport)
    throw fieldRefusal('endOfSupport', 'model.supportBeforeSale')
}

function requireRule({ snRule }: { snRule: string | null }): void {
  if (!isSerialNumberRule(snRule)) throw fieldRefusal('snRule', 'rule.pattern')
}

const requirePicture = (ctx: Context, { picture }: { picture: string | null }) =>
  requireImage(ctx, { field: 'picture', name: picture, use: 'picture' })

/** Models of one category share an operating system: groups and plans count on it. */
async function requireOneKind(ctx: Context, model: { categoryId: string; osType: string }) {
  const { osKind } = await ctx.db
    .selectFrom('category')
    .select('osKind')
    .where('id', '=', model.categoryId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (osKind === model.osType) return
  const kind = translate(ctx.language, `category.os.${osKind}`)
  throw fieldRefusal('categoryId', translate(ctx.language, 'rule.osKind', { kind }))
}

/** Terminals carry their vendor beside their model; both must go on telling the same. */
async function requireOneVendor(ctx: Context, model: { id: string; vendorId: string }) {
  const odd = await ctx.db
    .selectFrom('device')
    .select('id')
    .where('modelId', '=', model.id)
    .where('vendorId', '<>', model.vendorId)
    .executeTakeFirst()
  // Whose terminal it is, the caller may not know.
  if (odd) throw fieldRefusal('vendorId', 'refusal.inUse')
}
