import { organizationsBy } from '../../access/scope.ts'

/** Alarms belong where their terminal does, or did when they ended. */
export const alarmScope = organizationsBy('orgId', { vendor: 'vendorId', model: 'modelId' })
