import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { dateFormats } from './dateFormats.ts'

const fields = {
  nickName: f.name(32),
  realName: f.text(64),
  phone: f.phone(),
  /** Address of a stored image; null shows the first letter of the name. */
  avatar: f.optional(z.string().check(z.maxLength(255))),
  /** Code of an interface language, for this console and for mails; null: as the browser keeps it. */
  language: f.optional(z.string().check(z.maxLength(16))),
  /** IANA name; null: the zone of the computer in use. */
  timeZone: f.optional(z.string().check(z.maxLength(64))),
  dateFormat: z._default(z.enum(dateFormats), 'locale'),
}

const shown = z.object({
  ...fields,
  userName: z.string(),
  /** Changed only by a mailed code. */
  email: z.nullable(z.string()),
  organization: z.string(),
  roles: z.array(z.string()),
})
/** What the personal center shows of the signed-in user. */
export type Profile = z.output<typeof shown>

/** The signed-in user's own record: functional.md 2.A PERSONAL_CENTER. */
export const profile = {
  read: get('/admin/user/v1/user/profile', 'PERSONAL_BASE_INFO', { reply: shown }),
  update: put('/admin/user/v1/user/profile', 'PERSONAL_BASE_INFO', {
    body: z.strictObject(fields),
    reply: shown,
  }),
}
