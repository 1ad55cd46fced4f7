import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import { themeNames } from '../user/theme.ts'

/** Second proof at sign-in: nothing, a mailed code, TOTP, or both. */
export const verifyTypes = { none: 0, mail: 1, totp: 2, both: 3 } as const

/** What the console needs before anyone signs in. */
export const site = {
  init: get('/admin/system/v1/server/init', 'public', () => ({
    reply: z.object({
      webName: z.string(),
      logoUrl: z.nullable(z.string()),
      favicon: z.nullable(z.string()),
      copyright: z.nullable(z.string()),
      bgUrl: z.nullable(z.string()),
      sideTitle: z.int(),
      /** How the site looks to whoever has no theme of his own; null: the console's default. */
      themeName: z.nullable(z.enum(themeNames)),
      /** The language of whoever has chosen none; null: the console's default. */
      language: z.nullable(z.string()),
      support: z.nullable(z.string()),
      termsUrl: z.nullable(z.string()),
      privacyUrl: z.nullable(z.string()),
      validCode: z.int(),
      validationEmail: z.boolean(),
      verifyType: z.int(),
      registration: z.boolean(),
      rsaLogin: z.boolean(),
      searchAddress: z.nullable(z.string()),
      /** A closed demonstration: the console calls `visit.open` in place of showing the sign-in page. */
      virtualRoles: z.boolean(),
      /** Whether sessions without a key agreement are allowed (closed networks). */
      allowUnboundSessions: z.boolean(),
    }),
  })),
  passwordRule: get('/admin/system/v1/pwd/rule', 'public', () => ({
    reply: z.object({
      /** In words, in the language of the request. */
      rule: z.string(),
      /** Comma-separated list of required character classes: upper, lower, digit, special. */
      checked: z.string(),
      min: z.int(),
      /** 0: no longest length. */
      max: z.int(),
    }),
  })),
}
