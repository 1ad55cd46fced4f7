import { useSession } from '../../../kit/session.ts'

interface Asking {
  /** Whether it waits for a second person to agree that it goes out of force. */
  readonly isWaiting: boolean
  readonly askedByName: string | null
}

/** What it would change, as far as that is known yet. */
interface Impact {
  readonly data: { readonly needsApproval: boolean } | undefined
  readonly isLoading: boolean
}

/** Whether a second person has to agree that something goes out of force, and who has asked for one. */
export function useSecond({ isWaiting, askedByName }: Asking, impact: Impact) {
  const me = useSession(({ user }) => user?.userName)
  const isOwnAsking = isWaiting && askedByName === me
  // Who had to ask because of what counted then goes on by himself once it counts no more.
  const isFree = isOwnAsking && impact.data?.needsApproval === false
  return {
    isAsked: isWaiting && !isFree,
    isOwn: isOwnAsking && !isFree,
    needsSecond: impact.data?.needsApproval ?? false,
    isAwaited: impact.isLoading,
  }
}
