import { organizationsBy } from '../../../access/scope.ts'

/** Policies of the organisations in the caller's data scope. */
export const policyScope = organizationsBy('orgId')

/** Terminals of the caller's data scope. */
export const policyDevices = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })
