import { t } from '../../../platform/texts.ts'
import { networkTexts } from './deviceTexts.ts'

/** What a network is called; one that nobody knows as the terminal says it. */
export function networkText(type: string): string {
  const key = networkTexts[type]
  return key === undefined ? type : t(key)
}
