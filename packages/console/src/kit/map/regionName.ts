import { language } from '../../platform/texts.ts'

const regions = new Intl.DisplayNames([language.startsWith('ar') ? 'ar' : language], {
  type: 'region',
  fallback: 'none',
})

/** What the reader calls a country, by its code; undefined: nothing is known by it. */
export const regionName = (region: string): string | undefined => regions.of(region)
