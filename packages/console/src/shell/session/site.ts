import type { ReplyOf, site } from '@muster/contract'
import { useSession } from '../../kit/session.ts'
import { formatYear } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'

export type Site = ReplyOf<typeof site.init>

// A page that stays open over New Year may say the old one.
const thisYear = new Date().getFullYear()

/** What this address shows to everybody, and what is shown in its place while somebody looks at a preview. */
let own: Site | undefined
let preview: Site | null = null

/** Takes what the server says about this site. Called once, before anything is drawn. */
export function takeSite(site: Site): void {
  own = site
  dress()
  // Who is signed in sees the site of his organisation, wherever he came in.
  useSession.subscribe((now, before) => {
    if (now.user?.site !== before.user?.site) dress()
  })
}

/** Shows another site in the place of this one, as long as a page wants it; null ends it. */
export function previewSite(site: Site | null): void {
  preview = site
  dress()
}

/** The name and the picture that the browser shows of this page. */
function dress(): void {
  const { webName, favicon } = siteOf()
  document.title = webName
  const icon = document.querySelector('link[rel=icon]')
  const href = favicon ?? './favicon.svg'
  // Browsers fetch it again even where it stays the same.
  if (icon?.getAttribute('href') !== href) icon?.setAttribute('href', href)
}

/** Name, pictures and switches of this site. */
export function siteOf(): Site {
  const shown = preview ?? useSession.getState().user?.site ?? own
  if (!shown) throw new Error('asked for the site before it was loaded')
  return shown
}

/** The footer's line: the site's own text, or the years and its name. */
export function copyrightLine(): string {
  const { copyright, webName } = siteOf()
  return copyright ?? t('shell.copyright', { year: formatYear(thisYear), site: webName })
}
