import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import { setting } from '../core/setting.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** A key as the map services hand them out: no blanks, no markup. */
const key = () => z.string().check(z.trim(), z.maxLength(256), z.regex(/^[\w.:-]*$/))

const global = once(() =>
  z.strictObject({
    key: secret(z._default(key(), '')),
    /** Language of the map's labels, e.g. `en`. */
    lang: z._default(z.string().check(z.trim(), z.maxLength(16), z.regex(/^[A-Za-z-]*$/)), 'en'),
  }),
)
const china = once(() =>
  z.strictObject({
    key: secret(z._default(key(), '')),
    securityJsCode: secret(z._default(key(), '')),
  }),
)

const calls = setting('/admin/system/v1/website/map', 'WEBSITE_MAP', () =>
  z.object({
    global: z._default(global(), { key: '', lang: 'en' }),
    china: z._default(china(), { key: '', securityJsCode: '' }),
  }),
)

/**
 * Keys of the two map services (spec section 3). The call answers each part to who may see its
 * map, null to others, and is refused to who may see neither.
 */
export const mapKeys = {
  ...calls,
  get: get('/admin/system/v1/server/map', 'signedIn', () => ({
    reply: z.object({
      global: z.nullable(global()),
      china: z.nullable(china()),
      version: z.int(),
    }),
  })),
}

/** Who may see which map (spec section 5). */
export const mapPermissions = {
  global: ['DEVICE_LOCATION_LIST', 'DEVICE_LOCATION_DETAIL'],
  china: ['DEVICE_LOCATION_LIST', 'DEVICE_LOCATION_DETAIL_ZH'],
} as const
