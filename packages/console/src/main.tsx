import { languages, site } from '@muster/contract'
import { createRoot } from 'react-dom/client'
import { call } from './kit/call.ts'
import { followOtherTabs } from './shell/auth/signIn/session.ts'
import { offerLanguage } from './shell/tools/chooseLanguage.ts'
import { takeSite } from './shell/session/site.ts'
import { useSession } from './kit/session.ts'
import { readAhead } from './platform/answersAhead.ts'
import { followConnectivity } from './platform/connectivity.ts'
import { allTexts, expectTexts, lackedTexts, language, takeStartTexts } from './platform/texts.ts'
import { followGuard } from './shell/session/guard.ts'
import { shell } from './shell/session/loadShell.ts'
import { loadUser } from './shell/session/loadUser.ts'
import { Root } from './shell/Root.tsx'
import { followTheme } from './shell/layout/theme/settings.ts'
import { Splash } from './shell/layout/Splash.tsx'
import { Unreachable } from './shell/layout/Unreachable.tsx'
import { collectErrors } from './shell/tools/errors/collectErrors.ts'
import { impersonationId } from './platform/storage.ts'
import './ui/tokens.css'

/** Safari knows no idle time. */
const whenIdle = 'requestIdleCallback' in globalThis ? requestIdleCallback : setTimeout

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element "root"')
const noteError = collectErrors(import.meta.env.PROD)
const root = createRoot(
  place,
  noteError ? { onCaughtError: noteError, onUncaughtError: noteError } : {},
)

expectTexts(() => call(languages.frontPack, { params: { code: language } }))

// The shell and the user are on their way while the texts are: nobody waits for one after the other.
const inside = useSession.getState().token ? goInside() : undefined

async function goInside(): Promise<void> {
  const [{ untilFront }] = await Promise.all([shell.load(), loadUser()])
  // A page is drawn without its answers where they are late: before that, its code is needed.
  const answers = readAhead()
  await untilFront()
  await Promise.race([answers, pause(patience)])
}

/** Milliseconds after the texts until grey lines stand for what is to come, and after the code until its page is drawn without answers. */
const patience = 1000

/** Milliseconds after which the frame is drawn in any case: a page's code may not come. */
const mostPatience = 10_000

/** Milliseconds after the start: what the service worker fetches shall not race the first page. */
const startFirst = 3000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const keepCurrentLater = () => void setTimeout(() => whenIdle(() => void keepCurrent()), startFirst)

/** Keeps the console installed and up to date. Where a browser refuses, it works all the same. */
async function keepCurrent(): Promise<void> {
  const { followUpdates } = await import('./shell/session/update/followUpdates.ts')
  await followUpdates().catch(() => undefined)
}

/** Frame and page are drawn in one go: one after the other they come later, and grey lines cost little. */
async function awaitInside(code: Promise<void>): Promise<void> {
  const lines = setTimeout(() => root.render(<Splash />), patience)
  await Promise.race([code.catch(() => undefined), pause(mostPatience)])
  clearTimeout(lines)
}

/** Nobody waits for texts that the first page does not show; where it lacked one, it is drawn anew. */
async function completeTexts(): Promise<void> {
  await allTexts()
  if (lackedTexts()) root.render(<Root key="allTexts" />)
}

/**
 * A function, and not awaited by the module itself: what is imported from here waits until this module
 * has ended, so the shell would come only after the start had given it up.
 */
async function start(): Promise<void> {
  try {
    const [texts, info] = await Promise.all([
      call(languages.startPack, { params: { code: language } }),
      call(site.init, {}),
    ])
    takeStartTexts(texts)
    takeSite(info)
    // Nobody looks on as somebody else without the banner that says so.
    if (impersonationId) {
      const [{ followImpersonation }] = await Promise.all([
        import('./shell/session/impersonation/follow.tsx'),
        allTexts(),
      ])
      followImpersonation()
    }
    if (info.language) await offerLanguage(info.language)
    followConnectivity()
    followOtherTabs()
    followGuard()
    followTheme(info.themeName)
    if (inside) await awaitInside(inside)
    root.render(<Root />)
    whenIdle(() => void completeTexts().catch(() => undefined))
    if (import.meta.env.PROD && 'serviceWorker' in navigator) keepCurrentLater()
  } catch {
    root.render(<Unreachable />)
  }
}

void start()
