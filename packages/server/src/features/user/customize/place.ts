import { organizationsBy } from '../../../access/scope.ts'

/** Whose white labels a caller may touch. */
export const customizeScope = organizationsBy('orgId')
