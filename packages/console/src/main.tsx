import { languages, site } from '@muster/contract'
import { createRoot } from 'react-dom/client'
import { call } from './kit/call.ts'
import { followOtherTabs } from './shell/signIn/session.ts'
import { offerLanguage } from './shell/chooseLanguage.ts'
import { takeSite } from './shell/site.ts'
import { useSession } from './kit/session.ts'
import { impersonationId } from './platform/keyStore.ts'
import { followReach } from './platform/reach.ts'
import { language, takeTexts } from './platform/texts.ts'
import { followGuard } from './shell/guard.ts'
import { shell } from './shell/loadShell.ts'
import { loadUser } from './shell/loadUser.ts'
import { Root } from './shell/Root.tsx'
import { followTheme } from './shell/theme/settings.ts'
import { Unreachable } from './shell/Unreachable.tsx'
import { collectErrors } from './shell/tools/errors/collectErrors.ts'
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

// The shell and the user are on their way while the texts are: nobody waits for one after the other.
const inside = useSession.getState().token ? goInside() : undefined

async function goInside(): Promise<void> {
  const [{ untilFront }] = await Promise.all([shell.load(), loadUser()])
  await untilFront()
}

/** Milliseconds after the texts until a wheel turns for whoever waits for the rest. */
const patience = 1000

/** Milliseconds after the start: what the service worker fetches shall not race the first page. */
const startFirst = 3000

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const keepCurrentLater = () => void setTimeout(() => whenIdle(() => void keepCurrent()), startFirst)

/** Keeps the console installed and up to date. Where a browser refuses, it works all the same. */
async function keepCurrent(): Promise<void> {
  const { followUpdates } = await import('./shell/update/followUpdates.ts')
  await followUpdates().catch(() => undefined)
}

try {
  const [texts, info] = await Promise.all([
    call(languages.frontPack, { params: { code: language } }),
    call(site.init, {}),
  ])
  takeTexts(texts)
  takeSite(info)
  // Nobody looks on as somebody else without the banner that says so.
  if (impersonationId) (await import('./shell/impersonation/follow.tsx')).followImpersonation()
  if (info.language) offerLanguage(info.language)
  followReach()
  followOtherTabs()
  followGuard()
  followTheme(info.themeName)
  // In one go where it is all here: a wheel that turns takes the time of what it waits for.
  if (inside) await Promise.race([inside.catch(() => undefined), pause(patience)])
  root.render(<Root />)
  if (import.meta.env.PROD && 'serviceWorker' in navigator) keepCurrentLater()
} catch {
  root.render(<Unreachable />)
}
