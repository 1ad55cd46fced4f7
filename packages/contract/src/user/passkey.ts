import * as z from 'zod/mini'
import { del, get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { bytes, credentialOf } from './passkeySignIn.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

const base = '/admin/user/v1/user/passkey'

/** What an authenticator answers when it has made a passkey. */
const madeCredential = once(() =>
  credentialOf(
    z.object({
      clientDataJSON: bytes(8192),
      attestationObject: bytes(65_536),
      transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(8))),
    }),
  ),
)

/** How many passkeys a person may have. */
export const mostPasskeys = 10

const passkey = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    /** The host it signs in to. */
    site: z.string(),
    /** On several devices, by an account of its maker. */
    isSynced: z.boolean(),
    createdAt: f.moment(),
    lastUsedAt: z.nullable(f.moment()),
  }),
)
export type Passkey = z.output<ReturnType<typeof passkey>>

/** The caller's own passkeys (WebAuthn level 3). */
export const passkeys = {
  list: get(`${base}/list`, 'signedIn', () => ({ reply: z.array(passkey()) })),
  /** What the authenticator is asked for. */
  start: post(`${base}/start`, 'signedIn', () => ({
    proof: 'each',
    reply: z.object({
      challenge: z.string(),
      /** base64url of the user's id. */
      userHandle: z.string(),
      userName: z.string(),
      realName: z.string(),
      /** Credentials that the person has: one authenticator makes no second one. */
      known: z.array(z.string()),
    }),
  })),
  add: post(`${base}/add`, 'signedIn', () => ({
    body: z.strictObject({ name: f.name(), credential: secret(madeCredential()) }),
    reply: passkey(),
  })),
  remove: del(`${base}/delete/{id}`, 'signedIn', () => ({
    params: z.strictObject({ id: f.id() }),
    proof: 'each',
    reply: z.object({ count: z.int() }),
  })),
}
