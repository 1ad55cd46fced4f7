import { languages, site } from '@muster/contract'
import { createRoot } from 'react-dom/client'
import { call } from './kit/call.ts'
import { followOtherTabs } from './shell/signIn/session.ts'
import { takeSite } from './shell/site.ts'
import { useSession } from './kit/session.ts'
import { followReach } from './platform/reach.ts'
import { language, takeTexts } from './platform/texts.ts'
import { followGuard } from './shell/guard.ts'
import { loadShell } from './shell/loadShell.ts'
import { loadUser } from './shell/loadUser.ts'
import { Root } from './shell/Root.tsx'
import { followTheme } from './shell/theme/settings.ts'
import { Unreachable } from './shell/Unreachable.tsx'
import './ui/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element "root"')
const root = createRoot(place)

// The shell and the user are on their way while the texts are: nobody waits for one after the other.
if (useSession.getState().token) {
  void loadShell()
  void loadUser()
}

try {
  const [texts, info] = await Promise.all([
    call(languages.frontPack, { params: { code: language } }),
    call(site.init, {}),
  ])
  takeTexts(texts)
  takeSite(info)
  followReach()
  followOtherTabs()
  followGuard()
  followTheme()
  root.render(<Root />)
} catch {
  root.render(<Unreachable />)
}
