import type { SigningMode, TextKey } from '@muster/contract'

export const signingTexts: Readonly<Record<SigningMode, TextKey>> = {
  NONE: 'vendor.signing.NONE',
  PLATFORM: 'vendor.signing.PLATFORM',
  ONLINE: 'vendor.signing.ONLINE',
  OFFLINE: 'vendor.signing.OFFLINE',
}
