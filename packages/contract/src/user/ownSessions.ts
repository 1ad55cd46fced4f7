import * as z from 'zod/mini'
import { del, get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'

/** How a sign-in or a confirmation of the password ended, as the sign-in history shows it. */
export const signInResults = [
  'SUCCESS',
  'WRONG_PASSWORD',
  'UNKNOWN_USER',
  'LOCKED',
  'WRONG_CODE',
  'WRONG_PASSKEY',
  'WRONG_CAPTCHA',
  'NOT_ACTIVE',
  'WRONG_PLACE',
] as const

/** Where the caller is signed in, and who tried to. */
export const ownSessions = {
  /** The caller's live sessions, the newest first. */
  list: get('/admin/user/v1/user/session/list', 'signedIn', () => ({
    reply: z.array(
      z.object({
        id: f.id(),
        isCurrent: z.boolean(),
        ip: z.nullable(z.string()),
        userAgent: z.nullable(z.string()),
        /** Who looks on as the caller in this session; null: the caller himself. */
        impersonator: z.nullable(z.string()),
        createdAt: f.moment(),
        lastUsedAt: f.moment(),
        expiresAt: f.moment(),
      }),
    ),
  })),
  /** Ends one of the caller's sessions, at once and everywhere. */
  end: del('/admin/user/v1/user/session/{id}', 'signedIn', () => ({
    params: z.strictObject({ id: f.id() }),
  })),
  /** Ends all of the caller's sessions but this one. */
  endOthers: del('/admin/user/v1/user/session/list', 'signedIn', () => ({
    reply: z.object({ count: z.int() }),
  })),
  /** Sign-ins and failures of the caller's account, the newest first. */
  signIns: get('/admin/user/v1/user/signin/page', 'signedIn', () => ({
    query: pageQuery(z.object({ result: z.optional(z.enum(signInResults)) })),
    reply: pageOf(
      z.object({
        id: f.id(),
        at: f.moment(),
        ip: z.nullable(z.string()),
        userAgent: z.nullable(z.string()),
        result: z.enum(signInResults),
      }),
    ),
  })),
}
