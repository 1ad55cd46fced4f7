import { languages } from '@muster/contract'
import { notFound } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { packOf } from './language.queries.ts'

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
  frontPack: async ({ params }, { db }) => {
    const texts = await packOf(db, params.code)
    if (texts === null) throw notFound()
    return texts
  },
})
