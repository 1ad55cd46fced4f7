import { languages } from '@muster/contract'
import { sql } from 'kysely'
import { notFound } from '../../../kit/refusal.ts'
import { everyone } from '../../../kit/scope.ts'
import { serve } from '../../../kit/serve.ts'

export const languageRoutes = serve(languages, everyone, {
  list: async (_, ctx) => {
    const rows = await ctx.db
      .selectFrom('language')
      .select(['id', 'code', 'name', 'nativeName', 'direction'])
      .where('status', '=', 1)
      .orderBy('sort')
      .execute()
    return rows.map((row) => ({ ...row, direction: row.direction === 'rtl' ? 'rtl' : 'ltr' }))
  },
  frontPack: async ({ params }, ctx) => {
    // English stands in for what a language lacks, but never as one form of a plural among its own.
    const { rows } = await sql<{ key: string; value: string }>`
      select distinct on (text.key) text.key, text.value
      from language_text as text join language on language.id = text.language_id
      where language.code in ('en', ${params.code})
        and exists (select from language as asked where asked.code = ${params.code})
        and not (language.code <> ${params.code} and exists (select from language_text as own
          join language as asked on asked.id = own.language_id and asked.code = ${params.code}
          where own.key = regexp_replace(text.key, '_(zero|one|two|few|many)$', '')))
      order by text.key, language.code <> ${params.code}`.execute(ctx.db)
    if (rows.length === 0) throw notFound()
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  },
})
