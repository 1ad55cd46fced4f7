import { organizationsBy } from '../../../access/scope.ts'

/** Templates of the organisations in the caller's data scope. */
export const templateScope = organizationsBy('orgId')
