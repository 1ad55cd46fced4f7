import { language } from '../../platform/texts.ts'

/** Speaks the language of the site to whoever has chosen none. */
export function offerLanguage(code: string): void {
  if (localStorage.getItem('language') === null) chooseLanguage(code)
}

/** Keeps the language and loads the page anew, which fetches its texts and turns the layout. */
export function chooseLanguage(code: string): void {
  if (code === language) return
  localStorage.setItem('language', code)
  location.reload()
}
