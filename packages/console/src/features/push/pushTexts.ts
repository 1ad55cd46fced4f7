import type { Push, PushMove, PushState, TextKey } from '@muster/contract'
import type { StatusBadge } from '../../kit/page/values.tsx'

export const stateTexts: Readonly<Record<PushState, TextKey>> = {
  APPROVAL: 'push.state.APPROVAL',
  SCHEDULED: 'push.state.SCHEDULED',
  RUNNING: 'push.state.RUNNING',
  PAUSED: 'push.state.PAUSED',
  FINISHED: 'push.state.FINISHED',
  PARTIAL: 'push.state.PARTIAL',
  STOPPED: 'push.state.STOPPED',
  EXPIRED: 'push.state.EXPIRED',
}

export const stateTones: Readonly<Record<PushState, Parameters<typeof StatusBadge>[0]['tone']>> = {
  APPROVAL: 'waiting',
  SCHEDULED: 'neutral',
  RUNNING: 'waiting',
  PAUSED: 'neutral',
  FINISHED: 'good',
  // Most of it is done: it is looked at, unlike what failed.
  PARTIAL: 'waiting',
  STOPPED: 'neutral',
  EXPIRED: 'bad',
}

export const moveTexts: Readonly<Record<PushMove, TextKey>> = {
  approve: 'push.approve',
  reject: 'push.reject',
  takeBack: 'push.takeBack',
  pause: 'push.pause',
  resume: 'push.resume',
  stop: 'push.stop',
  retry: 'push.retry',
  setRate: 'push.rateChange',
}

/** The ways in which a push names its terminals. */
export const wayTexts: Readonly<Record<Push['targetKind'], TextKey>> = {
  sns: 'push.way.sns',
  ids: 'push.way.ids',
  groupId: 'push.way.groupId',
  orgId: 'push.way.orgId',
  filter: 'push.way.filter',
  release: 'push.way.release',
  reached: 'push.way.reached',
  plan: 'push.way.plan',
}
