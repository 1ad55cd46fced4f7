import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import { sealedPassword } from './challenge.ts'
import { bytes, shownCredential } from './passkeySignIn.ts'
import { secret } from '../core/secret.ts'

const base = '/admin/auth/v1/auth/stepup'

/** By what a person shows that he is still who signed in. */
export const proofWays = ['password', 'totp', 'passkey'] as const
export type ProofWay = (typeof proofWays)[number]

/**
 * Proving oneself once more, for calls that are refused with `proofRequired` (decision 0031). A
 * proof is of one session; API clients prove themselves by each signature and are never asked.
 */
export const stepUp = {
  /** What the caller has. Who has an authenticator is not asked for his password. */
  ways: get(base, 'signedIn', () => ({
    reply: z.object({
      ways: z.array(z.enum(proofWays)),
      /** For a passkey, good for five minutes; the credentials that the caller has. */
      challenge: z.string(),
      known: z.array(bytes(1400)),
    }),
  })),
  /**
   * One of the caller's ways. A wrong proof counts as a failed sign-in and can lock the account;
   * five of them end the session.
   */
  prove: post(base, 'signedIn', () => ({
    body: z.strictObject({
      /** In clear, or sealed as `rsa`. */
      password: secret(z.optional(z.string().check(z.minLength(1), z.maxLength(256)))),
      rsa: secret(z.optional(sealedPassword())),
      /** Six digits of the authenticator, or a recovery code. */
      totp: secret(z.optional(z.string().check(z.trim(), z.minLength(6), z.maxLength(32)))),
      credential: secret(z.optional(shownCredential())),
    }),
  })),
}
