import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'
import { dateFormats } from './dateFormats.ts'
import { sentCode } from './recovery.ts'

const fields = once(() => ({
  nickName: f.name(32),
  realName: f.text(64),
  phone: f.phone(),
  /** A kept picture; null shows the first letter of the name. */
  avatar: f.optional(imageName()),
  /** Code of an interface language, for this console and for mails; null: as the browser keeps it. */
  language: f.optional(z.string().check(z.maxLength(16))),
  /** IANA name; null: the zone of the computer in use. */
  timeZone: f.optional(z.string().check(z.maxLength(64))),
  dateFormat: z._default(z.enum(dateFormats), 'locale'),
}))

const shown = once(() =>
  z.object({
    ...fields(),
    userName: z.string(),
    /** Changed only by a mailed code. */
    email: z.nullable(z.string()),
    organization: z.string(),
    roles: z.array(z.string()),
  }),
)
/** What the personal center shows of the signed-in user. */
export type Profile = z.output<ReturnType<typeof shown>>

/** The signed-in user's own record. */
export const profile = {
  read: get('/admin/user/v1/user/profile', 'PERSONAL_BASE_INFO', () => ({ reply: shown() })),
  update: put('/admin/user/v1/user/profile', 'PERSONAL_BASE_INFO', () => ({
    body: z.strictObject(fields()),
    reply: shown(),
  })),
  /** Mails a code to an address that the user wants to have. */
  emailCode: post('/admin/user/v1/user/email/code', 'PERSONAL_BASE_INFO', () => ({
    body: z.strictObject({ email: f.email() }),
    reply: sentCode(),
  })),
  /**
   * Takes a new address: with the password, because mails to it let people in, and with the code
   * that went there, unless the site asks for none (`validationEmail`).
   */
  changeEmail: put('/admin/user/v1/user/email', 'PERSONAL_BASE_INFO', () => ({
    body: z.strictObject({
      email: f.email(),
      password: secret(z.string().check(z.minLength(1), z.maxLength(256))),
      codeId: secret(z.optional(z.string().check(z.maxLength(64)))),
      code: secret(z.optional(z.string().check(z.trim(), z.maxLength(16)))),
    }),
    reply: shown(),
  })),
}
