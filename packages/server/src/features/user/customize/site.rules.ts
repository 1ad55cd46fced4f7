import { type CustomWebsite, customWebsite } from '@muster/contract'

interface Layer {
  readonly website: CustomWebsite
}

/** Of each member the nearest value that anybody has; the nearest layer comes first. */
export function firstOf(layers: readonly Layer[]): CustomWebsite {
  const nothing = customWebsite().parse({})
  return layers.reduceRight<CustomWebsite>(
    (above, { website }) => ({ ...above, ...said(website) }),
    nothing,
  )
}

/** What a layer says, without what it leaves to those above it. */
const said = (website: CustomWebsite): Partial<CustomWebsite> =>
  Object.fromEntries(Object.entries(website).filter(([, value]) => value !== null))
