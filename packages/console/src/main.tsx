import { languages, site } from '@muster/contract'
import { createRoot } from 'react-dom/client'
import { call } from './kit/call.ts'
import { followOtherTabs } from './shell/signIn/session.ts'
import { takeSite } from './shell/site.ts'
import { language, takeTexts } from './kit/texts.ts'
import { followGuard } from './shell/guard.ts'
import { Root } from './shell/Root.tsx'
import { Unreachable } from './shell/Unreachable.tsx'
import './ui/tokens.css'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no element "root"')
const root = createRoot(place)

try {
  const [texts, info] = await Promise.all([
    call(languages.frontPack, { params: { code: language } }),
    call(site.init, {}),
  ])
  takeTexts(texts)
  takeSite(info)
  followOtherTabs()
  followGuard()
  root.render(<Root />)
} catch {
  root.render(<Unreachable />)
}
