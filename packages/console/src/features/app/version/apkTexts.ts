import type { Apk, TextKey } from '@muster/contract'

export const trackTexts: Readonly<Record<Apk['track'], TextKey>> = {
  PRODUCTION: 'apk.track.PRODUCTION',
  BETA: 'apk.track.BETA',
  ALPHA: 'apk.track.ALPHA',
}

export const resultTexts = {
  APPROVED: 'apk.result.APPROVED',
  CHANGES_REQUESTED: 'apk.result.CHANGES_REQUESTED',
  REJECTED: 'apk.result.REJECTED',
} as const satisfies Record<string, TextKey>
