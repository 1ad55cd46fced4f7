/** States of one command to one terminal. */
export const itemStates = [
  'CREATED',
  'QUEUED',
  'PUBLISHED',
  'DELIVERED',
  'ACKED',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'REFUSED',
  'DEFERRED',
  'CANCELLED',
  'EXPIRED',
  'TIMEOUT',
] as const
export type ItemState = (typeof itemStates)[number]

/** States that nothing moves out of. */
export const finalItemStates = [
  'SUCCESS',
  'FAILED',
  'REFUSED',
  'CANCELLED',
  'EXPIRED',
  'TIMEOUT',
] as const satisfies readonly ItemState[]

/** What a terminal may report of an item; the rest is the server's own knowledge. */
export const reportedStates = [
  'ACKED',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'REFUSED',
  'DEFERRED',
  'EXPIRED',
] as const satisfies readonly ItemState[]
