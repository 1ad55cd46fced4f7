import { addressText } from '../../platform/address.ts'
import type { Flags } from '../../platform/keyStore.ts'

interface Arriving {
  readonly flags: Flags
  /** Path of the personal center, where the menu has one. */
  readonly ucenter: string | null
  readonly holdsBaseInfo: boolean
  /** The first page of the menu but for the personal center, which everybody has. */
  readonly first: string | null
}

interface Arrival {
  readonly to: string
  readonly notice: {
    readonly text: 'INIT_EMAIL_TIP' | 'PWD_NEED_UPDATE_TIP'
    readonly opens: string
  } | null
}

/** Whether nothing has to be done in the personal center before anything else. */
export const isFree = ({ firstLogin, bindFactor }: Flags): boolean =>
  firstLogin === 0 && bindFactor === 0

/** Step 4 of the route guard: where an arrival at `/` leads, and what is said on the way. */
export function arrivalOf({ flags, ucenter, holdsBaseInfo, first }: Arriving): Arrival {
  const to = first ?? '/403'
  if (ucenter === null) return { to, notice: null }
  const center = (query: Readonly<Record<string, string>>) => addressText({ path: ucenter, query })
  if (flags.firstLogin === 1) return { to: center({ firstLogin: '1' }), notice: null }
  if (flags.bindFactor === 1) return { to: center({ bindFactor: '1' }), notice: null }
  if (flags.initEmail === 1 && holdsBaseInfo) {
    return { to, notice: { text: 'INIT_EMAIL_TIP', opens: center({ initEmail: '1' }) } }
  }
  if (flags.pwdCheck === 1) {
    return { to, notice: { text: 'PWD_NEED_UPDATE_TIP', opens: center({ pwdCheck: '1' }) } }
  }
  return { to, notice: null }
}
