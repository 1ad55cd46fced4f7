import { session } from '@muster/contract'
import { redirect } from '../../platform/address.ts'
import { takeRegion } from '../../platform/format.ts'
import { call } from '../../kit/call.ts'
import { dropSession } from '../../kit/sessionExpiry.ts'
import { sessionRecord } from '../../platform/proof.ts'
import { forgetSession, useSession } from '../../kit/session.ts'
import { loadTheme } from '../layout/theme/settings.ts'
import { storage } from '../../platform/storage.ts'

let loading = false

/** Loads user and menu; the shell reads the password settings with them. Any failure resets everything and leads to sign-in. */
export async function loadUser(): Promise<void> {
  if (loading) return
  loading = true
  try {
    const [user, menu] = await Promise.all([
      call(session.info, {}),
      call(session.menu, {}),
      loadTheme(),
    ])
    const { flags } = useSession.getState()
    const { firstLogin, initEmail, pwdCheck, bindFactor } = { ...flags, ...(await sessionRecord()) }
    takeRegion(user)
    storage.setItem('website', user.website ?? '')
    useSession.setState({ user, menu, flags: { firstLogin, initEmail, pwdCheck, bindFactor } })
    if (menu.length === 0) redirect('/403')
  } catch {
    await dropSession()
    forgetSession()
  } finally {
    loading = false
  }
}
