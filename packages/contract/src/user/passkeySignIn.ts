import * as z from 'zod/mini'
import { post } from '../core/call.ts'
import { publicKey, signedIn } from './session.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** Bytes as base64url. */
export const bytes = (max: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(max))

/** What `PublicKeyCredential.toJSON` gives: browsers add members, which are left out. */
export const credentialOf = <S extends z.core.$ZodShape>(response: z.ZodMiniObject<S>) =>
  z.object({
    id: bytes(1400),
    rawId: bytes(1400),
    type: z.literal('public-key'),
    response,
  })

/** What it answers when its owner signs in with one. */
export const shownCredential = once(() =>
  credentialOf(
    z.object({
      clientDataJSON: bytes(8192),
      authenticatorData: bytes(8192),
      signature: bytes(4096),
      userHandle: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
    }),
  ),
)

/** Signing in with a passkey: it stands for password and second factor. */
export const passkeySignIn = {
  /** Good for one sign-in within five minutes. */
  start: post('/admin/auth/v1/auth/passkey/start', 'public', () => ({
    reply: z.object({ challenge: z.string() }),
  })),
  /** Refused with `badCredentials` for whatever is wrong with the passkey. */
  open: post('/admin/auth/v1/auth/passkey', 'public', () => ({
    body: z.strictObject({
      publicKey: z.optional(publicKey()),
      credential: secret(shownCredential()),
    }),
    reply: z.extend(signedIn(), { userName: z.string() }),
  })),
}
