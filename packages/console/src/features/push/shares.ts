import type { Push, TextKey } from '@muster/contract'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

/** What becomes of the terminals of a push, in the order in which its bar shows it. */
export const shareKeys = [
  'succeeded',
  'active',
  'waiting',
  'failed',
  'cancelled',
  'leftOut',
] as const
export type ShareKey = (typeof shareKeys)[number]

const shareTexts: Readonly<Record<ShareKey, TextKey>> = {
  succeeded: 'push.succeeded',
  active: 'push.active',
  waiting: 'push.waiting',
  failed: 'push.failed',
  cancelled: 'push.cancelled',
  leftOut: 'push.leftOut',
}

export type Figures = Pick<Push, ShareKey>

interface Share {
  readonly key: ShareKey
  readonly count: number
  /** "Done: 12" */
  readonly says: string
}

/** How many were given it: those that it passed by were not. */
export const givenOf = (figures: Figures): number =>
  shareKeys.reduce((sum, key) => (key === 'leftOut' ? sum : sum + figures[key]), 0)

/** The shares that there are. */
export const sharesOf = (figures: Figures): readonly Share[] =>
  shareKeys
    .map((key) => ({ key, count: figures[key], says: saysOf(key, figures[key]) }))
    .filter(({ count }) => count > 0)

const saysOf = (key: ShareKey, count: number): string =>
  t('push.share', { name: t(shareTexts[key]), number: formatNumber(count) })
