import * as z from 'zod/mini'
import { post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { captchaProof } from './challenge.ts'

/** Who asks for an account at the sign-in page. */
export const platformUserKinds = ['DEVELOPER', 'VENDOR', 'MERCHANT', 'PARTNER'] as const

/** Asking for an account, where `site.init` says `registration`; refused with `wrongState` elsewhere. */
export const registration = {
  /**
   * Always with a captcha. Mails a link to `#/callback` that proves the address (24 h); an address
   * that is known already gets the same answer and no mail.
   */
  register: post('/register', 'public', () => ({
    body: z.strictObject({
      email: f.email(),
      realName: f.name(),
      kind: z.enum(platformUserKinds),
      company: f.text(128),
      country: f.optional(f.country()),
      phone: z._default(f.phone(), ''),
      ...captchaProof(),
    }),
  })),
}
