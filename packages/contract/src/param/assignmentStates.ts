import { itemWaits } from '../device/taskItem.ts'

/** Where an assignment holds, the nearest last: it wins, parameter by parameter. */
export const paramLevels = ['ORG', 'STATION', 'GROUP', 'DEVICE'] as const
export type ParamLevel = (typeof paramLevels)[number]

/** Where a value comes from. */
export const paramSources = [...paramLevels, 'TEMPLATE', 'DICTIONARY'] as const
export type ParamSource = (typeof paramSources)[number]

/** DRAFT: nothing of it holds yet. */
export const paramStates = ['DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'REVOKED'] as const
export type ParamState = (typeof paramStates)[number]

/** How far a terminal is with what it should have. BLOCKED: a variable or a required parameter has no value, or values break a rule of the template; PARTLY_APPLIED: the application took some values only; HELD: a rule over many terminals is broken; DRIFT: it was changed there. */
export const paramDeliveryStates = [
  'BLOCKED',
  'HELD',
  'PENDING',
  'NOTIFIED',
  'FETCHING',
  'DOWNLOADED',
  'VERIFIED',
  'WAIT_APP',
  'APPLIED',
  'PARTLY_APPLIED',
  'REJECTED',
  'FAILED',
  'DRIFT',
] as const
export type ParamDeliveryState = (typeof paramDeliveryStates)[number]

/** Why what is PENDING has not left. */
export const paramWaits = [
  ...itemWaits,
  /** The application is not on the terminal. */
  'NO_APP',
  /** The terminal is not connected. */
  'OFFLINE',
  /** The next thing that changes for the terminal, or somebody who pushes it. */
  'NEXT',
  /** Whoever put it in force may not bring it any more, or not now. */
  'GIVER',
] as const
export type ParamWait = (typeof paramWaits)[number]
