import { type MailCode, type MailTemplate, mailVariables } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import { variablesOf } from './wording.rules.ts'
import { isMailCode, shippedLanguages, shippedWording } from './wording.ts'

interface OwnWording {
  readonly code: string
  readonly language: string
  readonly subject: string
  readonly body: string
  readonly version: number
  readonly updatedAt: string
  readonly updatedBy: string | null
}

/**
 * Every wording there is: an administrator's own, the shipped ones for the rest; in a language that
 * came later the English one, which is what it says until somebody words it.
 */
export async function findTemplates(db: Kysely<DB>): Promise<MailTemplate[]> {
  const { rows } = await sql<OwnWording>`select t.code, t.language, t.subject, t.body, t.version,
      t.updated_at, u.user_name as updated_by
    from mail_template t left join app_user u on u.id = t.updated_by`.execute(db)
  const own = rows.flatMap((row) =>
    isMailCode(row.code)
      ? [{ ...row, id: idOf(row), variables: variablesOf(row.code), isChanged: true }]
      : [],
  )
  const isOwn = ({ code, language }: MailTemplate) =>
    own.some((one) => one.code === code && one.language === language)
  const english = [...own, ...shippedTemplates].filter(({ language }) => language === 'en')
  const others = (await addedLanguages(db)).flatMap((language) =>
    codes.flatMap((code) => {
      const found = english.find((one) => one.code === code)
      return found ? [{ ...found, ...untouched, id: idOf({ code, language }), language }] : []
    }),
  )
  return [...own, ...[...shippedTemplates, ...others].filter((one) => !isOwn(one))]
}

/** Languages in use that nothing is shipped in. */
async function addedLanguages(db: Kysely<DB>): Promise<string[]> {
  const rows = await db
    .selectFrom('language')
    .select('code')
    .where('status', '=', 1)
    .where('code', 'not in', [...shippedLanguages])
    .execute()
  return rows.map(({ code }) => code)
}

const untouched = { isChanged: false, version: 0, updatedAt: null, updatedBy: null } as const

const codes = Object.keys(mailVariables).filter(isMailCode)

const shippedTemplates: readonly MailTemplate[] = codes.flatMap((code) =>
  shippedLanguages.flatMap((language) => shippedTemplate(code, language) ?? []),
)

function shippedTemplate(code: MailCode, language: string): MailTemplate | null {
  const wording = shippedWording(code, language)
  if (!wording) return null
  const variables = variablesOf(code)
  return { id: idOf({ code, language }), code, language, ...wording, variables, ...untouched }
}

function idOf({ code, language }: { code: string; language: string }): string {
  return `${code} ${language}`
}

interface NewWording {
  readonly code: string
  readonly language: string
  readonly subject: string
  readonly body: string
  /** The one that the editor has read; 0: nobody had worded it anew. */
  readonly version: number
  readonly updatedBy: string
}

/** Writes a wording; false where somebody else was faster. */
export async function writeTemplate(db: Kysely<DB>, wording: NewWording): Promise<boolean> {
  const { code, language, subject, body, version, updatedBy } = wording
  const { numAffectedRows } =
    version === 0
      ? await sql`insert into mail_template (code, language, subject, body, updated_by)
        values (${code}, ${language}, ${subject}, ${body}, ${updatedBy}) on conflict do nothing`.execute(
          db,
        )
      : await sql`update mail_template set subject = ${subject}, body = ${body}, updated_at = now(),
          updated_by = ${updatedBy}, version = nextval('mail_template_version')
        where code = ${code} and language = ${language} and version = ${version}`.execute(db)
  return Boolean(numAffectedRows)
}

export async function removeTemplate(
  db: Kysely<DB>,
  { code, language }: { code: string; language: string },
): Promise<void> {
  await sql`delete from mail_template where code = ${code} and language = ${language}`.execute(db)
}
