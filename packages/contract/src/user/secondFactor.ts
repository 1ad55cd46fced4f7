import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

const base = '/admin/user/v1/user/mfa'
const code = () => secret(z.string().check(z.trim(), z.minLength(6), z.maxLength(32)))

/** Shown once; each is good for one sign-in in place of a code of the authenticator. */
const recoveryCodes = once(() => z.object({ recoveryCodes: secret(z.array(z.string())) }))

/** The caller's own authenticator (TOTP, RFC 6238: SHA-1, 6 digits, 30 s) and its recovery codes. */
export const secondFactor = {
  state: get(base, 'signedIn', () => ({
    reply: z.object({
      bound: z.boolean(),
      boundAt: z.nullable(f.moment()),
      /** Whether the site or the password policy asks this user for one: it cannot be unbound then. */
      required: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
  })),
  /** A new secret to scan; nothing is asked for at sign-in until `bind` has proved it. */
  start: post(`${base}/start`, 'signedIn', () => ({
    proof: 'each',
    reply: z.object({
      /** Base32, to type by hand. */
      secret: secret(z.string()),
      /** `otpauth://…`, to draw as a QR code. */
      uri: secret(z.string()),
    }),
  })),
  /** Proves the secret by a code of it; a session that had to bind one is free from then on. */
  bind: post(`${base}/bind`, 'signedIn', () => ({
    body: z.strictObject({ code: code() }),
    reply: recoveryCodes(),
  })),
  /** Takes the authenticator away. */
  unbind: post(`${base}/unbind`, 'signedIn', () => ({ proof: 'each' })),
  /** Ten new recovery codes; the old ones are worthless from then on. */
  renewCodes: post(`${base}/codes`, 'signedIn', () => ({
    proof: 'each',
    reply: recoveryCodes(),
  })),
}
