/** States of what is wanted from one terminal. */
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
  'CANCELLING',
  'CANCELLED',
  'EXPIRED',
  'TIMEOUT',
  'FILTERED',
  'DUPLICATE',
  'OFFLINE_SKIPPED',
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
  'FILTERED',
  'DUPLICATE',
  'OFFLINE_SKIPPED',
] as const satisfies readonly ItemState[]

/** States in which a push never reached a terminal, and was not meant to. */
export const leftOutStates = [
  'FILTERED',
  'DUPLICATE',
  'OFFLINE_SKIPPED',
] as const satisfies readonly ItemState[]

/** What a terminal may report of an item; the rest is the server's own knowledge. */
export const reportedStates = [
  'ACKED',
  'RUNNING',
  'SUCCESS',
  'FAILED',
  'REFUSED',
  'DEFERRED',
  'CANCELLED',
  'EXPIRED',
] as const satisfies readonly ItemState[]

/** Why something does not leave although its terminal is there. */
export const itemWaits = [
  /** Its turn: the pushes of an organisation leave at one pace. */
  'PACE',
  /** Its turn among those of its push, which leaves at a pace of its own. */
  'RATE',
  /** The end of what comes before it, on its terminal. */
  'BEFORE',
  /** The end of a blackout. */
  'BLACKOUT',
  /** The hours of its push. */
  'WINDOW',
  /** Its push rests. */
  'PAUSED',
  /** All sending is halted. */
  'STOPPED',
  /** Its push may still be taken back. */
  'GRACE',
  /** It failed, and begins anew in a while. */
  'RETRY',
  /** Its terminal is disabled. */
  'DISABLED',
  /** A second person, who has yet to let its push go. */
  'APPROVAL',
] as const
