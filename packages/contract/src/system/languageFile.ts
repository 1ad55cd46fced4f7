import * as z from 'zod/mini'
import { download, get, post, takingBytes } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { languagesPath } from './language.ts'

/** Texts that one file may hold. */
export const maxFileTexts = 10_000

export const languageFileFormats = ['json', 'xlsx', 'csv'] as const
/** Which texts a file is to hold. */
export const languageFileParts = ['all', 'missing', 'own'] as const

const texts = once(() =>
  z.record(z.string().check(z.maxLength(128)), z.string().check(z.maxLength(4000))),
)
const one = once(() => ({ params: z.strictObject({ id: f.id() }) }))

/** What a file does to a language. Whatever is refused keeps all of it from being applied. */
const outcome = once(() =>
  z.object({
    isApplied: z.boolean(),
    added: z.array(z.string()),
    changed: z.array(z.string()),
    unchanged: z.int(),
    refused: z.array(z.object({ key: z.string(), reason: z.string() })),
  }),
)
export type LanguageFileOutcome = z.output<ReturnType<typeof outcome>>

/** The texts of a language as a file: for translators, and to bring them elsewhere. */
export const languageFiles = {
  /** A sheet has the English texts beside the translations; JSON has what is translated. */
  takeOut: download(
    get(`${languagesPath}/export/{id}`, 'LANG_EXPORT', () => ({
      ...one(),
      query: z.strictObject({
        format: z._default(z.enum(languageFileFormats), 'json'),
        part: z._default(z.enum(languageFileParts), 'all'),
      }),
    })),
  ),
  /** The texts that a file (JSON, XLSX or CSV) holds for this language; nothing is written. */
  read: takingBytes(
    post(`${languagesPath}/read/{id}`, 'LANG_IMPORT', () => ({
      ...one(),
      body: f.bytes(),
      reply: z.object({ texts: texts() }),
    })),
  ),
  /** Words texts anew; what is not named stays as it is. A dry run only tells what would happen. */
  bringIn: post(`${languagesPath}/import/{id}`, 'LANG_IMPORT', () => ({
    ...one(),
    body: z.strictObject({ texts: texts(), dryRun: z.boolean() }),
    reply: outcome(),
  })),
}
