import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { setting } from '../core/setting.ts'
import { imageName } from '../file/image.ts'
import { themeNames } from '../user/theme.ts'

/** 1 shown or on, 0 not: the spec's way for these members. */
const flag = (otherwise: 0 | 1) => z._default(z.union([z.literal(0), z.literal(1)]), otherwise)

/** Second proof at sign-in: nothing, a mailed code, TOTP, or both. */
export const verifyTypes = { none: 0, mail: 1, totp: 2, both: 3 } as const

const base = '/admin/system/v1/website'

const calls = setting(
  base,
  'WEBSITE_EDIT',
  z.object({
    webName: z._default(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      'Terminal Management System',
    ),
    logo: f.optional(imageName()),
    favicon: f.optional(imageName()),
    background: f.optional(imageName()),
    copyright: z._default(f.text(128), ''),
    /** Whether the name stands beside the logo of the sidebar. */
    sideTitle: flag(1),
    /** Whether sign-in asks for a captcha; after failures it does so in any case. */
    validCode: flag(0),
    /** Whether a new or changed e-mail address is proved by a mailed code. */
    validationEmail: z._default(z.boolean(), true),
    verifyType: z._default(z.int().check(z.minimum(0), z.maximum(3)), verifyTypes.none),
    /** Whether people may ask for an account at the sign-in page. */
    registration: z._default(z.boolean(), false),
    /** Whether the password travels encrypted once more (RSA-OAEP), for networks that open TLS. */
    rsaLogin: z._default(z.boolean(), false),
    /** Web search of the search dialog, with `{query}` where the words go; null: none. */
    searchAddress: f.optional(f.webAddress()),
  }),
)

/** Identity of the site and the ways in. */
export const siteSetting = { ...calls, get: { ...calls.get, path: calls.save.path } }

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
  }),
  passwordRule: get('/admin/system/v1/pwd/rule', 'public', {
    reply: z.object({
      /** In words, in the language of the request. */
      rule: z.string(),
      /** Comma-separated list of required character classes: upper, lower, digit, special. */
      checked: z.string(),
      min: z.int(),
      /** 0: no longest length. */
      max: z.int(),
    }),
  }),
}
