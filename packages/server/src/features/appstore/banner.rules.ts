import { type bannerSizes, type TextKey } from '@muster/contract'

/** What a banner says of where it leads, when, and with which pictures. */
export interface BannerSaid {
  readonly targetType: string
  readonly targetUrl: string | null
  readonly targetAppId: string | null
  readonly startAt: string
  readonly endAt: string
}

export interface Fault {
  readonly field: string
  readonly says: TextKey
}

/** What is wrong with a banner by itself; null: nothing. */
export function faultOfBanner(said: BannerSaid): Fault | null {
  const { targetType, targetUrl, targetAppId, startAt, endAt } = said
  if (Date.parse(endAt) <= Date.parse(startAt)) return { field: 'endAt', says: 'banner.endsEarly' }
  if (targetType === 'URL' && !targetUrl) return { field: 'targetUrl', says: 'rule.required' }
  if (targetType === 'APP' && !targetAppId) return { field: 'targetAppId', says: 'rule.required' }
  return null
}

type Pictures = { readonly [K in keyof typeof bannerSizes]: string | null }

/** The picture that it lacks to be published; null: it has all of them. */
export function missingPicture(banner: Pictures): keyof typeof bannerSizes | null {
  if (banner.imageWide === null) return 'imageWide'
  return banner.imageNarrow === null ? 'imageNarrow' : null
}

type Target = Pick<BannerSaid, 'targetType' | 'targetUrl' | 'targetAppId'>

/** Where it leads: what the other kinds of target would need is not kept. */
export const targetOf = ({ targetType, targetUrl, targetAppId }: Target) => ({
  targetType,
  targetUrl: targetType === 'URL' ? targetUrl : null,
  targetAppId: targetType === 'APP' ? targetAppId : null,
})
