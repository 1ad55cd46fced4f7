import { navigate } from '../../../platform/address.ts'
import { useSession } from '../../../kit/session.ts'
import { pushAddress } from './pushAddress.ts'

/** What a notice about a push does when it is clicked: it opens it, for those who have the list that it stands in. */
export function openingPush(push: Parameters<typeof pushAddress>[1]): {
  readonly onClick?: () => void
} {
  const address = pushAddress(useSession.getState().menu, push)
  return address === null ? {} : { onClick: () => navigate(address) }
}
