import * as z from 'zod/mini'
import { get } from '../core/call.ts'

/** Pages of others that the menu embeds. */
export const frames = {
  /** Whether the page of a menu item lets the console embed it; what cannot be asked is believed to. */
  check: get('/admin/system/v1/menu/frame', 'signedIn', {
    query: z.strictObject({ frontName: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: z.object({ embeds: z.boolean() }),
  }),
}
