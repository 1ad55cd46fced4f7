import type { Repair } from '@muster/contract'

/** What is known of a fault where it is reported. */
export type FaultReport = Pick<Repair, 'sn' | 'source'> &
  Partial<Pick<Repair, 'fault' | 'severity' | 'description'>>
