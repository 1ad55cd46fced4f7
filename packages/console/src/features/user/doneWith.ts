import { useSession } from '../../kit/session.ts'
import { changeRecord, type Flags } from '../../platform/keyStore.ts'
import { forgetRecord, sessionRecord } from '../../platform/proof.ts'

/** Notes that something which sign-in asked for has been done; a reload remembers it, too. */
export async function doneWith(done: Partial<Flags>): Promise<void> {
  const record = await sessionRecord()
  if (record) await changeRecord({ ...record, ...done })
  forgetRecord()
  useSession.setState(({ flags }) => ({ flags: { ...flags, ...done } }))
}
