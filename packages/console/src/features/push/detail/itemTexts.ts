import { type installSteps, type noContact, type PushItem, type TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import type { ShareKey } from '../shares.ts'

type State = PushItem['state']

const shares: Readonly<Record<State, ShareKey>> = {
  CREATED: 'waiting',
  QUEUED: 'waiting',
  PUBLISHED: 'waiting',
  DELIVERED: 'waiting',
  ACKED: 'active',
  RUNNING: 'active',
  DEFERRED: 'active',
  CANCELLING: 'active',
  SUCCESS: 'succeeded',
  FAILED: 'failed',
  REFUSED: 'failed',
  EXPIRED: 'failed',
  TIMEOUT: 'failed',
  CANCELLED: 'cancelled',
  FILTERED: 'leftOut',
  DUPLICATE: 'leftOut',
  OFFLINE_SKIPPED: 'leftOut',
}

/** Under which figure of the list a state counts. */
export const shareOfState = (state: State): ShareKey => shares[state]

type Step = (typeof installSteps)[number] | typeof noContact

const stepTexts: Readonly<Record<Step, TextKey>> = {
  DOWNLOADING: 'push.step.DOWNLOADING',
  DOWNLOADED: 'push.step.DOWNLOADED',
  VERIFIED: 'push.step.VERIFIED',
  INSTALL_WAIT: 'push.step.INSTALL_WAIT',
  INSTALLING: 'push.step.INSTALLING',
  REBOOTING: 'push.step.REBOOTING',
  CONFIRMING: 'push.step.CONFIRMING',
  NO_CONTACT: 'push.step.NO_CONTACT',
}

const isStep = (step: string): step is Step => step in stepTexts

/** What a step is called; one that this console does not know is called as the terminal calls it. */
export const stepText = (step: string): string => (isStep(step) ? t(stepTexts[step]) : step)
