import * as z from 'zod/mini'
import { post } from '../core/call.ts'
import * as f from '../core/fields.ts'

const long = (max: number) => z.string().check(z.maxLength(max))

/** How many errors one session may report within ten minutes. */
export const clientErrorLimit = 20

/** Errors that a console met. */
export const clientErrors = {
  report: post('/admin/log/v1/client/error', 'signedIn', {
    body: z.strictObject({
      /** What the user sees and may tell the support. */
      shortId: z.string().check(z.regex(/^[0-9A-Z]{6}$/)),
      at: f.moment(),
      route: long(256),
      message: long(1000),
      stack: long(8000),
      version: long(32),
    }),
    reply: z.object({ id: f.id() }),
  }),
}
