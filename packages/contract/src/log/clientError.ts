import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { logPageOf, logSpan } from './actionLog.ts'

const long = (max: number) => z.string().check(z.maxLength(max))

/** How many errors one session may report within ten minutes. */
export const clientErrorLimit = 20

/** Errors that a console met. */
export const clientErrors = {
  report: post('/admin/log/v1/client/error', 'signedIn', () => ({
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
  })),
}

const shown = once(() => ({
  id: f.id(),
  at: f.moment(),
  shortId: z.string(),
  userId: z.nullable(f.id()),
  userName: z.string(),
  orgId: z.nullable(f.id()),
  orgName: z.nullable(z.string()),
  route: z.string(),
  message: z.string(),
  consoleVersion: z.string(),
}))

/** The errors that consoles have reported, for who looks after them. */
export const clientErrorLog = {
  page: get('/admin/log/v1/client/page', 'LOG_LIST', () => ({
    query: pageQuery(
      z.object({
        ...logSpan(),
        userName: z.optional(f.text(64)),
        /** What the user read on the screen. */
        shortId: z.optional(f.text(6)),
        message: z.optional(f.text(128)),
      }),
    ),
    reply: logPageOf(z.object(shown())),
  })),
  detail: get('/admin/log/v1/client/detail/{id}', 'LOG_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({
      ...shown(),
      userAgent: z.string(),
      ip: z.nullable(z.string()),
      stack: z.string(),
    }),
  })),
}
export type ClientError = z.output<(typeof clientErrorLog.page)['schemas']['reply']>['list'][number]
export type ClientErrorDetail = z.output<(typeof clientErrorLog.detail)['schemas']['reply']>
