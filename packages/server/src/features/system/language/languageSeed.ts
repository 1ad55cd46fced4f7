import { shippedTexts } from '@muster/contract/texts'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

export const shippedLanguages = [
  {
    code: 'en',
    name: 'English',
    nativeName: 'English',
    direction: 'ltr',
    sort: 0,
    isDefault: true,
  },
  {
    code: 'ar-IQ',
    name: 'Arabic (Iraq)',
    nativeName: 'العربية (العراق)',
    direction: 'rtl',
    sort: 1,
  },
]

/** Brings the language packs up to what this version ships; an administrator's own wording stays. */
export async function seedLanguages(db: Kysely<DB>): Promise<void> {
  await db
    .insertInto('language')
    .values(shippedLanguages)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
  for (const [code, texts] of Object.entries(shippedTexts))
    await sql`insert into language_text (language_id, key, value)
      select language.id, shipped.key, shipped.value
      from language, jsonb_each_text(${JSON.stringify(texts)}::jsonb) as shipped (key, value)
      where language.code = ${code}
      on conflict (language_id, key) do update set value = excluded.value
        where not language_text.is_custom and language_text.value <> excluded.value`.execute(db)
}
