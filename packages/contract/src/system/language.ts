import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'

export const direction = () => z.enum(['ltr', 'rtl'])

/** The path that the calls of languages and their texts share. */
export const languagesPath = '/admin/system/v1/language'

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
  frontPack: get(`${languagesPath}/details/front/{code}`, 'public', () => ({
    params: z.strictObject({ code: z.string().check(z.maxLength(16)) }),
    reply: z.record(z.string(), z.string()),
  })),
}
