import { language } from '../platform/texts.ts'

/** Keeps the language and loads the page anew, which fetches its texts and turns the layout. */
export function chooseLanguage(code: string): void {
  if (code === language) return
  localStorage.setItem('language', code)
  location.reload()
}
