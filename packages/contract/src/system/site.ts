import * as z from 'zod/mini'
import { get } from '../core/call.ts'

/** What the console needs before anyone signs in. */
export const site = {
  init: get('/admin/system/v1/server/init', 'public', {
    reply: z.object({
      webName: z.string(),
      logoUrl: z.nullable(z.string()),
      favicon: z.nullable(z.string()),
      copyright: z.nullable(z.string()),
      bgUrl: z.nullable(z.string()),
      sideTitle: z.int(),
      validCode: z.int(),
      validationEmail: z.boolean(),
      verifyType: z.int(),
      /** Whether sessions without a key agreement are allowed (closed networks). */
      allowUnboundSessions: z.boolean(),
    }),
  }),
  passwordRule: get('/admin/system/v1/pwd/rule', 'public', {
    reply: z.object({
      rule: z.string(),
      /** Comma-separated list of required character classes: upper, lower, digit, special. */
      checked: z.string(),
      min: z.int(),
      max: z.int(),
    }),
  }),
}
