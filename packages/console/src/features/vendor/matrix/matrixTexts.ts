import type { Support, TextKey } from '@muster/contract'

export const supportTexts: Readonly<Record<Support, TextKey>> = {
  YES: 'vendorFeature.support.YES',
  PARTIAL: 'vendorFeature.support.PARTIAL',
  NO: 'vendorFeature.support.NO',
}

/** How each answer looks. */
export const supportTones = { YES: 'good', PARTIAL: 'waiting', NO: 'bad' } as const
