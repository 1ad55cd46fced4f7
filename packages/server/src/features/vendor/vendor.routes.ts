import { vendors } from '@muster/contract'
import { lifecycle } from '../../kit/lifecycle.ts'
import { recycleBin } from '../../kit/recycleBin.ts'
import { enabledWhileUsed, keptWhileUsed } from '../../kit/references.ts'
import { fieldRefusal } from '../../kit/refusal.ts'
import { everyone } from '../../kit/scope.ts'
import { serve } from '../../kit/serve.ts'
import { isSerialNumberRule } from './serialNumberRule.ts'

const uses = [{ table: 'model', field: 'vendorId', name: 'name', says: 'used.model' }] as const
const kept = keptWhileUsed(recycleBin('/admin/vendor/v1/vendor', 'vendor', everyone), uses)
const bin = enabledWhileUsed(kept, uses)

const records = lifecycle(vendors, bin, { search: ['name', 'code'], order: ['name'] })

export const vendorRoutes = serve(vendors, everyone, {
  ...records,
  add: async (request, ctx) => {
    requireRule(request.body)
    return records.add(request, ctx)
  },
  update: async (request, ctx) => {
    requireRule(request.body)
    return records.update(request, ctx)
  },
})

function requireRule({ snRule }: { snRule: string | null }): void {
  if (!isSerialNumberRule(snRule)) throw fieldRefusal('snRule', 'rule.pattern')
}
