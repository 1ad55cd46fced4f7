import type { MenuItem, ReplyOf, session } from '@muster/contract'
import { create } from 'zustand'
import type { Flags } from '../platform/keyStore.ts'
import { forgetAhead } from '../platform/answersAhead.ts'
import { storage } from '../platform/storage.ts'

export type User = ReplyOf<typeof session.info>

const nothingToDo: Flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 }

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

/** Who is signed in, and what he sees and has still to do. */
export const useSession = create<SessionState>()(() => ({
  ...signedOut,
  token: storage.getItem('token'),
}))

/** Forgets the user and everything that was loaded for him. */
export function forgetSession(): void {
  forgetAhead()
  useSession.setState(signedOut)
}

export interface Guard {
  readonly role?: readonly string[] | undefined
  readonly permission?: readonly string[] | undefined
  readonly mode: 'oneOf' | 'allOf' | 'except'
}

/** One code, a list (any of them), or a guard. */
export type Asked = string | readonly string[] | Guard

/** Whether the signed-in user may: holds the code, one of the codes, or passes the guard. */
export function can(asked: Asked): boolean {
  return holds(useSession.getState().user, asked)
}

/** {@link can} for components: follows a change of user. */
export function useCan(asked: Asked): boolean {
  return useSession((state) => holds(state.user, asked))
}

function holds(user: User | null, asked: Asked): boolean {
  if (!user) return false
  // What is everybody's own asks for no code.
  if (user.isSuperAdmin === 1 || asked === 'signedIn') return true
  if (typeof asked === 'string') return user.btns.includes(asked)
  if ('mode' in asked) return passes(user, asked)
  return asked.some((code) => user.btns.includes(code))
}

/** In `allOf` a part that is absent counts as satisfied. */
function passes({ roleIds, btns }: User, { role = [], permission = [], mode }: Guard) {
  const answers = [
    ...role.map((one) => roleIds.includes(one)),
    ...permission.map((code) => btns.includes(code)),
  ]
  if (mode === 'allOf') return answers.every((has) => has)
  const any = answers.some((has) => has)
  return mode === 'oneOf' ? any : !any
}
