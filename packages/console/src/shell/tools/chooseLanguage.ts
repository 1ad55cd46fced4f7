import { language } from '../../platform/texts.ts'
import { storage } from '../../platform/storage.ts'

/** Speaks the language of the site to whoever has chosen none. */
export function offerLanguage(code: string): void {
  if (storage.getItem('language') === null) chooseLanguage(code)
}

/** Keeps the language and loads the page anew, which fetches its texts and turns the layout. */
export function chooseLanguage(code: string): void {
  if (code === language) return
  storage.setItem('language', code)
  location.reload()
}
