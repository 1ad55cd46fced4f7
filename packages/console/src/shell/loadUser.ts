import { session, site } from '@muster/contract'
import { redirect } from '../kit/address.ts'
import { call } from '../kit/call.ts'
import { dropSession } from '../kit/lapse.ts'
import { usePasswordRule } from '../kit/passwordRule.ts'
import { sessionRecord } from '../kit/proof.ts'
import { forgetSession, useSession } from '../kit/session.ts'

let loading = false

/** Loads user, menu and password settings. Any failure resets everything and leads to sign-in. */
export async function loadUser(): Promise<void> {
  if (loading) return
  loading = true
  try {
    const [user, menu, rule] = await Promise.all([
      call(session.info, {}),
      call(session.menu, {}),
      call(site.passwordRule, {}),
    ])
    usePasswordRule.setState({ rule })
    const { firstLogin = 0, initEmail = 0, pwdCheck = 0 } = (await sessionRecord()) ?? {}
    useSession.setState({ user, menu, flags: { firstLogin, initEmail, pwdCheck } })
    if (menu.length === 0) redirect('/403')
  } catch {
    await dropSession()
    forgetSession()
  } finally {
    loading = false
  }
}
