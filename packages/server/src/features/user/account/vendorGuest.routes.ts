import { vendorGuests } from '@muster/contract'
import { madeBy } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { accountBin } from './accountBin.ts'

const scope = madeBy({ vendor: 'id', model: null })

/** Vendors' own staff: accounts that see one vendor's terminals, invited as any other. */
export const vendorGuestRoutes = serve(vendorGuests, scope, {
  invite: async ({ params: { id: vendorId }, body }, ctx) => {
    const { id } = await accountBin.add(ctx, { ...body, phone: '', vendorId })
    return { id }
  },
})
