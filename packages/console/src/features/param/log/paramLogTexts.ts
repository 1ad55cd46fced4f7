import type { ParamChange, ParamDeliveryState, ParamLevel, TextKey } from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'

export const causeTexts: Readonly<Record<ParamChange['cause'], TextKey>> = {
  ACTIVATED: 'paramLog.cause.ACTIVATED',
  REVOKED: 'paramLog.cause.REVOKED',
  STARTED: 'paramLog.cause.STARTED',
  ENDED: 'paramLog.cause.ENDED',
  TEMPLATE: 'paramLog.cause.TEMPLATE',
  DICTIONARY: 'paramLog.cause.DICTIONARY',
}

export const levelTexts: Readonly<Record<ParamLevel, TextKey>> = {
  ORG: 'paramLog.level.ORG',
  STATION: 'paramLog.level.STATION',
  GROUP: 'paramLog.level.GROUP',
  DEVICE: 'paramLog.level.DEVICE',
}

export const deliveryTexts: Readonly<Record<ParamDeliveryState, TextKey>> = {
  BLOCKED: 'paramLog.state.BLOCKED',
  PENDING: 'paramLog.state.PENDING',
  NOTIFIED: 'paramLog.state.NOTIFIED',
  FETCHING: 'paramLog.state.FETCHING',
  DOWNLOADED: 'paramLog.state.DOWNLOADED',
  VERIFIED: 'paramLog.state.VERIFIED',
  WAIT_APP: 'paramLog.state.WAIT_APP',
  APPLIED: 'paramLog.state.APPLIED',
  PARTLY_APPLIED: 'paramLog.state.PARTLY_APPLIED',
  REJECTED: 'paramLog.state.REJECTED',
  FAILED: 'paramLog.state.FAILED',
  DRIFT: 'paramLog.state.DRIFT',
}

export const deliveryTones: Readonly<Record<ParamDeliveryState, Tone>> = {
  BLOCKED: 'bad',
  PENDING: 'waiting',
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
