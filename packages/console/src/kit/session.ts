import type { MenuItem, ReplyOf, session } from '@muster/contract'
import { create } from 'zustand'
import { changeRecord, type Flags } from '../platform/keyStore.ts'
import { forgetRecord, sessionRecord } from '../platform/proof.ts'

export type User = ReplyOf<typeof session.info>

const nothingToDo: Flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0 }

export interface SessionState {
  readonly token: string | null
  /** The signed-in user; null until the guard has loaded it. */
  readonly user: User | null
  readonly menu: readonly MenuItem[]
  readonly flags: Flags
  /** The session ended under an open page: sign-in covers it and the same user goes on. */
  readonly lapsed: boolean
  /** Signing out: the guard loads nothing any more. */
  readonly leaving: boolean
}

const signedOut: SessionState = {
  token: null,
  user: null,
  menu: [],
  flags: nothingToDo,
  lapsed: false,
  leaving: false,
}

/** Who is signed in. Only `signIn.ts` and the guard change it. */
export const useSession = create<SessionState>()(() => ({
  ...signedOut,
  token: localStorage.getItem('token'),
}))

/** Forgets the user and everything that was loaded for him. */
export const forgetSession = () => useSession.setState(signedOut)

/** Whether the signed-in user holds the code, or one of the codes. */
export function can(codes: string | readonly string[]): boolean {
  return holdsOne(useSession.getState().user, codes)
}

/** {@link can} for components: follows a change of user. */
export function useCan(codes: string | readonly string[]): boolean {
  return useSession((state) => holdsOne(state.user, codes))
}

function holdsOne(user: User | null, codes: string | readonly string[]): boolean {
  if (!user) return false
  if (user.isSuperAdmin === 1) return true
  const asked = typeof codes === 'string' ? [codes] : codes
  return asked.some((code) => user.btns.includes(code))
}

export interface Guard {
  readonly role?: readonly string[]
  readonly permission?: readonly string[]
  readonly mode: 'oneOf' | 'allOf' | 'except'
}

/** Whether a guard lets the signed-in user pass. */
export function passes(guard: readonly string[] | Guard): boolean {
  const { user } = useSession.getState()
  if (!user) return false
  return (
    user.isSuperAdmin === 1 ||
    guardAllows(guard, { role: [user.systemRoleId], permission: user.btns })
  )
}

/** A list means "any of". In `allOf` a part that is absent counts as satisfied. */
export function guardAllows(
  guard: readonly string[] | Guard,
  held: { readonly role: readonly string[]; readonly permission: readonly string[] },
): boolean {
  if (!('mode' in guard)) return guard.some((code) => held.permission.includes(code))
  const asked = [
    ...(guard.role ?? []).map((role) => held.role.includes(role)),
    ...(guard.permission ?? []).map((code) => held.permission.includes(code)),
  ]
  if (guard.mode === 'allOf') return asked.every((has) => has)
  const any = asked.some((has) => has)
  return guard.mode === 'oneOf' ? any : !any
}

/** The user has set a password of his own: nothing is locked or due any more. */
export async function passwordWasSet(): Promise<void> {
  const record = await sessionRecord()
  const done = { firstLogin: 0, pwdCheck: 0 } as const
  if (record) await changeRecord({ ...record, ...done })
  forgetRecord()
  useSession.setState(({ flags }) => ({ flags: { ...flags, ...done } }))
}
