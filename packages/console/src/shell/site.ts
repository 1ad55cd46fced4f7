import type { ReplyOf, site } from '@muster/contract'
import { formatYear } from '../platform/format.ts'
import { t } from '../platform/texts.ts'

export type Site = ReplyOf<typeof site.init>

// A page that stays open over New Year may say the old one.
const thisYear = new Date().getFullYear()

let known: Site | undefined

/** Takes what the server says about this site. Called once, before anything is drawn. */
export function takeSite(site: Site): void {
  known = site
  document.title = site.webName
  if (site.favicon) document.querySelector('link[rel=icon]')?.setAttribute('href', site.favicon)
}

/** Name, pictures and switches of this site. */
export function siteOf(): Site {
  if (!known) throw new Error('asked for the site before it was loaded')
  return known
}

/** The footer's line: the site's own text, or the years and its name. */
export function copyrightLine(): string {
  const { copyright, webName } = siteOf()
  return copyright ?? t('shell.copyright', { year: formatYear(thisYear), site: webName })
}
