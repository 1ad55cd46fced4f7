import { create } from 'zustand'
import { type SessionState, useSession } from '../../../kit/session.ts'
import { sessionRecord } from '../../../platform/proof.ts'

interface State {
  /** As whom the console is seen; null until that is known. */
  readonly name: string | null
  /** When it is over, by this computer's clock. */
  readonly endsAt: number
  readonly isOver: boolean
}

/** How the impersonation in this window stands. */
export const useImpersonation = create<State>()(() => ({ name: null, endsAt: 0, isOver: false }))

/** Takes from the session what the banner says; a session that is gone does not come back. */
export function noteSession({ user, token, lapsed }: SessionState): void {
  const { name, isOver } = useImpersonation.getState()
  if (isOver) return
  if (token === null) {
    useImpersonation.setState({ isOver: true })
    // Nobody signs in again here: whose password would it be?
    if (lapsed) useSession.setState({ lapsed: false, user: null, leaving: true })
  } else if (user?.impersonation && name === null) {
    useImpersonation.setState({ name: user.userName })
    void noteEnd(user.impersonation.until)
  }
}

async function noteEnd(until: string): Promise<void> {
  const { clockOffset = 0 } = (await sessionRecord()) ?? {}
  useImpersonation.setState({ endsAt: Date.parse(until) - clockOffset })
}
