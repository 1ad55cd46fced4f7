import { challenges, type InputOf, type session } from '@muster/contract'
import { ask } from '../../../kit/call.ts'

type Sealed = NonNullable<InputOf<typeof session.login>['body']['rsa']>

/** Seals a password for the server and for one sign-in: RSA-OAEP with SHA-256. */
export async function sealPassword(password: string): Promise<Sealed> {
  const { keyId, publicKey, nonce } = await ask(challenges.rsaKey, {})
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const spki = Uint8Array.from(atob(publicKey), (letter) => letter.charCodeAt(0))
  const key = await crypto.subtle.importKey('spki', spki, algorithm, false, ['encrypt'])
  const text = new TextEncoder().encode(JSON.stringify({ password, nonce }))
  const cipher = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, text))
  return { keyId, cipher: btoa(String.fromCharCode(...cipher)) }
}
