import type { ApkState, App, TextKey } from '@muster/contract'
import type { Tone } from '../../ui/table/cells.tsx'

export const typeTexts: Readonly<Record<App['appType'], TextKey>> = {
  NORMAL: 'app.type.NORMAL',
  PARAMETER: 'app.type.PARAMETER',
  LAUNCHER: 'app.type.LAUNCHER',
  SYSTEM: 'app.type.SYSTEM',
  AGENT: 'app.type.AGENT',
}

export const osTexts: Readonly<Record<App['osKind'], TextKey>> = {
  ANDROID: 'app.os.ANDROID',
  LINUX: 'app.os.LINUX',
}

export const visibilityTexts: Readonly<Record<App['visibility'], TextKey>> = {
  PUBLIC: 'app.visibility.PUBLIC',
  ORGS: 'app.visibility.ORGS',
  STATIONS: 'app.visibility.STATIONS',
  PRIVATE: 'app.visibility.PRIVATE',
}

export const chargeTexts: Readonly<Record<App['charge'], TextKey>> = {
  FREE: 'app.charge.FREE',
  ONE_TIME: 'app.charge.ONE_TIME',
  SUBSCRIPTION: 'app.charge.SUBSCRIPTION',
  PER_DEVICE: 'app.charge.PER_DEVICE',
}

export const stateTexts: Readonly<Record<ApkState, TextKey>> = {
  DRAFT: 'apk.state.DRAFT',
  CHECK_FAILED: 'apk.state.CHECK_FAILED',
  READY: 'apk.state.READY',
  SUBMITTED: 'apk.state.SUBMITTED',
  IN_REVIEW: 'apk.state.IN_REVIEW',
  CHANGES_REQUESTED: 'apk.state.CHANGES_REQUESTED',
  REJECTED: 'apk.state.REJECTED',
  APPROVED: 'apk.state.APPROVED',
  SIGNING: 'apk.state.SIGNING',
  SIGNED: 'apk.state.SIGNED',
  GREY: 'apk.state.GREY',
  GREY_PAUSED: 'apk.state.GREY_PAUSED',
  ONLINE: 'apk.state.ONLINE',
  SUPERSEDED: 'apk.state.SUPERSEDED',
  OFFLINE: 'apk.state.OFFLINE',
}

/** What the list is filtered by: also those that wait for somebody. */
export const stateFilterTexts: Readonly<Record<ApkState | 'REVIEW', TextKey>> = {
  REVIEW: 'app.review',
  ...stateTexts,
}

export const tones: Readonly<Record<ApkState, Tone>> = {
  DRAFT: 'neutral',
  CHECK_FAILED: 'bad',
  READY: 'neutral',
  SUBMITTED: 'waiting',
  IN_REVIEW: 'waiting',
  CHANGES_REQUESTED: 'waiting',
  REJECTED: 'bad',
  APPROVED: 'good',
  SIGNING: 'waiting',
  SIGNED: 'good',
  GREY: 'good',
  GREY_PAUSED: 'waiting',
  ONLINE: 'good',
  SUPERSEDED: 'neutral',
  OFFLINE: 'neutral',
}
