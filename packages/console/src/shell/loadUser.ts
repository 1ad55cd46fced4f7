import { session, site } from '@muster/contract'
import { redirect } from '../kit/address.ts'
import { call } from '../kit/call.ts'
import { dropSession } from '../kit/lapse.ts'
import { takePasswordRule } from '../kit/passwordRule.ts'
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
    takePasswordRule(rule)
    useSession.setState({ user, menu })
    if (menu.length === 0) redirect('/403')
  } catch {
    await dropSession()
    forgetSession()
  } finally {
    loading = false
  }
}
