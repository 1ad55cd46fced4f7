import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/**
 * What a caller shows to prove that no machine tries many times: the characters of the picture, or
 * `solveWork` of core/proofOfWork.ts (for whom the picture is no help). Good for one try of one
 * call, for two minutes, from the address that asked for it.
 */
export const captchaProof = once(() => ({
  captchaId: secret(z.optional(z.string().check(z.maxLength(512)))),
  captcha: secret(z.optional(z.string().check(z.trim(), z.maxLength(64)))),
}))

/** What stands before a public call that machines would like to make. */
export const challenges = {
  /** A new captcha; asked for when `site.init` says `validCode`, or a call answers `captchaRequired`. */
  captcha: get('/captchaImage', 'public', () => ({
    reply: z.object({
      captchaId: secret(z.string()),
      /** `data:image/svg+xml;base64,…`, drawn by the server. */
      image: z.string(),
      /** The other way: a number that gives SHA-256 of `<challenge>.<number>` so many leading zero bits. */
      work: z.object({ challenge: z.string(), bits: z.int() }),
      /** Seconds until it must be solved. */
      seconds: z.int(),
    }),
  })),
  /** The key that seals a password, where `site.init` says `rsaLogin`; refused with `wrongState` elsewhere. */
  rsaKey: post('/rsa/key', 'public', () => ({
    reply: z.object({
      keyId: z.string(),
      /** RSA 3072, SPKI in base64; for RSA-OAEP with SHA-256. */
      publicKey: z.string(),
      /** Goes into the sealed text; good for one sign-in within two minutes. */
      nonce: z.string(),
    }),
  })),
}

/**
 * A password sealed for the server: RSA-OAEP-SHA-256 of the JSON text `{ password, nonce }`, base64.
 * Protects it from whoever opens TLS on the way or logs bodies; TLS itself is not replaced by it.
 */
export const sealedPassword = once(() =>
  z.strictObject({
    keyId: z.string().check(z.maxLength(64)),
    cipher: z.string().check(z.maxLength(1024)),
  }),
)
