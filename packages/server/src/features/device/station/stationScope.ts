import { organizationsBy } from '../../../access/scope.ts'

/** Stations belong to organisations. */
export const stationScope = organizationsBy('orgId')
