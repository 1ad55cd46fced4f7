import { madeBy } from '../../access/scope.ts'

/** Vendors that the caller has to do with. */
export const vendorScope = madeBy({ vendor: 'id', model: null })
