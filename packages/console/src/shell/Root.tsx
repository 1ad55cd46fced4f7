import { lazy, Suspense } from 'react'
import { useAddress } from '../platform/address.ts'
import { useSession } from '../kit/session.ts'
import { loadShell } from './loadShell.ts'
import { Splash } from './Splash.tsx'
import { StatusPage } from './StatusPage.tsx'
import { SignInAgain } from './signIn/SignInAgain.tsx'
import { SignInPage } from './signIn/SignInPage.tsx'
import { LoadingMask, ReachBanner } from './tools/ReachBanner.tsx'
import { Toasts } from './Toasts.tsx'

const Shell = lazy(async () => ({ default: (await loadShell()).Shell }))

/** Sign-in outside, the shell inside; sign-in covers the shell when the session ends under it. */
export function Root() {
  const isInside = useSession((state) => state.token !== null || state.lapsed)
  const lapsed = useSession((state) => state.lapsed)
  return (
    <>
      {isInside ? (
        <Suspense fallback={<Splash />}>
          <Shell />
        </Suspense>
      ) : (
        <Outside />
      )}
      {lapsed && <SignInAgain />}
      <LoadingMask />
      <ReachBanner />
      <Toasts />
    </>
  )
}

function Outside() {
  const { path } = useAddress()
  if (path === '/login') return <SignInPage />
  return <StatusPage code={path === '/403' ? 403 : 404} />
}
