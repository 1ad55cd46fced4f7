import { dictionaries, dictionaryItems, dictionariesPath } from '@muster/contract'
import { sql } from 'kysely'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { everyone } from '../../../access/scope.ts'
import { serve } from '../../../kit/serve.ts'
import { choicesOf } from './choices.queries.ts'
import { dictionaryBin, itemBin, sortItem, tellChoices } from './dictionaryBins.ts'

export const dictionaryRoutes = serve(dictionaries, everyone, {
  ...lifecycle(dictionaries, dictionaryBin, { search: ['name', 'code'], order: ['code'] }),
  choices: ({ params, query }, ctx) =>
    choicesOf(ctx.db, {
      code: params.code,
      language: ctx.language,
      all: query.all === '1',
    }),
  refresh: async (_, ctx) => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count
      from dictionary where deleted_at is null`.execute(ctx.db)
    ctx.changed(dictionariesPath, [])
    tellChoices(ctx)
    return { count: rows[0]?.count ?? 0 }
  },
})

export const dictionaryItemRoutes = serve(dictionaryItems, everyone, {
  ...lifecycle(dictionaryItems, itemBin, {
    search: ['label', 'value'],
    order: ['dictionaryCode', 'sort'],
  }),
  sort: async ({ body }, ctx) => ({ count: await sortItem(ctx, body) }),
})
