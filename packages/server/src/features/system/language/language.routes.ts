import { languages } from '@muster/contract'
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
    const rows = await ctx.db
      .selectFrom('languageText')
      .innerJoin('language', 'language.id', 'languageText.languageId')
      .select(['languageText.key', 'languageText.value'])
      .where('language.code', '=', params.code)
      .execute()
    if (rows.length === 0) throw notFound()
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  },
})
