import { organizationsBy } from '../../kit/scope.ts'

/** Terminals belong to organisations: a caller sees those of his data scope. */
export const deviceScope = organizationsBy('orgId')
