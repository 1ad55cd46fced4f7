import { codes, features, featuresPath } from '@muster/contract'
import { sql } from 'kysely'
import { everyone } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { modelScope } from '../deviceScope.ts'
import { featureName } from './featureName.ts'

const stored = recycleBin(featuresPath, 'feature', everyone)

/** The bin of features: one stays while something names it, and a shipped name stays a text of each language. */
const kept: Bin<StoredRow<'feature'>, NewRecord<'feature'>> = {
  ...stored,
  async update(ctx, values) {
    const { name } = await stored.find(ctx, values.id)
    const isSame = values.name === featureName(ctx.language, name)
    return stored.update(ctx, isSame ? { ...values, name } : values)
  },
  async remove(ctx, ids) {
    const gone = await stored.remove(ctx, ids)
    await refuseUsed(ctx, gone)
    return gone
  },
}

/** Who names it: a row of a vendor's matrix, a model or a category. */
async function refuseUsed(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    key: 'used.model' | 'used.vendor' | 'used.featuresOf'
    name: string
  }>`
    select 'used.vendor' as key, vendor.name from vendor_feature entry join vendor on vendor.id = entry.vendor_id
      where entry.feature_id = any(${[...ids]}::uuid[]) and entry.deleted_at is null
    union all select 'used.model', name from model
      where feature_ids && ${[...ids]}::uuid[] and deleted_at is null and ${modelScope.rows(ctx.principal)}
    union all select 'used.featuresOf', name from category
      where feature_ids && ${[...ids]}::uuid[] and deleted_at is null
    limit 1`.execute(ctx.db)
  const [use] = rows
  if (use) throw new Refusal(codes.warning, use.key, { params: { name: use.name } })
}

const bin = withCounts(kept, async (ctx, rows) => {
  const counted = await modelsWith(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    name: featureName(ctx.language, row.name),
    modelCount: counted.get(row.id) ?? 0,
  }))
})

/** How many of the caller's models have each of these features, of their own or by their category. */
async function modelsWith(ctx: Context, ids: readonly string[]) {
  const { rows } = await sql<{
    id: string
    count: number
  }>`select feature_id as id, count(*)::integer as count
    from model_row as row cross join lateral unnest(had_feature_ids) as feature_id
    where deleted_at is null and feature_id = any(${[...ids]}::uuid[]) and ${modelScope.rows(ctx.principal)}
    group by 1`.execute(ctx.db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const records = lifecycle(features, bin, {
  search: ['name', 'code'],
  order: ['kind', 'sort', 'code'],
  computed: ['modelCount'],
})

/** FEATURES: the dictionary of what terminals can have and do. */
export const featureRoutes = serve(features, everyone, {
  ...records,
  list: async (request, ctx) => {
    const found = await records.list(request, ctx)
    return found.map((one) => ({ ...one, name: featureName(ctx.language, one.name) }))
  },
  add: async (request, ctx) => {
    requireChoices(request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    requireChoices(request.body)
    return records.update(request, ctx)
  },
})

/** An `ENUM` has values, and nothing else has. */
function requireChoices({ valueType, choices }: Pick<Body, 'valueType' | 'choices'>): void {
  if (valueType === 'ENUM' && choices.length === 0) throw fieldRefusal('choices', 'rule.required')
}

type Body = Parameters<typeof records.add>[0]['body']
