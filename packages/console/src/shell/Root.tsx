import { Activity, Suspense } from 'react'
import { useAddress } from '../platform/address.ts'
import { useCode } from '../platform/code.ts'
import { useSession } from '../kit/session.ts'
import { authPages } from './auth/authPages.ts'
import { shell } from './session/loadShell.ts'
import { Splash } from './layout/Splash.tsx'
import { StatusPage } from './layout/StatusPage.tsx'
import { SignInAgain } from './auth/signIn/SignInAgain.tsx'
import { SignInPage } from './auth/signIn/SignInPage.tsx'
import { LoadingMask, ConnectivityBanner } from './tools/ConnectivityBanner.tsx'
import { VisitorPage } from './auth/signIn/VisitorPage.tsx'
import { siteOf } from './session/site.ts'
import { Toasts } from './tools/Toasts.tsx'

/** Sign-in outside, the shell inside; sign-in covers the shell when the session ends under it. */
export function Root() {
  const isInside = useSession((state) => state.token !== null || state.lapsed)
  const lapsed = useSession((state) => state.lapsed)
  const Page = authPages[useAddress().path]
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
      <ConnectivityBanner />
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
