import type {
  InheritedParam,
  ParamDeliveryState,
  ParamLevel,
  ParamRevision,
  ParamSource,
  ParamState,
  ParamWait,
  TextKey,
} from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'

type Tone = ComponentProps<typeof StatusBadge>['tone']
type TextsOf<K extends string> = Readonly<Record<K, TextKey>>

export const levelTexts = {
  ORG: 'param.level.ORG',
  STATION: 'param.level.STATION',
  GROUP: 'param.level.GROUP',
  DEVICE: 'param.level.DEVICE',
} as const satisfies TextsOf<ParamLevel>

export const sourceTexts: TextsOf<ParamSource> = {
  ...levelTexts,
  TEMPLATE: 'param.source.TEMPLATE',
  DICTIONARY: 'param.source.DICTIONARY',
}

/** Where a value comes from, by its name where the reader may know it. */
export const sourceOf = ({ source, name }: InheritedParam): string =>
  name === null
    ? t(sourceTexts[source])
    : t('param.sourceOf', { source: t(sourceTexts[source]), name })

export const stateTexts = {
  DRAFT: 'param.state.DRAFT',
  PENDING_APPROVAL: 'param.state.PENDING_APPROVAL',
  ACTIVE: 'param.state.ACTIVE',
  REVOKED: 'param.state.REVOKED',
} as const satisfies TextsOf<ParamState>

export const stateTones: Readonly<Record<ParamState, Tone>> = {
  DRAFT: 'neutral',
  PENDING_APPROVAL: 'waiting',
  ACTIVE: 'good',
  REVOKED: 'neutral',
}

export const revisionTexts: TextsOf<ParamRevision['state']> = {
  SCHEDULED: 'param.revisionState.SCHEDULED',
  IN_FORCE: 'param.revisionState.IN_FORCE',
  SUPERSEDED: 'param.revisionState.SUPERSEDED',
  REVOKED: 'param.state.REVOKED',
}

export const revisionTones: Readonly<Record<ParamRevision['state'], Tone>> = {
  SCHEDULED: 'waiting',
  IN_FORCE: 'good',
  SUPERSEDED: 'neutral',
  REVOKED: 'neutral',
}

export const deliveryTexts: TextsOf<ParamDeliveryState> = {
  BLOCKED: 'param.delivery.BLOCKED',
  HELD: 'param.delivery.HELD',
  PENDING: 'param.delivery.PENDING',
  NOTIFIED: 'param.delivery.NOTIFIED',
  FETCHING: 'param.delivery.FETCHING',
  DOWNLOADED: 'param.delivery.DOWNLOADED',
  VERIFIED: 'param.delivery.VERIFIED',
  WAIT_APP: 'param.delivery.WAIT_APP',
  APPLIED: 'param.delivery.APPLIED',
  PARTLY_APPLIED: 'param.delivery.PARTLY_APPLIED',
  REJECTED: 'param.delivery.REJECTED',
  FAILED: 'param.delivery.FAILED',
  DRIFT: 'param.delivery.DRIFT',
}

/** Why what waits for its delivery has not left. */
export const waitTexts: TextsOf<ParamWait> = {
  PACE: 'device.waitsShort.PACE',
  RATE: 'device.waitsShort.RATE',
  BEFORE: 'device.waitsShort.BEFORE',
  BLACKOUT: 'device.waitsShort.BLACKOUT',
  WINDOW: 'device.waitsShort.WINDOW',
  PAUSED: 'device.waitsShort.PAUSED',
  STOPPED: 'device.waitsShort.STOPPED',
  GRACE: 'device.waitsShort.GRACE',
  RETRY: 'device.waitsShort.RETRY',
  DISABLED: 'device.waitsShort.DISABLED',
  APPROVAL: 'device.waitsShort.APPROVAL',
  NO_APP: 'param.waits.NO_APP',
  OFFLINE: 'param.waits.OFFLINE',
  NEXT: 'param.waits.NEXT',
  GIVER: 'param.waits.GIVER',
}

/** The share that a state is counted to. */
export const shareOfState = (state: ParamDeliveryState) => {
  if (state === 'APPLIED') return 'syncedCount'
  return deliveryTones[state] === 'bad' ? 'failedCount' : 'pendingCount'
}

export const deliveryTones: Readonly<Record<ParamDeliveryState, Tone>> = {
  BLOCKED: 'bad',
  HELD: 'bad',
  PENDING: 'neutral',
  NOTIFIED: 'waiting',
  FETCHING: 'waiting',
  DOWNLOADED: 'waiting',
  VERIFIED: 'waiting',
  WAIT_APP: 'waiting',
  APPLIED: 'good',
  PARTLY_APPLIED: 'bad',
  REJECTED: 'bad',
  FAILED: 'bad',
  DRIFT: 'bad',
}

/** States in which it is on its way, or there is nothing to bring. */
export const settled: ReadonlySet<ParamDeliveryState> = new Set([
  'APPLIED',
  'BLOCKED',
  'HELD',
  'NOTIFIED',
  'FETCHING',
  'DOWNLOADED',
  'WAIT_APP',
])
