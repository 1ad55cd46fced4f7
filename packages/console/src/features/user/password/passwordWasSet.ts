import { useSession } from '../../../kit/session.ts'
import { changeRecord } from '../../../platform/keyStore.ts'
import { forgetRecord, sessionRecord } from '../../../platform/proof.ts'

/** The user has set a password of his own: nothing is locked or due any more. */
export async function passwordWasSet(): Promise<void> {
  const record = await sessionRecord()
  const done = { firstLogin: 0, pwdCheck: 0 } as const
  if (record) await changeRecord({ ...record, ...done })
  forgetRecord()
  useSession.setState(({ flags }) => ({ flags: { ...flags, ...done } }))
}
