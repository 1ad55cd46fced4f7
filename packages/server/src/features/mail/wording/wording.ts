import { type MailCode, mailVariables } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import arabic from './ar-IQ.json' with { type: 'json' }
import english from './en.json' with { type: 'json' }

/** What a mail says, before its places are filled. */
export interface Wording {
  readonly subject: string
  readonly body: string
}

type Wordings = Readonly<Record<MailCode, Wording>>

/** Shipped wordings by language; one that lacks a mail does not compile. */
const shipped: ReadonlyMap<string, Wordings> = new Map<string, Wordings>([
  ['en', english],
  ['ar-IQ', arabic],
])

export const shippedLanguages: readonly string[] = [...shipped.keys()]

export const shippedWording = (code: MailCode, language: string): Wording | null =>
  shipped.get(language)?.[code] ?? null

/** Whether a text is the code of a mail of ours. */
export const isMailCode = (text: string): text is MailCode => Object.hasOwn(mailVariables, text)

/** What a mail says in a language: an administrator's wording before ours, English where there is none. */
export async function findWording(
  db: Kysely<DB>,
  code: MailCode,
  language: string,
): Promise<Wording & { readonly language: string }> {
  const own = await db
    .selectFrom('mailTemplate')
    .select(['subject', 'body', 'language'])
    .where('code', '=', code)
    .where('language', 'in', [language, 'en'])
    .execute()
  const inLanguage = own.find((one) => one.language === language) ?? shippedWording(code, language)
  if (inLanguage) return { ...inLanguage, language }
  const inEnglish = own.find((one) => one.language === 'en') ?? english[code]
  return { ...inEnglish, language: 'en' }
}
