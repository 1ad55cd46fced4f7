import * as z from 'zod/mini'
import { post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { jsonObject } from '../core/formats.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { dictionariesPath, tagColours, words } from './words.ts'

/** The path that the calls of dictionary items share. */
export const dictionaryItemsPath = `${dictionariesPath}/item`

const affected = once(() => z.object({ count: z.int() }))
const status = once(() => z.optional(z.enum(['0', '1'])))

/** Coded lists that forms offer and lists show by name. */
export const dictionaries = {
  ...recyclable(dictionariesPath, 'DICTIONARY', {
    fields: () =>
      z.object({
        code: f.code(),
        /** A text key, or a name. */
        name: f.name(),
        remark: f.optional(f.text(500)),
        /** Terminals keep it (D-CFG names it); anybody may then read it at `/device/v1/dictionary/{code}`. */
        isTold: z._default(z.boolean(), false),
      }),
    filter: () =>
      z.object({
        name: z.optional(f.text(64)),
        code: z.optional(f.text(64)),
        isSystem: z.optional(z.enum(['true', 'false'])),
        isTold: z.optional(z.enum(['true', 'false'])),
        status: status(),
      }),
    shown: () => ({
      /** Shipped: it is worded anew or disabled, not deleted, and its values are the product's. */
      isSystem: z.boolean(),
      itemCount: z.int(),
    }),
  }),
  ...words,
  /** Lets every console read its dictionaries again. */
  refresh: post(`${dictionariesPath}/refresh`, 'DICTIONARY_REFRESH', () => ({ reply: affected() })),
}
export type Dictionary = RowOf<typeof dictionaries>

const label = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(128))
const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))

/** The values of dictionaries. */
export const dictionaryItems = {
  ...recyclable(dictionaryItemsPath, 'DICTIONARY_ITEM', {
    fields: () =>
      z.object({
        dictionaryId: f.id(),
        value: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
        /** What stands where a language has no label of its own. */
        label: label(),
        /** Labels of languages; of a shipped dictionary the own wordings. */
        labels: z._default(z.record(languageCode(), label()), {}),
        colour: f.optional(z.enum(tagColours)),
        sort: f.sort(),
        /** Chosen before anybody chooses; it takes that from the one that was. */
        isDefault: z._default(z.boolean(), false),
        /** A JSON object, as text. */
        extra: f.optional(jsonObject().check(z.maxLength(4096))),
      }),
    filter: () =>
      z.object({
        dictionaryId: z.optional(f.id()),
        value: z.optional(f.text(64)),
        status: status(),
      }),
    shown: () => ({
      isSystem: z.boolean(),
      dictionaryCode: z.string(),
      /** The label, as what lists call the record. */
      name: z.string(),
    }),
  }),
  /** Puts an item before another one of its dictionary, or behind all (null). */
  sort: put(`${dictionaryItemsPath}/sort`, 'DICTIONARY_ITEM_EDIT', () => ({
    body: z.strictObject({ id: f.id(), version: z.int(), before: z.nullable(f.id()) }),
    reply: affected(),
  })),
}
export type DictionaryItem = RowOf<typeof dictionaryItems>
