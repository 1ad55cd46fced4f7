import { Activity, Suspense } from 'react'
import { useAddress } from '../platform/address.ts'
import { useCode } from '../platform/code.ts'
import { useSession } from '../kit/session.ts'
import { doorPages } from './door/doorPages.ts'
import { shell } from './loadShell.ts'
import { Splash } from './Splash.tsx'
import { StatusPage } from './StatusPage.tsx'
import { SignInAgain } from './signIn/SignInAgain.tsx'
import { SignInPage } from './signIn/SignInPage.tsx'
import { LoadingMask, ReachBanner } from './tools/ReachBanner.tsx'
import { VisitorPage } from './signIn/VisitorPage.tsx'
import { siteOf } from './site.ts'
import { Toasts } from './Toasts.tsx'

/** Sign-in outside, the shell inside; sign-in covers the shell when the session ends under it. */
export function Root() {
  const isInside = useSession((state) => state.token !== null || state.lapsed)
  const lapsed = useSession((state) => state.lapsed)
  const Page = doorPages[useAddress().path]
  return (
    <>
      {Page && (
        <Suspense fallback={<Splash />}>
          <Page />
        </Suspense>
      )}
      {isInside && (
        <Activity mode={Page ? 'hidden' : 'visible'}>
          <Inside />
        </Activity>
      )}
      {!isInside && !Page && <Outside />}
      {lapsed && <SignInAgain />}
      <LoadingMask />
      <ReachBanner />
      <Toasts />
    </>
  )
}

function Inside() {
  const loaded = useCode(shell)
  return loaded ? <loaded.Shell /> : <Splash />
}

function Outside() {
  const { path, query } = useAddress()
  if (path !== '/login')
    return (
      <main>
        <StatusPage code={path === '/403' ? 403 : 404} />
      </main>
    )
  return siteOf().virtualRoles && !query['signIn'] ? <VisitorPage /> : <SignInPage />
}
