import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'

/** Pages of others that the menu embeds. */
export const frames = {
  /**
   * Whether the page of a menu item lets the console embed it (what cannot be asked is believed to),
   * and its address: with `ts`, `uid` and `sig` where it is signed (docs/api.md).
   */
  check: get('/admin/system/v1/menu/frame', 'signedIn', () => ({
    query: z.strictObject({ frontName: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: z.object({ embeds: z.boolean(), url: z.nullable(z.string()) }),
  })),
}

/** The signing of addresses, so that an embedded page knows who looks at it. */
export const frameSigning = {
  /** Begins with a new secret, which is told once and ends the one before; or ends the signing. */
  set: put('/admin/system/v1/menu/frame/sign/{id}', 'MENU_EDIT', () => ({
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({ isSigned: z.boolean() }),
    reply: z.object({ secret: secret(z.nullable(z.string())) }),
    proof: true,
  })),
}
