import { vendorCertificates, vendorCertificatesPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { madeBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { stateOf } from './certificate.rules.ts'

export const certificateScope = madeBy({ vendor: 'vendorId', model: null })
const models = madeBy({ vendor: 'vendorId', model: 'id' })

const named = naming(recycleBin(vendorCertificatesPath, 'vendorCertificate', certificateScope), [
  { field: 'vendorId', to: 'vendor', scope: madeBy({ vendor: 'id', model: null }) },
])

type Entry = NewRecord<'vendorCertificate'>

/** Its models are its vendor's. */
const ruled: Bin<StoredRow<'vendorCertificate'>, Entry> = {
  ...named,
  async add(ctx, values) {
    await requireModels(ctx, values)
    return named.add(ctx, values)
  },
  async update(ctx, values) {
    await requireModels(ctx, { ...(await named.find(ctx, values.id)), ...values })
    return named.update(ctx, values)
  },
}

async function requireModels(ctx: Context, { vendorId, modelIds }: Entry): Promise<void> {
  const ids = [...new Set(modelIds ?? [])]
  if (ids.length === 0) return
  const { rows } =
    await sql`select from model where id = any(${ids}::uuid[]) and vendor_id = ${vendorId}
    and deleted_at is null and ${models.rows(ctx.principal)}`.execute(ctx.db)
  if (rows.length < ids.length) throw fieldRefusal('modelIds', 'vendorFeature.otherVendor')
}

const bin = withCounts(ruled, async (ctx, rows) => {
  const days = await parameter(ctx.db, 'pts.alarm.days')
  const ids = [...new Set(rows.flatMap(({ modelIds }) => modelIds))]
  const { rows: known } = await sql<{ id: string; name: string }>`select id, name from model
    where id = any(${ids}::uuid[]) order by name`.execute(ctx.db)
  return rows.map((row) => ({
    ...row,
    state: stateOf(row.expiresOn, { now: ctx.now(), days }),
    models: known.filter(({ id }) => row.modelIds.includes(id)),
  }))
})

/** Approvals: who ends first stands first. */
export const certificateRoutes = serve(
  vendorCertificates,
  certificateScope,
  lifecycle(vendorCertificates, bin, {
    search: ['certNo'],
    order: ['expiresOn', 'certNo'],
    computed: ['state', 'models', 'modelIds'],
    filters: {
      endsWithin: (days) => sql<SqlBool>`expires_on <= current_date + ${days}::integer`,
      modelId: (id) => sql<SqlBool>`(${id}::uuid = any(model_ids)
        or model_ids = '{}' and vendor_id = (select vendor_id from model where id = ${id}::uuid))`,
    },
  }),
)
