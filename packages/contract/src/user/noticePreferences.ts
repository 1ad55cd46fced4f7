import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import { once } from '../core/once.ts'

/** An hour of the day, 00:00 to 23:59. */
const clock = () => z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))
const on = () => z._default(z.boolean(), true)

const members = once(() => ({
  /** Commands that one gave and that did not succeed. */
  command: z._default(z.strictObject({ app: on() }), { app: true }),
  /** Alarms of terminals that one may see; by mail where their rule says so. */
  alarm: z._default(z.strictObject({ app: on(), mail: on() }), { app: true, mail: true }),
  /** Somebody signed in as the user from a device that was not seen before. */
  newSignIn: z._default(z.strictObject({ app: on(), mail: on() }), { app: true, mail: true }),
  /** Hours in which no mail is sent but the codes that one asks for; the others wait for their end. */
  quiet: z._default(
    z.strictObject({
      isOn: z._default(z.boolean(), false),
      from: z._default(clock(), '22:00'),
      until: z._default(clock(), '07:00'),
      /** IANA name: whose hours these are. */
      timeZone: z._default(z.string().check(z.maxLength(64)), 'UTC'),
    }),
    { isOn: false, from: '22:00', until: '07:00', timeZone: 'UTC' },
  ),
}))
/** What a user wants to be told, and how. Changes of his own account are told in any case. */
export const noticePreferences = once(() => z.object(members()))
export type NoticePreferences = z.output<ReturnType<typeof noticePreferences>>

const path = '/admin/user/v1/user/notice'

/** The signed-in user's own wishes; everything is told until he says otherwise. */
export const userNotices = {
  get: get(path, 'signedIn', () => ({ reply: noticePreferences() })),
  save: put(path, 'signedIn', () => ({
    body: z.strictObject(members()),
    reply: noticePreferences(),
  })),
}
