import { passkeySignIn } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { showPasskey } from '../../../platform/passkeys.ts'
import { openSession } from './session.ts'

/** Signs in with a passkey; false where the person shows none. */
export async function signInByPasskey(): Promise<boolean> {
  const { challenge } = await ask(passkeySignIn.start, {})
  const shown = (await showPasskey(challenge))?.toJSON()
  if (!shown) return false
  const credential = passkeySignIn.open.schemas.body.shape.credential.parse(shown)
  await openSession('', (half) => ask(passkeySignIn.open, { body: { credential, ...half } }))
  return true
}
