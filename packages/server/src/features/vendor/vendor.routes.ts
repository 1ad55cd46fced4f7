import { vendors } from '@muster/contract'
import { lifecycle } from '../../kit/lifecycle.ts'
import { serve } from '../../kit/serve.ts'
import { testSigner } from './signer/testSigner.ts'
import { vendorBin } from './vendorBin.ts'
import { vendorScope } from './vendorScope.ts'

/** Vendors: who they are, what their serial numbers are like, and who signs for them. */
export const vendorRoutes = serve(vendors, vendorScope, {
  ...lifecycle(vendors, vendorBin, {
    search: ['name', 'code'],
    order: ['name'],
    computed: ['snPrefixes', 'signerSecret', 'signerKey', 'bootstrapCa'],
  }),
  testSigner: ({ params: { id } }, ctx) => testSigner(ctx, id),
})
