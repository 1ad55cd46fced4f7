import { madeBy, organizationsBy } from '../../access/scope.ts'

/** Terminals belong to organisations: a caller sees those of his data scope. */
export const deviceScope = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })

/** Models are everybody's, but for callers who have to do with some vendors or models only. */
export const modelScope = madeBy({ vendor: 'vendorId', model: 'id' })
