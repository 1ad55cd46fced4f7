import { storage } from './storage.ts'

/** What is known of an interface language before its texts are here. */
export interface Language {
  readonly code: string
  readonly direction: 'ltr' | 'rtl'
}

/** Keeps the language that was chosen, with the direction that its administrator has given it. */
export function keepLanguage({ code, direction }: Language): void {
  storage.setItem('language', code)
  storage.setItem('direction', `${code} ${direction}`)
}

/** The direction of a language: what was kept with it, else what is usual in its script. */
export function directionOf(code: string): Language['direction'] {
  const kept = storage.getItem('direction')
  if (kept === `${code} rtl`) return 'rtl'
  if (kept === `${code} ltr`) return 'ltr'
  return /^(ar|fa|he|ur)\b/.test(code) ? 'rtl' : 'ltr'
}
