import * as z from 'zod/mini'
import { callWith, proved } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { setting } from '../core/setting.ts'
import { imageName } from '../file/image.ts'
import { verifyTypes } from './site.ts'

/** 1 shown or on, 0 not: the spec's way for these members. */
const flag = (otherwise: 0 | 1) => z._default(z.union([z.literal(0), z.literal(1)]), otherwise)

const base = '/admin/system/v1/website'

const calls = setting(base, 'WEBSITE_EDIT', () =>
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
export const siteSetting = {
  get: callWith(calls.get, { path: calls.save.path }),
  save: proved(calls.save),
  reset: proved(calls.reset),
}
