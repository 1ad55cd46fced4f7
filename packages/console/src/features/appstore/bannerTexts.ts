import type { BannerState, bannerPlacements, bannerTargets, TextKey } from '@muster/contract'

export const placementTexts: Readonly<Record<(typeof bannerPlacements)[number], TextKey>> = {
  TOP: 'banner.placement.TOP',
  FEATURED: 'banner.placement.FEATURED',
  IDLE: 'banner.placement.IDLE',
  LAUNCHER: 'banner.placement.LAUNCHER',
}

export const targetTexts: Readonly<Record<(typeof bannerTargets)[number], TextKey>> = {
  NONE: 'banner.targetType.NONE',
  URL: 'banner.targetType.URL',
  APP: 'banner.targetType.APP',
}

export const stateTexts: Readonly<Record<BannerState, TextKey>> = {
  DRAFT: 'banner.state.DRAFT',
  SCHEDULED: 'banner.state.SCHEDULED',
  SHOWING: 'banner.state.SHOWING',
  ENDED: 'banner.state.ENDED',
  OFF: 'banner.state.OFF',
}

export const tones = {
  DRAFT: 'neutral',
  SCHEDULED: 'waiting',
  SHOWING: 'good',
  ENDED: 'neutral',
  OFF: 'bad',
} as const satisfies Readonly<Record<BannerState, string>>
