import { languagesPath } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'

/** Words one text in these languages, and brings the others back to what is shipped. */
export async function wordText(
  ctx: Context,
  key: string,
  wordings: Readonly<Record<string, string>>,
): Promise<void> {
  const given = JSON.stringify(wordings)
  const shipped = JSON.stringify(
    Object.fromEntries(Object.entries(shippedTexts).map(([code, texts]) => [code, texts[key]])),
  )
  await sql`insert into language_text (language_id, key, value, is_custom, updated_by)
    select language.id, ${key}, own.value, true, ${ctx.principal.userId}
    from language join jsonb_each_text(${given}::jsonb) as own (code, value) on own.code = language.code
    on conflict (language_id, key) do update
      set value = excluded.value, is_custom = true, updated_at = now(), updated_by = excluded.updated_by
      where language_text.value <> excluded.value`.execute(ctx.db)
  await sql`update language_text set value = shipped.value, is_custom = false, updated_at = now()
    from language, jsonb_each_text(${shipped}::jsonb) as shipped (code, value)
    where language.id = language_text.language_id and shipped.code = language.code
      and language_text.key = ${key} and language_text.is_custom
      and not ${given}::jsonb ? language.code`.execute(ctx.db)
  await sql`delete from language_text using language
    where language.id = language_text.language_id and language_text.key = ${key}
      and language_text.is_custom and not ${given}::jsonb ? language.code`.execute(ctx.db)
  ctx.changed(languagesPath, [])
}
