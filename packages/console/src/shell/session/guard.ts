import {
  addressText,
  currentAddress,
  followAddress,
  redirect,
  type Query,
} from '../../platform/address.ts'
import { useSession } from '../../kit/session.ts'
import { loadUser } from './loadUser.ts'

/** Where a locked account is unlocked; the spec spells it so. */
export const unlockPath = '/unauth/unlockSrceen'

/** Where a sign-in page is shown as others would see it. */
export const previewPath = '/preview'

/** Pages that show without a session (product spec, section 4). */
export const openPaths: readonly string[] = [
  '/login',
  '/register',
  '/callback',
  '/404',
  '/403',
  unlockPath,
]

/** Pages that stand by themselves: they are no screens of the menu, and no tabs. */
export const fixedPaths: readonly string[] = [...openPaths, previewPath]

interface Situation {
  readonly signedIn: boolean
  /** Whether user and menu were loaded. */
  readonly loaded: boolean
  readonly path: string
  readonly query: Query
}

type Step = { do: 'show' } | { do: 'redirect'; to: string } | { do: 'load' }

/** Steps 1 to 3 of the route guard; 4 and 5 are the arrival at `/` (`arrival.ts`). */
export function guardStep({ signedIn, loaded, path, query }: Situation): Step {
  if (!signedIn) {
    if (openPaths.includes(path)) return { do: 'show' }
    const from = addressText({ path, query })
    return {
      do: 'redirect',
      to: addressText({ path: '/login', query: { redirect: from === '/' ? '' : from } }),
    }
  }
  if (path === '/login') return { do: 'redirect', to: insidePath(query['redirect']) }
  return loaded ? { do: 'show' } : { do: 'load' }
}

/** The path to return to after sign-in; only a path of the console itself is followed. */
function insidePath(path = '/'): string {
  return /^\/(?!\/|login\b)/.test(path) ? path : '/'
}

/** Applies the guard now and at each change of address or session. */
export function followGuard(): void {
  followAddress(applyGuard)
  useSession.subscribe(applyGuard)
  applyGuard()
}

function applyGuard(): void {
  const { token, lapsed, user, leaving } = useSession.getState()
  const signedIn = token !== null || lapsed
  const step = guardStep({
    signedIn,
    loaded: user !== null || lapsed || leaving,
    ...currentAddress(),
  })
  if (step.do === 'redirect') redirect(step.to)
  if (step.do === 'load') void loadUser()
}
