import { languages, startAreas } from '@muster/contract'
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
  frontPack: ({ params }, { db }) => texts(db, params.code),
  startPack: ({ params }, { db }) => texts(db, params.code, startAreas),
})

async function texts(...asked: Parameters<typeof packOf>) {
  const found = await packOf(...asked)
  if (found === null) throw notFound()
  return found
}
