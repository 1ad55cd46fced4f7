import { languages } from '@muster/contract'
import { call } from '../../kit/call.ts'
import { directionOf, keepLanguage, type Language } from '../../platform/language.ts'
import { language } from '../../platform/texts.ts'
import { storage } from '../../platform/storage.ts'

/** Speaks the language of the site to whoever has chosen none. */
export async function offerLanguage(code: string): Promise<void> {
  if (storage.getItem('language') !== null || code === language) return
  const list = await call(languages.list, {}).catch(() => [])
  chooseLanguage(list.find((one) => one.code === code) ?? { code, direction: directionOf(code) })
}

/** Keeps the language and loads the page anew, which fetches its texts and turns the layout. */
export function chooseLanguage(chosen: Language): void {
  if (chosen.code === language) return
  keepLanguage(chosen)
  location.reload()
}
