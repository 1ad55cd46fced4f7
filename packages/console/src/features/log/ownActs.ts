import {
  type Call,
  passkeySignIn,
  passkeys,
  recovery,
  secondFactor,
  session,
  stepUp,
  type TextKey,
} from '@muster/contract'

const named: readonly (readonly [Call, TextKey])[] = [
  [session.login, 'log.act.signIn'],
  [passkeySignIn.open, 'log.act.passkeySignIn'],
  [session.logout, 'log.act.signOut'],
  [session.ticket, 'log.act.ticket'],
  [stepUp.prove, 'log.act.proof'],
  [session.changePassword, 'log.act.password'],
  [recovery.forgotten, 'log.act.forgotten'],
  [recovery.unlock, 'log.act.unlock'],
  [secondFactor.bind, 'log.act.bind'],
  [secondFactor.unbind, 'log.act.unbind'],
  [secondFactor.renewCodes, 'log.act.codes'],
  [passkeys.add, 'log.act.passkey'],
  [passkeys.remove, 'log.act.passkeyGone'],
]

/** What people do for themselves: method and path, and what it is called. */
export const ownActs: Readonly<Record<string, TextKey>> = Object.fromEntries(
  named.map(([{ method, path }, key]) => [`${method} ${path}`, key]),
)
