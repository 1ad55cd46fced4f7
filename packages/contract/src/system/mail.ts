import * as z from 'zod/mini'
import { get, post, proved, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** The path that the calls of mail servers share. */
export const mailServersPath = '/admin/system/v1/mail'
/** The path that the calls of mail templates share. */
export const mailTemplatesPath = `${mailServersPath}/template`

/** One line without control characters: what stands in a mail's head. */
const line = (max: number) => z.string().check(z.trim(), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u))

/** A host by name or address. */
const host = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(255), z.regex(/^[A-Za-z0-9.:_-]+$/))

const fields = once(() =>
  z.object({
    name: f.name(),
    host: host(),
    port: z._default(z.int().check(z.minimum(1), z.maximum(65_535)), 587),
    security: z._default(z.enum(['none', 'starttls', 'tls']), 'starttls'),
    userName: z._default(line(255), ''),
    /** Write-only: read it is always null; saved as null, the known one stays. */
    password: secret(f.optional(z.string().check(z.maxLength(256)))),
    senderName: z._default(line(64), ''),
    senderAddress: f.email(),
    replyTo: f.optional(f.email()),
    /** Null: for everybody; else for the organisation and those below it. */
    orgId: f.optional(f.id()),
    /** Null: as many as the server takes. */
    dailyLimit: f.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  hasPassword: z.boolean(),
  isDefault: z.boolean(),
  orgName: z.nullable(z.string()),
  sentToday: z.int(),
  lastTestAt: z.nullable(f.moment()),
  /** Null where the last test went well. */
  lastTestError: z.nullable(z.string()),
}))

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

const life = recyclable(mailServersPath, 'MAILCONFIG', { fields, filter, shown })

/** Servers that take our mail. */
export const mailServers = {
  ...life,
  add: proved(life.add),
  update: proved(life.update),
  test: post(`${mailServersPath}/test/{id}`, 'MAIL_TEST', () => ({
    ...withId(),
    body: z.strictObject({ to: f.email() }),
    reply: affected(),
  })),
  setDefault: put(`${mailServersPath}/default/{id}`, 'MAILCONFIG_EDIT', () => ({
    ...withId(),
    reply: affected(),
  })),
}
export type MailServer = RowOf<typeof mailServers>

/** What each mail of ours is filled with; `site` and its address are always there. */
export const mailVariables = {
  LOGIN_CODE: ['code', 'minutes'],
  EMAIL_CODE: ['code', 'minutes'],
  REGISTER_CODE: ['userName', 'link', 'hours'],
  FORGET_PWD: ['code', 'minutes'],
  UNLOCK_CODE: ['code', 'minutes'],
  INVITE: ['userName', 'inviter', 'link', 'hours'],
  REVIEW_RESULT: ['userName', 'result', 'remark'],
  DEVELOPER_MESSAGE: ['developer', 'subject', 'text'],
  PWD_EXPIRE: ['userName', 'days'],
  NEW_SIGN_IN: ['userName', 'time', 'ip', 'device'],
  ACCOUNT_LOCKED: ['userName'],
  IMPERSONATED: ['userName', 'operator', 'reason', 'time', 'minutes'],
  ALARM: ['title', 'text', 'time', 'link'],
  REPORT: ['title', 'text', 'link'],
  TEST: ['server', 'time'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type MailCode = keyof typeof mailVariables

/** Mails that open a door: what is in them is redacted in the log once they are sent. */
export const secretMails: ReadonlySet<MailCode> = new Set([
  'LOGIN_CODE',
  'EMAIL_CODE',
  'REGISTER_CODE',
  'FORGET_PWD',
  'UNLOCK_CODE',
  'INVITE',
])

/** Their names are in this list in every other mail without harm, so it is by name. */
export const secretVariables: ReadonlySet<string> = new Set(['code', 'link'])

const mailCodes = Object.keys(mailVariables)
const code = () => z.string().check(z.refine((text) => mailCodes.includes(text)))
const languageCode = () => z.string().check(z.regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/))

const wording = once(() => ({
  code: code(),
  language: languageCode(),
  subject: line(255).check(z.minLength(1)),
  /** HTML with `{{variable}}`. */
  body: z.string().check(z.minLength(1), z.maxLength(100_000)),
}))

const template = once(() =>
  z.object({
    /** Code and language, for lists. */
    id: z.string(),
    ...wording(),
    variables: z.array(z.string()),
    /** Whether an administrator has worded it anew. */
    isChanged: z.boolean(),
    version: z.int(),
    updatedAt: z.nullable(f.moment()),
    updatedBy: z.nullable(z.string()),
  }),
)
export type MailTemplate = z.output<ReturnType<typeof template>>

const named = once(
  () => ({ params: z.strictObject({ code: code(), language: languageCode() }) }) as const,
)

/** What our mails say, for each language. */
export const mailTemplates = {
  page: get(`${mailTemplatesPath}/page`, 'MAIL_TEMPLATE_LIST', () => ({
    query: pageQuery(z.object({ code: z.optional(f.text(64)), language: z.optional(f.text(16)) })),
    reply: pageOf(template()),
  })),
  detail: get(`${mailTemplatesPath}/detail/{code}/{language}`, 'MAIL_TEMPLATE_DETAIL', () => ({
    ...named(),
    reply: template(),
  })),
  update: put(`${mailTemplatesPath}/update`, 'MAIL_TEMPLATE_EDIT', () => ({
    body: z.strictObject({ ...wording(), version: z.int() }),
    reply: template(),
  })),
  reset: put(`${mailTemplatesPath}/reset/{code}/{language}`, 'MAIL_TEMPLATE_RESET', () => ({
    ...named(),
    reply: template(),
  })),
  /** The mail as it would arrive, with made-up values. */
  preview: post(`${mailTemplatesPath}/preview`, 'MAIL_TEMPLATE_DETAIL', () => ({
    body: z.strictObject(wording()),
    reply: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  })),
}

const logged = once(() =>
  z.object({
    id: f.id(),
    at: f.moment(),
    to: z.string(),
    template: z.string(),
    language: z.string(),
    subject: z.string(),
    state: z.enum(['QUEUED', 'SENT', 'FAILED']),
    attempts: z.int(),
    serverName: z.nullable(z.string()),
    error: z.nullable(z.string()),
    sentAt: z.nullable(f.moment()),
    nextAttemptAt: z.nullable(f.moment()),
    /** Whether what opened a door is redacted for good. */
    isBlotted: z.boolean(),
    /** Whether a code or a link in it waits to be sent: {@link mailLog.reveal} shows it. */
    isWaiting: z.boolean(),
  }),
)
export type LoggedMail = z.output<ReturnType<typeof logged>>

/** Every mail of ours, and what became of it. */
export const mailLog = {
  page: get(`${mailServersPath}/log/page`, 'MAIL_LOG_LIST', () => ({
    query: pageQuery(
      z.object({
        to: z.optional(f.text(255)),
        template: z.optional(f.text(64)),
        state: z.optional(z.enum(['QUEUED', 'SENT', 'FAILED'])),
      }),
    ),
    reply: pageOf(logged()),
  })),
  /** With its text, in which whatever opens a door is redacted. */
  detail: get(`${mailServersPath}/log/detail/{id}`, 'MAIL_LOG_DETAIL', () => ({
    ...withId(),
    reply: z.object({ ...logged().shape, html: z.string(), text: z.string() }),
  })),
  /**
   * The text with a code or a link that waits to be sent: for a person who proves himself for it,
   * never for a token or an API client, and for nobody once it is sent or too old.
   */
  reveal: post(`${mailServersPath}/log/reveal/{id}`, 'MAIL_LOG_DETAIL', () => ({
    ...withId(),
    reply: z.object({ text: secret(z.string()) }),
    proof: 'each',
    unkept: true,
  })),
  resend: post(`${mailServersPath}/log/resend/{id}`, 'MAIL_LOG_RESEND', () => ({
    ...withId(),
    reply: affected(),
  })),
}
