import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'

export const direction = () => z.enum(['ltr', 'rtl'])

/** The path that the calls of languages and their texts share. */
export const languagesPath = '/admin/system/v1/language'

const packSchemas = () => ({
  params: z.strictObject({ code: z.string().check(z.maxLength(16)) }),
  reply: z.record(z.string(), z.string()),
})

/**
 * Areas of texts, the first part of their keys, that the sign-in, the frame and the list of terminals
 * are drawn with, and what stands in no area and is said to whoever arrives. Nobody waits for the
 * others, which are five times as many.
 */
export const startAreas: readonly string[] = (
  'door shell theme tools frame menu kit list filter import transfer report ' +
  'device life model group alarm command category location vendor ' +
  'INIT_EMAIL_TIP PWD_NEED_UPDATE_TIP'
).split(' ')

/** Interface languages and the packs of texts (product spec, section 7). */
export const languages = {
  list: get('/admin/system/v1/languages', 'public', () => ({
    reply: z.array(
      z.object({
        id: f.id(),
        code: z.string(),
        name: z.string(),
        nativeName: z.string(),
        direction: direction(),
      }),
    ),
  })),
  /** All texts of one language, key → text. */
  frontPack: get(`${languagesPath}/details/front/{code}`, 'public', packSchemas),
  /** Those of them that a console shows first ({@link startAreas}). */
  startPack: get(`${languagesPath}/details/start/{code}`, 'public', packSchemas),
}
