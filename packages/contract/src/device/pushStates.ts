import { commandNames } from './command.ts'
import type { ItemState } from './taskItem.ts'
import { taskKinds } from './taskKinds.ts'

/** Everything that can be wanted from many terminals. */
export const pushKinds = [...commandNames, ...taskKinds] as const
export type PushKind = (typeof pushKinds)[number]

/** States of a push as a whole. */
export const pushStates = [
  'APPROVAL',
  'SCHEDULED',
  'RUNNING',
  'PAUSED',
  'FINISHED',
  'PARTIAL',
  'STOPPED',
  'EXPIRED',
] as const
export type PushState = (typeof pushStates)[number]

/** What people do with a push. */
export type PushMove =
  | 'approve'
  | 'reject'
  | 'takeBack'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retry'
  | 'setRate'

/** From which states each act leads on; everything else is refused. */
export const pushMoves: Readonly<Record<PushMove, readonly PushState[]>> = {
  approve: ['APPROVAL'],
  reject: ['APPROVAL'],
  takeBack: ['APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'],
  pause: ['SCHEDULED', 'RUNNING'],
  resume: ['PAUSED'],
  stop: ['APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'],
  retry: ['RUNNING', 'PAUSED', 'FINISHED', 'PARTIAL', 'STOPPED', 'EXPIRED'],
  setRate: ['APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED'],
}

/** States in which nothing of a push is sent any more. */
export const endedPushStates = ['FINISHED', 'PARTIAL', 'STOPPED', 'EXPIRED'] as const

/** How far an application or an upgrade is on a terminal, while its item is RUNNING. */
export const installSteps = [
  'DOWNLOADING',
  'DOWNLOADED',
  'VERIFIED',
  'INSTALL_WAIT',
  'INSTALLING',
  'REBOOTING',
  'CONFIRMING',
] as const

/** The step of an upgrade whose terminal has not been heard of since it restarted: no terminal says this of itself. */
export const noContact = 'NO_CONTACT'

/** What a terminal was told and has not answered with its end: it can be told to leave it be. */
export const recallableStates = [
  'PUBLISHED',
  'DELIVERED',
  'ACKED',
  'RUNNING',
  'DEFERRED',
] as const satisfies readonly ItemState[]

/** Runs that one cron line makes at most. */
export const mostRuns = 100

/** Why a push that came round does not any more. */
export const ranOut = 'push.ranOut'

/** Why a push is stopped that follows another one, where whoever stopped that could not stop it himself. */
export const formerStopped = 'push.formerStopped'

/** Ends of an item that may begin anew. */
export const retriedStates = [
  'FAILED',
  'REFUSED',
  'EXPIRED',
  'TIMEOUT',
  'CANCELLED',
] as const satisfies readonly ItemState[]

/** Causes that another try meets again: the terminal, or what it is given, is not fit for it. */
export const hopelessCodes: readonly string[] = [
  'C401',
  'C403',
  'D106',
  'I202',
  'I203',
  'I205',
  'I206',
  'I207',
  'I214',
  'S603',
  'S605',
  'S606',
  'S607',
]
