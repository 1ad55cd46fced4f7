import { dropRecord } from '../platform/keyStore.ts'
import { forgetRecord } from '../platform/proof.ts'
import { forgetSession, useSession } from './session.ts'
import { storage } from '../platform/storage.ts'

/** Calls that wait for the same user to sign in again: true goes on, false gives up. */
let waiting: Array<(goesOn: boolean) => void> = []

/**
 * The server no longer knows the session of this token. Under an open page sign-in covers the
 * page, and the answer waits: true when the same user signed in again. Otherwise everything is
 * reset and the answer is false.
 */
export async function sessionEnded(token: string): Promise<boolean> {
  const state = useSession.getState()
  if (state.token !== null && state.token !== token) return true
  if (!state.user) {
    await dropSession()
    forgetSession()
    return false
  }
  if (!state.lapsed) {
    useSession.setState({ token: null, lapsed: true })
    await dropSession()
  }
  return new Promise((resolve) => waiting.push(resolve))
}

/** Tells the waiting calls how it ended. */
export function endExpiry(goesOn: boolean): void {
  const calls = waiting
  waiting = []
  for (const resolve of calls) resolve(goesOn)
}

/** Removes what this browser keeps of the session; other browser tabs notice. */
export async function dropSession(): Promise<void> {
  storage.removeItem('token')
  forgetRecord()
  await dropRecord()
}
