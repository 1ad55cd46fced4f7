import { type City } from '@muster/contract'
import { language } from '../../platform/texts.ts'

const isArabic = language.startsWith('ar')

/** What the reader calls a city: Arabic has its own names, all others have the English ones. */
export const cityName = ({ name }: Pick<City, 'name'>): string => (isArabic ? name.ar : name.en)
