import type { PlatformUser, PlatformUserState, TextKey } from '@muster/contract'

export const stateTexts: Readonly<Record<PlatformUserState, TextKey>> = {
  REGISTERED: 'platform.state.REGISTERED',
  PENDING_REVIEW: 'platform.state.PENDING_REVIEW',
  ACTIVE: 'platform.state.ACTIVE',
  REJECTED: 'platform.state.REJECTED',
  FROZEN: 'platform.state.FROZEN',
  CLOSED: 'platform.state.CLOSED',
}

export const kindTexts: Readonly<Record<PlatformUser['kind'], TextKey>> = {
  DEVELOPER: 'platform.kind.DEVELOPER',
  VENDOR: 'platform.kind.VENDOR',
  MERCHANT: 'platform.kind.MERCHANT',
  PARTNER: 'platform.kind.PARTNER',
}

export const sourceTexts: Readonly<Record<PlatformUser['source'], TextKey>> = {
  REGISTER: 'platform.source.REGISTER',
  INVITE: 'platform.source.INVITE',
  IMPORT: 'platform.source.IMPORT',
}
