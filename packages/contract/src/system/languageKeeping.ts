import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { direction, languagesPath } from './language.ts'

/** BCP 47: `en`, `ar-IQ`. */
const languageCode = () =>
  z.string().check(z.trim(), z.maxLength(16), z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/))

const identity = once(() => ({
  code: languageCode(),
  name: f.name(),
  nativeName: f.name(),
}))

const textKey = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/))
const textValue = () => z.string().check(z.minLength(1), z.maxLength(4000))

/** `missing`: English stands in; `shipped`: as Muster ships it; `own`: an administrator's wording. */
const textStates = ['missing', 'shipped', 'own'] as const

const one = once(() => ({ params: z.strictObject({ id: f.id() }) }))
const affected = once(() => z.object({ count: z.int() }))

const row = once(() =>
  z.object({
    id: f.id(),
    code: z.string(),
    name: z.string(),
    nativeName: z.string(),
    direction: direction(),
    /** Texts it has of those that English has. */
    translated: z.int(),
    total: z.int(),
    /** Texts in an administrator's own wording. */
    own: z.int(),
    /** Spoken to whoever has chosen none. */
    isDefault: z.boolean(),
    status: f.status(),
    updatedAt: f.moment(),
  }),
)

const text = once(() =>
  z.object({
    /** The text's id; for a missing one its key, which no call takes for an id. */
    id: z.string(),
    key: z.string(),
    module: z.string(),
    /** In English. */
    source: z.nullable(z.string()),
    value: z.nullable(z.string()),
    state: z.enum(textStates),
    updatedAt: z.nullable(f.moment()),
  }),
)

/** Keeping the languages and their texts. */
export const languageKeeping = {
  page: get(`${languagesPath}/page`, 'LANG_LIST', () => ({
    query: pageQuery(z.object({})),
    reply: pageOf(row()),
  })),
  add: post(languagesPath, 'LANG_ADD', () => ({
    body: z.strictObject({ ...identity(), direction: direction() }),
    reply: row(),
  })),
  update: put(`${languagesPath}/{id}`, 'LANG_EDIT', () => ({
    ...one(),
    body: z.strictObject({ name: f.name(), nativeName: f.name(), direction: direction() }),
    reply: row(),
  })),
  /** Disabled, it is offered to nobody; who has chosen it keeps it. The default stays enabled. */
  setStatus: put(`${languagesPath}/status/{id}/{status}`, 'LANG_STATUS', () => ({
    params: z.strictObject({ id: f.id(), status: z.enum(['0', '1']) }),
    reply: affected(),
  })),
  setDefault: put(`${languagesPath}/default/{id}`, 'LANG_EDIT', () => ({
    ...one(),
    reply: affected(),
  })),
  /** The default language stays, and English, which stands in where another one lacks a text. */
  remove: del(`${languagesPath}/{id}`, 'LANG_DELETE', () => ({ ...one(), reply: affected() })),
  /** A new language with all texts of another one. */
  copy: post(`${languagesPath}/copy/{id}`, 'LANG_COPY', () => ({
    ...one(),
    body: z.strictObject({ ...identity() }),
    reply: row(),
  })),
  /** Brings the shipped texts of a language up to date; own wording stays. */
  refresh: post(`${languagesPath}/refresh/{id}`, 'LANG_REFRESH', () => ({
    ...one(),
    reply: affected(),
  })),
}
export type Language = z.output<ReturnType<typeof row>>

/** The texts of one language. */
export const languageTexts = {
  page: get(`${languagesPath}/details`, 'LANG_DETAIL_LIST', () => ({
    query: pageQuery(
      z.object({
        languageId: f.id(),
        module: z.optional(f.text(64)),
        key: z.optional(f.text(128)),
        value: z.optional(f.text(128)),
        state: z.optional(z.enum(textStates)),
      }),
    ),
    reply: pageOf(text()),
  })),
  add: post(`${languagesPath}/detail`, 'LANG_DETAIL_ADD', () => ({
    body: z.strictObject({ languageId: f.id(), key: textKey(), value: textValue() }),
    reply: z.object({ id: f.id() }),
  })),
  /** The placeholders must be those of the English text. */
  update: put(`${languagesPath}/detail/{id}`, 'LANG_DETAIL_EDIT', () => ({
    ...one(),
    body: z.strictObject({ value: textValue() }),
    reply: z.object({ id: f.id() }),
  })),
  /** Back to what is shipped; a key of one's own goes. */
  remove: del(`${languagesPath}/detail/{id}`, 'LANG_DETAIL_DELETE', () => ({
    ...one(),
    reply: affected(),
  })),
}
export type LanguageText = z.output<ReturnType<typeof text>>
