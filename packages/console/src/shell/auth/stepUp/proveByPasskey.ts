import { passkeySignIn, stepUp } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { showPasskey } from '../../../platform/passkeys.ts'

/** Proves the session's owner by a passkey of his; false where he shows none. */
export async function proveByPasskey(): Promise<boolean> {
  // Asked for anew: a challenge does not last as long as a dialog may stand.
  const { challenge, known } = await ask(stepUp.ways, {})
  const shown = (await showPasskey(challenge, known))?.toJSON()
  if (!shown) return false
  const credential = passkeySignIn.open.schemas.body.shape.credential.parse(shown)
  await ask(stepUp.prove, { body: { credential } })
  return true
}
