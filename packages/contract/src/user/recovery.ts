import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import { queryNumber } from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { captchaProof } from './challenge.ts'

/** What a mailed code is good for; the spec's `verificationType`, whose 1 is the sign-in. */
export const verificationTypes = { signIn: 1, forgotten: 2, unlock: 3 } as const

const userName = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(64))
const newPassword = () => secret(z.string().check(z.minLength(1), z.maxLength(256)))

/** A mailed code as its reader types it, and the id that asking for it answered. */
const mailedCode = once(() => ({
  codeId: secret(z.string().check(z.maxLength(64))),
  code: secret(z.string().check(z.trim(), z.maxLength(16))),
}))

/** What asking for a code answers. */
export const sentCode = once(() =>
  z.object({
    /** Goes along with the code: a code is good only where it was asked for. */
    codeId: secret(z.string()),
    /** Minutes that the code is good for. */
    minutes: z.int(),
    /** Seconds until another one may be asked for. */
    seconds: z.int(),
  }),
)

/** Ways back in. None of them tells whether an account exists. */
export const recovery = {
  /**
   * Mails a code of six digits to the account's address. Answers the same whether or not there is
   * such an account; refused with `tooManyRequests` within a minute of the last one
   * (`data.seconds`), or after ten of an account or thirty of an address within a day or an hour.
   */
  code: get('/admin/auth/v1/auth/code', 'public', () => ({
    query: z.strictObject({
      userName: userName(),
      verificationType: z._default(
        queryNumber().check(z.minimum(1), z.maximum(3)),
        verificationTypes.signIn,
      ),
      ...captchaProof(),
    }),
    reply: sentCode(),
  })),
  /** Sets a new password with a code of the type `forgotten`; every session of the account ends. */
  forgotten: post('/admin/user/v1/user/forget', 'public', () => ({
    body: z.strictObject({ userName: userName(), ...mailedCode(), newPassword: newPassword() }),
  })),
  /** Lifts a lock that too many failures brought, with a code of the type `unlock`. */
  unlock: post('/admin/auth/v1/auth/unlock', 'public', () => ({
    body: z.strictObject({ userName: userName(), ...mailedCode() }),
  })),
}

/** What the link of a mail is for. */
const linkPurposes = ['REGISTER', 'INVITE'] as const

const token = () => secret(z.string().check(z.minLength(1), z.maxLength(128)))

/**
 * The page `#/callback?token=…`: where the links of mails lead. The page calls `callback.open` once.
 * `REGISTER`: the mail address is proved by that call alone, and the account waits for its review.
 * `INVITE`: the page asks for a password and calls `callback.accept`. A link that is over, used or
 * unknown is refused with `linkOver`.
 */
export const callback = {
  open: post('/admin/auth/v1/auth/callback', 'public', () => ({
    body: z.strictObject({ token: token() }),
    reply: z.object({
      purpose: z.enum(linkPurposes),
      /** The user name (INVITE) or the mail address (REGISTER). */
      account: z.string(),
    }),
  })),
  /** An invited user's own password; he then signs in with it. */
  accept: post('/admin/auth/v1/auth/callback/accept', 'public', () => ({
    body: z.strictObject({ token: token(), newPassword: newPassword() }),
  })),
}
