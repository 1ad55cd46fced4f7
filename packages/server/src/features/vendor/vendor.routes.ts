import { vendors, vendorsPath } from '@muster/contract'
import type { Context } from '../../kit/context.ts'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin } from '../../kit/recycleBin.ts'
import { enabledWhileUsed, keptWhileUsed } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { madeBy } from '../../access/scope.ts'
import { serve } from '../../kit/serve.ts'
import { withCounts } from '../../kit/withCounts.ts'
import { requireImage } from '../file/image/index.ts'
import { ownCounts } from '../organization/index.ts'
import { isSerialNumberRule } from './serialNumberRule.ts'

const scope = madeBy({ vendor: 'id', model: null })
const uses = [
  {
    table: 'model',
    field: 'vendorId',
    name: 'name',
    says: 'used.model',
    scope: madeBy({ vendor: 'vendorId', model: 'id' }),
  },
] as const
const kept = keptWhileUsed(recycleBin(vendorsPath, 'vendor', scope), uses)
const bin = withCounts(enabledWhileUsed(kept, uses), ownCounts('vendor'))

const records = lifecycle(vendors, bin, { search: ['name', 'code'], order: ['name'] })

export const vendorRoutes = serve(vendors, scope, {
  ...records,
  add: async (request, ctx) => {
    requireRule(request.body)
    await requireLogo(ctx, request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    requireRule(request.body)
    await requireLogo(ctx, request.body)
    return records.update(request, ctx)
  },
})

const requireLogo = (ctx: Context, { logo }: { logo: string | null }) =>
  requireImage(ctx, { field: 'logo', name: logo, use: 'logo' })

function requireRule({ snRule }: { snRule: string | null }): void {
  if (!isSerialNumberRule(snRule)) throw fieldRefusal('snRule', 'rule.pattern')
}
